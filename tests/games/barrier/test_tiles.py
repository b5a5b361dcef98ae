"""The rule sheet, The tiles: the three sets, and the box data a collector may correct."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tabletier as tt
from tabletier.games.barrier import GAME
from tabletier.games.barrier.board import BOX, check_barrier
from tabletier.games.kernel.box import Box
from tests.games.barrier.plain import ARROWS, DASHES, DOTS, VECTORS, off
from tests.games.barrier.tables import from_cell, laid, table

FOLDER = Path(BOX.path).parent
COMPASS = list(VECTORS)
SETS = [
    "right_angle",
    "acute",
    "obtuse",
    pytest.param("mixed", marks=pytest.mark.rule("BARRIER-35")),
]


def arrows(tiles: str) -> list[set[str]]:
    shown = tt.new("barrier", {"tiles": tiles}, seed="x").view()["table"]["arrows"]
    return [set(shown[str(number)]) for number in range(1, 9)]


def turned(arrow: set[str], eighths: int) -> set[str]:
    return {COMPASS[(COMPASS.index(name) + eighths) % 8] for name in arrow}


class TestRightAngledArrows:
    @pytest.mark.rule("BARRIER-32")
    def test_the_eight_tiles_of_the_rule_sheet(self) -> None:
        sheet = "N E, E S, S W, W N, NE SE, SE SW, SW NW, NW NE"
        assert arrows("right_angle") == [set(pair.split()) for pair in sheet.split(", ")]

    @pytest.mark.rule("BARRIER-32")
    def test_the_leaflets_example_is_tile_3_on_the_a_file_and_tile_2_on_the_h_file(self) -> None:
        for cell, tile, home in (
            ("a4", 3, "a3"),
            ("a5", 3, "a4"),
            ("h4", 2, "h3"),
            ("h5", 2, "h4"),
        ):
            for pawns, to_move in ((f"y: {cell}, c: d7", 0), (f"c: {cell}, y: d2", 1)):
                match = table(pawns, laid(**{cell: tile}), to_move)
                assert from_cell(match, cell) == {f"{cell}-{home}"}

    @pytest.mark.rule("BARRIER-10", "BARRIER-32")
    def test_each_side_can_build_its_own_crossing(self) -> None:
        match = table("y: c3, c: h8", laid(c4=8, b5=1))
        for move in ("c3-c4", "h8-h7", "c4-b5", "h7-h6", "b5-b6"):
            match = match.play(move)
        match = table("y: h1, c: c6", laid(c5=6, b4=3), to_move=1)
        for move in ("c6-c5", "h1-h2", "c5-b4", "h2-h3", "b4-b3"):
            match = match.play(move)
        assert match.position()["pawns"]["b3"] == "c"


class TestOtherArrows:
    @pytest.mark.rule("BARRIER-33")
    @pytest.mark.parametrize(
        ("tiles", "eighths"), [("right_angle", 2), ("acute", 1), ("obtuse", 3)]
    )
    def test_the_heads_are_so_many_eighths_of_a_turn_apart(self, tiles: str, eighths: int) -> None:
        for arrow in arrows(tiles):
            one, other = (COMPASS.index(name) for name in arrow)
            assert min((one - other) % 8, (other - one) % 8) == eighths

    @pytest.mark.rule("BARRIER-33")
    @pytest.mark.parametrize("tiles", SETS)
    def test_tiles_are_numbered_as_on_the_rule_sheet(self, tiles: str) -> None:
        assert arrows(tiles) == [set(pair.split()) for pair in ARROWS[tiles]]

    @pytest.mark.rule("BARRIER-33")
    @pytest.mark.parametrize("tiles", SETS)
    def test_every_set_looks_the_same_after_a_quarter_turn(self, tiles: str) -> None:
        every = arrows(tiles)
        assert all(turned(arrow, 2) in every for arrow in every)

    @pytest.mark.rule("BARRIER-33")
    @pytest.mark.parametrize("tiles", SETS)
    def test_a_pawn_leaves_each_tile_by_its_two_heads(self, tiles: str) -> None:
        for number in range(1, 9):
            match = table("Y: e5, c: h8", laid(e5=number), tiles=tiles)
            heads = ARROWS[tiles][number - 1].split()
            assert from_cell(match, "e5") == {f"e5-{off('e5', head)}" for head in heads}


class TestBoxData:
    """Reconstructed data are a file that whoever owns the box may correct."""

    def box(self) -> Any:
        return json.loads((FOLDER / "box.json").read_text("utf-8"))

    def test_our_own_data_fit_the_schema(self) -> None:
        schema = json.loads((FOLDER / "box.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(self.box(), schema)

    def test_the_game_says_what_was_reconstructed_and_carries_the_hash(self) -> None:
        assert GAME.box == BOX.digest
        assert GAME.reconstruction is not None
        assert "reconstructed" in GAME.reconstruction.en
        assert "reconstitués" in GAME.reconstruction.fr

    @pytest.mark.rule("BARRIER-6")
    def test_a_square_with_both_marks_is_refused(self) -> None:
        data = self.box()
        data["barrier"]["dashes"][0] = "a4"
        with pytest.raises(tt.BadBox, match="a4 carries both a dot and a dash"):
            check_barrier(Box(data, "", Path("barrier.json")))

    @pytest.mark.rule("BARRIER-6")
    def test_two_neighbours_with_the_same_mark_are_refused(self) -> None:
        data = self.box()
        data["barrier"] = {
            "dots": [f"{c}4" for c in "abcdefgh"],
            "dashes": [f"{c}5" for c in "abcdefgh"],
        }
        with pytest.raises(tt.BadBox, match="a4 and b4 share a side"):
            check_barrier(Box(data, "", Path("barrier.json")))

    @pytest.mark.rule("BARRIER-6")
    def test_the_other_chequered_pattern_is_accepted(self) -> None:
        data = self.box()
        data["barrier"] = {"dots": DASHES, "dashes": DOTS}
        check_barrier(Box(data, "", Path("barrier.json")))

    def test_a_collectors_copy_is_used_from_the_next_start(self, tmp_path: Path) -> None:
        data = self.box()
        data["tiles"]["right_angle"][0] = ["N", "S"]
        (tmp_path / "barrier.json").write_text(json.dumps(data), "utf-8")
        asked = "print(tt.new('barrier', seed='x').view()['table']['arrows']['1'])"
        assert self.start(tmp_path, asked) == (0, "['N', 'S']\n", "")

    @pytest.mark.rule("BARRIER-35")
    def test_the_mixed_set_has_four_bent_and_four_straight_arrows(self) -> None:
        sheet = "N E, E S, S W, W N, N S, E W, NE SW, NW SE"
        assert arrows("mixed") == [set(pair.split()) for pair in sheet.split(", ")]

    @pytest.mark.rule("BARRIER-5")
    def test_dots_and_dashes_may_differ(self, tmp_path: Path) -> None:
        data = self.box()
        dots = data["tiles"]["right_angle"]
        data["tiles"]["right_angle"] = {"dots": dots, "dashes": [["N", "S"], *dots[1:]]}
        (tmp_path / "barrier.json").write_text(json.dumps(data), "utf-8")
        asked = (
            "seen = tt.new('barrier', {'layout': 'random'}, seed='x').view()['table']\n"
            "print(seen['arrows']['1'], seen['dash_arrows']['1'])\n"
            "match = tt.new('barrier', {'first_player': 1}, seed='x').play('1@b4')\n"
            "print(match.events()[0]['arrow'], match.play('1@a4').events()[0]['arrow'])"
        )
        expected = "['N', 'E'] ['N', 'S']\n['N', 'S'] ['N', 'E']\n"
        assert self.start(tmp_path, asked) == (0, expected, "")

    @pytest.mark.rule("BARRIER-4", "BARRIER-14")
    def test_arrows_with_more_heads_and_fewer_pawns_can_be_played(self, tmp_path: Path) -> None:
        data = self.box()
        data["tiles"]["mixed"] = [["N", "E", "S", "W"], *data["tiles"]["acute"][1:], ["N"]][:8]
        data["opening"] = {"yellow": ["a3"], "colourless": ["h6"]}
        (tmp_path / "barrier.json").write_text(json.dumps(data), "utf-8")
        asked = (
            "from tabletier.games.barrier import GAME\n"
            "match = tt.new('barrier', {'layout': 'random', 'tiles': 'mixed'}, seed='x')\n"
            "print(match.legal_moves(), len({len(line) for line in"
            " GAME.picture(match.view()['table'], 'en').splitlines()[1:18:2]}))"
        )
        assert self.start(tmp_path, asked) == (0, "('a3-a4', 'a3-b4') 1\n", "")

    def test_a_faulty_copy_is_refused_with_its_place(self, tmp_path: Path) -> None:
        data = self.box()
        data["tiles"]["acute"][3] = ["N", "up"]
        (tmp_path / "barrier.json").write_text(json.dumps(data), "utf-8")
        asked = (
            "try:\n    tt.new('barrier')\nexcept tt.BadBox as error:\n    print(error.text.en)\n"
        )
        code, out, _ = self.start(tmp_path, asked)
        assert code == 0
        assert "at tiles/acute/3/1" in out

    def start(self, box_dir: Path, asked: str) -> tuple[int, str, str]:
        """Run a few lines in a fresh Python that looks for box data in a folder."""
        environment = {**os.environ, "TABLETIER_BOX_DIR": str(box_dir), "TABLETIER_JIT": "0"}
        done = subprocess.run(
            [sys.executable, "-c", f"import tabletier as tt\n{asked}"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

"""The box data: what we ship fits its schema, and a collector's copy is checked."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tabletier.games.expion import GAME
from tabletier.games.expion.board import AREA, BOX, CENTRE, SPECIAL, bit_of, check, drawn, plane_of
from tabletier.games.kernel.box import Box
from tabletier.games.kernel.errors import BadBox

SCHEMA = json.loads(BOX.path.with_name("box.schema.json").read_text("utf-8"))


def corrected(**changes: Any) -> Any:
    return {**json.loads(json.dumps(BOX.data)), **changes}


class TestOurBox:
    def test_it_fits_its_schema(self) -> None:
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        jsonschema.validate(BOX.data, SCHEMA)
        check(BOX)

    @pytest.mark.rule("EXPION-2")
    def test_the_area_is_7_by_7_with_its_centre_on_e5(self) -> None:
        names = [f"{file}{rank}" for file in "bcdefgh" for rank in "2345678"]
        assert plane_of(names) == AREA
        assert bit_of("e5") == 1 << CENTRE
        for camp in "nesw":
            assert len(drawn(BOX.data["board"], camp)) == 7

    @pytest.mark.rule("EXPION-3")
    def test_each_preset_has_four_cells_of_the_area_and_not_the_centre(self) -> None:
        for cells in SPECIAL:
            assert bin(cells).count("1") == 4
            assert cells & AREA == cells
            assert not (cells >> CENTRE) & 1

    @pytest.mark.rule("EXPION-2", "EXPION-3", "EXPION-4")
    def test_the_game_says_plainly_what_was_reconstructed(self) -> None:
        assert GAME.box == BOX.digest
        assert GAME.reconstruction is not None
        for word in ("board", "special cells", "colour"):
            assert word in GAME.reconstruction.en


class TestACollectorsBox:
    @pytest.mark.parametrize(
        ("cells", "said"),
        [
            (["b2", "b8", "h2", "e5"], 'the special cell e5 of "corners" is the centre'),
            (["b2", "b8", "h2", "d4"], 'the special cell d4 of "corners" does not exist'),
        ],
    )
    def test_special_cells_are_cells_of_the_area(self, cells: list[str], said: str) -> None:
        board = [*BOX.data["board"][:5], "woo.ooooe", *BOX.data["board"][6:]]  # without d4
        presets = {**BOX.data["special"], "corners": cells, "inner": ["c4", "d6", "f4", "f6"]}
        data = corrected(board=board, special=presets)
        with pytest.raises(BadBox, match=said):
            check(Box(data, "", Path("expion.json")))

    def test_two_colours_alike_are_refused(self) -> None:
        data = corrected(colours={**BOX.data["colours"], "n": "blue"})
        with pytest.raises(BadBox, match='the colour "blue" is given twice'):
            check(Box(data, "", Path("expion.json")))

    @pytest.mark.parametrize(
        "changes",
        [
            {"board": []},
            {"board": ["." * 9] * 9},
            {"special": {}},
            {"special": {**BOX.data["special"], "corners": ["b2", "b2", "h2", "h8"]}},
            {"special": {**BOX.data["special"], "corners": ["a2", "b8", "h2", "h8"]}},
            {"colours": {**BOX.data["colours"], "n": "pink"}},
            {"owners": {"2": [0, 0, 1, 1]}},
            {"extra": 1},
        ],
    )
    def test_the_schema_refuses_what_the_engine_cannot_play(self, changes: Any) -> None:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(corrected(**changes), SCHEMA)

    def test_a_corrected_copy_is_played(self, tmp_path: Path) -> None:
        """With c5 missing from the board and other corners, in a process of its own."""
        board = [*BOX.data["board"][:4], "wo.oxoooe", *BOX.data["board"][5:]]
        special = {**BOX.data["special"], "corners": ["c2", "c8", "g2", "g8"]}
        data = corrected(board=board, special=special)
        (tmp_path / "expion.json").write_text(json.dumps(data), "utf-8")
        program = (
            "import tabletier as tt\n"
            "m = tt.new('expion', seed='x').play('b1-b2')\n"
            "print(*m.view()['table']['special'], *[x for x in m.legal_moves() if x[:2] == 'a5'])\n"
            "print(m.explain('a5-d5').text.en)\n"
            "print(m.explain('b5-c5').text.en)\n"
            "p = {'marbles': {'e5': 'n', 'i2': 'e'}, 'expion': 'd5', 'first_capture': True}\n"
            "m = tt.setup('expion', {**p, 'cycle': 0, 'quiet': 0})\n"
            "print(m.explain('e5-d5').text.en)\n"
        )
        environment = {"TABLETIER_JIT": "0", "TABLETIER_BOX_DIR": str(tmp_path)}
        shown = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        assert shown[0] == "c2 c8 g2 g8 a5-b5"
        assert shown[1] == "Between a5 and d5 the board lacks a cell (EXPION-12)."
        assert shown[2].startswith("'b5-c5' names c5, which is not a cell of the board")
        assert shown[3] == "Beyond d5, where the Ex*pion is, the board lacks a cell (EXPION-17)."

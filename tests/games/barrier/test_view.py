"""What one sees and hears: views, the picture for a terminal, events and their sentences."""

import json
import random
import re

import pytest
from rich.console import Console

import tabletier as tt
from tabletier.games.barrier import GAME
from tests.games.barrier.tables import ALL_OPTIONS, laid, opening, table


def drawn(match: tt.Match, language: str = "en") -> str:
    """The picture without colours, as a plain terminal shows it."""
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(GAME.picture(match.view()["table"], language))
    return captured.get()


class TestView:
    def test_everybody_sees_the_same(self) -> None:
        match = opening().play("c1-c2")
        assert match.view(0)["table"] == match.view(1)["table"] == match.view(None)["table"]

    def test_it_is_the_position_with_arrows_and_owners(self) -> None:
        match = tt.new("barrier", {"tiles": "acute"}, seed="view").play("3@a4")
        seen = json.loads(json.dumps(match.view()["table"]))
        assert {key: seen[key] for key in match.position()} == match.position()
        assert seen["arrows"]["3"] == ["E", "SE"]
        assert (seen["owners"]["a4"], seen["owners"]["b4"]) == (0, 1)


class TestPicture:
    def test_the_board_with_coordinates_pawns_and_arrows(self) -> None:
        lines = drawn(table("y: a1, Y: d4, c: h8, C: e5", laid(d4=6, e5=1))).splitlines()
        assert lines[0].split() == lines[18].split() == list("abcdefgh")
        rows = {line[0]: line.split("│")[1:-1] for line in lines[2:17:2]}
        assert list(rows) == list("87654321")
        assert [cell.strip() for cell in rows["8"]] == [*[""] * 7, "c"]
        assert rows["1"][0].strip() == "y"
        assert rows["4"][3].strip() == "Y↘↙–"
        assert rows["5"][4].strip() == "C↑→–"
        assert all(len(cell) == 5 for row in rows.values() for cell in row)

    def test_tiles_still_to_be_laid_are_listed_with_their_arrows(self) -> None:
        text = drawn(tt.new("barrier", seed="x").play("3@a4"))
        assert "to lay: 1 ↑→  2 →↓  4 ↑←" in text
        assert "> Colourless (c) — dash squares – — 12 pawns, 0 crowned" in text

    def test_it_speaks_french(self) -> None:
        text = drawn(table("y: a1, Y: d1 e1, c: h8", quiet=47), "fr")
        assert "> Jaune (y) — cases à point • — 3 pions, 2 couronnés" in text
        assert "Incolore (c) — cases à tiret – — 1 pion, 0 couronné" in text
        assert "Coups sans prise ni couronnement\u00a0: 47 sur 80." in text

    def test_the_count_of_quiet_moves_is_shown_once_it_matters(self) -> None:
        assert "39 of 80" not in drawn(table("y: a1, c: h8", quiet=39))
        assert "40 of 80" in drawn(table("y: a1, c: h8", quiet=40))

    def test_markup_is_well_formed_throughout_a_match(self) -> None:
        match = tt.new("barrier", seed="picture")
        chosen = random.Random(4)
        while match.to_move is not None and len(match.moves) < 60:
            for language in ("fr", "en"):
                assert "[" not in drawn(match, language)
            match = match.play(chosen.choice(match.legal_moves()))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("layout", ["players", "random"])
def test_no_line_of_the_picture_is_wider_than_sixty_columns(layout: str, language: str) -> None:
    match = tt.new("barrier", {"layout": layout}, seed="wide")
    still = {**match.view(None)["table"], "quiet": 79}
    lines = re.sub(r"\[[^]]*\]", "", GAME.picture(still, language)).splitlines()
    assert any("79" in line for line in lines)
    assert max(map(len, lines)) <= 60


class TestEvents:
    def test_a_tile_laid(self) -> None:
        (event,) = tt.new("barrier", seed="x").play("3@a4").events()
        laid_by = {"seat": 0, "tile": 3, "at": "a4", "arrow": ["S", "W"]}
        assert event == {"type": "laid", **laid_by}
        assert GAME.tell(event).en == "Yellow lays tile 3 on a4: the way out is south or west."
        assert GAME.tell(event).fr == (
            "Jaune pose le carreau 3 en a4 : on en sort par le sud ou l'ouest."
        )

    def test_tiles_laid_by_lot_and_the_lot_that_decides_who_begins(self) -> None:
        match = tt.new("barrier", {"layout": "random", "first_player": "random"}, seed="lot")
        first, laid_by_lot = match.events()
        assert first == {"type": "starts", "seat": match.to_move}
        assert GAME.tell(first).fr in ("Jaune commence.", "Incolore commence.")
        tiles, arrows = match.position()["tiles"], match.view(None)["table"]["arrows"]
        assert laid_by_lot == {
            "type": "laid_by_lot",
            "tiles": tiles,
            "arrows": arrows,
            "dash_arrows": arrows,
        }
        assert GAME.tell(laid_by_lot) == (
            "Le sort pose les seize carreaux de la barrière.",
            "The sixteen tiles of the barrier are laid by lot.",
        )

    def test_a_chain_is_told_jump_by_jump_in_order(self) -> None:
        match = table("y: c4, c: c5 d7 h8", laid(c4=1)).play("c4xc6xe8")
        assert match.events() == (
            {"type": "moved", "seat": 0, "pawn": "y", "from": "c4", "to": "c6", "jump": True},
            {"type": "captured", "seat": 0, "pawn": "c", "at": "c5"},
            {"type": "moved", "seat": 0, "pawn": "y", "from": "c6", "to": "e8", "jump": True},
            {"type": "captured", "seat": 0, "pawn": "c", "at": "d7"},
            {"type": "crowned", "seat": 0, "at": "e8"},
        )
        assert [GAME.tell(event).en for event in match.events()] == [
            "Yellow jumps from c4 to c6.",
            "The colourless pawn on c5 is taken.",
            "Yellow jumps from c6 to e8.",
            "The colourless pawn on d7 is taken.",
            "The yellow pawn is crowned on e8.",
        ]

    def test_stopping_a_chain_causes_nothing_more(self) -> None:
        match = table("Y: a1, C: b2 d2 h8").play("a1xc3")
        assert [event["type"] for event in match.events()] == ["moved", "captured"]
        assert [GAME.tell(event).fr for event in match.events()] == [
            "Jaune saute de a1 à c3 avec un pion couronné.",
            "Le pion incolore couronné en b2 est pris.",
        ]

    def test_the_end_is_the_last_event(self) -> None:
        match = table("y: c3, c: c4").play("c3xc5")
        assert match.events()[-1] == {"type": "over", "winners": [0], "reason": "last_pawns"}

    @pytest.mark.parametrize("options", ALL_OPTIONS)
    def test_events_alone_rebuild_the_board(self, options: dict[str, str]) -> None:
        match = tt.new("barrier", options, seed="animate")
        chosen = random.Random(6)
        pawns = dict(match.position()["pawns"])
        while match.to_move is not None:
            match = match.play(chosen.choice(match.legal_moves()))
            for event in json.loads(json.dumps(match.events())):
                if event["type"] == "moved":
                    pawns[event["to"]] = pawns.pop(event["from"])
                elif event["type"] == "captured":
                    assert pawns.pop(event["at"]) == event["pawn"]
                elif event["type"] == "crowned":
                    pawns[event["at"]] = pawns[event["at"]].upper()
            assert pawns == match.position()["pawns"]

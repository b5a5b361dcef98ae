"""What people read: events and their sentences, the question, the board in the terminal."""

import io
import json
import random
import re

import pytest
from rich.console import Console
from rich.text import Text as RichText

import tabletier as tt
from tabletier.games.expion import GAME
from tests.games.expion.tables import before_capture, table


def told(match: tt.Match) -> list[str]:
    return [GAME.tell(event).en for event in match.events() if event["type"] != "over"]


def asked(match: tt.Match) -> tuple[str, str]:
    text = GAME.ask(GAME.setup(match.position(), match.options)[0])
    return text.fr, text.en


class TestEvents:
    def test_a_departure(self) -> None:
        match = tt.new("expion", seed="x").play("e9-e7")
        moved = {"type": "moved", "seat": 0, "marble": "n", "from": "e9", "to": "e7"}
        assert match.events() == ({**moved, "leaves_camp": True},)
        assert told(match) == ["North leaves camp, from e9 to e7."]

    def test_a_push_into_a_base(self) -> None:
        match = table(turn="w", w="e7", n="b9", expion="e8").play("e7-e8")
        assert match.events()[1] == {"type": "pushed", "from": "e8", "to": "e9", "base": "n"}
        assert match.events()[2] == {"type": "over", "winners": [1], "reason": "base"}
        assert told(match)[1] == (
            "The Ex*pion is pushed from e8 to e9: it enters the base of North!"
        )

    def test_captures_name_the_captors_the_one_that_moved_first(self) -> None:
        match = before_capture(n="b5 d7 f5 d4", e="c5 d6", w="e5", expion="g3").play("d4-d5")
        captured = [event for event in match.events() if event["type"] == "captured"]
        assert [(event["at"], event["between"]) for event in captured] == [
            ("c5", ["d5", "b5"]),
            ("d6", ["d5", "d7"]),
            ("e5", ["d5", "f5"]),
        ]
        assert not any(event["chameleon"] for event in captured)
        assert told(match)[1:] == [
            "East’s marble on c5 is captured between b5 and d5.",
            "East’s marble on d6 is captured between d5 and d7.",
            "West’s marble on e5 is captured between d5 and f5.",
            "The first capture: from now on all marbles may retreat.",
        ]

    def test_a_captor_may_be_the_expion_or_at_home(self) -> None:
        chameleon = table(n="e8", s="g6", e="f7 i2", expion="e7").play("g6-g7").events()[1]
        assert (chameleon["between"], chameleon["chameleon"]) == (["g7", "e7"], True)
        assert GAME.tell(chameleon).fr == (
            "La bille d’Est en f7 est capturée entre e7 et g7 avec l’aide de l’Ex*pion."
        )
        pushed = table(n="e6", s="c4", e="d4 i2", expion="e5").play("e6-e5").events()[2]
        assert (pushed["between"], pushed["chameleon"]) == (["e4", "c4"], True)
        home = table(n="d9 c7", e="d8 i2", expion="g3").play("c7-d7").events()[1]
        assert (home["between"], home["chameleon"]) == (["d7", "d9"], False)

    def test_elimination_and_passing(self) -> None:
        gone = table(players=4, n="d6 g6", s="e1", e="e6", w="a2").play("g6-f6")
        assert told(gone)[-1] == "East: no marble left, eliminated."
        solo = table(players=3, turn="w", n="e6", e="d6 i2", w="g6").play("g6-f6")
        assert told(solo)[-1] == "North and South: no marble left, eliminated."
        passed = table(n="b9", e="b8 h3", w="c8 b7").play("pass")
        assert passed.events() == ({"type": "passed", "seat": 0, "camp": "n"},)
        assert told(passed) == ["North cannot move and passes."]

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_every_event_of_a_game_is_told_in_two_languages(self, players: int) -> None:
        rng, match = random.Random(players), tt.new("expion", {"players": players}, seed="x")
        while match.to_move is not None and len(match.moves) < 250:
            marbles = match.position()["marbles"]
            match = match.play(rng.choice(match.legal_moves()))
            events = [event for event in match.events() if event["type"] != "over"]
            assert json.loads(json.dumps(events)) == events
            gone = {event["at"] for event in events if event["type"] == "captured"}
            assert len(marbles) - len(match.position()["marbles"]) == len(gone)
            for event in events:
                text = GAME.tell(event)
                assert text.fr.endswith((".", " !"))
                assert text.en.endswith((".", "!"))
            assert all(len(e["between"]) == 2 for e in events if e["type"] == "captured")


class TestAsking:
    def test_the_question_names_ones_marbles(self) -> None:
        two, four = tt.new("expion", seed="x"), tt.new("expion", {"players": 4}, seed="x")
        assert asked(two) == (
            "déplacez une bille de Nord ou de Sud",
            "move a marble of North or South",
        )
        assert asked(four.play("e9-e8"))[0] == "déplacez une bille d’Est"

    def test_whoever_cannot_move_is_told_to_pass(self) -> None:
        shut_in = table(n="b9", e="b8 h3", w="c8 b7")
        assert asked(shut_in) == (
            "aucun coup possible : passez (pass)",
            "no move is possible: pass",
        )


START = """\
    a  b  c  d  e  f  g  h  i
 9     n  n  n  n  n  n  n     9
 8  w (·) ·  ·  ·  ·  · (·) e  8
 7  w  ·  ·  ·  ·  ·  ·  ·  e  7
 6  w  ·  ·  ·  ·  ·  ·  ·  e  6
 5  w  ·  ·  ·  *  ·  ·  ·  e  5
 4  w  ·  ·  ·  ·  ·  ·  ·  e  4
 3  w  ·  ·  ·  ·  ·  ·  ·  e  3
 2  w (·) ·  ·  ·  ·  · (·) e  2
 1     s  s  s  s  s  s  s     1
    a  b  c  d  e  f  g  h  i"""


def drawn(match: tt.Match, language: str = "en") -> str:
    return RichText.from_markup(GAME.picture(match.view()["table"], language)).plain


class TestPicture:
    def test_the_start_without_colours(self) -> None:
        assert drawn(tt.new("expion", seed="x")).startswith(START)

    def test_french_marbles_of_the_west_have_their_own_letter(self) -> None:
        start = tt.new("expion", seed="x")
        rows, mine = START.splitlines(), drawn(start, "fr").splitlines()
        assert mine[: len(rows)] == [row.replace("w", "o") for row in rows]
        assert start.position()["marbles"]["a5"] == "w"

    def test_marbles_on_special_cells_free_base_cells_and_the_expion_in_a_base(self) -> None:
        match = table(turn="w", w="e7 b8", n="b9", expion="e8").play("e7-e8")
        rows = drawn(match).splitlines()
        assert rows[1] == " 9     n  □  □  *  □  □  □     9"
        assert rows[2] == " 8  □ (w) ·  ·  w  ·  · (·) □  8"

    def test_it_says_whose_turn_it_is_and_whether_marbles_may_retreat(self) -> None:
        start = tt.new("expion", {"players": 4}, seed="x")
        assert " > n North brown   player 1  7 marbles (7 in camp)" in drawn(start)
        assert "   e East  blue    player 2  7 marbles (7 in camp)" in drawn(start)
        assert "before the first capture one goes back only to capture" in drawn(start)
        later = table(players=3, turn="w", n="d5", w="a5 c5", quiet=60)
        assert " > o Ouest vert    joueur 3  2 billes (1 au camp)" in drawn(later, "fr")
        assert "toutes les billes peuvent reculer" in drawn(later, "fr")
        assert "player 1  1 marble (0 in camp)" in drawn(later)
        assert "player 2  0 marbles (0 in camp)" in drawn(later)
        assert "joueur 2  0 bille (0 au camp)" in drawn(later, "fr")
        assert "turns without capture or departure: 60/100" in drawn(later)
        assert "tours sans capture ni départ\u00a0: 60/100" in drawn(later, "fr")
        assert "60/100" in drawn(later, "fr")

    def test_over_nobody_is_to_move(self) -> None:
        assert " > " not in drawn(table(n="d6 g6", e="e6").play("g6-f6"))

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_the_markup_is_sound_and_colours_are_known(self, language: str) -> None:
        console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
        console.print(GAME.picture(tt.new("expion", seed="x").view()["table"], language))
        output = console.file
        assert isinstance(output, io.StringIO)
        assert not re.search(r"\[/?(bold|dim|red|green)", output.getvalue())


class TestView:
    def test_it_is_the_same_for_everybody_and_json(self) -> None:
        match = tt.new("expion", {"players": 3}, seed="x").play("e9-e7")
        table_view = match.view(None)["table"]
        assert json.loads(json.dumps(table_view)) == table_view
        assert {key: table_view[key] for key in match.position()} == match.position()
        assert table_view["to_move"] == 1
        for seat in range(3):
            assert match.view(seat)["table"] == table_view

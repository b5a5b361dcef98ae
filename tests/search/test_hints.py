"""Hints: a good move, a reason that holds, and nothing that the seat cannot know."""

import ast
import random
import re
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.search import hints as reasons
from tabletier.search.hints import generic, hint, of_another, percent, remark
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.tree_search import Candidate, Thought
from tests.search.courses import about_to_win, every_table, random_match

FEW = Budget(simulations=40)


def thought(*candidates: tuple[str, float, int]) -> Thought:
    """What was thought of some moves: name, chance of side 0, proven or not."""
    found = tuple(Candidate(m, 10, (value, 1 - value), proof) for m, value, proof in candidates)
    return Thought(found[0].move, found[0].value, found, 20)


class TestTheReasonOfTheSearch:
    def test_a_proven_win(self) -> None:
        assert generic(thought(("a", 1.0, 1), ("b", 0.5, 0)), 0) == reasons.WINS

    def test_all_others_lose(self) -> None:
        assert generic(thought(("a", 0.4, 0), ("b", 0.0, -1), ("c", 0.0, -1)), 0) == reasons.SAVES

    def test_all_moves_lose(self) -> None:
        assert generic(thought(("a", 0.0, -1), ("b", 0.0, -1)), 0) == reasons.LOST

    def test_there_is_only_one(self) -> None:
        assert generic(thought(("a", 0.3, 0)), 0) == reasons.ONLY

    def test_chances_that_are_clearly_better(self) -> None:
        said = generic(thought(("a", 0.62, 0), ("b", 0.48, 0)), 0)
        assert said.en == "is clearly the best, a chance of 62% against 48% for the next"
        assert "62\N{NO-BREAK SPACE}%" in said.fr

    def test_chances_about_as_good_as_others(self) -> None:
        said = generic(thought(("a", 0.62, 0), ("b", 0.61, 0)), 0)
        assert said.en == "keeps the best chances, 62%"

    def test_they_are_the_chances_of_the_side_that_asks(self) -> None:
        assert "38%" in generic(thought(("a", 0.62, 0), ("b", 0.61, 0)), 1).en

    def test_only_what_is_certain_is_called_nought_or_a_hundred(self) -> None:
        assert [percent(p).en for p in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
            *("0%", "1%", "50%", "99%", "100%")
        ]


@pytest.mark.parametrize("key", keys())
def test_a_win_is_hinted_at_with_a_reason_in_both_languages(key: str) -> None:
    match, _ = about_to_win(key)
    found = hint(knowledge_of(match), Budget(simulations=200), "x")
    assert match.play(found.move).result is not None
    side = next(side for side, team in enumerate(match.teams) if match.to_move in team)
    assert found.value[side] == 1.0
    assert found.reason.fr
    assert found.reason.en


@pytest.mark.parametrize(("key", "options"), every_table(), ids=str)
def test_what_the_seat_cannot_see_changes_no_hint(key: str, options: dict[str, Any]) -> None:
    for moves in (1, 6):
        match = random_match(key, options, moves)
        known = knowledge_of(match)
        imagined = find(key).imagine(known.table, match.options, random.Random(9))
        same = knowledge_of(tt.setup(key, imagined, options))._replace(past=known.past)
        found = hint(known, FEW, "x")
        assert found.move in match.legal_moves()
        assert found.move not in [other.move for other in found.alternatives]
        assert hint(same, FEW, "x") == found


def test_a_remark_that_rests_on_hidden_things_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game says something else in each imagined world: then nothing is certain enough."""
    said = iter(Text(f"fr {number}", f"en {number}") for number in range(100))
    for key, options in every_table():
        known = knowledge_of(random_match(key, options, 1))
        game = find(key)
        if not game.hidden(known.table):
            continue
        moves = random_match(key, options, 1).legal_moves()
        with monkeypatch.context() as patch:
            patch.setitem(game.__dict__, "remark", lambda *_: next(said))
            assert remark(known, moves[0]) is None
            patch.setitem(game.__dict__, "remark", lambda *_: reasons.WINS)
            assert remark(known, moves[0]) == reasons.WINS
        return
    raise AssertionError("no game hides anything")


SECOND_PERSON = re.compile(r"\b(?:vous|vos|votre|vôtre|vôtres|you|your|yours)\b", re.IGNORECASE)
GAMES = Path(tt.__file__).parent / "games"


def sentences() -> list[str]:
    """Every text in the hints of the games, with a letter where something is filled in."""
    found = []
    for path in GAMES.glob("*/hints/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [p.value if isinstance(p, ast.Constant) else "X" for p in node.values]
                found.append("".join(map(str, parts)))
    return found


def test_what_is_said_to_a_player_can_be_said_of_them() -> None:
    addressed = [said for said in sentences() if SECOND_PERSON.search(said)]
    assert len(addressed) > 20
    for said in addressed:  # in one language or the other
        french, english = of_another(Text(said, said))
        assert not (SECOND_PERSON.search(french) and SECOND_PERSON.search(english)), said
    told = of_another(Text("renforce votre carte de votre rang", "strengthens your card"))
    assert told == Text("renforce sa carte de son rang", "strengthens their card")

"""What is said of a puzzle: whole sentences, in both languages."""

import re
from collections import Counter

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.match.lessons import lessons
from tabletier.match.puzzles import puzzles, start_of
from tabletier.search.puzzles import lesson_of, rules_of, solution, verdict_on

SOME = 30
FRENCH = r"{} : \S+\. Ce coup [^.]+(?:\. Aussi bons? : [^.]+)?\."
ENGLISH = r"{}: \S+\. This move .+?(?:\. Just as good: [^.]+)?\."


@pytest.mark.parametrize("game", keys())
def test_a_move_is_named_before_its_reason_begins_a_sentence(game: str) -> None:
    for puzzle in puzzles(game)[::SOME]:
        praise, answer = lesson_of(game, puzzle.id).praise, solution(game, puzzle.id)
        assert re.fullmatch(FRENCH.format("Trouvé"), praise.fr), praise.fr
        assert re.fullmatch(ENGLISH.format("Found it"), praise.en), praise.en
        assert re.fullmatch(FRENCH.format("La réponse"), answer.fr), answer.fr
        assert re.fullmatch(ENGLISH.format("The answer"), answer.en), answer.en


def test_a_mistake_is_told_after_the_move() -> None:
    step = puzzles("punto")[0].steps[0]
    worst = max(step.moves, key=step.loss)
    said = verdict_on(step, worst)
    assert said.en.startswith(f"{worst}: this costs ")
    assert said.fr.startswith(f"{worst} : ce coup coûte ")


@pytest.mark.parametrize("game", keys())
def test_the_rule_of_a_puzzle_wants_no_more_than_its_move_does(
    game: str,
) -> None:
    for puzzle in puzzles(game)[::5]:
        match = start_of(game, puzzle)
        (move, *_) = puzzle.steps[0].best
        done = [event["type"] for event in match.play(move).events()]
        for rule in rules_of(match, move):
            wanted = [
                [event["type"] for event in lesson.steps[0].goal.events]
                for lesson in lessons(game)
                if lesson.rules[0] == rule
            ]
            assert any(Counter(one) <= Counter(done) for one in wanted if one), puzzle.id


def test_of_a_capture_alone_the_puzzle_does_not_say_that_there_are_several() -> None:
    match = tt.setup(
        "expion",
        {"marbles": {"f7": "n", "e6": "e", "d6": "s", "b3": "w"}, "expion": "e5"}
        | {"first_capture": True, "cycle": 0, "quiet": 0},
        {"players": 2},
        seed="one",
    )
    caught = next(m for m in match.legal_moves() if captures(match, m) == 1)
    assert rules_of(match, caught) == ("EXPION-23",)


def captures(match: tt.Match, move: str) -> int:
    """How many marbles a move takes."""
    return sum(event["type"] == "captured" for event in match.play(move).events())

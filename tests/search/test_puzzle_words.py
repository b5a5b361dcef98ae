"""What is said of a puzzle: whole sentences, in both languages."""

import re

import pytest

from tabletier.games.kernel.registry import keys
from tabletier.match.puzzles import puzzles
from tabletier.search.puzzles import lesson_of, solution, verdict_on

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

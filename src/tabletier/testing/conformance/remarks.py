"""What is said of a move: always in both languages, and only of what its mover can see."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from tabletier.games.kernel.contract import Game, Steps
from tabletier.games.kernel.steps import turns
from tabletier.games.kernel.text import Text
from tabletier.testing.conformance.hidden import all_partings, all_twins, secrets
from tabletier.testing.conformance.sentences import is_said
from tabletier.testing.conformance.tables import Trial
from tabletier.testing.conformance.twins import can_be_seen, is_over
from tabletier.testing.conformance.walks import walked

pytestmark = pytest.mark.clause("remark")

MOVES = 4
STATES = 60
ENGLISH = re.compile(r"\b(the|and|of|row|wins|your|takes|from|with)\b")
FRENCH = re.compile(r"\b(le|la|les|et|des|votre|gagne|prend|avec|en)\b|[éèêàç«»]")
LOOSE = re.compile(r"None|True|False|\bnull\b|_|  |[.!?]$|^[A-Z]")


def remark(game: Game, state: Any, steps: Steps) -> Text | None:
    after = state
    for step in steps:
        after = game.rules.apply(after, step)
    return game.remark(state, steps, after)


def check_words(text: Text) -> None:
    """Part of a sentence in each language, and in none a word of the other or of the program."""
    assert is_said(text)
    assert text.fr != text.en
    assert not ENGLISH.search(text.fr), text.fr
    assert not FRENCH.search(text.en), text.en
    assert not any(LOOSE.search(part) for part in text), text
    assert "’s " not in text.fr
    assert "'" not in text.say("fr")


def remarks(table: Trial) -> bool:
    """Whether the game says anything of moves."""
    return table.game.remark is not Game.__dataclass_fields__["remark"].default


def test_a_remark_is_part_of_a_sentence_in_both_languages(table: Trial) -> None:
    if not remarks(table):
        return
    game, dice = table.game, random.Random(str(table))
    nodes = [node for node in walked(table) if node.seat >= 0]
    made = 0
    for node in dice.sample(nodes, min(STATES, len(nodes))):
        for steps in dice.sample(found := turns(game, node.state), min(MOVES, len(found))):
            text = remark(game, node.state, steps)
            made += text is not None
            if text is not None:
                check_words(text)
    assert made > 0


def leaks(table: Trial, say: Callable[[Any, Steps], Any]) -> tuple[int, int]:
    """How many remarks were compared in twin worlds that look alike to the mover; how many differ.

    `say` is given a state and the steps of a move.
    """
    game, compared, different = table.game, 0, 0
    for parting in all_partings(table):
        for twins in all_twins(table, parting):
            one, other = twins.one.node, twins.other.node
            if can_be_seen(game, twins) and one.seat in twins.fooled and not is_over(twins):
                for steps in turns(game, one.state)[:: max(1, len(one.steps) // MOVES)]:
                    compared += 1
                    different += say(one.state, steps) != say(other.state, steps)
    return compared, different


def test_a_remark_tells_nothing_that_its_mover_cannot_see(table: Trial) -> None:
    compared, different = leaks(table, lambda state, steps: remark(table.game, state, steps))
    assert different == 0
    assert compared > 0 or not secrets(table)


def test_a_remark_that_peeked_would_be_found_out(table: Trial) -> None:
    compared, different = leaks(table, lambda state, steps: (state, steps))
    assert different == compared

"""Whatever comes in, the answer is a match or a GameError: a hundred thousand inputs a game."""

import json
import random
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.text import Text
from tabletier.testing.conformance.mutations import (
    deep,
    mutated_position,
    mutated_record,
    mutated_text,
)
from tabletier.testing.conformance.tables import Trial, spread

pytestmark = pytest.mark.clause("read, refuse, setup")

TEXTS = 70_000
POSITIONS = 24_000
RECORDS = 6_000
FOLLOWED = 600
LONGEST = 1000
"""No sentence is longer, whatever it quotes."""


def limit_inputs(texts: int) -> None:
    """Ask for so many texts, and for positions and records in proportion."""
    global TEXTS, POSITIONS, RECORDS
    TEXTS, POSITIONS, RECORDS = texts, max(200, texts // 3), max(60, texts // 12)


def accepted(table: Trial, position: Any) -> tt.Match | None:
    """The match set up from a position, None if it is refused in a sentence that can be sent."""
    try:
        return tt.setup(table.key, position, table.options, "fuzz")
    except tt.BadPosition as error:
        check_sentence(error.text)
    return None


def check_sentence(text: Text) -> None:
    """Short, and in whole characters."""
    for sentence in text:
        assert 0 < len(sentence) < LONGEST
        assert sentence.encode()


def check_playable(table: Trial, match: tt.Match, dice: random.Random) -> None:
    """A position that was accepted is one like any other."""
    position = match.position()
    assert json.loads(json.dumps(position)) == position
    assert tt.setup(table.key, position, table.options).position() == position
    for _ in range(6):
        for seat in (None, *table.seats):
            assert table.game.picture(match.view(seat)["table"], "fr")
        if match.to_move is None:
            assert match.result is not None
            break
        match = match.play(dice.choice(match.legal_moves()))
    assert tt.load(match.record()) == match


def test_moves_of_all_kinds_are_answered(key: str) -> None:
    dice, tables = random.Random(f"texts {key}"), spread(key)
    each = TEXTS // len(tables)
    for table in tables:
        matches = table.sample(10)
        pool = [move for match in matches for move in match.legal_moves()]
        for number in range(each):
            text = mutated_text(dice, pool)
            refusal = matches[number % len(matches)].explain(text)
            if refusal is not None:
                check_sentence(refusal.text)


def test_positions_of_all_kinds_are_answered_and_what_is_accepted_can_be_played(key: str) -> None:
    dice, tables = random.Random(f"positions {key}"), spread(key)
    refused, followed = 0, 0
    for table in tables:
        pool = [match.position() for match in (*table.sample(25), table.whole_match()[-1])]
        kept = json.dumps(pool)
        for _ in range(POSITIONS // len(tables)):
            match = accepted(table, mutated_position(dice, pool))
            refused += match is None
            if match is not None and followed < FOLLOWED and dice.random() < 0.3:
                check_playable(table, match, dice)
                followed += 1
        assert json.dumps(pool) == kept, "a position was changed by being read"
    assert refused > POSITIONS // 4
    assert followed > min(10, POSITIONS // 2000)


def test_records_of_all_kinds_are_answered(key: str) -> None:
    """Half of them have a hash chain that fits what was changed, so that more than it is tested."""
    dice, tables, refused = random.Random(f"records {key}"), spread(key), 0
    for table in tables:
        pool = [match.record() for match in table.whole_match()[1:8:3]]
        for _ in range(RECORDS // len(tables)):
            try:
                tt.load(mutated_record(dice, pool))
            except tt.GameError as error:
                check_sentence(error.text)
                refused += 1
    assert refused > RECORDS // 2


@pytest.mark.parametrize("levels", [10, 400, 900, 990, 3000, 100_000])
def test_lists_in_lists_are_answered_at_any_depth(key: str, levels: int) -> None:
    table = spread(key)[0]
    position = table.sample(2)[0].position()
    for name in position:
        with pytest.raises(tt.BadPosition):
            tt.setup(key, {**position, name: deep(levels)}, table.options)
    with pytest.raises(tt.BadPosition):
        tt.setup(key, deep(levels), table.options)

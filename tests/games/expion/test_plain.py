"""The engine against the slow plain enumeration of `plain.py`, move by move."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tabletier.games.expion import GAME, rules
from tabletier.games.expion.state import State
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.random import scale
from tests.games.expion import plain

OPTIONS = [(players, special) for players in (2, 3, 4) for special in plain.SPECIAL]
TABLES = [
    pytest.param(players, special, marks=() if number % 4 == players % 4 else pytest.mark.thorough)
    for number, (players, special) in enumerate(OPTIONS)
]
READINGS: list[dict[str, Any]] = [
    {"pairs": pairs, "push": push, "chameleon": chameleon}
    for pairs in ("side", "colour")
    for push in ("straight", "any")
    for chameleon in ("always", "choose")
][1:]


def steps(state: State) -> list[int]:
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    listed: list[int] = buffer[: rules.legal_moves(state, buffer)].tolist()
    return listed


def agree(state: State, game: plain.Game) -> dict[str, int]:
    """The legal moves as texts and steps, after everything about the two has been compared."""
    listed = steps(state)
    texts = {GAME.write(state, (step,)): step for step in listed}
    assert listed == sorted(set(listed))
    assert set(texts) == set(plain.moves(game))
    assert GAME.position(state, None) == plain.position(game)
    result = None
    if rules.to_move(state) == OVER:
        seats, reason = rules.outcome(state)
        winners = tuple(seat for seat in range(4) if (seats >> seat) & 1)
        result = winners, rules.REASONS[reason]
    else:
        assert rules.to_move(state) == plain.seat_at(game, game.cycle)
    assert result == plain.result(game)
    return texts


@pytest.mark.parametrize(("players", "special"), TABLES)
def test_random_games_go_the_same_way(players: int, special: str) -> None:
    rng = random.Random(f"{players} {special}")
    for eager in (0.0, 0.5, 0.9):  # how often a capture or a push is preferred
        play_side_by_side(rng, eager, 60, players, special)


def play_side_by_side(
    rng: random.Random, eager: float, length: int, players: int, special: str, **readings: str
) -> None:
    """A random game played by both, compared at every move."""
    state = GAME.start({"players": players, "special": special, **readings})
    game = plain.start(players, special, **readings)
    for _ in range(length):
        texts = agree(state, game)
        after = plain.moves(game)
        if not after:
            break
        word = rng.getrandbits(32)
        assert rules.random_move(state, word) == steps(state)[scale(word, len(texts))]
        lively = [
            text
            for text, then in after.items()
            if len(then.marbles) < len(game.marbles) or then.expion != game.expion
        ]
        move = rng.choice(sorted(lively if lively and rng.random() < eager else after))
        state, game = rules.apply(state, texts[move]), after[move]


@pytest.mark.rule("EXPION-40", "EXPION-41", "EXPION-42")
@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: "-".join(readings.values()))
def test_games_of_other_readings_go_the_same_way(readings: dict[str, Any]) -> None:
    rng = random.Random(str(readings))
    for players in (2, 3, 4):
        special = rng.choice(sorted(plain.SPECIAL))
        play_side_by_side(rng, 0.6, 50, players, special, **readings)


def scattered(
    rng: random.Random, players: int, special: str, full: bool, least_outside: int = 0
) -> plain.Game:
    """A random position: all 28 marbles or fewer, crowded into a corner or all over the area."""
    area = sorted(plain.AREA)
    rng.shuffle(area)
    if rng.random() < 0.5:
        area.sort(key=lambda cell: abs(cell[0] - 2) + abs(cell[1] - 2) + 3 * rng.random())
    marbles = {}
    for colour, camp in plain.CAMPS.items():
        count = 7 if full else rng.randint(1, 7)
        outside = rng.randint(min(least_outside, count), count)
        homes = sorted(camp)
        rng.shuffle(homes)
        for cell in [*homes[: count - outside], *[area.pop() for _ in range(outside)]]:
            marbles[cell] = colour
    free = [cell for cell in area if cell not in plain.SPECIAL[special]]
    rng.shuffle(free)
    if rng.random() < 0.5:  # in the thick of it
        free.sort(key=lambda cell: -sum(plain.add(cell, d) in marbles for d in plain.DIRECTIONS))
    expion = free[0]
    return plain.Game(
        players, special, marbles, expion, rng.randint(0, 3), rng.choice((0, 50, 98, 99))
    )


@pytest.mark.parametrize(("players", "special"), TABLES)
@pytest.mark.parametrize("full", [True, False])
def test_random_positions_have_the_same_moves(players: int, special: str, full: bool) -> None:
    rng = random.Random(f"{players} {special} {full}")
    options = {"players": players, "special": special}
    seen: Counter[str] = Counter()
    for _ in range(12):
        game = scattered(rng, players, special, full)
        state, _ = GAME.setup(plain.position(game), options)
        texts, after = agree(state, game), plain.moves(game)
        for text in rng.sample(sorted(after), min(6, len(after))):
            agree(rules.apply(state, texts[text]), after[text])
            seen[text] += 1
    assert seen


def with_backward_push(game: plain.Game) -> plain.Game:
    """The same marbles, with the Ex*pion where one of the player to move could push it back."""
    for cell in sorted(plain.AREA - plain.SPECIAL[game.special] - set(game.marbles)):
        for colour, forward in plain.FORWARD.items():
            pusher, beyond = plain.add(cell, forward), plain.add(cell, forward, -1)
            mine = plain.SEATS[game.players][colour] == plain.seat_at(game, game.cycle)
            if mine and game.marbles.get(pusher) == colour and plain.is_free(game, beyond):
                return replace(game, expion=cell)
    return game


def between_both(game: plain.Game) -> plain.Game:
    """The same marbles, with the Ex*pion beside as many of both sides as there can be."""
    mine = set(plain.seat_marbles(game, plain.seat_at(game, game.cycle)))

    def company(cell: plain.Cell) -> int:
        beside = [plain.add(cell, d) for d in plain.DIRECTIONS]
        own = sum(c in mine for c in beside)
        return own * sum(c in game.marbles and c not in mine and c in plain.AREA for c in beside)

    free = sorted(plain.AREA - plain.SPECIAL[game.special] - set(game.marbles))
    return replace(game, expion=max(free, key=company))


@pytest.mark.rule("EXPION-40", "EXPION-41", "EXPION-42")
@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: "-".join(readings.values()))
def test_random_positions_of_other_readings_have_the_same_moves(readings: dict[str, Any]) -> None:
    rng = random.Random(f"positions {readings}")
    seen: Counter[str] = Counter()
    for number in range(60):
        players, special = rng.choice(OPTIONS)
        game = scattered(rng, players, special, full=number % 2 == 0, least_outside=3)
        game = with_backward_push(game) if number % 3 == 0 else between_both(game)
        game = replace(game, **readings)
        options = {"players": players, "special": special, **readings}
        state, _ = GAME.setup(plain.position(game), options)
        texts, after = agree(state, game), plain.moves(game)
        word = rng.getrandbits(32)
        if texts:
            assert rules.random_move(state, word) == steps(state)[scale(word, len(texts))]
        marked = [text for text in sorted(after) if ">" in text or "~" in text]
        for text in {*marked[:3], *rng.sample(sorted(after), min(3, len(after)))}:
            agree(rules.apply(state, texts[text]), after[text])
            seen.update(mark for mark in ">~" if mark in text)
    assert (seen[">"] > 0) == (readings["push"] == "any")
    assert (seen["~"] > 0) == (readings["chameleon"] == "choose")


@pytest.mark.rule("EXPION-15", "EXPION-20")
def test_retreats_that_capture_are_found_exactly() -> None:
    """Before the first capture, in crowded positions, where retreats and backward pushes occur."""
    rng = random.Random("retreats")
    retreats = pushes = 0
    for _ in range(120):
        players, special = rng.choice(OPTIONS)
        game = scattered(rng, players, special, full=True, least_outside=4)
        game = with_backward_push(game)
        state, _ = GAME.setup(plain.position(game), {"players": players, "special": special})
        texts = {GAME.write(state, (step,)) for step in steps(state)}
        assert texts == set(plain.moves(game))
        for text in texts - {"pass"}:
            source, target = (plain.cell_named(name) for name in text.split("-"))
            forward = plain.FORWARD[game.marbles[source]]
            if plain.add(target, forward) == source:
                retreats += 1
                pushes += target == game.expion
    assert retreats > 20
    assert pushes > 5

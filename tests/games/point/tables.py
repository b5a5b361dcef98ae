"""Tables of Point for tests: positions in a few words, and random games."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from hypothesis import settings

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, seeded, word
from tabletier.games.kernel.registry import find
from tabletier.games.point import rules
from tabletier.games.point.state import State
from tests.games.point.plain import DECK, readings

GAME = find("point")
FEW = settings(max_examples=40)
"""For properties of random games, each of which looks at many positions."""
DUEL = {"players": 2, "teams": False, "rows": "chosen", "bank": "empty"}
TEAMS = {**DUEL, "players": 4, "teams": True}
ALL_OPTIONS = [
    {"players": players, "teams": teams, "rows": rows, "bank": bank}
    for players, teams in ((2, False), (3, False), (4, False), (4, True))
    for rows in ("chosen", "random")
    for bank in ("empty", "box")
]


def spread(black: int, white: int) -> str:
    """A row of so many pawns, the colours alternating as long as possible."""
    pairs = min(black, white)
    return "BW" * pairs + "B" * (black - pairs) + "W" * (white - pairs)


def balanced(rows: Sequence[str | None], bank: dict[str, int], total: int) -> list[str]:
    """The rows, with what pawns are left shared out over those not given."""
    missing = [seat for seat, row in enumerate(rows) if row is None]
    left = {c: total - bank[c] - sum((row or "").count(c) for row in rows) for c in "BW"}
    filled = [row or "" for row in rows]
    for number, seat in enumerate(missing, start=1):
        rest = len(missing) - number
        share = {c: left[c] // (rest + 1) for c in "BW"}
        filled[seat] = spread(share["B"], share["W"])
        left = {c: left[c] - share[c] for c in "BW"}
    return filled


def dealt(hands: Sequence[Sequence[str]], due: list[int], taken: list[str]) -> list[list[str]]:
    """The hands, filled up with cards of the box that are not in use."""
    rest = Counter(DECK) - Counter(taken) - Counter(card for hand in hands for card in hand)
    free = iter(sorted(rest.elements()))
    return [
        sorted([*hand, *(next(free) for _ in range(size - len(hand)))])
        for hand, size in zip(hands, due, strict=True)
    ]


def position(
    rows: Sequence[str | None],
    hands: Sequence[Sequence[str]] | None = None,
    *,
    bank: tuple[int, int] = (0, 0),
    **parts: Any,
) -> dict[str, Any]:
    """A position of a game on its way. A row that is None gets the pawns that are left."""
    seats = len(rows)
    pawns = {"B": bank[0], "W": bank[1]}
    found: dict[str, Any] = {
        "rows": balanced(rows, pawns, 6 * seats),
        "colours": ["B"] * 3 if seats == 3 else ["B", "W"] * (seats // 2),
        "hands": [],
        "bank": pawns,
        "offer": None,
        "used": [],
        "rebuilds": 0,
        "stopped": [False] * seats,
        "phase": "use",
        "regrouped": False,
        "to_move": 0,
        **parts,
    }
    due = [3] * seats
    for seat, stopped in enumerate(found["stopped"]):
        if stopped:
            due[seat], due[seat ^ 2] = 0, 6
    if found["to_move"] is not None and found["phase"] == "use":
        due[found["to_move"]] += 1
    taken = [*found["used"], *([] if found["offer"] is None else [found["offer"]])]
    found["hands"] = dealt(hands or [[]] * seats, due, taken)
    return found


def table(given: dict[str, Any], **options: Any) -> tt.Match:
    """A match that begins in a position."""
    return tt.setup("point", given, {"players": len(given["rows"]), **options}, seed="table")


def with_card(match: tt.Match, card: str) -> set[str]:
    """The legal uses of one card."""
    formulas = {f"{give}>{take}" for give, take in readings(card)}
    return {m for m in match.legal_moves() if m.removeprefix("take ").split("@")[0] in formulas}


def rule_of(match: tt.Match, move: str) -> str | None:
    """The rule that refuses a move; it must be refused."""
    refusal = match.explain(move)
    assert refusal is not None, f"{move} is legal"
    return refusal.rule


def listed(state: State) -> list[int]:
    """The legal moves of a state, as the engine numbers them."""
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    numbers: list[int] = buffer[: rules.legal_moves(state, buffer)].tolist()
    return numbers


def walk(options: dict[str, Any], seed: int) -> Iterator[State]:
    """Every state of a random game in which a seat is to move, and the last one."""
    state, stream = GAME.start(options), seeded(seed)
    while (seat := rules.to_move(state)) != OVER:
        stream = advance(stream)
        if seat == CHANCE:
            step = rules.chance(state, scale(word(stream), rules.tickets(state)))
        else:
            yield state
            step = rules.random_move(state, word(stream))
        state = rules.apply(state, step)
    yield state


def state_at(options: dict[str, Any], seed: int, depth: int) -> State:
    """The state of a random game before its move number `depth`, or before its last one."""
    states = list(islice(walk(options, seed), depth + 2))
    return states[-2]

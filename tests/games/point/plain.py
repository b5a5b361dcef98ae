"""A slow referee of Point, written from the rules alone: strings, lists and dicts, no bits.

It works on the public position format, so that whole positions can be compared with the engine's.
What chance does (cards drawn) is handed in.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

Position = dict[str, Any]
Options = dict[str, Any]

DECK = sorted(
    f"{u}{v}={x}{y}{z}" for u, v, x, y, z in product("BW", repeat=5) for _copy in ("a", "b")
)
ALL_ROWS = sorted("".join(row) for row in product("BW", repeat=12) if row.count("B") == 6)


def readings(card: str) -> list[tuple[str, str]]:
    """As printed, and turned half round."""
    left, right = card.split("=")
    return [(left, right), (right[::-1], left[::-1])]


def uses(row: str, bank: dict[str, int], card: str) -> list[str]:
    """Every way to use a card: the bank is asked after the pawns were given."""
    return [
        f"{give}>{take}@{start + 1}"
        for give, take in readings(card)
        for start in range(len(row))
        if row[start : start + len(give)] == give
        and all(bank[c] + give.count(c) >= take.count(c) for c in "BW")
    ]


def pure(position: Position, seat: int) -> bool:
    return set(position["rows"][seat]) == {position["colours"][seat]}


def mate(seat: int) -> int:
    return (seat + 2) % 4


def may_stop(position: Position, options: Options, seat: int) -> bool:
    return bool(options["teams"] and pure(position, seat) and not position["stopped"][mate(seat)])


def legal(position: Position, options: Options) -> set[str]:
    """Every legal move as text."""
    seat, phase = position["to_move"], position["phase"]
    if seat is None:
        return set()
    if phase == "rows":
        return {f"row {row}" for row in ALL_ROWS}
    if phase == "pure":
        return {"stop", "go on"}
    row, bank = position["rows"][seat], position["bank"]
    if phase == "start":
        moves = {"draw"} | ({"stop"} if may_stop(position, options, seat) else set())
        if position["offer"] is not None:
            moves |= {f"take {use}" for use in uses(row, bank, position["offer"])}
        return moves
    hand = position["hands"][seat]
    moves = {use for card in hand for use in uses(row, bank, card)}
    moves = moves or {f"discard {card}" for card in hand}
    return moves | regroups(position, options, seat)


def regroups(position: Position, options: Options, seat: int) -> set[str]:
    if not options["teams"] or position["regrouped"] or position["stopped"][mate(seat)]:
        return set()
    mine, theirs = position["hands"][seat], position["hands"][mate(seat)]
    hands = {tuple(sorted(hand)) for hand in combinations(mine + theirs, len(mine))}
    return {"regroup " + ",".join(hand) for hand in hands if list(hand) != sorted(mine)}


def play(position: Position, options: Options, move: str, draws: Iterator[str]) -> Position:
    """The position after a move; `draws` are the cards chance draws, when it has to."""
    position = copy.deepcopy(position)
    seat, hands = position["to_move"], position["hands"]
    if move == "draw":
        return fetch(position, draws)
    if move == "go on":
        return next_turn(position, options, draws)
    if move == "stop":
        position["stopped"][seat] = True
        hands[mate(seat)] = sorted(hands[mate(seat)] + hands[seat])
        hands[seat] = []
        put_away(position)
        return next_turn(position, options, draws)
    verb, _, rest = move.partition(" ")
    if verb == "discard":
        hands[seat].remove(rest)
        position["offer"] = rest
        return next_turn(position, options, draws)
    if verb == "regroup":
        pool = Counter(hands[seat] + hands[mate(seat)])
        hands[seat] = rest.split(",")
        hands[mate(seat)] = sorted((pool - Counter(hands[seat])).elements())
        position["regrouped"] = True
        return position
    return exchange(position, options, move, draws)


def exchange(position: Position, options: Options, move: str, draws: Iterator[str]) -> Position:
    seat, taking = position["to_move"], move.startswith("take ")
    formula, place = move.removeprefix("take ").split("@")
    give, take = formula.split(">")
    held = [position["offer"]] if taking else position["hands"][seat]
    card = next(card for card in held if (give, take) in readings(card))
    if taking:
        position["offer"] = None
    else:
        position["hands"][seat].remove(card)
    position["used"] = sorted([*position["used"], card])
    row, start = position["rows"][seat], int(place) - 1
    position["rows"][seat] = row[:start] + take + row[start + len(give) :]
    for colour in "BW":
        position["bank"][colour] += give.count(colour) - take.count(colour)
    if has_won(position, options, seat):
        return over(position)
    if may_stop(position, options, seat):
        position |= {"phase": "pure"}
        return position
    return next_turn(position, options, draws)


def has_won(position: Position, options: Options, seat: int) -> bool:
    if not options["teams"]:
        return pure(position, seat)
    rows = position["rows"]
    both = pure(position, seat) and pure(position, mate(seat))
    return both and len(rows[seat]) + len(rows[mate(seat)]) >= 12


def over(position: Position) -> Position:
    return position | {"to_move": None, "regrouped": False, "phase": "use"}


def put_away(position: Position) -> None:
    """A card left face up that nobody takes goes to the used cards."""
    if position["offer"] is not None:
        position["used"] = sorted([*position["used"], position["offer"]])
        position["offer"] = None


def next_turn(position: Position, options: Options, draws: Iterator[str]) -> Position:
    seats = len(position["rows"])
    seat = (position["to_move"] + 1) % seats
    while position["stopped"][seat]:
        seat = (seat + 1) % seats
    position |= {"to_move": seat, "regrouped": False}
    offer = position["offer"]
    if offer is not None and not uses(position["rows"][seat], position["bank"], offer):
        put_away(position)
    if position["offer"] is not None or may_stop(position, options, seat):
        return position | {"phase": "start"}
    return fetch(position, draws)


def pile(position: Position) -> list[str]:
    """What the pile holds: the deck less all that is listed."""
    seen = Counter(card for hand in position["hands"] for card in hand)
    seen.update(position["used"])
    seen.update([] if position["offer"] is None else [position["offer"]])
    return sorted((Counter(DECK) - seen).elements())


def fetch(position: Position, draws: Iterator[str]) -> Position:
    """The seat to move draws a card; an empty pile is rebuilt, at most three times."""
    put_away(position)
    if not pile(position):
        if position["rebuilds"] == 3:
            return over(position)
        position |= {"used": [], "rebuilds": position["rebuilds"] + 1}
    card = next(draws)
    assert card in pile(position)
    seat = position["to_move"]
    position["hands"][seat] = sorted([*position["hands"][seat], card])
    return position | {"phase": "use", "regrouped": False}


def winners(position: Position, options: Options) -> tuple[int, ...]:
    """Who has won a match that is over; nobody: a draw."""
    seats = range(len(position["rows"]))
    pure_ones = tuple(seat for seat in seats if has_won(position, options, seat))
    if pure_ones:
        return pure_ones
    sides = [(0, 2), (1, 3)] if options["teams"] else [(seat,) for seat in seats]
    scores = []
    for side in sides:
        own = sum(position["rows"][s].count(position["colours"][s]) for s in side)
        all_pawns = sum(len(position["rows"][s]) for s in side)
        scores.append((all_pawns - own, -own))
    best = [side for side, score in zip(sides, scores, strict=True) if score == min(scores)]
    return best[0] if len(best) == 1 else ()

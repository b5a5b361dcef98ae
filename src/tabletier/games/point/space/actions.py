"""Point's moves as actions.

In this order, each text once (see `Layout`):

    rows       `row BBBBBBWWWWWW`, all 924 of six black and six white pawns, as the engine orders
               them (a black pawn in place k counts 2 to the k - 1); not with `rows=random`
    uses       `WB>BWW@6`, by formula (a card as written, then turned; cards by their texts) and
               then by place: 1 to as many as a row can ever have room for
    takes      `take WB>BWW@6`, the same once more
    discards   `discard WB=BWW`, by card
    draw       `draw`
    and, in teams only, `stop`, `go on`, and
    regroups   `regroup WB=BWW,…`, every hand of four cards that the box allows, by text

How long a row can grow: all pawns of the match but one for each other row, so 23 places with two
players and an empty bank, and never more than 47.
"""

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.bits import lowest, pick, popcount
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import Options
from tabletier.games.point.cards import (
    BLOCKS,
    CARD_BITS,
    DECK,
    FORMULAS,
    GIVE_SIZE,
    KINDS,
    NEED_BLACK,
    NEVER,
    ONE_CARD,
    TEXTS,
)
from tabletier.games.point.notation import pawns, write_formula
from tabletier.games.point.options import start
from tabletier.games.point.rules.choices import (
    DISCARD,
    DRAW_CARD,
    GO_ON,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
)
from tabletier.games.point.rules.exchange import (
    CHOICE_COUNT,
    CHOICES,
    CHOSEN,
    chosen,
    counts,
    mask_of,
    may_regroup,
    places,
    pool_of,
    twins,
)
from tabletier.games.point.rules.setup import PATTERN_COUNT, PATTERNS
from tabletier.games.point.rules.turn import may_stop
from tabletier.games.point.state import (
    HALF,
    NO_CARD,
    PAWNS,
    PURE,
    ROW,
    ROWS,
    SEATS,
    START,
    TEAMS,
    USE,
    Agreed,
    State,
    row_of,
)

FORMULA_COUNT = 2 * KINDS

# Before each formula: how many readings there are that differ from their card's other one, and
# how many pawns all of these give. The uses before it are that number times width + 1, less these.
_REAL = [int(FORMULAS[f, NEED_BLACK]) != NEVER for f in range(FORMULA_COUNT)]
READINGS = np.array([sum(_REAL[:f]) for f in range(FORMULA_COUNT + 1)], np.int64)
GIVEN = np.array(
    [
        sum(int(FORMULAS[g, GIVE_SIZE]) for g in range(f) if _REAL[g])
        for f in range(FORMULA_COUNT + 1)
    ],
    np.int64,
)
RANKS = np.full(1 << ROW, -1, np.int16)  # a GPU has little room for constants
"""The number of every row with as many black pawns as white ones."""
RANKS[PATTERNS] = np.arange(PATTERN_COUNT)


def hands_from() -> Any:
    """Per kind and size: how many hands of that size the cards from this kind on make."""
    ways = np.zeros((KINDS + 1, CHOSEN + 1), np.int64)
    ways[:, 0] = 1
    for kind in reversed(range(KINDS)):
        for size in range(1, CHOSEN + 1):
            most = min(size, DECK[TEXTS[kind]])
            ways[kind, size] = sum(ways[kind + 1, size - copies] for copies in range(most + 1))
    return ways


HANDS_FROM = hands_from()


class Layout(NamedTuple):
    """Where each kind of action begins, under one option set."""

    width: int
    """How many pawns a row can ever have."""
    uses: int
    takes: int
    discards: int
    draw: int
    stop: int
    """Then come `go on` and the regroups; only in teams."""


@part
def layout_of(table: Agreed) -> Layout:
    """POINT-3, POINT-8, POINT-9. Where each kind of action begins."""
    seats = pick(SEATS, table.mode)
    width = 2 * (PAWNS if table.full_bank else HALF * seats) - (seats - 1)
    uses = 0 if table.random_rows else PATTERN_COUNT
    count = int(READINGS[FORMULA_COUNT]) * (width + 1) - int(GIVEN[FORMULA_COUNT])
    discards = uses + 2 * count
    return Layout(
        width=width,
        uses=uses,
        takes=uses + count,
        discards=discards,
        draw=discards + KINDS,
        stop=discards + KINDS + 1,
    )


def texts(options: Options) -> tuple[str, ...]:
    """The text of every action."""
    table = start(options).table
    width = layout_of(table).width
    uses = [
        f"{write_formula(f)}@{place + 1}"
        for f in range(FORMULA_COUNT)
        if _REAL[f]
        for place in range(width + 1 - int(FORMULAS[f, GIVE_SIZE]))
    ]
    rows = [] if table.random_rows else [f"row {pawns(bits, ROW)}" for bits in PATTERNS.tolist()]
    found = [*rows, *uses, *(f"take {use}" for use in uses), *(f"discard {c}" for c in TEXTS)]
    found.append("draw")
    if table.mode == TEAMS:
        found += ["stop", "go on", *_regroups()]
    return tuple(found)


def _regroups() -> list[str]:
    hands = combinations_with_replacement(TEXTS, CHOSEN)
    return [
        f"regroup {','.join(hand)}"
        for hand in hands
        if all(hand.count(card) <= DECK[card] for card in hand)
    ]


@part
def use_number(width: int, use: int) -> int:
    """The number of a use (64 * formula + place - 1) among all of them."""
    formula, place = use // PLACES, use % PLACES
    return int(READINGS[formula]) * (width + 1) - int(GIVEN[formula]) + place


@part
def use_with(width: int, number: int) -> int:
    """The use with a number: its formula is found by halving."""
    low, high = 0, FORMULA_COUNT
    while high - low > 1:
        middle = (low + high) >> 1
        if use_number(width, PLACES * middle) <= number:
            low = middle
        else:
            high = middle
    return PLACES * low + number - use_number(width, PLACES * low)


@part
def hand_number(hand: int) -> int:
    """The number of a hand of four cards, by text, among all that the box allows."""
    number, kind, left = 0, 0, CHOSEN
    while left:
        copies = 0
        while hand and (hand & ONE_CARD) - 1 == kind:
            copies, hand = copies + 1, hand >> CARD_BITS
        for more in range(copies + 1, min(left, copies_of(kind)) + 1):
            number += int(HANDS_FROM[kind + 1, left - more])
        kind, left = kind + 1, left - copies
    return number


@part
def hand_with_number(number: int) -> int:
    """The hand of four cards with a number."""
    hand, kind, left, shift = 0, 0, CHOSEN, 0
    while left:
        copies = min(left, copies_of(kind))
        while number >= HANDS_FROM[kind + 1, left - copies]:
            number -= int(HANDS_FROM[kind + 1, left - copies])
            copies -= 1
        for _ in range(copies):
            hand |= (kind + 1) << shift
            shift += CARD_BITS
        kind, left = kind + 1, left - copies
    return hand


@part
def copies_of(kind: int) -> int:
    """POINT-34. How many cards of a kind the box has."""
    return popcount(int(BLOCKS[kind]))


@compiled
def action_of(state: State, step: int) -> int:
    """The action of a move out of `legal_moves`."""
    layout = layout_of(state.table)
    if step < DRAW_CARD:
        return int(RANKS[step])
    if step >= REGROUP:
        return layout.stop + 2 + hand_number(step - REGROUP)
    if step >= DISCARD:
        return layout.discards + step - DISCARD
    if step >= TAKE_OFFER:
        return layout.takes + use_number(layout.width, step - TAKE_OFFER)
    if step >= USE_CARD:
        return layout.uses + use_number(layout.width, step - USE_CARD)
    return layout.draw + step - DRAW_CARD


@compiled
def step_of(state: State, action: int) -> int:
    """The move of a legal action."""
    layout = layout_of(state.table)
    if action < layout.uses:
        return int(PATTERNS[action])
    if action < layout.takes:
        return USE_CARD + use_with(layout.width, action - layout.uses)
    if action < layout.discards:
        return TAKE_OFFER + use_with(layout.width, action - layout.takes)
    if action < layout.draw:
        return DISCARD + action - layout.discards
    if action < layout.stop + 2:
        return DRAW_CARD + action - layout.draw
    return REGROUP + hand_with_number(action - layout.stop - 2)


@compiled
def mark(state: State, mask: Any, value: int) -> None:
    """Write `value` into the mask at every legal action."""
    layout = layout_of(state.table)
    if state.phase == USE:
        mark_hand(state, layout, mask, value)
    elif state.phase == ROWS:
        for k in range(PATTERN_COUNT):
            mask[k] = value
    elif state.phase == START:
        mask[layout.draw] = value
        if may_stop(state, state.turn):
            mask[layout.stop] = value
        if state.cards.offer != NO_CARD:
            mark_uses(state, layout.width, state.cards.offer, mask, layout.takes, value)
    elif state.phase == PURE:
        mask[layout.stop], mask[layout.stop + GO_ON - STOP] = value, value


@part
def mark_uses(state: State, width: int, kind: int, mask: Any, base: int, value: int) -> int:
    """Write `value` at every use of a card; how many there are, or 0 if none."""
    row, any_place = row_of(state.rows, state.turn), 0
    for formula in range(2 * kind, 2 * kind + 2):
        found = places(row, state.bank, formula)
        any_place |= found
        first = base + use_number(width, PLACES * formula)
        while found:
            mask[first + lowest(found)] = value
            found &= found - 1
    return any_place


@part
def mark_hand(state: State, layout: Layout, mask: Any, value: int) -> None:
    """POINT-17, POINT-18, POINT-28. The uses of a hand or else its discards, and regroups."""
    own, any_use = pick(state.cards.hands, state.turn), 0
    hand = own
    while hand:
        kind = (hand & ONE_CARD) - 1
        any_use |= mark_uses(state, layout.width, kind, mask, layout.uses, value)
        hand >>= CARD_BITS
    if any_use == 0:
        hand = own
        while hand:
            mask[layout.discards + (hand & ONE_CARD) - 1] = value
            hand >>= CARD_BITS
    if may_regroup(state):
        pool = pool_of(state)
        twin, as_it_is = twins(pool), mask_of(pool, own)
        for k in range(CHOICE_COUNT):
            choice = int(CHOICES[k])
            if counts(choice, twin, as_it_is):
                mask[layout.stop + 2 + hand_number(chosen(pool, choice))] = value

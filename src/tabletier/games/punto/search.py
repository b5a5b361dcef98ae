"""What search wants to know of Punto: how to place a card in a moment, what a round is worth."""

import math
from random import Random
from typing import Any

from tabletier.games.kernel.bits import field, nth, pick, popcount, put, with_field
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.random import advance, scale, word
from tabletier.games.kernel.skills import Skill, chances_by_weight
from tabletier.games.punto.board import CELLS, DIRECTIONS, PLANE, Board, lying
from tabletier.games.punto.cards import (
    SECOND_COLOUR,
    amount,
    card_of,
    has_neutral,
    kind_of,
    needed_in,
    nth_kind,
    owner,
    seats_in,
    side_of,
    sides_in,
    with_card,
    without,
)
from tabletier.games.punto.events import HIDDEN
from tabletier.games.punto.patterns import WEIGHTS, strength
from tabletier.games.punto.rules import hand_cells
from tabletier.games.punto.shapes import Position, View
from tabletier.games.punto.state import (
    CARD_BITS,
    SIZE_BITS,
    TURN_OVER,
    WON_BITS,
    Cards,
    State,
    with_parts,
)

HASTY = 3
"""The low bits of a word that are all 0 when a card is just dropped anywhere: once in four."""


@compiled
def joining(plane: int, count: int) -> int:
    """Cells that lie, in one direction, between or beside cards of the plane: 2 to 4 or more.

    Only cells out of `targets` mean anything: no row goes on beyond the edge of the square.
    """
    cells = 0
    if popcount(plane) < count:
        return cells
    for number in range(4):
        step = field(DIRECTIONS, number, 4)
        after1, before1 = plane << step, plane >> step
        after2, before2 = (after1 & plane) << step, (before1 & plane) >> step
        after3, before3 = (after2 & plane) << step, (before2 & plane) >> step
        if count == 2:
            cells |= after2 | (after1 & before1) | before2
        elif count == 3:
            cells |= after3 | (after2 & before1) | (after1 & before2) | before3
        else:
            both = (after3 & before1) | (after2 & before2) | (after1 & before3)
            cells |= both | ((after3 & plane) << step) | ((before3 & plane) >> step)
    return cells & PLANE


@compiled
def finishing(board: Board, mode: int, side: int, card: int) -> int:
    """PUNTO-14. Cells where this card would complete a line of its side."""
    colour = card // 9
    if card < 0 or owner(mode, colour) != side:
        return 0
    return joining(pick(board.tops, colour), needed_in(mode) - 1)


@compiled
def threatened(board: Board, mode: int, side: int) -> int:
    """Cells where another side would complete a line if it had the right card."""
    cells = 0
    for colour in range(4):
        if side != owner(mode, colour) < sides_in(mode):
            cells |= joining(pick(board.tops, colour), needed_in(mode) - 1)
    return cells


@compiled
def lengthening(board: Board, mode: int, side: int, card: int, cells: int) -> int:
    """Those of the cells where this card joins most of its colour: all but one needed, or three."""
    colour = card // 9
    if card < 0 or owner(mode, colour) != side:
        return 0
    plane = pick(board.tops, colour)
    cells &= ~plane
    return (joining(plane, needed_in(mode) - 2) & cells) or (joining(plane, 2) & cells)


@compiled
def one_of(card: int, cells: int, other: int, places: int, word: int) -> int:
    """A move with one card to one of its cells or with the other to one of its, at random."""
    count = popcount(cells)
    chosen = scale(word, count + popcount(places))
    if chosen < count:
        return CELLS * card + nth(cells, chosen)
    return CELLS * other + nth(places, chosen - count)


@compiled
def policy_step(state: State, word: int, moves: Any) -> int:
    """Complete a line; else stop a line that another side could complete; else lengthen one."""
    mode, board, cards, seat = state.table.mode, state.board, state.cards, state.turn
    side = side_of(mode, seat)
    card = field(cards.hand, seat, CARD_BITS) - 1
    other = field(cards.spare, seat, CARD_BITS) - 1
    cells, places = hand_cells(board, cards, seat, 0), hand_cells(board, cards, seat, 1)
    best = finishing(board, mode, side, card) & cells
    second = finishing(board, mode, side, other) & places
    if best | second:
        return one_of(card, best, other, second, word)
    risky = threatened(board, mode, side)
    if risky & (cells | places):
        return one_of(card, risky & cells, other, risky & places, word)
    if word & HASTY:
        best = lengthening(board, mode, side, card, cells)
        second = lengthening(board, mode, side, other, places)
        if best | second:
            return one_of(card, best, other, second, word)
    return one_of(card, cells, other, places, word)


__all__ = ("SKILLS", "estimate", "hidden", "imagine", "judge", "policy_step", "reshuffle")

SKILLS = (
    Skill(simulations=100, horizon=1, blindness=0.4, temper=0.08),
    Skill(simulations=160, horizon=2, blindness=0.2, temper=0.04),
    Skill(simulations=220, horizon=3, blindness=0.12, temper=0.02),
    Skill(simulations=450, horizon=5, blindness=0.08),
    Skill(seconds=1.0),
)
"""A step is a card turned over or placed. The first level knows how lines are finished and stopped
but looks at its own card alone; the second and third see what the cards turned over next would do;
the fourth thinks as the fifth does, but shortly, and misses a place now and then.
"""

FEW = 3
"""With so few cards left to turn over a play-out goes on: the round may end blocked."""
LEAD = 3.0
"""How many times likelier a side is to win the match for each round it is ahead."""


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out may stop when a round has ended; the score so far then says who is ahead."""
    before, now = root.score, state.score
    if now.won == before.won and now.voids == before.voids:
        return False
    for side in range(len(value)):
        value[side] = LEAD ** field(now.won, side, WON_BITS)
    chances_by_weight(value)
    return True


@compiled
def estimate(root: State, state: State, value: Any) -> bool:
    """Before a card is turned over: who will win the round by what was learned, and the match."""
    table = state.table
    if state.phase != TURN_OVER or table.expert or sides_in(table.mode) != 2:
        return False
    if lying(state.board) == 0 or field(state.cards.sizes, state.turn, SIZE_BITS) < FEW:
        return False
    lead = strength(state, 0, WEIGHTS) - strength(state, 1, WEIGHTS)
    chance = 1.0 / (1.0 + math.exp(-lead))
    first, second = field(state.score.won, 0, WON_BITS), field(state.score.won, 1, WON_BITS)
    won = 1.0 if first + 1 >= table.goal else 1.0 / (1.0 + LEAD ** (second - first - 1))
    lost = 0.0 if second + 1 >= table.goal else 1.0 / (1.0 + LEAD ** (second + 1 - first))
    value[0] = chance * won + (1.0 - chance) * lost
    value[1] = 1.0 - value[0]
    return True


def hidden(view: View) -> bool:
    """PUNTO-30. Expert hands are private, and nobody knows who holds which neutral card."""
    return "neutral_unseen" in view or any(HIDDEN in cards for cards in view["hands"])


def imagine(view: View, options: Options, random: Random) -> Position:
    """PUNTO-30. A position that a view allows: hidden hands and neutral cards drawn at random."""
    sides = len(view["unseen"])
    unseen = [list(cards) for cards in view["unseen"]]
    out: list[str] = []
    if "neutral_unseen" in view:
        neutral = list(view["neutral_unseen"])
        random.shuffle(neutral)
        for side, count in enumerate(view["neutral_counts"]):
            unseen[side] += [neutral.pop() for _ in range(count)]
        out = sorted(neutral)
    hands = []
    for seat, shown in enumerate(view["hands"]):
        pile = unseen[seat % sides]
        random.shuffle(pile)
        hands.append(sorted(pile.pop() if card == HIDDEN else card for card in shown))
    return {
        "board": view["board"],
        "colours": view["colours"],
        "pile_sizes": view["pile_sizes"],
        "trophies": view["trophies"],
        "rounds_won": view["rounds_won"],
        "to_move": view["to_move"],
        "void_rounds": view["void_rounds"],
        "piles": [sorted(pile) for pile in unseen],
        "hands": hands,
        "out": out,
    }


@part
def merged(pile: int, other: int) -> int:
    """The cards of two piles together."""
    while other:
        kind = nth_kind(other, 0)
        pile, other = with_card(pile, kind), without(other, kind)
    return pile


@part
def taken_back(cards: Cards, mode: int, side: int, seat: int) -> int:
    """A side's face-down pile and the hands of its seats, but for one seat that sees its own."""
    pile = pick(cards.piles, side)
    for held in range(side, seats_in(mode), sides_in(mode)):
        for hand in (cards.hand, cards.spare):
            card = field(hand, held, CARD_BITS) - 1
            if held != seat and card >= 0:
                pile = with_card(pile, kind_of(mode, card))
    return pile


@compiled
def reshuffle(state: State, seat: int, stream: int) -> State:
    """PUNTO-30. The state with all that a seat to move cannot see dealt anew, as `imagine` does.

    What is hidden is put together before any of it is dealt: nothing else of it is ever asked.
    """
    mode, cards = state.table.mode, state.cards
    if not state.table.expert and not has_neutral(mode):
        return state
    piles, pool, counts = cards.piles, cards.out, 0
    for side in range(sides_in(mode)):
        pile = taken_back(cards, mode, side, seat) if state.table.expert else pick(piles, side)
        if has_neutral(mode):
            counts = with_field(counts, side, CARD_BITS, amount(pile & SECOND_COLOUR))
            pool, pile = merged(pool, pile & SECOND_COLOUR), pile & ~SECOND_COLOUR
        piles = put(piles, side, pile)
    for side in range(sides_in(mode)):
        for _ in range(field(counts, side, CARD_BITS)):
            stream = advance(stream)
            kind = nth_kind(pool, scale(word(stream), amount(pool)))
            pool, piles = without(pool, kind), put(piles, side, with_card(pick(piles, side), kind))
    hand, spare = cards.hand, cards.spare
    for other in range(seats_in(mode) if state.table.expert else 0):
        if other != seat:
            side = side_of(mode, other)
            pile, first, second = pick(piles, side), 0, 0
            if field(cards.hand, other, CARD_BITS):
                stream = advance(stream)
                kind = nth_kind(pile, scale(word(stream), amount(pile)))
                pile, first = without(pile, kind), 1 + card_of(mode, side, kind)
            if field(cards.spare, other, CARD_BITS):
                stream = advance(stream)
                kind = nth_kind(pile, scale(word(stream), amount(pile)))
                pile, second = without(pile, kind), 1 + card_of(mode, side, kind)
            if second and second < first:
                first, second = second, first
            hand = with_field(hand, other, CARD_BITS, first)
            spare = with_field(spare, other, CARD_BITS, second)
            piles = put(piles, side, pile)
    dealt = Cards(
        piles=piles,
        sizes=cards.sizes,
        hand=hand,
        spare=spare,
        pool=cards.pool,
        shares=cards.shares,
        out=pool,
    )
    return with_parts(state, state.phase, state.turn, state.board, dealt)

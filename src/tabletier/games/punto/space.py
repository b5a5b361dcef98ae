"""Punto in numbers: its moves as actions, and what a seat sees as planes and scalars.

Action 121 * card + place: cards by colour r g b y and then by value 1-9, places row by row from
-5,-5 (the first), -4,-5 … to 5,5: counted from the round's first card no card can ever lie farther
away, since all of them stay within six columns and six rows (PUNTO-13). So there are 36 x 121 =
4356 actions, `r1@-5,-5` to `y9@5,5`, under all options.

Unless hands of two cards are played with, one card has been turned over and only its 121 actions
can be legal: a policy needs no more than 121 numbers, one for each place.

Planes are 11 x 11: row 0 is y = -5, column 0 is x = -5; the round's first card lies in the middle.
Colours come in the order of the seat that looks: with two sides its own two (r before g before b
before y) and the other side's two; else its own, those of the sides that play after it, and with
three sides the neutral one.
"""

from typing import Any

from tabletier.games.kernel.bits import field, lowest, pick
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import Extent, Options
from tabletier.games.kernel.spaces import away, mark_seats, seat_scalars
from tabletier.games.punto.board import CELLS, STRIDE, top_value
from tabletier.games.punto.cards import (
    KINDS,
    NEUTRAL,
    SECOND_COLOUR,
    amount,
    has_neutral,
    kind_of,
    seats_in,
    side_of,
    sides_in,
)
from tabletier.games.punto.notation import FARTHEST, LETTERS, write_place
from tabletier.games.punto.options import mode_of
from tabletier.games.punto.rules import hand_cells, to_move
from tabletier.games.punto.state import (
    CARD_BITS,
    COLOURS,
    ORDERS,
    PLACE,
    SIZE_BITS,
    SPLITS,
    VOID_CAP,
    WON_BITS,
    State,
)

SIDE = 2 * FARTHEST + 1
PLACES = SIDE * SIDE
VALUES = 9
CARDS = 4 * VALUES
HIGH = VALUES


def texts(options: Options) -> tuple[str, ...]:
    """The text of every action."""
    reach = range(-FARTHEST, FARTHEST + 1)
    places = [write_place((x, y)) for y in reach for x in reach]
    cards = [f"{letter}{value}" for letter in LETTERS for value in range(1, VALUES + 1)]
    return tuple(f"{card}@{place}" for card in cards for place in places)


@part
def letter_of(letters: int, colour: int) -> int:
    """PUNTO-8. The letter (0-3 for r g b y) of one of the engine's colours."""
    return (letters >> (2 * colour)) & 3


@part
def colour_with(letters: int, letter: int) -> int:
    """PUNTO-8. The engine's colour of a letter."""
    colour = 0
    for other in range(1, 4):
        colour = other if letter_of(letters, other) == letter else colour
    return colour


@part
def place_at(origin: int, cell: int) -> int:
    """PUNTO-11. The number of the place of a cell, counted from the round's first card."""
    column, row = cell % STRIDE - origin % STRIDE, cell // STRIDE - origin // STRIDE
    return SIDE * (row + FARTHEST) + column + FARTHEST


@compiled
def action_of(state: State, step: int) -> int:
    """The action of a move out of `legal_moves`."""
    card, cell = step // CELLS, step % CELLS
    return PLACES * named(state.letters, card) + place_at(state.board.origin, cell)


@part
def named(letters: int, card: int) -> int:
    """The number of a card by its text."""
    return VALUES * letter_of(letters, card // VALUES) + card % VALUES


@compiled
def step_of(state: State, action: int) -> int:
    """The move of a legal action."""
    card, place = action // PLACES, action % PLACES
    colour, origin = colour_with(state.letters, card // VALUES), state.board.origin
    column = place % SIDE - FARTHEST + origin % STRIDE
    row = place // SIDE - FARTHEST + origin // STRIDE
    return CELLS * (VALUES * colour + card % VALUES) + STRIDE * row + column


@compiled
def mark(state: State, mask: Any, value: int) -> None:
    """Write `value` into the mask at every legal action."""
    if state.phase != PLACE:
        return
    origin = state.board.origin
    for which in range(2):
        cells = hand_cells(state.board, state.cards, state.turn, which)
        held = state.cards.hand if which == 0 else state.cards.spare
        card = max(field(held, state.turn, CARD_BITS) - 1, 0)  # without a card, no cells either
        base = PLACES * named(state.letters, card)
        while cells:
            mask[base + place_at(origin, lowest(cells))] = value
            cells &= cells - 1


def extent(options: Options) -> Extent:
    """PUNTO-25, PUNTO-31. Rounds are won until a side has enough, or too many are void in a row.

    Within a round every card is drawn once and laid once; neutral cards are shared out before.
    """
    mode = mode_of(options)
    sides, seats = sides_in(mode), seats_in(mode)
    rounds = (sides * (options["rounds_to_win"] - 1) + 1) * VOID_CAP
    cards, neutral = 2 * CARDS, amount(SECOND_COLOUR) if has_neutral(mode) else 0
    colours = len(SPLITS if sides == 2 else ORDERS)
    by_lot = options["first_player"] == "random"
    return Extent(
        actions=rounds * cards,
        draws=1 + by_lot + rounds * (cards + neutral),
        outcomes=max(colours, seats if by_lot else 0, KINDS if sides < 4 else VALUES),
    )


def planes(options: Options) -> tuple[str, ...]:
    """What each plane shows."""
    whose = _colours(options)
    return tuple(f"the values of the cards on top in {colour}, 1-9" for colour in whose)


def _colours(options: Options) -> tuple[str, ...]:
    sides = sides_in(mode_of(options))
    if sides == 2:
        return "my first colour", "my second colour", "their first colour", "their second colour"
    last = "the colour of side +3" if sides == 4 else "the neutral colour"
    return "my colour", "the colour of side +1", "the colour of side +2", last


def grid(options: Options) -> tuple[int, int]:
    """Height and width of a plane."""
    return SIDE, SIDE


def scalars(options: Options) -> tuple[str, ...]:
    """What each scalar says."""
    mode, colours = mode_of(options), _colours(options)
    sides = ["my side", *(f"side +{k}" for k in range(1, sides_in(mode)))]
    seats = ["my seat", *(f"seat +{k}" for k in range(1, seats_in(mode)))]
    cards = [f"{colour} {value}" for colour in colours for value in range(1, VALUES + 1)]
    held = "in my hand" if options["expert"] else "turned over"
    neutral = [f"neutral cards that {side} has not laid, / 18" for side in sides]
    return (
        *seat_scalars(seats_in(mode)),
        *(f"{colour} is {letter}" for colour in colours for letter in LETTERS),
        *(f"{card} is {held}, / 2" for card in cards),
        *(f"copies of {card} that I cannot see and that may still come, / 2" for card in cards),
        *(f"rounds won by {side}, / rounds to win" for side in sides),
        *(f"cards in the pile of {seat}, / 36" for seat in seats),
        f"void rounds in a row, / {VOID_CAP}",
        *(neutral if has_neutral(mode) else []),
    )


@part
def slot_of(mode: int, side: int, colour: int) -> int:
    """Which plane a colour of the engine has for a side."""
    if sides_in(mode) == 2:
        return colour ^ (2 * side)
    if sides_in(mode) == 3 and colour == NEUTRAL:
        return NEUTRAL
    return away(sides_in(mode), side, colour)


@compiled
def observe(state: State, seat: int, planes: Any, scalars: Any) -> None:
    """What a seat sees, into planes and scalars that hold nothing but 0."""
    mode, seats = state.table.mode, seats_in(state.table.mode)
    side, sides, at = side_of(mode, seat), sides_in(mode), 2 * seats_in(mode)
    for colour in range(4):
        slot, cells = slot_of(mode, side, colour), pick(state.board.tops, colour)
        while cells:
            cell = lowest(cells)
            place = PLACES * slot + place_at(state.board.origin, cell)
            planes[place] = top_value(state.board, cell)
            cells &= cells - 1
        if state.phase != COLOURS:
            scalars[at + 4 * slot + letter_of(state.letters, colour)] = 1
    mark_seats(scalars, seats, seat, to_move(state))
    show_cards(state, seat, scalars, at + 16)
    at += 16 + 2 * CARDS
    for other in range(sides):
        won = field(state.score.won, other, WON_BITS)
        scalars[at + away(sides, side, other)] = won * (1 / state.table.goal)
    for other in range(seats):
        size = field(state.cards.sizes, other, SIZE_BITS)
        scalars[at + sides + away(seats, seat, other)] = size * (1 / CARDS)
    scalars[at + sides + seats] = state.score.voids * (1 / VOID_CAP)
    if has_neutral(mode):
        for other in range(sides):
            left = neutral_left(state, other)
            place = at + sides + seats + 1 + away(sides, side, other)
            scalars[place] = left * (1 / (2 * VALUES))


@part
def show_cards(state: State, seat: int, scalars: Any, at: int) -> None:
    """PUNTO-26, PUNTO-30. The open cards, and what may still come: piles and hidden hands.

    Who holds which neutral card, and which have left the game, nobody knows: they are counted
    together. A hand is hidden only where two cards are held.
    """
    mode, cards = state.table.mode, state.cards
    side, sides, unseen = side_of(mode, seat), sides_in(mode), at + CARDS
    for other in range(sides):
        pile = pick(cards.piles, other)
        for kind in range(VALUES if sides == 4 else KINDS):
            copies = ((pile >> kind) & 1) + ((pile >> (kind + KINDS)) & 1)
            slot = slot_of(mode, side, colour_at(mode, other, kind))
            scalars[unseen + VALUES * slot + kind % VALUES] += copies * 0.5
    for other in range(seats_in(mode)):
        base = unseen if state.table.expert and other != seat else at
        for held in (cards.hand, cards.spare):
            card = field(held, other, CARD_BITS) - 1
            if card >= 0:
                slot = slot_of(mode, side, card // VALUES)
                scalars[base + VALUES * slot + card % VALUES] += 0.5
    if has_neutral(mode):
        for value in range(VALUES):
            kind = VALUES + value
            for others in (cards.out, cards.pool):
                copies = ((others >> kind) & 1) + ((others >> (kind + KINDS)) & 1)
                scalars[unseen + VALUES * NEUTRAL + value] += copies * 0.5


@part
def colour_at(mode: int, side: int, kind: int) -> int:
    """The engine's colour of a kind in a side's pile."""
    if sides_in(mode) == 2:
        return 2 * side + kind // VALUES
    return side if kind < VALUES else NEUTRAL


@part
def neutral_left(state: State, side: int) -> int:
    """PUNTO-18. How many neutral cards a side has in piles and hidden hands."""
    mode, cards = state.table.mode, state.cards
    count = amount(pick(cards.piles, side) & SECOND_COLOUR)
    for seat in range(side, seats_in(mode), sides_in(mode)):
        for held in (cards.hand, cards.spare):
            card = field(held, seat, CARD_BITS) - 1
            if card >= 0 and kind_of(mode, card) >= VALUES:
                count += 1
    return count

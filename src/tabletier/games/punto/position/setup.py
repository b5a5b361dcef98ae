"""Punto's public position format, into the engine: every claim of it is checked."""

from itertools import pairwise
from typing import Any

from tabletier.games.kernel.bits import with_field
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.positions import check_keys, check_number, check_object
from tabletier.games.kernel.text import shown
from tabletier.games.punto.board import FIRST, STRIDE, Board
from tabletier.games.punto.cards import (
    has_neutral,
    kind_of,
    seats_in,
    sides_in,
    with_card,
)
from tabletier.games.punto.notation import CARD_TEXT, LETTERS, PLACE_TEXT, read_card
from tabletier.games.punto.options import mode_of, table_of
from tabletier.games.punto.position import Stacks
from tabletier.games.punto.position.checks import (
    check_all_there,
    check_going_on,
    check_hands,
    check_over,
    check_owners,
    check_sizes,
    check_square,
)
from tabletier.games.punto.state import (
    CARD_BITS,
    FINISHED,
    NO_SEAT,
    PLACE,
    SIZE_BITS,
    SKIPPING,
    VOID_CAP,
    WON_BITS,
    Cards,
    Score,
    State,
    has_card,
)

KEYS = (
    *("board", "colours", "piles", "pile_sizes", "hands", "trophies", "rounds_won", "out"),
    *("to_move", "void_rounds"),
)


def setup(given: Any, options: Options) -> tuple[State, Stacks]:
    """The state and stacks of a position. Raises BadPosition."""
    check_keys(given, KEYS)
    mode = mode_of(options)
    letters = _letters(given["colours"], mode)
    stacks = _stacks(given["board"])
    per_side = {key: _card_lists(given[key], sides_in(mode), key) for key in ("piles", "trophies")}
    hands = _card_lists(given["hands"], seats_in(mode), "hands")
    out = _card_list(given["out"], "out")
    check_all_there(stacks, *per_side["piles"], *per_side["trophies"], *hands, out)
    check_owners(letters, mode, per_side, hands, out)
    sizes = _numbers(given["pile_sizes"], seats_in(mode), 36, "pile_sizes")
    check_sizes(mode, sizes, per_side["piles"])
    won = _numbers(given["rounds_won"], sides_in(mode), options["rounds_to_win"], "rounds_won")
    voids = check_number(given["void_rounds"], "void_rounds", VOID_CAP)
    seat = given["to_move"]
    if seat is not None:
        seat = check_number(seat, "to_move", seats_in(mode) - 1)
    cards = _cards(letters, mode, per_side["piles"], sizes, hands, out)
    score = _score(letters, per_side["trophies"], won, voids)
    board = _board(letters, stacks)
    phase = FINISHED if seat is None else PLACE
    turn = NO_SEAT if seat is None else seat
    table = table_of(options)
    if table.edition & SKIPPING and seat is not None and stacks:
        cards = cards._replace(shares=1 + _placed_last(cards, mode, seat))
    state = State(
        table=table, letters=letters, phase=phase, turn=turn, board=board, cards=cards, score=score
    )
    if seat is None:
        check_over(state, won, per_side["trophies"], voids)
    else:
        check_going_on(state, won, per_side["trophies"], voids)
        check_hands(state, hands, sizes)
    return state, stacks


def _placed_last(cards: Cards, mode: int, turn: int) -> int:
    """PUNTO-33. Who placed last, as far as a position shows: the nearest seat that has a card."""
    seat = (turn - 1) % seats_in(mode)
    while not has_card(cards, seat) and seat != turn:
        seat = (seat - 1) % seats_in(mode)
    return seat


def _letters(colours: Any, mode: int) -> int:
    """PUNTO-4, PUNTO-8. Which letter each of the engine's colours has."""
    sides = sides_in(mode)
    if not isinstance(colours, dict) or set(colours) != set(LETTERS):
        raise bad("« colours » nomme r, g, b et y", "'colours' names r, g, b and y")
    owned: list[list[str]] = [[] for _ in range(sides)]
    neutral: list[str] = []
    for letter in LETTERS:
        side = colours[letter]
        if side is None:
            neutral.append(letter)
        elif type(side) is int and 0 <= side < sides:
            owned[side].append(letter)
        else:
            raise bad(
                f"la couleur {letter} appartient à un camp de 0 à {sides - 1} ou à null",
                f"the colour {letter} belongs to a side from 0 to {sides - 1} or to null",
            )
    each = 2 if sides == 2 else 1
    if any(len(mine) != each for mine in owned) or len(neutral) != int(has_neutral(mode)):
        raise bad(
            f"chaque camp a {each} couleur{'s' * (each > 1)}, le reste est neutre",
            f"each side has {each} colour{'s' * (each > 1)}, any left over is neutral",
        )
    order = [letter for mine in owned for letter in mine] + neutral
    return sum(LETTERS.index(letter) << (2 * colour) for colour, letter in enumerate(order))


def _is_card(text: Any) -> bool:
    return isinstance(text, str) and CARD_TEXT.fullmatch(text) is not None


def _card_lists(lists: Any, count: int, key: str) -> list[list[str]]:
    if not isinstance(lists, list) or len(lists) != count:
        raise bad(
            f"« {key} » a {count} listes de cartes, reçu {shown(lists)}",
            f"'{key}' has {count} lists of cards, got {shown(lists)}",
        )
    return [_card_list(cards, key) for cards in lists]


def _card_list(cards: Any, key: str) -> list[str]:
    if not isinstance(cards, list) or len(cards) > 72 or not all(map(_is_card, cards)):
        raise bad(
            f"dans « {key} », une liste de cartes comme r5 était attendue, pas {shown(cards)}",
            f"in '{key}' a list of cards such as r5 was expected, not {shown(cards)}",
        )
    return cards


def _numbers(numbers: Any, count: int, most: int, key: str) -> list[int]:
    fits = isinstance(numbers, list) and len(numbers) == count
    if not fits or not all(type(n) is int and 0 <= n <= most for n in numbers):
        raise bad(
            f"« {key} » a {count} nombres de 0 à {most}, reçu {shown(numbers)}",
            f"'{key}' has {count} numbers from 0 to {most}, got {shown(numbers)}",
        )
    result: list[int] = numbers
    return result


def _stacks(board: Any) -> dict[str, tuple[str, ...]]:
    """PUNTO-12. The stacks, each of strictly rising values."""
    check_object(board, "board", "de places et de cartes", "of places and cards")
    if len(board) > 36:
        raise bad("« board » a au plus 36 places", "'board' has at most 36 places")
    for place, stack in board.items():
        if not isinstance(place, str) or PLACE_TEXT.fullmatch(place) is None:
            raise bad(f"{shown(place)} n'est pas une place", f"{shown(place)} is not a place")
        rising = isinstance(stack, list) and stack and all(map(_is_card, stack))
        if not rising or any(a[1] >= b[1] for a, b in pairwise(stack)):
            raise bad(
                f"en {place}, des cartes de plus en plus fortes étaient attendues",
                f"at {place}, cards of strictly rising values were expected",
                "PUNTO-12",
                place,
            )
    check_square([(int(x), int(y)) for x, y in (place.split(",") for place in board)])
    return {place: tuple(stack) for place, stack in board.items()}


def _pile(letters: int, mode: int, cards: list[str]) -> int:
    pile = 0
    for card in cards:
        pile = with_card(pile, kind_of(mode, read_card(letters, card)))
    return pile


def _cards(
    letters: int,
    mode: int,
    piles: list[list[str]],
    sizes: list[int],
    hands: list[list[str]],
    out: list[str],
) -> Cards:
    packed = [_pile(letters, mode, pile) for pile in piles] + [0] * (4 - len(piles))
    counts = hand = spare = 0
    for seat, held in enumerate(hands):
        codes = sorted(read_card(letters, card) + 1 for card in held)
        if len(codes) > 2:
            raise bad(
                f"le joueur {seat + 1} a plus de deux cartes en main",
                f"player {seat + 1} holds over two cards",
                "PUNTO-26",
            )
        hand = with_field(hand, seat, CARD_BITS, codes[0] if codes else 0)
        spare = with_field(spare, seat, CARD_BITS, codes[1] if len(codes) > 1 else 0)
        counts = with_field(counts, seat, SIZE_BITS, sizes[seat])
    first, second, third, fourth = packed
    return Cards(
        piles=(first, second, third, fourth),
        sizes=counts,
        hand=hand,
        spare=spare,
        pool=0,
        shares=0,
        out=_pile(letters, mode, out),
    )


def _score(letters: int, trophies: list[list[str]], won: list[int], voids: int) -> Score:
    words = [0, 0, 0, 0]
    rounds = 0
    for side, cards in enumerate(trophies):
        if len(cards) > won[side]:
            raise bad(
                f"le camp {side + 1} a plus de trophées que de manches gagnées",
                f"side {side + 1} has more trophies than rounds won",
            )
        for place, card in enumerate(cards):
            words[side] |= (read_card(letters, card) + 1) << (CARD_BITS * place)
        rounds = with_field(rounds, side, WON_BITS, won[side])
    return Score(trophies=(words[0], words[1], words[2], words[3]), won=rounds, voids=voids)


def _board(letters: int, stacks: Stacks) -> Board:
    """The stacks seen from above, against the lower left as the engine keeps them."""
    tops, values, origin = [0, 0, 0, 0], [0, 0, 0, 0], FIRST
    if stacks:
        places = {place: tuple(map(int, place.split(","))) for place in stacks}
        left, low = (min(place[axis] for place in places.values()) for axis in (0, 1))
        origin = STRIDE * (1 - low) + (1 - left)
        for place, (x, y) in places.items():
            card = read_card(letters, stacks[place][-1])
            bit = 1 << (origin + STRIDE * y + x)
            tops[card // 9] |= bit
            for k in range(4):
                values[k] |= bit if (card % 9 + 1) >> k & 1 else 0
    return Board(
        tops=(tops[0], tops[1], tops[2], tops[3]),
        values=(values[0], values[1], values[2], values[3]),
        origin=origin,
    )

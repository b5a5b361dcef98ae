"""Punto's public position format, into the engine: every claim of it is checked."""

from collections import Counter
from itertools import pairwise
from typing import Any

from tabletier.games.kernel.bits import with_field
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.positions import check_keys, check_number, check_object
from tabletier.games.kernel.text import Text, shown
from tabletier.games.punto.board import FIRST, STRIDE, Board, lines
from tabletier.games.punto.cards import (
    NEUTRAL,
    has_neutral,
    kind_of,
    needed_in,
    owner,
    seats_in,
    sides_in,
    with_card,
)
from tabletier.games.punto.notation import CARD_TEXT, LETTERS, PLACE_TEXT, Place, read_card
from tabletier.games.punto.options import mode_of, table_of
from tabletier.games.punto.position import Stacks
from tabletier.games.punto.rules import place_or_stuck
from tabletier.games.punto.rules.rounds import NOBODY, blocked_winner
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


def check_square(places: list[Place]) -> None:
    """PUNTO-10, PUNTO-11, PUNTO-13. One connected group within 6 by 6, the first card at 0,0."""
    if not places:
        return
    if (0, 0) not in places:
        raise bad(
            "la première carte de la manche est en 0,0",
            "a round's first card is at 0,0",
            "PUNTO-11",
            "0,0",
        )
    for axis in (0, 1):
        numbers = [place[axis] for place in places]
        if max(numbers) - min(numbers) > 5:
            outermost = [place for place in places if place[axis] in (max(numbers), min(numbers))]
            raise bad(
                "les cartes sortent du carré de 6 sur 6",
                "the cards exceed 6 by 6",
                "PUNTO-13",
                *names_of(outermost),
            )
    reached, frontier = {(0, 0)}, [(0, 0)]
    while frontier:
        x, y = frontier.pop()
        near = [p for p in places if max(abs(p[0] - x), abs(p[1] - y)) == 1 and p not in reached]
        reached.update(near)
        frontier += near
    if len(reached) < len(places):
        apart = [place for place in places if place not in reached]
        raise bad(
            "une carte n'en touche aucune autre",
            "a card touches no other",
            "PUNTO-10",
            *names_of(apart),
        )


def names_of(places: list[Place]) -> list[str]:
    """Places as moves write them, in a fixed order."""
    return [f"{x},{y}" for x, y in sorted(places)]


def check_all_there(stacks: Stacks, *lists: list[str]) -> None:
    """PUNTO-1. Two copies of every card, no more and no fewer."""
    count = Counter(card for cards in (*stacks.values(), *lists) for card in cards)
    for letter in LETTERS:
        for value in range(1, 10):
            card = f"{letter}{value}"
            if count[card] != 2:
                raise bad(
                    f"la carte {card} s'y trouve {count[card]} fois au lieu de 2",
                    f"the card {card} is there {count[card]} times, not twice",
                    "PUNTO-1",
                    *sorted(place for place, stack in stacks.items() if card in stack),
                )


def side_called(side: int, mode: int) -> Text:
    """PUNTO-3. A side as players count them: by players, or by teams of two."""
    if sides_in(mode) == seats_in(mode):
        return Text(f"le joueur {side + 1}", f"player {side + 1}")
    return Text(f"l'équipe {side + 1}", f"team {side + 1}")


def check_owners(
    letters: int,
    mode: int,
    per_side: dict[str, list[list[str]]],
    hands: list[list[str]],
    out: list[str],
) -> None:
    """PUNTO-4, PUNTO-16, PUNTO-18. Everybody holds only cards that can be theirs."""
    sides = sides_in(mode)
    owners = [(cards, side, True) for side, cards in enumerate(per_side["piles"])]
    owners += [(cards, seat % sides, True) for seat, cards in enumerate(hands)]
    owners += [(cards, side, False) for side, cards in enumerate(per_side["trophies"])]
    for card in out:
        if not has_neutral(mode) or read_card(letters, card) // 9 != NEUTRAL:
            raise bad(
                f"la carte {card} n'est pas neutre et n'a pas pu quitter le jeu",
                f"the card {card} is not neutral and cannot have left the game",
                "PUNTO-18",
            )
    for cards, side, neutral_too in owners:
        who = side_called(side, mode)
        for card in cards:
            colour = read_card(letters, card) // 9
            neutral = has_neutral(mode) and colour == NEUTRAL
            if owner(mode, colour) != side and not (neutral_too and neutral):
                raise bad(
                    f"la carte {card} n'est pas à sa place chez {who.fr}",
                    f"the card {card} cannot be with {who.en}",
                    "PUNTO-4",
                )


def check_sizes(mode: int, sizes: list[int], piles: list[list[str]]) -> None:
    """PUNTO-29. A side's piles are divided among its seats, with nothing left over."""
    for side, pile in enumerate(piles):
        total = sum(sizes[seat] for seat in range(side, seats_in(mode), sides_in(mode)))
        if total != len(pile):
            raise bad(
                f"les piles du camp {side + 1} ont {len(pile)} cartes, « pile_sizes » dit {total}",
                f"the piles of side {side + 1} hold {len(pile)} cards, 'pile_sizes' says {total}",
            )


def check_going_on(state: State, won: list[int], trophies: list[list[str]], voids: int) -> None:
    """PUNTO-2, PUNTO-16, PUNTO-25. Nothing has ended the match or the round."""
    if max(won) >= state.table.goal or voids >= VOID_CAP:
        raise bad("la partie serait déjà finie", "the match would be over already", "PUNTO-2")
    if [len(cards) for cards in trophies] != won:
        raise bad(
            "chaque manche gagnée laisse un trophée", "each round won leaves one trophy", "PUNTO-16"
        )
    if _lined_up(state) != NOBODY:
        raise bad("une ligne est déjà complète", "a line is complete already")


def check_over(state: State, won: list[int], trophies: list[list[str]], voids: int) -> None:
    """PUNTO-2, PUNTO-25. Something has ended the match, and it shows."""
    mode, counts = state.table.mode, [len(cards) for cards in trophies]
    champions = [side for side, rounds in enumerate(won) if rounds == state.table.goal]
    decided = _lined_up(state)
    if decided == NOBODY:
        decided = blocked_winner(state.board, mode, state.table.edition)
    if voids == VOID_CAP and not champions and counts == won and decided == NOBODY:
        return
    if len(champions) == 1 and voids == 0:
        counts[champions[0]] += 1
        if counts == won and decided == champions[0]:
            return
    raise bad(
        "ce n'est le tour de personne, mais rien n'a terminé la partie",
        "it is nobody's turn, but nothing has ended the match",
    )


def check_hands(state: State, hands: list[list[str]], sizes: list[int]) -> None:
    """PUNTO-9, PUNTO-26, PUNTO-27. The right hands, and a place for a card of the seat to move."""
    for seat, held in enumerate(hands):
        if state.table.expert:
            fits = len(held) == 2 or sizes[seat] == 0
        else:
            fits = len(held) == (1 if seat == state.turn else 0)
        if not fits:
            told = len(held)
            raise bad(
                f"le joueur {seat + 1} ne peut pas avoir {told} carte{'s' * (told > 1)} en main",
                f"player {seat + 1} cannot hold {told} card{'s' * (told != 1)} in hand",
                "PUNTO-26" if state.table.expert else "PUNTO-9",
            )
    if place_or_stuck(state.board, state.cards, state.turn) != PLACE:
        raise bad(
            f"le joueur {state.turn + 1} ne pourrait rien poser",
            f"player {state.turn + 1} could not place a card",
            "PUNTO-20",
        )


def _lined_up(state: State) -> int:
    """The side that has a complete line, NOBODY without one."""
    mode = state.table.mode
    for colour in range(4):
        side = owner(mode, colour)
        if side < sides_in(mode) and lines(state.board.tops[colour], needed_in(mode)):
            return side
    return NOBODY


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

"""What has to be true of a position of Punto, rule by rule."""

from collections import Counter

from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.text import Text
from tabletier.games.punto.board import lines
from tabletier.games.punto.cards import (
    NEUTRAL,
    has_neutral,
    needed_in,
    owner,
    seats_in,
    sides_in,
)
from tabletier.games.punto.notation import LETTERS, Place, read_card
from tabletier.games.punto.position import Stacks
from tabletier.games.punto.rules import place_or_stuck
from tabletier.games.punto.rules.rounds import NOBODY, blocked_winner
from tabletier.games.punto.state import (
    PLACE,
    VOID_CAP,
    State,
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

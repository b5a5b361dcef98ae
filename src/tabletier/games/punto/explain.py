"""Why a move of Punto is refused, and what is expected; asked of the rules themselves."""

from tabletier.games.kernel.bits import field
from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.text import OR, Text, series
from tabletier.games.punto.board import STRIDE, lying, top_value
from tabletier.games.punto.notation import (
    FARTHEST,
    MIDDLE,
    Place,
    card_name,
    cell_at,
    parse,
    place_name,
    place_of,
    write_card,
    write_place,
)
from tabletier.games.punto.state import CARD_BITS, State


def hand_of(state: State, seat: int) -> list[str]:
    """The cards a seat holds or has turned over, sorted as texts."""
    held = (field(cards, seat, CARD_BITS) for cards in (state.cards.hand, state.cards.spare))
    return sorted(write_card(state.letters, card - 1) for card in held if card)


def refuse(state: State, text: str) -> Refusal:
    """Why a well-formed move is not legal."""
    card, place = parse(text)
    if card not in hand_of(state, state.turn):
        return _not_in_hand(state, card)
    cards, cell = lying(state.board), cell_at(state.board.origin, place)
    if cards == 0:
        return _not_first(card, place)
    if cell is not None and (cards >> cell) & 1:
        return _too_low(card, place, top_value(state.board, cell))
    if not _touches(state, place):
        return _alone(card, place)
    return _too_wide(state, card, place)


def _not_in_hand(state: State, card: str) -> Refusal:
    held = hand_of(state, state.turn)
    if state.table.expert:
        return refusal(
            "card/not-in-hand",
            "PUNTO-26",
            f"Vous n'avez pas {card_name(card).fr} en main : posez {_or(held).fr}",
            f"You do not hold {card_name(card).en}: place {_or(held).en}",
        )
    return refusal(
        "card/not-turned-over",
        "PUNTO-9",
        f"Vous avez retourné {_or(held).fr} : c'est cette carte qui se pose, "
        f"pas {card_name(card).fr}",
        f"You turned over {_or(held).en}: that card must be placed, not {card_name(card).en}",
    )


def _not_first(card: str, place: Place) -> Refusal:
    where, name = _where(place, "to"), card_name(card)
    return refusal(
        "place/not-first",
        "PUNTO-11",
        f"La première carte de la manche se pose au milieu, en {MIDDLE} : {name.fr} "
        f"ne va pas {where.fr}",
        f"The first card of a round goes to the middle, {MIDDLE}: {name.en} does not go {where.en}",
        "0,0",
    )


def _too_low(card: str, place: Place, value: int) -> Refusal:
    where = place_name(place)
    return refusal(
        "place/too-low",
        "PUNTO-12",
        f"Un {card[1]} ne peut pas couvrir le {value} posé en {where} : "
        "il faut une carte strictement plus forte",
        f"{_a(card[1])} {card[1]} cannot cover the {value} that lies on {where}: "
        "only a strictly higher card may",
        write_place(place),
    )


def _where(place: Place, english: str = "on") -> Text:
    """A place with its preposition; beyond the edges of the cloth places have no names."""
    if max(map(abs, place)) > FARTHEST:
        return Text("hors du tapis", "off the cloth")
    return Text(f"en {place_name(place)}", f"{english} {place_name(place)}")


def _a(value: str) -> str:
    """The English article of a value: an 8, a 5."""
    return "An" if value == "8" else "A"


def _alone(card: str, place: Place) -> Refusal:
    where = _where(place)
    return refusal(
        "place/touches-nothing",
        "PUNTO-10",
        f"Posé {where.fr}, {card_name(card).fr} ne toucherait aucune carte : "
        "il faut un côté ou un coin commun",
        f"Placed {where.en}, {card_name(card).en} would touch no card: "
        "it must share a side or a corner with one",
        write_place(place),
    )


def _too_wide(state: State, card: str, place: Place) -> Refusal:
    places = lying_places(state)
    axis = 0 if _span([*places, place], 0) > 6 else 1
    line = ("colonnes", "columns") if axis == 0 else ("rangées", "rows")
    span = _span([*places, place], axis)
    far = max(places, key=lambda p: abs(p[axis] - place[axis]))
    edge = [write_place(p) for p in places if p[axis] == far[axis]]
    where = _where(place)
    return refusal(
        "place/outside-square",
        "PUNTO-13",
        f"Avec une carte {where.fr}, les cartes couvriraient {span} {line[0]} : "
        "elles doivent tenir dans un carré de 6 sur 6",
        f"With a card {where.en} the cards would span {span} {line[1]}: "
        "they must fit in a square of 6 by 6",
        write_place(place),
        *sorted(edge),
    )


def _touches(state: State, place: Place) -> bool:
    """PUNTO-10. Whether an empty place, however far out, touches a card."""
    return any(max(abs(x - place[0]), abs(y - place[1])) == 1 for x, y in lying_places(state))


def lying_places(state: State) -> list[Place]:
    """The places that have a card."""
    cards = lying(state.board)
    cells = (cell for cell in range(STRIDE * STRIDE) if (cards >> cell) & 1)
    return [place_of(state.board.origin, cell) for cell in cells]


def _span(places: list[Place], axis: int) -> int:
    numbers = [place[axis] for place in places]
    return max(numbers) - min(numbers) + 1


def _or(cards: list[str]) -> Text:
    """One card, or two to choose from, in words."""
    return series(map(card_name, dict.fromkeys(cards)), OR)


def ask(state: State) -> Text:
    """What the seat to move must do."""
    cards = _or(hand_of(state, state.turn))
    return Text(f"posez {cards.fr}", f"place {cards.en}")

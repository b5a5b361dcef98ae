"""What a position of Point says: whatever comes in, out come typed values or BadPosition."""

import re
from collections import Counter
from typing import Any, NamedTuple

from tabletier.games.kernel.errors import BadPosition
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.positions import check_keys, check_number
from tabletier.games.kernel.text import Text, shown
from tabletier.games.point.cards import (
    CARDS,
    DECK,
)
from tabletier.games.point.state import (
    CAP,
    PAWNS,
)

KEYS = (
    *("rows", "colours", "hands", "bank", "offer", "used", "rebuilds", "stopped"),
    *("phase", "regrouped", "to_move"),
)
PHASE_NAMES = ("rows", "start", "use", "pure")
ROW_TEXT = re.compile("[BW]+")


class Claims(NamedTuple):
    """What a position says, each part of the right type and size."""

    rows: list[str | None]
    colours: list[str | None]
    hands: list[list[str]]
    black: int
    white: int
    offer: str | None
    used: list[str]
    rebuilds: int
    stopped: list[bool]
    phase: str
    regrouped: bool
    to_move: int | None


def expected(key: str, what: Text, value: Any) -> BadPosition:
    """The error for a part of the wrong shape: what came, and what was expected."""
    return bad(
        f"« {key} » : {what.fr} attendu, reçu {shown(value)}",
        f"'{key}': expected {what.en}, got {shown(value)}",
    )


def claims(given: Any, seats: int) -> Claims:
    """The parts of a position. Raises BadPosition for a wrong key, type, size or card."""
    check_keys(given, KEYS)
    black, white = _bank(given["bank"])
    seat = given["to_move"]
    found = Claims(
        rows=[_row(*placed) for placed in enumerate(_list("rows", given["rows"], seats), 1)],
        colours=_colour_list(given["colours"], seats),
        hands=[_card_list("hands", hand) for hand in _list("hands", given["hands"], seats)],
        black=black,
        white=white,
        offer=None if given["offer"] is None else _card("offer", given["offer"]),
        used=_card_list("used", given["used"]),
        rebuilds=check_number(given["rebuilds"], "rebuilds", CAP),
        stopped=[_flag("stopped", flag) for flag in _list("stopped", given["stopped"], seats)],
        phase=_phase(given["phase"], seat is None),
        regrouped=_flag("regrouped", given["regrouped"]),
        to_move=None if seat is None else check_number(seat, "to_move", seats - 1),
    )
    _check_copies(found)
    return found


def _list(key: str, value: Any, size: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != size:
        what = Text(f"une liste de {size}, un élément par place", f"a list of {size}, one a seat")
        raise expected(key, what, value)
    return value


def _row(player: int, value: Any) -> str | None:
    """POINT-2, POINT-4. A row has pawns, and no more than the box."""
    if value is None:
        return value
    if value == "":
        raise bad(
            f"le joueur {player} n’a aucun pion dans son rang",
            f"player {player} has no pawn in the row",
            "POINT-4",
        )
    if isinstance(value, str) and ROW_TEXT.fullmatch(value):
        if len(value) > 2 * PAWNS:
            raise bad(
                f"le rang du joueur {player} a {len(value)} pions, la boîte en a {2 * PAWNS}",
                f"the row of player {player} has {len(value)} pawns, the box has {2 * PAWNS}",
                "POINT-2",
            )
        return value
    what = Text("un rang de pions B et W, ou null,", "a row of pawns B and W, or null")
    raise expected("rows", what, value)


def _colour_list(value: Any, seats: int) -> list[str | None]:
    """The colours; `null` stands for a list of nothing but `null`."""
    if value is None:
        return [None] * seats
    for colour in _list("colours", value, seats):
        if colour is not None and not (isinstance(colour, str) and colour in ("B", "W")):
            raise expected("colours", Text("B, W ou null", "B, W or null"), colour)
    colours: list[str | None] = value
    return colours


def _card(key: str, value: Any) -> str:
    if not isinstance(value, str) or value not in DECK:
        what = Text("une carte de la boîte comme WB=BWW", "a card of the box such as WB=BWW")
        raise expected(key, what, value)
    return value


def _card_list(key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > CARDS:
        what = Text("une liste de cartes comme WB=BWW", "a list of cards such as WB=BWW")
        raise expected(key, what, value)
    return sorted(_card(key, card) for card in value)


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise expected(key, Text("true ou false", "true or false"), value)
    return value


def _bank(value: Any) -> tuple[int, int]:
    if not isinstance(value, dict) or set(value) != {"B", "W"}:
        what = Text("un objet avec les nombres B et W", "an object with the numbers B and W")
        raise expected("bank", what, value)
    return check_number(value["B"], "bank", PAWNS), check_number(value["W"], "bank", PAWNS)


def _phase(value: Any, over: bool) -> str:
    """The phase; it has no meaning when the match is over."""
    if isinstance(value, str) and value in PHASE_NAMES:
        return value
    if over:
        return "use"
    names = ", ".join(PHASE_NAMES)
    raise expected("phase", Text(f"l’un de {names}", f"one of {names}"), value)


def _check_copies(found: Claims) -> None:
    """POINT-34. No card more often than the box has it."""
    listed = [found.used, *found.hands, [] if found.offer is None else [found.offer]]
    for card, count in Counter(card for cards in listed for card in cards).items():
        if count > DECK[card]:
            raise bad(
                f"la carte {card} s’y trouve {count} fois, la boîte en a {DECK[card]}",
                f"the card {card} is there {count} times, the box has {DECK[card]}",
                "POINT-34",
            )

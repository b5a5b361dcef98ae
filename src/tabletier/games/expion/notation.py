"""Texts of Ex*pion: cells (`e5`), moves (`e9-e7`, `pass`), and the names of camps and marbles.

Other readings of the rule: `e6-e5>d5` pushes the Ex*pion from e5 to d5 (EXPION-41), and a move
that ends with `~` declines its help (EXPION-42).
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from tabletier.games.expion.board import AREA, BASE, CAMPS, COLOURS, DELTA, EDGE, STRIDE
from tabletier.games.expion.rules import pushed
from tabletier.games.expion.state import DECLINE, LEAVE, PASS, TURN, WAY, Deed, State
from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.errors import BadNotation, unreadable
from tabletier.games.kernel.text import Text

MOVE_TEXT = re.compile(r"([a-i][1-9])-([a-i][1-9])(?:>([a-i][1-9]))?(~?)")
PASS_TEXT = "pass"
PLANES_KEPT = 1 << 14
"""Planes whose cells are remembered: from one move to the next most stay as they were."""
COMPASS = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}

CAMP_NAMES = {
    "n": Text("Nord", "North"),
    "e": Text("Est", "East"),
    "s": Text("Sud", "South"),
    "w": Text("Ouest", "West"),
}
_COLOUR_TEXTS = {
    "brown": Text("marron", "brown"),
    "blue": Text("bleu", "blue"),
    "natural": Text("naturel", "natural"),
    "green": Text("vert", "green"),
    "red": Text("rouge", "red"),
}
COLOUR_NAMES = {key: _COLOUR_TEXTS[colour] for key, colour in COLOURS.items()}

Point = tuple[int, int]


def _name(column: int, rank: int) -> str:
    return f"{'abcdefghi'[column]}{rank}"


def _names() -> dict[int, str]:
    """EXPION-2. Every cell of the board: its number in the engine and its text."""
    names = {}
    for cell in range(STRIDE * 7):
        column, rank = cell % STRIDE + 1, 8 - cell // STRIDE
        if (AREA >> cell) & 1:
            names[cell] = _name(column, rank)
            for (east, north), camp in COMPASS.items():
                if (EDGE[camp] >> cell) & 1:
                    names[BASE * (1 + camp) + cell] = _name(column + east, rank + north)
    return names


NAME_OF = _names()
CELL_OF = {name: cell for cell, name in NAME_OF.items()}


def point_of(name: str) -> Point:
    """File and rank of a cell's text as numbers."""
    return ord(name[0]) - ord("a"), int(name[1])


def camp_of_cell(cell: int) -> int | None:
    """The camp a cell belongs to, None in the area."""
    return cell // BASE - 1 if cell >= BASE else None


@lru_cache(PLANES_KEPT)
def cells_of(plane: int, base: int = 0) -> tuple[str, ...]:
    """The cells of a plane as texts, sorted: of the area, or of the camp that begins at `base`."""
    found = []
    while plane:
        lowest = plane & -plane
        found.append(NAME_OF[base + lowest.bit_length() - 1])
        plane ^= lowest
    return tuple(sorted(found))


class MoveParts(NamedTuple):
    """A move's text taken apart."""

    source: str
    target: str
    rest: str | None
    """EXPION-41. Where the Ex*pion is pushed, when that is not straight on."""
    declined: bool
    """EXPION-42. Whether the Ex*pion's help is declined."""


def parse(text: str) -> MoveParts | None:
    """A move's text taken apart, None for a pass. Raises BadNotation."""
    if text == PASS_TEXT:
        return None
    match = MOVE_TEXT.fullmatch(text)
    if match is None:
        raise unreadable(
            text,
            "écrivez la case de départ, un tiret et la case d’arrivée, par exemple e9-e7, "
            "ou bien pass",
            "write the cell a marble leaves, a hyphen and the cell it goes to, for example e9-e7, "
            "or else pass",
        )
    written = MoveParts(source=match[1], target=match[2], rest=match[3], declined=match[4] != "")
    for name in written[:3]:
        if name is not None and name not in CELL_OF:
            raise _no_cell(text, name)
    if written.rest is not None and _is_straight(written.source, written.target, written.rest):
        raise _needless(text, written)
    return written


def _is_straight(source: str, target: str, rest: str) -> bool:
    """EXPION-41. Whether a push would go straight on, which needs no `>`."""
    line = straight(source, target)
    return line is not None and straight(target, rest) == (line[0], 1)


def _needless(text: str, written: MoveParts) -> BadNotation:
    short = f"{written.source}-{written.target}{'~' if written.declined else ''}"
    return BadNotation(
        Text(
            f"« {text} » pousse tout droit : cela s’écrit {short}, sans « > » (EXPION-41).",
            f"'{text}' pushes straight on: that is written {short}, without '>' (EXPION-41).",
        ),
        rule="EXPION-41",
    )


def write_plain(written: MoveParts) -> str:
    """EXPION-42. The text of the same move with the Ex*pion's help."""
    aside = f">{written.rest}" if written.rest else ""
    return f"{written.source}-{written.target}{aside}"


def _no_cell(text: str, name: str) -> BadNotation:
    return BadNotation(
        Text(
            f"« {text} » nomme {name}, qui n’est pas une case du plateau : l’aire va de b2 à h8, "
            "les camps sont b9–h9, i2–i8, b1–h1 et a2–a8 (EXPION-2).",
            f"'{text}' names {name}, which is not a cell of the board: the area runs from b2 to "
            "h8, the camps are b9–h9, i2–i8, b1–h1 and a2–a8 (EXPION-2).",
        ),
        rule="EXPION-2",
    )


def straight(source: str, target: str) -> tuple[int, int] | None:
    """EXPION-11. Direction and number of cells from one cell to another in a row or column."""
    (x0, y0), (x1, y1) = point_of(source), point_of(target)
    east, north = x1 - x0, y1 - y0
    length = abs(east) + abs(north)
    if length == 0 or (east and north):
        return None
    return COMPASS[east // length, north // length], length


def read(state: State, text: str) -> Steps | None:
    """The step that a text stands for, None when no marble could ever go that way."""
    written = parse(text)
    if written is None:
        return (PASS,)
    way = _way(written.source, written.target)
    turn = _turn(written)
    if way is None or turn is None:
        return None
    source = CELL_OF[written.source] % BASE
    return (WAY * way + source + TURN * turn + DECLINE * written.declined,)


def _way(source: str, target: str) -> int | None:
    """The way of a move, see `rules.py`; None when no marble could ever go so."""
    line = straight(source, target)
    if line is None or CELL_OF[target] >= BASE:
        return None
    direction, length = line
    camp = camp_of_cell(CELL_OF[source])
    if camp is None:
        return direction if length == 1 else None
    if direction != camp ^ 2 or length > 3:
        return None
    return LEAVE[camp & 1] + length - 1


def _turn(written: MoveParts) -> int | None:
    """EXPION-41. To which side the Ex*pion is pushed, 0 for straight on; None if to none."""
    if written.rest is None:
        return 0
    line = straight(written.target, written.rest)
    return None if line is None or line[1] != 1 else 1 + line[0]


def write(state: State, steps: Steps) -> str:
    """The text of a move."""
    return _text_of(steps[0])


@cache
def _text_of(step: int) -> str:
    if step == PASS:
        return PASS_TEXT
    way, cell = (step // WAY) % 16, step % WAY
    if way < 4:
        source, target = cell, cell + DELTA[way]
    else:
        side = 0 if way < LEAVE[1] else 1
        camp = side if (EDGE[side] >> cell) & 1 else side + 2
        source, target = BASE * (1 + camp) + cell, cell + (way - LEAVE[side]) * DELTA[camp ^ 2]
    turn = (step // TURN) % 8
    aside = f">{NAME_OF[pushed(target, turn - 1)]}" if turn else ""
    return f"{NAME_OF[source]}-{NAME_OF[target]}{aside}{'~' if step >= DECLINE else ''}"


def origin(deed: Deed) -> int:
    """The cell that a marble leaves, in the area or in camp."""
    if deed.home:
        return BASE * (1 + deed.colour) + deed.home.bit_length() - 1
    return deed.source.bit_length() - 1


def of(name: str) -> str:
    """« de » before a French name: de Nord, d’Est."""
    return f"d’{name}" if name[0] in "EO" else f"de {name}"


def marble_name(letter: str) -> Text:
    """A marble in words: la bille de Nord, North's marble."""
    camp = CAMP_NAMES[letter]
    return Text(f"la bille {of(camp.fr)}", f"{camp.en}’s marble")


def letter_at(state: State, cell: int) -> str | None:
    """The marble on a cell, in the area or in camp, None without one."""
    camp = camp_of_cell(cell)
    if camp is not None:
        return CAMPS[camp] if (state.board.homes[camp & 1] >> (cell % BASE)) & 1 else None
    for colour, plane in enumerate(state.board.marbles):
        if (plane >> cell) & 1:
            return CAMPS[colour]
    return None

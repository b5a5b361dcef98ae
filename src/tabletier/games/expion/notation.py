"""Texts of Ex*pion: cells (`e5`), moves (`e9-e7`, `pass`), and the names of camps and marbles."""

import re
from functools import cache, lru_cache

from tabletier.games.expion.board import BASE, DELTA, EDGE
from tabletier.games.expion.box import AREA, CAMPS, COLOURS, STRIDE
from tabletier.games.expion.rules import LEAVE, PASS, WAY
from tabletier.games.expion.state import State
from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.texts import Text

MOVE_TEXT = re.compile(r"([a-i][1-9])-([a-i][1-9])")
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


def parse(text: str) -> tuple[str, str] | None:
    """The two cells of a move's text, None for a pass. Raises BadNotation."""
    if text == PASS_TEXT:
        return None
    match = MOVE_TEXT.fullmatch(text)
    if match is None:
        raise _unreadable(text[:40])
    for name in match.groups():
        if name not in CELL_OF:
            raise _no_cell(text, name)
    return match[1], match[2]


def _unreadable(shown: str) -> BadNotation:
    return BadNotation(
        Text(
            f"« {shown} » ne se lit pas comme un coup : écrivez la case de départ, un tiret et la "
            "case d’arrivée, par exemple e9-e7, ou bien pass.",
            f"'{shown}' does not read as a move: write the cell a marble leaves, a hyphen and the "
            "cell it goes to, for example e9-e7, or else pass.",
        )
    )


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
    cells = parse(text)
    if cells is None:
        return (PASS,)
    line = straight(*cells)
    source, target = (CELL_OF[name] for name in cells)
    if line is None or target >= BASE:
        return None
    direction, length = line
    camp = camp_of_cell(source)
    if camp is None:
        return (WAY * direction + source,) if length == 1 else None
    if direction != camp ^ 2 or length > 3:
        return None
    return (WAY * (LEAVE[camp & 1] + length - 1) + source % BASE,)


def write(state: State, steps: Steps) -> str:
    """The text of a move."""
    return _text_of(steps[0])


@cache
def _text_of(step: int) -> str:
    if step == PASS:
        return PASS_TEXT
    way, cell = divmod(step, WAY)
    if way < 4:
        return f"{NAME_OF[cell]}-{NAME_OF[cell + DELTA[way]]}"
    side = 0 if way < LEAVE[1] else 1
    camp = side if (EDGE[side] >> cell) & 1 else side + 2
    target = cell + (way - LEAVE[side]) * DELTA[camp ^ 2]
    return f"{NAME_OF[BASE * (1 + camp) + cell]}-{NAME_OF[target]}"


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

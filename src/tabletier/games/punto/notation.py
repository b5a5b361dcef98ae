"""Texts of Punto: cards (`r5`), places (`-1,2`), moves (`r5@-1,2`) and draws."""

import re

from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.errors import unreadable
from tabletier.games.kernel.text import Text
from tabletier.games.punto.board import CELLS, STRIDE
from tabletier.games.punto.shapes import Colour
from tabletier.games.punto.state import COLOURS, PLACE, SHARE, STARTER, State

LETTERS: tuple[Colour, ...] = ("r", "g", "b", "y")
NAMES = {
    "r": Text("rouge", "red"),
    "g": Text("vert", "green"),
    "b": Text("bleu", "blue"),
    "y": Text("jaune", "yellow"),
}
FRENCH = {"v": "g", "j": "y"}
"""The letters of colours whose French name begins otherwise: vert, jaune."""
FEMININE = {"r": "rouge", "g": "verte", "b": "bleue", "y": "jaune"}
"""The colours in French beside a feminine word: une ligne verte."""
MIDDLE = "f6"
"""PUNTO-11. Where the first card of a round lies, as people name places: columns a–k, rows 1–11."""
FARTHEST = 5
"""PUNTO-13. How many columns or rows from the first card a place can be."""
NUMBER = r"(0|-?[1-9][0-9]{0,8})"
PLACE_TEXT = re.compile(f"{NUMBER},{NUMBER}")
MOVE_TEXT = re.compile(f"([rgby])([1-9])@{NUMBER},{NUMBER}")
NAMED_TEXT = re.compile("([rgby][1-9])?[@ ]*([a-k])(1[01]|[1-9])", re.IGNORECASE)
FRENCH_CARD = re.compile("([vj])[1-9]([@ ]|$)", re.IGNORECASE)
CARD_TEXT = re.compile("([rgby])([1-9])")

Place = tuple[int, int]


def colour_letter(letters: int, colour: int) -> Colour:
    """PUNTO-8. The letter of one of the engine's colours in this match."""
    return LETTERS[(letters >> (2 * colour)) & 3]


def colour_of(letters: int, letter: str) -> int:
    """PUNTO-8. The engine's colour of a letter in this match."""
    return next(colour for colour in range(4) if colour_letter(letters, colour) == letter)


def write_card(letters: int, card: int) -> str:
    """A card as text: `r5`."""
    return f"{colour_letter(letters, card // 9)}{card % 9 + 1}"


def read_card(letters: int, text: str) -> int:
    """The card of a well-formed text."""
    return 9 * colour_of(letters, text[0]) + int(text[1]) - 1


def card_name(text: str) -> Text:
    """A card in words: the red 5."""
    return Text(f"le {text[1]} {NAMES[text[0]].fr}", f"the {NAMES[text[0]].en} {text[1]}")


def place_of(origin: int, cell: int) -> Place:
    """PUNTO-11. Columns to the right and rows up from the round's first card."""
    return cell % STRIDE - origin % STRIDE, cell // STRIDE - origin // STRIDE


def cell_at(origin: int, place: Place) -> int | None:
    """The cell of a place, None when it lies beyond every cell a card could go to."""
    column, row = place[0] + origin % STRIDE, place[1] + origin // STRIDE
    inside = 0 <= column < STRIDE and 0 <= row < STRIDE
    return STRIDE * row + column if inside else None


def write_place(place: Place) -> str:
    """A place as text: `-1,2`."""
    return f"{place[0]},{place[1]}"


def place_name(place: Place) -> str:
    """A place as boards show it on their edges: e8; beyond them as in a move's text."""
    column, row = place
    if max(abs(column), abs(row)) > FARTHEST:
        return write_place(place)
    return f"{chr(ord(MIDDLE[0]) + column)}{int(MIDDLE[1:]) + row}"


def read_place(text: str) -> Place:
    """The place of a well-formed text."""
    x, y = text.split(",")
    return int(x), int(y)


def parse(text: str) -> tuple[str, Place]:
    """Card and place of a move's text. Raises BadNotation."""
    match = MOVE_TEXT.fullmatch(text)
    if match is None:
        named = NAMED_TEXT.fullmatch(text)
        if named is not None:
            raise unreadable(text, *_spelt(*named.groups()))
        raise unreadable(
            text,
            "écrivez la carte (r g b y et 1 à 9), @, puis la colonne et la rangée comptées "
            "depuis la première carte, par exemple r5@-1,2",
            "write the card (r g b y and 1 to 9), @, then column and row counted from the first "
            "card, for example r5@-1,2",
        )
    letter, value, x, y = match.groups()
    return letter + value, (int(x), int(y))


def spoken(text: str) -> str:
    """PUNTO-11. A move or a place named as boards name it, `b7 f6` or `j7 f6`, as it is written."""
    french = FRENCH_CARD.match(text)
    if french is not None:
        text = FRENCH[french[1].lower()] + text[1:]
        if not french[2]:
            return text  # the card alone; no column has that letter
    named = NAMED_TEXT.fullmatch(text)
    if named is None:
        return text
    card, column, row = named.groups()
    place = write_place(_named_place(column, row))
    return place if card is None else f"{card.lower()}@{place}"


def _named_place(column: str, row: str) -> Place:
    return ord(column.lower()) - ord(MIDDLE[0]), int(row) - int(MIDDLE[1:])


def _spelt(card: str | None, column: str, row: str) -> Text:
    """How to write a place that was named as boards name it on their edges."""
    name = f"{column}{row}".lower()
    place = write_place(_named_place(column, row))
    move = f"{(card or 'r5').lower()}@{place}"
    example = Text("par exemple ", "for example ") if card is None else Text("", "")
    return Text(
        f"{name} s’écrit {place}, compté depuis la première carte en {MIDDLE} ; "
        f"écrivez {example.fr}{move}",
        f"{name} is written {place}, counted from the first card on {MIDDLE}; "
        f"write {example.en}{move}",
    )


def read(state: State, text: str) -> Steps | None:
    """The step that a text stands for, None when the place is out of every reach."""
    card, place = parse(text)
    cell = cell_at(state.board.origin, place)
    return None if cell is None else (CELLS * read_card(state.letters, card) + cell,)


def write(state: State, steps: Steps) -> str:
    """The text of a move, or of what chance drew."""
    step = steps[0]
    if state.phase == PLACE:
        place = write_place(place_of(state.board.origin, step % CELLS))
        return f"{write_card(state.letters, step // CELLS)}@{place}"
    if state.phase == COLOURS:
        return "colours " + "".join(colour_letter(step, colour) for colour in range(4))
    if state.phase == STARTER:
        return f"starts {step}"
    verb = "share" if state.phase == SHARE else "draw"
    return f"{verb} {write_card(state.letters, step)}"

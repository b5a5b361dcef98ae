"""The words for Barrier's sides, pawns, directions and tiles, in French and English."""

from tabletier.games.barrier.box import ARROWS
from tabletier.games.barrier.cells import DIRECTIONS, TILES
from tabletier.games.kernel.texts import Text

# BARRIER-3. The players, and what their pawns look like.
PLAYERS = (Text("Jaune", "Yellow"), Text("Incolore", "Colourless"))
OWNERS = (Text("de Jaune", "Yellow's"), Text("d'Incolore", "Colourless's"))
COLOURS = (Text("jaune", "yellow"), Text("incolore", "colourless"))
# BARRIER-6. The marks of their tiles and squares.
MARKS = (Text("point", "dot"), Text("tiret", "dash"))
# BARRIER-16. Per side: an ordinary pawn, a crowned one.
LETTERS = ("yY", "cC")
DIRECTION_NAMES = (
    Text("le nord", "north"),
    Text("le nord-est", "north-east"),
    Text("l'est", "east"),
    Text("le sud-est", "south-east"),
    Text("le sud", "south"),
    Text("le sud-ouest", "south-west"),
    Text("l'ouest", "west"),
    Text("le nord-ouest", "north-west"),
)
NO_TEXT = Text("", "")


def arrow_directions(tile_set: int, side: int, tile: int) -> list[int]:
    """BARRIER-32, BARRIER-33. The directions of a side's tile number 1-8 of a set."""
    arrow = ARROWS[2 * TILES * tile_set + TILES * side + tile - 1]
    return [direction for direction in range(8) if (arrow >> direction) & 1]


def arrow_names(tile_set: int, side: int, tile: int) -> list[str]:
    """The directions of a side's tile as texts, clockwise from north."""
    return [DIRECTIONS[direction] for direction in arrow_directions(tile_set, side, tile)]


def all_arrows(tile_set: int, side: int) -> dict[str, list[str]]:
    """The directions of all tiles of a side, by their numbers."""
    return {str(tile): arrow_names(tile_set, side, tile) for tile in range(1, TILES + 1)}


def either(names: list[str], last: str) -> str:
    """Names in a row with a word before the last: `a, b or c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def ways_out(directions: list[int]) -> Text:
    """Directions in words: north, east or south."""
    names = [DIRECTION_NAMES[direction] for direction in directions]
    return Text(either([n.fr for n in names], "ou"), either([n.en for n in names], "or"))

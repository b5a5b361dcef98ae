"""Ex*pion's box data, read once: which cells exist, which are special, who owns which camp.

The board is a reconstruction (EXPION-2), so it stands in `box.json`, where a collector may correct
it; what a JSON schema cannot say about such a correction is checked here.
"""

from pathlib import Path

from tabletier.games.kernel.box import Box, bad_box, load_box

STRIDE = 8
CAMPS = "nesw"
PRESETS = ("corners", "inner", "edge_mid", "second")


def bit_of(name: str) -> int:
    """The bit of an area cell b2-h8: eight to a rank, b8 is bit 0 and h2 bit 54."""
    return 1 << (STRIDE * (ord("8") - ord(name[1])) + ord(name[0]) - ord("b"))


def plane_of(names: list[str]) -> int:
    """A set of area cells as bits."""
    return sum(map(bit_of, names))


def drawn(board: list[str], letters: str) -> list[str]:
    """The cells of a drawn board that show one of these letters."""
    return [
        f"{'abcdefghi'[column]}{9 - row}"
        for row, line in enumerate(board)
        for column, letter in enumerate(line)
        if letter in letters
    ]


def check(box: Box) -> None:
    """EXPION-3. Special cells are cells of the area, the centre is none; colours differ."""
    area, centre = drawn(box.data["board"], "o"), drawn(box.data["board"], "x")[0]
    for preset, cells in box.data["special"].items():
        for cell in cells:
            if cell not in area:
                fr = "est le centre" if cell == centre else "n’existe pas"
                en = "is the centre" if cell == centre else "does not exist"
                raise bad_box(
                    box.path,
                    f"la case spéciale {cell} de « {preset} » {fr}",
                    f'the special cell {cell} of "{preset}" {en}',
                )
    colours = list(box.data["colours"].values())
    for colour in colours:
        if colours.count(colour) > 1:
            raise bad_box(
                box.path,
                f"la couleur « {colour} » est donnée deux fois",
                f'the colour "{colour}" is given twice',
            )


BOX = load_box(Path(__file__).parent)
check(BOX)

AREA = plane_of(drawn(BOX.data["board"], "ox"))
CENTRE = bit_of(drawn(BOX.data["board"], "x")[0]).bit_length() - 1
SPECIAL: tuple[int, ...] = tuple(plane_of(BOX.data["special"][preset]) for preset in PRESETS)
COLOURS: dict[str, str] = dict(BOX.data["colours"])  # EXPION-4
OWNERS: tuple[int, ...] = tuple(
    seat for players in ("2", "3", "4") for seat in BOX.data["owners"][players]
)

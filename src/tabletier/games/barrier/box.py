"""What is in Barrier's box: opening squares, owners of the barrier squares, arrows of the tiles.

Everything here is read from `box.json`, because no source shows the arrows: a collector who owns
the box may correct the file (`kernel/box.py`).
"""

from pathlib import Path

from tabletier.games.barrier.cells import (
    DIRECTIONS,
    PLACES,
    TILES,
    cell_name,
    cell_of,
    place_cell,
    place_of,
    plane_of,
)
from tabletier.games.kernel.box import Box, bad_box, load_box

MARKS = ("dots", "dashes")
"""Yellow's tiles, and those of Colourless."""
TILE_SETS = ("right_angle", "acute", "obtuse", "mixed")
MIXED = ("N E", "E S", "S W", "W N", "N S", "E W", "NE SW", "NW SE")
"""BARRIER-35. The house's own mixed set. It came after the others and does not stand in
`box.json`, whose hash is in the records of older matches; a collector's copy may have its own."""


def check_barrier(box: Box) -> None:
    """BARRIER-6. What the schema cannot say: sixteen squares, and no two neighbours alike."""
    dots = {place_of(cell_of(name)) for name in box.data["barrier"]["dots"]}
    dashes = {place_of(cell_of(name)) for name in box.data["barrier"]["dashes"]}
    twice = sorted(cell_name(place_cell(place)) for place in dots & dashes)
    if twice:
        raise bad_box(
            box.path,
            f"{twice[0]} porte à la fois un point et un tiret",
            f"{twice[0]} carries both a dot and a dash",
        )
    for one, other in neighbours():
        if (one in dots) == (other in dots):
            cells = cell_name(place_cell(one)), cell_name(place_cell(other))
            raise bad_box(
                box.path,
                f"{cells[0]} et {cells[1]} se touchent par un côté et portent la même marque",
                f"{cells[0]} and {cells[1]} share a side and carry the same mark",
            )


def neighbours() -> list[tuple[int, int]]:
    """Every two places of the barrier that share a side."""
    beside = [(place, place + 1) for place in range(PLACES - 1) if place != TILES - 1]
    return beside + [(place, place + TILES) for place in range(TILES)]


def arrows_of(box: Box) -> tuple[int, ...]:
    """BARRIER-32, BARRIER-33. Per set, side and tile: one bit for each direction of the arrow."""
    return tuple(
        sum(1 << DIRECTIONS.index(name) for name in arrow)
        for tile_set in TILE_SETS
        for mark in MARKS
        for arrow in eight_tiles(box, tile_set, mark)
    )


def eight_tiles(box: Box, tile_set: str, mark: str) -> list[list[str]]:
    """BARRIER-5. The arrows of the eight tiles with a mark: the same for both, or two lists."""
    mixed = [arrow.split() for arrow in MIXED]
    given = box.data["tiles"].get(tile_set, mixed)
    tiles: list[list[str]] = given[mark] if isinstance(given, dict) else given
    return tiles


BOX = load_box(Path(__file__).parent)
check_barrier(BOX)

# BARRIER-4. The opening squares, per side.
OPENING = (
    plane_of([cell_of(name) for name in BOX.data["opening"]["yellow"]]),
    plane_of([cell_of(name) for name in BOX.data["opening"]["colourless"]]),
)
# BARRIER-6. The barrier squares of each side, one bit per place: yellow the dots.
OWN_PLACES = tuple(
    sum(1 << place_of(cell_of(name)) for name in BOX.data["barrier"][mark]) for mark in MARKS
)
# BARRIER-32, BARRIER-33. The directions of tile t (0-7) of set s of a side: see `with_tile`.
ARROWS = arrows_of(BOX)

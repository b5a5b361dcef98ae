"""A position of Ex*pion of which only what matters is written; for lessons and tests."""

from tabletier.games.expion.box import CAMPS
from tabletier.games.expion.notation import CELL_OF, camp_of_cell
from tabletier.games.kernel.contract import Options, Position

EACH, ALL = 7, 28


def complete(written: Position, options: Options) -> Position:
    """EXPION-1, EXPION-7. Marbles may be written by camp, `{n = "e9 d6"}`, not cell by cell.

    With `rest = true` every marble that is not written stands in its camp still; the camp cells
    in line with the marbles that have left are the empty ones.
    """
    marbles: dict[str, str] = {}
    for key, value in written["marbles"].items():
        marbles |= dict.fromkeys(value.split(), key) if key in CAMPS else {key: value}
    if written.get("rest", False):
        for camp in CAMPS:
            marbles |= dict.fromkeys(_at_home(camp, marbles), camp)
    return {
        "expion": "e5",
        "cycle": 0,
        "quiet": 0,
        **{key: value for key, value in written.items() if key != "rest"},
        "marbles": dict(sorted(marbles.items())),
        "first_capture": len(marbles) < ALL,
    }


def _at_home(camp: str, marbles: dict[str, str]) -> list[str]:
    """The camp cells whose marbles have not left: as many as make seven, the likeliest first."""
    homes = [name for name in CELL_OF if camp_of_cell(CELL_OF[name]) == CAMPS.index(camp)]
    out = [name for name, own in marbles.items() if own == camp and name not in homes]
    lane = 0 if camp in "ns" else 1
    left = {name[lane] for name in out}
    homes.sort(key=lambda name: (name[lane] in left, name))
    return homes[: EACH - len(out)]

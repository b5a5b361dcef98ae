"""Barrier's options as the engine takes them."""

from tabletier.games.barrier.box import TILE_SETS
from tabletier.games.barrier.rules import initial
from tabletier.games.barrier.state import RANDOM_SEAT, State, Table
from tabletier.games.kernel.contract import Option, Options
from tabletier.games.kernel.texts import Text

CAPTURES = ("optional", "mandatory")
LAYOUTS = ("players", "random")

OPTIONS = (
    Option(
        "layout",
        LAYOUTS,
        "players",
        Text("Pose des carreaux", "Laying the tiles"),
        "BARRIER-11",
        {
            "players": Text("par les joueurs", "by the players"),
            "random": Text("au hasard (départ rapide)", "at random (quick start)"),
        },
    ),
    Option(
        "tiles",
        TILE_SETS,
        "right_angle",
        Text("Jeu de carreaux", "Tile set"),
        "BARRIER-33",
        {
            "right_angle": Text("flèches à angle droit (90°)", "right-angled arrows (90°)"),
            "acute": Text("flèches à angle aigu (45°)", "acute arrows (45°)"),
            "obtuse": Text("flèches à angle obtus (135°)", "obtuse arrows (135°)"),
        },
    ),
    Option(
        "capture",
        CAPTURES,
        "optional",
        Text("Prise", "Taking"),
        "BARRIER-26",
        {
            "optional": Text("facultative", "optional"),
            "mandatory": Text("obligatoire", "mandatory"),
        },
    ),
    Option(
        "first_player",
        (0, 1, "random"),
        0,
        Text("Qui commence", "Who begins"),
        "BARRIER-7",
        {
            0: Text("Jaune", "Yellow"),
            1: Text("Incolore", "Colourless"),
            "random": Text("tiré au sort", "drawn by lot"),
        },
    ),
)


def check(options: Options) -> None:
    """Raises BadOption when two options clash; here any go together."""


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """BARRIER-3. Two sides of one seat each, so either may resign (BARRIER-31)."""
    return (0,), (1,)


def table_of(options: Options) -> Table:
    """What was agreed, in numbers."""
    first = options["first_player"]
    return Table(
        TILE_SETS.index(options["tiles"]),
        CAPTURES.index(options["capture"]),
        LAYOUTS.index(options["layout"]),
        RANDOM_SEAT if first == "random" else first,
    )


def start(options: Options) -> State:
    """The match before anything is drawn or laid."""
    return initial(*table_of(options))

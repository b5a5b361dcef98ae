"""Barrier's options: what players may agree on, and the same as the engine takes it."""

from tabletier.games.barrier.board import TILE_SETS
from tabletier.games.barrier.rules import initial
from tabletier.games.barrier.state import PASSING, RANDOM_SEAT, Agreed, State
from tabletier.games.kernel.contract import READINGS, Draws, Option, Options
from tabletier.games.kernel.text import Text

CAPTURES = ("optional", "mandatory")
LAYOUTS = ("players", "random")
NO_MOVES = ("lose", "pass")

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
            "mixed": Text("flèches droites et coudées", "straight and bent arrows"),
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
    Option(
        "no_move",
        NO_MOVES,
        "lose",
        Text("Qui ne peut pas bouger", "Whoever cannot move"),
        "BARRIER-34",
        {
            "lose": Text("perd la partie (usuel)", "loses the game (usual)"),
            "pass": Text("passe, et l’autre continue", "passes, and the other plays on"),
        },
        READINGS,
        "celui à qui appartiennent les derniers pions en jeu",
        "the one to whom the last pawns in play belong",
    ),
)


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """BARRIER-3. Two sides of one seat each, so either may resign (BARRIER-31)."""
    return (0,), (1,)


def table_of(options: Options) -> Agreed:
    """What was agreed, in numbers."""
    first = options["first_player"]
    return Agreed(
        tiles=TILE_SETS.index(options["tiles"]),
        capture=CAPTURES.index(options["capture"]),
        layout=LAYOUTS.index(options["layout"]) + PASSING * NO_MOVES.index(options["no_move"]),
        first=RANDOM_SEAT if first == "random" else first,
    )


def draws(options: Options) -> Draws:
    """BARRIER-7, BARRIER-11. Lots may be drawn for the tiles and for who begins, then no more."""
    lots = "random" in (options["layout"], options["first_player"])
    return "start" if lots else "never"


def start(options: Options) -> State:
    """The match before anything is drawn or laid."""
    return initial(*table_of(options))

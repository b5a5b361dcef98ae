"""What can be agreed on before a match of Ex*pion, and how the engine takes it."""

from tabletier.games.expion.board import PRESETS, SPECIAL
from tabletier.games.expion.rules import initial
from tabletier.games.expion.state import ANY_WAY, BY_CHOICE, BY_COLOUR, READINGS_AT, Agreed, State
from tabletier.games.kernel.contract import READINGS, Option, Options, Talk
from tabletier.games.kernel.text import Text

PAIRS = ("side", "colour")
PUSHES = ("straight", "any")
CHAMELEONS = ("always", "choose")

OPTIONS = (
    Option(
        "players",
        (2, 3, 4),
        2,
        Text("Joueurs", "Players"),
        "EXPION-6",
        {
            2: Text("Nord et Sud contre Est et Ouest", "North and South v. East and West"),
            3: Text(
                "Nord et Sud, un seul joueur, contre Est et Ouest, qui peuvent se concerter",
                "North and South, one player, v. East and West, who may confer",
            ),
            4: Text(
                "Nord et Sud contre Est et Ouest, sans se concerter",
                "North and South v. East and West, partners may not confer",
            ),
        },
    ),
    Option(
        "special",
        PRESETS,
        "corners",
        Text("Cases interdites à l’Ex*pion", "Cells closed to the Ex*pion"),
        "EXPION-3",
        {
            "corners": Text("les coins de l’aire", "the corners of the area"),
            "inner": Text("en diagonale du centre", "diagonally next to the centre"),
            "edge_mid": Text("le milieu des bords", "the middle of the edges"),
            "second": Text("un pas en diagonale des coins", "one step diagonally from the corners"),
        },
    ),
    Option(
        "pairs",
        PAIRS,
        "side",
        Text("Qui capture ensemble", "Who captures together"),
        "EXPION-40",
        {
            "side": Text(
                "deux billes du même bord, quelle que soit leur couleur (usuel)",
                "two marbles of one side, whatever their colours (usual)",
            ),
            "colour": Text(
                "deux billes d’une couleur, ou de deux coéquipiers",
                "two marbles of one colour, or of two partners",
            ),
        },
        READINGS,
        "deux billes d’une même couleur, ou […] appartenant à 2 joueurs faisant équipe",
        "two marbles of one colour, or […] belonging to 2 players who are a team",
    ),
    Option(
        "push",
        PUSHES,
        "straight",
        Text("Où l’Ex*pion est poussé", "Where the Ex*pion is pushed"),
        "EXPION-41",
        {
            "straight": Text("tout droit (usuel)", "straight on (usual)"),
            "any": Text(
                "sur n’importe quelle case libre à côté de lui", "to any free cell beside it"
            ),
        },
        READINGS,
        "peut le pousser sur une case libre voisine",
        "may push it to a free cell next to it",
    ),
    Option(
        "chameleon",
        CHAMELEONS,
        "always",
        Text("L’aide de l’Ex*pion", "The help of the Ex*pion"),
        "EXPION-42",
        {
            "always": Text("elle s’impose (usuel)", "it cannot be declined (usual)"),
            "choose": Text("on peut la refuser", "it may be declined"),
        },
        READINGS,
        "peut considérer cette dernière comme étant de sa couleur",
        "may consider it as being of his colour",
    ),
)


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """EXPION-5, EXPION-6. North and South against East and West; so one may resign (EXPION-39)."""
    return {2: ((0,), (1,)), 3: ((0,), (1, 2)), 4: ((0, 2), (1, 3))}[options["players"]]


def talk(options: Options, seat: int) -> Talk:
    """EXPION-10. East and West may confer against a player alone; of four players nobody may."""
    if options["players"] == 4:
        return Talk("closed", "EXPION-10")
    return Talk("private", "EXPION-10") if options["players"] == 3 and seat in (1, 2) else Talk()


def agreed_readings(options: Options) -> int:
    """EXPION-40 to EXPION-42. The other readings that were agreed on, one bit each.

    With four players nobody owns two colours, so `pairs` makes no difference.
    """
    by_colour = options.get("pairs") == "colour" and options["players"] < 4
    any_way, by_choice = options.get("push") == "any", options.get("chameleon") == "choose"
    return BY_COLOUR * by_colour + ANY_WAY * any_way + BY_CHOICE * by_choice


def table_of(options: Options) -> Agreed:
    """What was agreed, as the engine takes it."""
    special = SPECIAL[PRESETS.index(options["special"])]
    return Agreed(
        players=options["players"], special=special | (agreed_readings(options) << READINGS_AT)
    )


def start(options: Options) -> State:
    """EXPION-7. The board as it is set up."""
    preset = PRESETS.index(options["special"])
    return initial(options["players"], preset, agreed_readings(options))

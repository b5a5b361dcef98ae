"""Point's options: what players may agree on, and the same as the engine takes it."""

from tabletier.games.kernel.contract import Option, Options, Talk
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.text import Text
from tabletier.games.point.rules import initial
from tabletier.games.point.state import DUEL, FOUR, SEATS, TEAMS, THREE, Agreed, State

OPTIONS = (
    Option("players", (2, 3, 4), 2, Text("Joueurs", "Players"), "POINT-3"),
    Option(
        "teams",
        (False, True),
        False,
        Text("Équipes de deux (à quatre)", "Teams of two (with four players)"),
        "POINT-26",
        {False: Text("chacun pour soi", "everyone alone"), True: Text("en équipes", "in teams")},
    ),
    Option(
        "rows",
        ("chosen", "random"),
        "chosen",
        Text("Rangs de départ", "Rows at the start"),
        "POINT-9",
        {
            "chosen": Text("choisis en secret", "chosen in secret"),
            "random": Text("tirés au sort", "drawn by lot"),
        },
    ),
    Option(
        "bank",
        ("empty", "box"),
        "empty",
        Text("Banque au départ", "Bank at the start"),
        "POINT-8",
        {
            "empty": Text("vide", "empty"),
            "box": Text("tous les pions restants (plus facile)", "all pawns left over (easier)"),
        },
    ),
)

ALONE = {2: DUEL, 3: THREE, 4: FOUR}


def check(options: Options) -> None:
    """POINT-3. Raises BadOption when teams are asked for without four players."""
    players = options["players"]
    if options["teams"] and players != SEATS[TEAMS]:
        raise BadOption(
            Text(
                f"Les équipes de deux demandent 4 joueurs, pas {players} (POINT-3).",
                f"Teams of two need 4 players, not {players} (POINT-3).",
            ),
            rule="POINT-3",
        )


def table_of(options: Options) -> Agreed:
    """POINT-3, POINT-8, POINT-9. What was agreed, in numbers."""
    mode = TEAMS if options["teams"] else ALONE[options["players"]]
    return Agreed(
        mode=mode,
        random_rows=int(options["rows"] == "random"),
        full_bank=int(options["bank"] == "box"),
    )


def start(options: Options) -> State:
    """The match before anything is drawn or chosen."""
    return initial(*table_of(options))


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """POINT-26. The seats of each side: partners sit opposite each other.

    With two of them a player may resign for his side (POINT-35); the match sees to that.
    """
    if options["teams"]:
        return (0, 2), (1, 3)
    return tuple((seat,) for seat in range(options["players"]))


def talk(options: Options, seat: int) -> Talk:
    """POINT-26. Partners agree how to proceed: they confer in private, at any time."""
    return Talk("private", "POINT-26") if options["teams"] else Talk()

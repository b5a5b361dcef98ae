"""Punto's options: what players may agree on, and the same as the engine takes it."""

from typing import Any

from tabletier.games.kernel.contract import READINGS, Option, Options, Talk
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.text import Text
from tabletier.games.punto.cards import M2, M3, M4, T4, T6, T8, seats_in, sides_in
from tabletier.games.punto.rules import initial
from tabletier.games.punto.state import (
    BY_LAST,
    EDITION_2024,
    EDITION_ATALIA,
    RANDOM_SEAT,
    SKIPPING,
    Agreed,
    State,
)

OPTIONS = (
    Option("players", (2, 3, 4, 6, 8), 2, Text("Joueurs", "Players"), "PUNTO-3"),
    Option(
        "teams",
        (False, True),
        False,
        Text(
            "Équipes de deux (à quatre ; toujours à six et à huit)",
            "Teams of two (with four players; always with six and eight)",
        ),
        "PUNTO-3",
        {False: Text("chacun pour soi", "everyone alone"), True: Text("en équipes", "in teams")},
    ),
    Option(
        "edition",
        ("2024", "atalia"),
        "2024",
        Text("Édition des règles", "Edition of the rules"),
        "PUNTO-22",
        {
            "2024": Text("Game Factory 2024", "Game Factory 2024"),
            "atalia": Text("Atalia", "Atalia"),
        },
    ),
    Option(
        "expert",
        (False, True),
        False,
        Text("Variante expert : deux cartes en main", "Expert variant: a hand of two cards"),
        "PUNTO-26",
        {False: Text("non", "no"), True: Text("oui", "yes")},
    ),
    Option(
        "rounds_to_win",
        (1, 2, 3, 4, 5),
        2,
        Text("Manches à gagner", "Rounds to win"),
        "PUNTO-31",
    ),
    Option(
        "first_player",
        ("random", 0, 1, 2, 3, 4, 5, 6, 7),
        "random",
        Text("Qui commence", "Who starts"),
        "PUNTO-28",
        {"random": Text("tiré au sort", "drawn by lot")},
    ),
    Option(
        "empty_pile",
        ("block", "skip"),
        "block",
        Text("Qui n’a plus de carte", "Whoever has no card left"),
        "PUNTO-33",
        {
            "block": Text("bloque la manche (usuel)", "blocks the round (usual)"),
            "skip": Text("est sauté, les autres continuent", "is passed over, the others play on"),
        },
        READINGS,
        "ne peut plus poser de cartes",
        "can place no more cards",
    ),
    Option(
        "round_ender",
        ("stuck", "last"),
        "stuck",
        Text("Qui a terminé une manche bloquée", "Who ended a blocked round"),
        "PUNTO-34",
        {
            "stuck": Text("qui n’a pas pu poser (usuel)", "whoever could not place (usual)"),
            "last": Text("qui a posé en dernier", "whoever placed last"),
        },
        READINGS,
        "du joueur ayant terminé la dernière manche",
        "of the player who ended the last round",
    ),
)

ALONE = {2: M2, 3: M3, 4: M4}
IN_TEAMS = {4: T4, 6: T6, 8: T8}


def settle(options: Options) -> Options:
    """PUNTO-3. Six and eight players always play in teams."""
    return {**options, "teams": options["teams"] or options["players"] in (6, 8)}


def check(options: Options) -> None:
    """Raises BadOption when two options clash."""
    players, first = options["players"], options["first_player"]
    if options["teams"] and players not in IN_TEAMS:
        raise BadOption(
            Text(
                f"Les équipes de deux demandent 4, 6 ou 8 joueurs, pas {players} (PUNTO-3).",
                f"Teams of two need 4, 6 or 8 players, not {players} (PUNTO-3).",
            ),
            rule="PUNTO-3",
        )
    if first != "random" and first >= players:
        raise BadOption(
            Text(
                f"La place {first} n'existe pas à {players} joueurs : "
                f"de 0 à {players - 1} ou random (PUNTO-28).",
                f"There is no seat {first} among {players} players: "
                f"0 to {players - 1} or random (PUNTO-28).",
            ),
            rule="PUNTO-28",
        )


def mode_of(options: Options) -> int:
    """PUNTO-3. One of the six ways to sit down."""
    modes = IN_TEAMS if options["teams"] else ALONE
    return modes[options["players"]]


def _edition(options: Options) -> int:
    """PUNTO-22, PUNTO-33, PUNTO-34. The edition, and the other readings agreed on."""
    edition = EDITION_2024 if options["edition"] == "2024" else EDITION_ATALIA
    skipping = SKIPPING if options["empty_pile"] == "skip" else 0
    return edition + skipping + (BY_LAST if options["round_ender"] == "last" else 0)


def table_of(options: Options) -> Agreed:
    """What was agreed, in numbers."""
    first: Any = options["first_player"]
    return Agreed(
        mode=mode_of(options),
        edition=_edition(options),
        expert=int(options["expert"]),
        goal=options["rounds_to_win"],
        first=RANDOM_SEAT if first == "random" else first,
    )


def start(options: Options) -> State:
    """The match before anything is drawn."""
    table = table_of(options)
    return initial(table.mode, table.edition, table.expert, table.goal, table.first)


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """PUNTO-6. The seats of each side: teams take turns one after another.

    With two of them a player may resign for his side (PUNTO-32); the match sees to that.
    """
    mode = mode_of(options)
    seats, sides = seats_in(mode), sides_in(mode)
    return tuple(tuple(range(side, seats, sides)) for side in range(sides))


def talk(options: Options, seat: int) -> Talk:
    """PUNTO-6. Partners talk aloud: everybody at the table hears them."""
    return Talk("aloud", "PUNTO-6") if options["teams"] else Talk()

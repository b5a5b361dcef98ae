"""Punto by Bernhard Weber: a line of one colour, on cards that cover each other."""

from tabletier.games.kernel.contract import READINGS, Game, Option
from tabletier.games.kernel.text import Text
from tabletier.games.punto import rules, search
from tabletier.games.punto.events import event_view, events, tell
from tabletier.games.punto.explain import ask, refuse
from tabletier.games.punto.hints import remark
from tabletier.games.punto.notation import read, spoken, write
from tabletier.games.punto.options import check, settle, start, talk, teams
from tabletier.games.punto.position import complete, position, remember
from tabletier.games.punto.position.setup import setup
from tabletier.games.punto.view import picture, view

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

GAME = Game(
    key="punto",
    name=Text("Punto", "Punto"),
    goal=Text(
        "Alignez quatre ou cinq cartes de votre couleur en couvrant les plus faibles ; "
        "deux manches gagnées donnent la partie.",
        "Line up four or five cards of your colour, covering lower ones; two rounds win the match.",
    ),
    credits="Bernhard Weber, Game Factory (2024), Atalia",
    version="1",
    options=OPTIONS,
    rules=rules,
    check=check,
    teams=teams,
    start=start,
    write=write,
    read=read,
    refuse=refuse,
    spoken=spoken,
    position=position,
    setup=setup,
    view=view,
    events=events,
    tell=tell,
    ask=ask,
    picture=picture,
    complete=complete,
    remark=remark,
    minutes=(15, 25),
    endings={
        "line": Text("une ligne", "a line"),
        "blocked": Text("manche bloquée", "a blocked round"),
        "void": Text("trois manches nulles de suite", "three void rounds in a row"),
    },
    settle=settle,
    remember=remember,
    event_view=event_view,
    imagine=search.imagine,
    heuristics=search,
    hidden=search.hidden,
    talk=talk,
    pauses=("new_round",),
)

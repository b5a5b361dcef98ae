"""Punto by Bernhard Weber: a line of one colour, on cards that cover each other."""

from tabletier.games.kernel.contract import Game, Shapes
from tabletier.games.kernel.text import Text
from tabletier.games.punto import rules, search, space
from tabletier.games.punto.diagram import diagram
from tabletier.games.punto.events import event_view, events, tell
from tabletier.games.punto.explain import ask, refuse
from tabletier.games.punto.hints import remark
from tabletier.games.punto.manners import likes
from tabletier.games.punto.notation import read, spoken, write
from tabletier.games.punto.options import OPTIONS, check, settle, start, talk, teams
from tabletier.games.punto.position import complete, position, remember
from tabletier.games.punto.position.setup import setup
from tabletier.games.punto.shapes import Event, Position, View
from tabletier.games.punto.view import picture, view

GAME: Game = Game[Position, View, Event](
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
    shapes=Shapes(Position, View, Event),
    position=position,
    setup=setup,
    view=view,
    events=events,
    tell=tell,
    ask=ask,
    picture=picture,
    diagram=diagram,
    own_board=True,
    complete=complete,
    remark=remark,
    likes=likes,
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
    space=space,
    hidden=search.hidden,
    talk=talk,
    pauses=("new_round",),
)

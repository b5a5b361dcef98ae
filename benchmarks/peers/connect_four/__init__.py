"""Connect Four (Howard Wexler and Ned Strongin, 1974), with the rules that OpenSpiel plays."""

from benchmarks.peers.connect_four import heuristics, rules
from benchmarks.peers.connect_four.table import diagram, picture, position, setup, touches, view
from benchmarks.peers.connect_four.texts import ask, events, read, refuse, tell, write
from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.text import Text


def check(options: Options) -> None:
    """There is nothing to agree on."""


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """Two sides of one seat each."""
    return (0,), (1,)


def start(options: Options) -> rules.State:
    """An empty board."""
    return rules.initial()


GAME = Game(
    key="connect_four",
    name=Text("Puissance 4", "Connect Four"),
    goal=Text(
        "Alignez quatre pions dans un sens ou dans l'autre.",
        "Get four stones in a row, in any direction.",
    ),
    credits="Howard Wexler, Ned Strongin, Milton Bradley (1974)",
    version="1",
    options=(),
    rules=rules,
    check=check,
    teams=teams,
    start=start,
    write=write,
    read=read,
    refuse=refuse,
    position=position,
    setup=setup,
    view=view,
    events=events,
    tell=tell,
    ask=ask,
    picture=picture,
    diagram=diagram,
    touches=touches,
    heuristics=heuristics,
    endings={
        "line": Text("quatre pions alignés", "four in a row"),
        "full": Text("le plateau est plein", "the board is full"),
    },
)

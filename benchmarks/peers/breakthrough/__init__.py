"""Breakthrough (Dan Troyka, 2000) on eight by eight cells, with the rules that OpenSpiel plays."""

from benchmarks.peers.breakthrough import heuristics, rules
from benchmarks.peers.breakthrough.table import diagram, picture, position, setup, view
from benchmarks.peers.breakthrough.texts import ask, events, read, refuse, tell, write
from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.text import Text


def check(options: Options) -> None:
    """There is nothing to agree on."""


def teams(options: Options) -> tuple[tuple[int, ...], ...]:
    """Two sides of one seat each."""
    return (0,), (1,)


def start(options: Options) -> rules.State:
    """Two full rows each."""
    return rules.initial()


GAME = Game(
    key="breakthrough",
    name=Text("Breakthrough", "Breakthrough"),
    goal=Text(
        "Menez un pion sur la dernière rangée, ou prenez tous ceux d'en face.",
        "Bring a pawn to the far row, or take all the opponent's pawns.",
    ),
    credits="Dan Troyka (2000)",
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
    heuristics=heuristics,
    endings={
        "goal": Text("un pion sur la dernière rangée", "a pawn on the far row"),
        "last_pawn": Text("plus aucun pion", "no pawn left"),
    },
)

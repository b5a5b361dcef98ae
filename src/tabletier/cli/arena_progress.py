"""How an arena is getting on: a bar at a terminal, a line now and then in a pipe."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tabletier.cli.i18n import format_figures, say

if TYPE_CHECKING:
    from tabletier.lab.arena.play import Played
    from tabletier.lab.arena.tournament import Plan

TOLD = 10
"""How many lines a pipe gets."""


def labels(players: Sequence[str]) -> tuple[str, ...]:
    """The entrants' names; a player that takes part more than once is numbered."""
    return tuple(
        f"{name} #{players[: place + 1].count(name)}" if players.count(name) > 1 else name
        for place, name in enumerate(players)
    )


class Score:
    """The points so far."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players, self.points = players, [0.0] * len(players)
        self.games = 0

    def add(self, played: "Played") -> None:
        """One more game."""
        self.games += 1
        for entrant, part in zip(played.lineup, played.points, strict=True):
            self.points[entrant] += part

    def __str__(self) -> str:
        pairs = zip(self.players, self.points, strict=True)
        return " · ".join(f"{name} {format_figures(f'{points:.1f}')}" for name, points in pairs)


@contextmanager
def watched(plan: "Plan") -> Iterator[Callable[["Played"], None]]:
    """Something to tell of every finished game."""
    from tabletier.lab.arena.plan import arena_of
    from tabletier.lab.arena.results import Ledger

    arena = arena_of(plan)
    score, total = Score(labels(arena.players)), arena.round * arena.decks
    for played in Ledger(plan, arena).played.values():
        if played.deck < arena.decks:
            score.add(played)
    console = Console(stderr=True, highlight=False, emoji=False)
    if console.is_terminal:
        with _bar(console, score, total) as hear:
            yield hear
    else:
        yield lambda played: _tell(score, played, total)


def _tell(score: Score, played: "Played", total: int) -> None:
    """A line whenever another tenth of the games is over."""
    score.add(played)
    if score.games * TOLD // total > (score.games - 1) * TOLD // total:
        click.echo(say("arena.progress", count=score.games, total=total, score=score), err=True)


@contextmanager
def _bar(console: Console, score: Score, total: int) -> Iterator[Callable[["Played"], None]]:
    points = TextColumn("{task.fields[score]}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), points)
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=total, completed=score.games, score="")

        def hear(played: "Played") -> None:
            score.add(played)
            progress.update(bar, advance=1, score=str(score))

        yield hear

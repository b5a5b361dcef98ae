"""What `tabletier arena` shows: how it is getting on, then a table and a few sentences."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tabletier.cli.i18n import format_figures, say, tell
from tabletier.cli.terminal import print_table
from tabletier.games.kernel.registry import find
from tabletier.match.sentences import reason as reason_sentence

if TYPE_CHECKING:
    from tabletier.lab.arena.play import Played
    from tabletier.lab.arena.standings import Duel, Report, Standing
    from tabletier.lab.arena.tournament import Plan
    from tabletier.lab.statistics import Estimate, Sprt


HEADS = ("points", "games", "results", "share", "rating", "cpu", "wall", "late")
PIPE_LINES = 10
"""How many lines a pipe gets."""


def show_report(report: "Report") -> None:
    """Print all a person wants to know of an arena."""
    from tabletier.lab.bulk import label

    game = find(report.game)
    agreed = label(game, report.options)
    name = f"{tell(game.name)} ({agreed})" if agreed else tell(game.name)
    counts = {"games": report.games, "decks": report.decks, "round": report.round}
    title = say("arena.title", game=name, **counts)
    if not report.games:
        click.echo(title)
        return
    wanted = [head for head in HEADS if head != "rating" or report.standings[0].rating]
    heads = (say("arena.player"), *(say(f"arena.{head}") for head in wanted))
    rows = zip(entrant_labels(report.players), map(_figures, report.standings), strict=True)
    print_table(title, heads, ((name, *figures) for name, figures in rows))
    for line in _sentences(report):
        click.echo(line)


def _figures(standing: "Standing") -> tuple[str, ...]:
    times = standing.times
    rating = () if standing.rating is None else (_format_interval(standing.rating, 1),)
    return (
        f"{standing.points:.1f}",
        f"{standing.games}",
        f"{standing.wins}/{standing.draws}/{standing.losses}",
        _percent(standing.share),
        *rating,
        f"{1000 * times.cpu:,.1f}",
        f"{1000 * times.wall:,.1f}",
        "–" if times.overstep is None else f"{1000 * times.overstep:+,.0f}",
    )


def _sentences(report: "Report") -> Iterator[str]:
    for duel in report.duels:
        yield _duel(report, duel)
    if report.sprt is not None:
        yield _verdict(report.sprt)
    if report.opening:
        yield say("arena.opened", count=report.opening)
    ways = ", ".join(f"{_ending(report.game, why)} {n}" for why, n in report.reasons.items())
    yield format_figures(say("arena.length", moves=f"{report.moves:.1f}", ways=ways))
    yield say("arena.legend")


def _duel(report: "Report", duel: "Duel") -> str:
    names = entrant_labels(report.players)
    words = {"first": names[duel.first], "second": names[duel.second]}
    low, high = (_elo(bound) for bound in (duel.elo.low, duel.elo.high))
    share = format_figures(_percent(duel.share))
    return say("arena.duel", **words, share=share, elo=_elo(duel.elo.value), low=low, high=high)


def _verdict(sprt: "Sprt") -> str:
    key = {"H0": "arena.sprt.first", "H1": "arena.sprt.second"}.get(
        sprt.verdict, "arena.sprt.undecided"
    )
    llr, bound = format_figures(f"{sprt.llr:+.2f}"), format_figures(f"{sprt.high:.2f}")
    elo = {"first": f"{sprt.elo0:+g}", "second": f"{sprt.elo1:+g}"}
    return say(key, **elo, llr=llr, bound=bound, decks=sprt.decks)


def _ending(game: str, reason: str) -> str:
    return tell(reason_sentence(game, reason))


def _percent(share: "Estimate") -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


def _format_interval(found: "Estimate", digits: int) -> str:
    return f"{found.value:.{digits}f} ({found.low:.{digits}f}–{found.high:.{digits}f})"


def _elo(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"


# --- While it is held: a bar at a terminal, a line now and then in a pipe


def entrant_labels(players: Sequence[str]) -> tuple[str, ...]:
    """The entrants' names; a player that takes part more than once is numbered."""
    return tuple(
        f"{name} #{players[: place + 1].count(name)}" if players.count(name) > 1 else name
        for place, name in enumerate(players)
    )


class RunningScore:
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
def watch_progress(plan: "Plan") -> Iterator[Callable[["Played"], None]]:
    """Something to tell of every finished game."""
    from tabletier.lab.arena.plan import arena_of
    from tabletier.lab.arena.tournament import ResultsFile

    arena = arena_of(plan)
    score, total = RunningScore(entrant_labels(arena.players)), arena.round * arena.decks
    for played in ResultsFile(plan, arena).played.values():
        if played.deck < arena.decks:
            score.add(played)
    console = Console(stderr=True, highlight=False, emoji=False)
    if console.is_terminal:
        with _progress_bar(console, score, total) as hear:
            yield hear
    else:
        yield lambda played: _tell_progress(score, played, total)


def _tell_progress(score: RunningScore, played: "Played", total: int) -> None:
    """A line whenever another tenth of the games is over."""
    score.add(played)
    if score.games * PIPE_LINES // total > (score.games - 1) * PIPE_LINES // total:
        click.echo(say("arena.progress", count=score.games, total=total, score=score), err=True)


@contextmanager
def _progress_bar(
    console: Console, score: RunningScore, total: int
) -> Iterator[Callable[["Played"], None]]:
    points = TextColumn("{task.fields[score]}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), points)
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=total, completed=score.games, score="")

        def hear(played: "Played") -> None:
            score.add(played)
            progress.update(bar, advance=1, score=str(score))

        yield hear

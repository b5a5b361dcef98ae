"""The report of an arena as a table and a few sentences."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tabletier.cli.arena_progress import labels
from tabletier.cli.i18n import format_figures, say, tell
from tabletier.cli.terminal import print_table
from tabletier.games.kernel.registry import find
from tabletier.match import sentences as telling

if TYPE_CHECKING:
    from tabletier.lab.arena.rating import Estimate
    from tabletier.lab.arena.sprt import Sprt
    from tabletier.lab.arena.standings import Duel, Report, Standing

HEADS = ("points", "games", "results", "share", "rating", "cpu", "wall", "late")


def show(report: "Report") -> None:
    """Print all a person wants to know of an arena."""
    from tabletier.lab.option_sets import label

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
    rows = zip(labels(report.players), map(_figures, report.standings), strict=True)
    print_table(title, heads, ((name, *figures) for name, figures in rows))
    for line in _sentences(report):
        click.echo(line)


def _figures(standing: "Standing") -> tuple[str, ...]:
    times = standing.times
    rating = () if standing.rating is None else (_with_interval(standing.rating, 1),)
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
    ways = ", ".join(f"{_ending(report.game, why)} {n}" for why, n in report.reasons.items())
    yield format_figures(say("arena.length", moves=f"{report.moves:.1f}", ways=ways))
    yield say("arena.legend")


def _duel(report: "Report", duel: "Duel") -> str:
    names = labels(report.players)
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
    return tell(telling.reason(game, reason))


def _percent(share: "Estimate") -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


def _with_interval(found: "Estimate", digits: int) -> str:
    return f"{found.value:.{digits}f} ({found.low:.{digits}f}–{found.high:.{digits}f})"


def _elo(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"

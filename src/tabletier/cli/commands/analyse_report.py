"""An analysis in the terminal: a table of all moves, then a few sentences on each player."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text as Line

from tabletier.cli import render
from tabletier.cli.i18n import format_figures, language, say, tell
from tabletier.cli.terminal import PIPE_WIDTH, open_console
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match
from tabletier.search.analysis import Analysis, Ply
from tabletier.search.analysis.bands import SIGNS
from tabletier.search.analysis.report import MARKS, Account, accounts
from tabletier.search.endings import Ending, in_short
from tabletier.search.hints import percent

STYLES = {"inaccuracy": "yellow", "mistake": "bold yellow", "blunder": "bold red"}
NOTHING = 0.0005


def show_report(match: Match, analysis: Analysis, names: Sequence[str] = ()) -> None:
    """Print the table and the sentences; `names`: who played."""
    console = open_console()
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    console.print(table(match, analysis))
    console.print()
    for sentence in sentences(match, analysis, names):
        console.print(sentence, markup=False, soft_wrap=not console.is_terminal)


def table(match: Match, analysis: Analysis) -> Table:
    """One row per move, after one for the start."""
    chance = any(part for ply in analysis.plies for part in ply.luck)
    proven = any(ply.ending is not None for ply in analysis.plies)
    title = say("analyse.title", game=tell(find(match.game).name))
    found = Table(title=title, title_justify="left", box=None, pad_edge=False)
    found.add_column(say("analyse.head.number"), justify="right")
    found.add_column(say("analyse.head.player"))
    found.add_column(say("analyse.head.move"), overflow="fold")
    found.add_column("", no_wrap=True)
    for team in match.teams:
        numbers = "+".join(str(seat + 1) for seat in team)
        found.add_column(say("analyse.head.chances", players=numbers), justify="right")
    found.add_column(say("analyse.head.other"), overflow="fold")
    found.add_column(say("analyse.head.skill"), justify="right")
    if chance:
        found.add_column(say("analyse.head.luck"), justify="right")
    if proven:
        found.add_column(say("analyse.head.ending"), no_wrap=True)
    start = analysis.values[0] if analysis.values else ()
    found.add_row("", say("analyse.start"), "", "", *map(format_share, start))
    for ply in analysis.plies:
        found.add_row(*_row(ply, chance, proven))
    return found


def _row(ply: Ply, chance: bool, proven: bool) -> list[str | Line]:
    """What stands in the table about one move."""
    sign = Line(SIGNS[ply.mark], style=STYLES[ply.mark]) if ply.mark else ""
    other = say("analyse.forced") if ply.forced else ""
    if ply.other is not None:
        share = format_share(ply.other.value[ply.side])
        other = f"{ply.other.move} ({format_ending(ply.other.ending) or share})"
    return [
        str(ply.number),
        str(ply.seat + 1),
        Line(ply.move),
        sign,
        *map(format_share, ply.then),
        Line(other, style="" if ply.mark else "dim"),
        format_points(ply.skill[ply.side]),
        *([format_points(ply.luck[ply.side])] if chance else []),
        *([format_ending(ply.ending)] if proven else []),
    ]


def format_share(share: float) -> str:
    """A chance as a whole number of percent; 0 and 100 are certain."""
    return percent(share).say(language()).rstrip("%").strip()


def format_ending(ending: Ending | None) -> str:
    """A proven end in short; nothing without one."""
    return "" if ending is None else tell(in_short(ending))


def format_points(swing: float) -> str:
    """A gain or a loss in points of a hundred; nothing for nothing."""
    if abs(swing) < NOTHING:
        return ""
    return format_figures(f"{100 * swing:+.1f}").replace("-", "−")


def sentences(match: Match, analysis: Analysis, names: Sequence[str]) -> list[str]:
    """What the analysis comes to: each player, then each move that is criticised."""
    found = [say("analyse.legend")]
    if any(ply.ending is not None for ply in analysis.plies):
        found.append(say("analyse.legend.ending"))
    if any(names):
        found.append(render.name_list(names) + ".")
    if not analysis.complete:
        found.append(say("analyse.stopped", count=len(analysis.plies)))
    if match.result is not None:
        found.append(render.ending(match, names=names))
    found += [_summary(account, names) for account in accounts(analysis)]
    marked = [ply for ply in analysis.plies if ply.mark is not None]
    return [*found, *(_criticism(ply, names) for ply in marked)]


def _summary(account: Account, names: Sequence[str]) -> str:
    """One player in a sentence."""
    named = render.player(account.seat, names)
    if account.accuracy is None:
        return say("analyse.seat.idle", player=named, moves=account.moves)
    counted = [
        say(f"marks.{mark}", count=account.marks[mark])
        for mark in reversed(MARKS)
        if account.marks[mark]
    ]
    return say(
        "analyse.seat",
        player=named,
        moves=account.moves,
        choices=account.choices,
        accuracy=percent(account.accuracy).say(language()),
        faults=", ".join(counted) or say("analyse.faultless"),
        skill=format_points(account.skill) or "0",
        luck=format_points(account.luck) or "0",
    )


def _criticism(ply: Ply, names: Sequence[str]) -> str:
    """A criticised move in a sentence: what it lost, what was better, and how sure that is."""
    assert ply.mark is not None
    assert ply.other is not None
    why = "" if ply.why is None else say("analyse.why", why=tell(ply.why))
    return say(
        "analyse.criticism",
        number=ply.number,
        player=render.player(ply.seat, names),
        move=ply.move,
        mark=say(f"mark.{ply.mark}"),
        before=percent(ply.before[ply.side]).say(language()),
        after=percent(ply.after[ply.side]).say(language()),
        other=ply.other.move,
        why=why,
        sure=percent(ply.confidence).say(language()),
    )

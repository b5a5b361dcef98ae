"""`tabletier bench` and `tabletier study`: how fast this machine plays, how games behave."""

import datetime
import errno
import json
import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliCommand, CliOption, number_between
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import say, tell
from tabletier.cli.terminal import announce_work, print_table
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys

if TYPE_CHECKING:
    from tabletier.lab.report import Measured
    from tabletier.lab.study import Finding


BENCH_PAGE = "docs/benchmarks.md"
SECONDS, QUICK_SECONDS = 2.0, 0.2
LONGEST = 600
DISTURBED = 0.1
BENCH_HEADS = ("rate", "spread", "ns", "games", "length")
CALL_HEADS = ("play", "ask", "step", "bulk", "again", "match", "again")
STUDY_PAGE = "docs/studies/random-play.md"
MOST_STUDY_GAMES = 10_000_000
STUDY_HEADS = ("moves", "decisive", "first", "fair", "ends")


def _games_argument() -> CliArgument:
    """Any number of games; none means all."""
    return CliArgument(["names"], nargs=-1, required=False, metavar="meta.games")


def _find_games(names: Sequence[str]) -> list[Game]:
    """The games named, each once, or all. Raises UnknownGame."""
    return [find(name) for name in dict.fromkeys(name.lower() for name in names) or keys()]


def _page_option(page: str) -> CliOption:
    """`--markdown`, with or without a file; `page` is the file when none is named."""
    return CliOption(
        ["--markdown"],
        is_flag=False,
        flag_value=page,
        default=None,
        metavar="meta.file",
        help="option.markdown",
    )


def _check_folder(name: str | None) -> None:
    """Raises BadInput where a page cannot be written in the end, before hours of work."""
    if name and not Path(name).parent.is_dir():
        why = os.strerror(errno.ENOENT)
        raise BadInput(say("error.file.write", name=name[:200], why=why))


def _write_page(name: str, text: str) -> None:
    """Write a page where the command line said. Raises BadInput when that cannot be done."""
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(say("error.file.write", name=name[:200], why=why)) from error
    click.echo(say("page.written", path=name), err=True)


def _read_page(name: str) -> str:
    """A page as it is now; nothing where there is none that can be read."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _command_line(name: str, arguments: Sequence[tuple[str, object]], games: Sequence[str]) -> str:
    """The command that would do the same again, as it is typed."""
    words = [word for option, value in arguments for word in _option_words(option, value)]
    return shlex.join(["tabletier", name, *games, *words])


def _option_words(option: str, value: object) -> list[str]:
    if isinstance(value, bool):
        return [option] if value else []
    return [option, str(value)]


def _bench(
    names: tuple[str, ...], seconds: float | None, quick: bool, as_json: bool, markdown: str
) -> int:
    from tabletier.lab.report import bench_page, machine, with_rest

    _check_folder(markdown)
    games, about = _find_games(names), machine()
    wanted = seconds or (QUICK_SECONDS if quick else SECONDS)
    if not as_json:
        compiled = say("yes") if about["compiled"] else say("no")
        click.echo(say("bench.machine", **{**about, "compiled": compiled}) + "\n")
    measured = []
    for found in _measure(games, wanted, quick):
        measured.append(found)
        if not as_json:
            _show_speeds(found)
    if as_json:
        report = {"machine": about, "seconds": wanted, "games": [_bench_json(m) for m in measured]}
        click.echo(json.dumps(report, ensure_ascii=False, allow_nan=False))
    else:
        _show_calls(measured)
    if markdown:
        again = _command_line("bench", [("--seconds", wanted), ("--quick", quick)], names)
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        text = bench_page(measured, about, again + " --markdown", date)
        _write_page(markdown, with_rest(text, _read_page(markdown)))
    return OK


def _measure(games: list[Game], seconds: float, quick: bool) -> "Iterator[Measured]":
    """Measure game after game; new processes are not started in a hurry, nor uncompiled."""
    from tabletier.games.kernel.compiler import JIT
    from tabletier.lab import bench
    from tabletier.lab.report import Measured

    for game in games:
        announce_work(game.key)
        speeds = list(bench.speeds(game, seconds, quick=quick))
        calls = bench.calls(game)
        begun = bench.startup(game) if JIT and not quick else None
        yield Measured(game, speeds, calls, begun)


def _bench_json(measured: "Measured") -> dict[str, Any]:
    from tabletier.lab.bench import as_json

    game: Game = measured.game
    return {
        "game": game.key,
        "version": game.version,
        "speeds": [as_json(speed) for speed in measured.speeds],
        "calls_us": measured.calls._asdict(),
        "startup_s": None if measured.startup is None else measured.startup._asdict(),
    }


def _show_speeds(measured: "Measured") -> None:
    from tabletier.lab.report import speed_row

    title = say("bench.title", game=tell(measured.game.name))
    heads = (say("lab.options"), *(say(f"bench.{head}") for head in BENCH_HEADS))
    rows = ((s.label or say("lab.usual"), *speed_row(s)[1:]) for s in measured.speeds)
    print_table(title, heads, rows)
    worst = max(speed.idle for speed in measured.speeds)
    if worst > DISTURBED:
        click.echo(say("bench.disturbed", percent=round(100 * worst)) + "\n")


def _show_calls(measured: "list[Measured]") -> None:
    from tabletier.lab.report import call_row

    heads = (say("meta.game").lower(), *(say(f"bench.{head}") for head in CALL_HEADS))
    print_table(say("bench.calls"), heads, map(call_row, measured))


bench_command = CliCommand(
    "bench",
    help="bench.help",
    callback=_bench,
    params=[
        _games_argument(),
        CliOption(
            ["--seconds"],
            default=None,
            callback=number_between(float, 0.001, LONGEST),
            metavar="meta.count",
            help="bench.option.seconds",
        ),
        CliOption(["--quick"], is_flag=True, help="bench.option.quick"),
        JSON_OPTION,
        _page_option(BENCH_PAGE),
    ],
)


def _study(names: tuple[str, ...], games: int, seed: str, as_json: bool, markdown: str) -> int:
    from tabletier.lab import study
    from tabletier.lab.report import study_page

    _check_folder(markdown)
    findings: list[Finding] = []
    for game in _find_games(names):
        announce_work(game.key)
        found = list(study.study(game, games, seed))
        findings += found
        if not as_json:
            _show_findings(game, found)
    if as_json:
        listed = [study.as_json(finding) for finding in findings]
        report = {"seed": seed, "games": games, "findings": listed}
        click.echo(json.dumps(report, ensure_ascii=False, allow_nan=False))
    else:
        click.echo(say("study.legend"))
    if markdown:
        again = _command_line("study", [("--games", games), ("--seed", seed)], names)
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        _write_page(markdown, study_page(findings, again + " --markdown", seed, date))
    return OK


def _show_findings(game: Game, findings: "list[Finding]") -> None:
    from tabletier.lab import report

    rows = (
        (
            finding.label or say("lab.usual"),
            report.range_of(finding),
            f"{100 * finding.decisive.value:.1f}",
            report.percent(finding.first).replace(" %", ""),
            f"{100 * finding.fair:.0f} {report.sign(finding)}",
            report.ends(finding),
        )
        for finding in findings
    )
    title = say("study.title", game=tell(game.name), count=findings[0].games)
    heads = (say("lab.options"), *(say(f"study.{head}") for head in STUDY_HEADS))
    print_table(title, heads, rows)


study_command = CliCommand(
    "study",
    help="study.help",
    callback=_study,
    params=[
        _games_argument(),
        CliOption(
            ["--games"],
            default="10000",
            callback=number_between(int, 1, MOST_STUDY_GAMES),
            metavar="meta.count",
            help="study.option.games",
        ),
        CliOption(["--seed"], default="tabletier", metavar="meta.text", help="study.option.seed"),
        JSON_OPTION,
        _page_option(STUDY_PAGE),
    ],
)

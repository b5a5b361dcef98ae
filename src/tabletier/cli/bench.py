"""`tabletier bench`: how fast this machine plays."""

import datetime
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli import laboratory as shared
from tabletier.cli.click_ext import JSON_OPTION, CliCommand, CliOption, number_between
from tabletier.cli.errors import OK
from tabletier.cli.i18n import say, tell
from tabletier.cli.terminal import announce_work, print_table
from tabletier.games.kernel.contract import Game

if TYPE_CHECKING:
    from tabletier.lab.report import Measured

PAGE = "docs/benchmarks.md"
SECONDS, QUICK_SECONDS = 2.0, 0.2
LONGEST = 600
DISTURBED = 0.1
HEADS = ("rate", "spread", "ns", "games", "length")
CALL_HEADS = ("play", "ask", "step", "bulk", "again", "match", "again")


def _bench(
    names: tuple[str, ...], seconds: float | None, quick: bool, as_json: bool, markdown: str
) -> int:
    from tabletier.lab.machine import machine
    from tabletier.lab.report import bench_page

    games, about = shared.chosen(names), machine()
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
        report = {"machine": about, "seconds": wanted, "games": [_plain(m) for m in measured]}
        click.echo(json.dumps(report, ensure_ascii=False, allow_nan=False))
    else:
        _show_calls(measured)
    if markdown:
        again = shared.command_line("bench", [("--seconds", wanted), ("--quick", quick)], names)
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        shared.write_page(markdown, bench_page(measured, about, again + " --markdown", date))
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


def _plain(measured: "Measured") -> dict[str, Any]:
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
    heads = (say("lab.options"), *(say(f"bench.{head}") for head in HEADS))
    rows = ((s.label or say("lab.usual"), *speed_row(s)[1:]) for s in measured.speeds)
    print_table(title, heads, rows)
    worst = max(speed.idle for speed in measured.speeds)
    if worst > DISTURBED:
        click.echo(say("bench.disturbed", percent=round(100 * worst)) + "\n")


def _show_calls(measured: "list[Measured]") -> None:
    from tabletier.lab.report import call_row

    heads = (say("meta.game").lower(), *(say(f"bench.{head}") for head in CALL_HEADS))
    print_table(say("bench.calls"), heads, map(call_row, measured))


command = CliCommand(
    "bench",
    help="bench.help",
    callback=_bench,
    params=[
        shared.games_argument(),
        CliOption(
            ["--seconds"],
            default=None,
            callback=number_between(float, 0.001, LONGEST),
            metavar="meta.count",
            help="bench.option.seconds",
        ),
        CliOption(["--quick"], is_flag=True, help="bench.option.quick"),
        JSON_OPTION,
        shared.page_option(PAGE),
    ],
)

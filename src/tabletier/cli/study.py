"""`tabletier study`: how games behave under random play."""

import datetime
import json
from typing import TYPE_CHECKING

import click

from tabletier.cli import laboratory as shared
from tabletier.cli.click_ext import JSON_OPTION, CliCommand, CliOption, number_between
from tabletier.cli.errors import OK
from tabletier.cli.i18n import say, tell
from tabletier.cli.terminal import announce_work, print_table
from tabletier.games.kernel.contract import Game

if TYPE_CHECKING:
    from tabletier.lab.study import Finding

PAGE = "docs/studies/random-play.md"
MOST_GAMES = 10_000_000
HEADS = ("moves", "decisive", "first", "fair", "ends")


def _study(names: tuple[str, ...], games: int, seed: str, as_json: bool, markdown: str) -> int:
    from tabletier.lab import study
    from tabletier.lab.report import study_page

    findings: list[Finding] = []
    for game in shared.chosen(names):
        announce_work(game.key)
        found = list(study.study(game, games, seed))
        findings += found
        if not as_json:
            _show(game, found)
    if as_json:
        listed = [study.as_json(finding) for finding in findings]
        report = {"seed": seed, "games": games, "findings": listed}
        click.echo(json.dumps(report, ensure_ascii=False, allow_nan=False))
    else:
        click.echo(say("study.legend"))
    if markdown:
        again = shared.command_line("study", [("--games", games), ("--seed", seed)], names)
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        shared.write_page(markdown, study_page(findings, again + " --markdown", seed, date))
    return OK


def _show(game: Game, findings: "list[Finding]") -> None:
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
    heads = (say("lab.options"), *(say(f"study.{head}") for head in HEADS))
    print_table(title, heads, rows)


command = CliCommand(
    "study",
    help="study.help",
    callback=_study,
    params=[
        shared.games_argument(),
        CliOption(
            ["--games"],
            default="10000",
            callback=number_between(int, 1, MOST_GAMES),
            metavar="meta.count",
            help="study.option.games",
        ),
        CliOption(["--seed"], default="tabletier", metavar="meta.text", help="study.option.seed"),
        JSON_OPTION,
        shared.page_option(PAGE),
    ],
)

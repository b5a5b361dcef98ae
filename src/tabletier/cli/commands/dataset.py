"""`tabletier dataset`: played games as Parquet files, with a card that says how they were made."""

import json
from pathlib import Path
from typing import Any

import click

from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliOption, number_between
from tabletier.cli.commands.arena import MOST_GAMES, MOST_JOBS, ArenaCommand, cores
from tabletier.cli.errors import FAILED, INTERRUPTED, OK, BadInput
from tabletier.cli.game_choice import GAME, given_options
from tabletier.cli.i18n import say
from tabletier.cli.terminal import announce_work


def _dataset(ctx: click.Context, as_json: bool, **wishes: Any) -> int:
    import pyarrow  # noqa: F401 - missed before an hour of games is played, not after

    from tabletier.cli.commands.arena_report import watch_progress
    from tabletier.lab.arena.plan import Plan, arena_of
    from tabletier.lab.arena.tournament import WorkersLost
    from tabletier.lab.dataset import write

    game = ctx.meta.get(GAME)
    if game is None:
        raise BadInput(say("error.dataset.unnamed"))
    if not wishes["to"]:
        raise BadInput(say("error.dataset.to"))
    wanted = {name: wishes[name] for name in ("players", "games", "seed")}
    given = {name: value for name, value in wanted.items() if value not in (None, ())}
    more = {"players": (), **given, "options": given_options(wishes)}
    plan = Plan(game.key, jobs=wishes["jobs"] or cores(), **more)
    arena_of(plan)  # a mistake is told before anything is made
    announce_work(plan.game)
    try:
        with watch_progress(plan) as hear:
            written = write(plan, Path(wishes["to"]).expanduser(), hear)
    except WorkersLost:
        click.echo(say("arena.lost"), err=True)
        return FAILED
    except KeyboardInterrupt:
        click.echo(say("dataset.cut"), err=True)
        return INTERRUPTED
    words = {**written._asdict(), "folder": str(written.folder)}
    click.echo(json.dumps(words) if as_json else say("dataset.written", **words))
    return OK


dataset_command = ArenaCommand(
    "dataset",
    help="dataset.help",
    epilog="dataset.epilog",
    callback=click.pass_context(_dataset),
    params=[
        CliArgument(["game"], required=False, metavar="meta.game", expose_value=False),
        CliArgument(["players"], nargs=-1, required=False, metavar="meta.players"),
        CliOption(
            ["--games"],
            callback=number_between(int, 1, MOST_GAMES),
            metavar="meta.count",
            help="arena.option.games",
        ),
        CliOption(["--seed"], metavar="meta.text", help="arena.option.seed"),
        CliOption(
            ["--jobs"],
            callback=number_between(int, 1, MOST_JOBS),
            metavar="meta.count",
            help="arena.option.jobs",
        ),
        CliOption(["--to"], metavar="meta.folder", help="dataset.option.to"),
        JSON_OPTION,
    ],
)

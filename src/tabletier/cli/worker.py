"""`tabletier worker`: thinks for the opponents of a house with many servers."""

import asyncio
import os

import click

from tabletier.cli.click_ext import CliCommand, CliOption
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import say


def _worker(at_once: int | None) -> int:
    from tabletier.server.settings import Settings

    redis_url = Settings().redis_url
    if not redis_url:
        raise BadInput(say("error.worker.redis"))
    from tabletier.server.jobs.worker import work

    count = at_once or os.cpu_count() or 1
    asyncio.run(work(redis_url, count, lambda: click.echo(say("worker.ready", count=count))))
    return OK


command = CliCommand(
    "worker",
    help="worker.help",
    callback=_worker,
    params=[
        CliOption(["--at-once"], type=click.IntRange(1, 256), help="option.at_once"),
    ],
)

"""Commands for whoever runs a server: serve, worker, backup, restore, reports."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliCommand, CliOption, number_between
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.game_choice import complain_of_guests
from tabletier.cli.i18n import say, tell

if TYPE_CHECKING:
    from tabletier.server.settings import Settings


def _serve(host: str | None, port: int | None, browser: bool) -> int:
    from tabletier.games.kernel.registry import keys
    from tabletier.server.live.warmup import is_compiled
    from tabletier.server.run import CannotOpen, serve
    from tabletier.server.settings import BadSettings, read_settings

    complain_of_guests()

    def announce(address: str) -> None:
        click.echo(say("serve.open", address=address))
        if not all(is_compiled(game) for game in keys()):
            click.echo(say("serve.preparing"), err=True)
        if browser:
            click.launch(address)

    try:
        serve(read_settings(host=host, port=port), announce)
    except (BadSettings, CannotOpen) as error:
        raise BadInput(tell(error.text)) from error
    return OK


serve_command = CliCommand(
    "serve",
    help="serve.help",
    epilog="serve.epilog",
    callback=_serve,
    params=[
        CliOption(["--host"], metavar="meta.address", help="serve.host"),
        CliOption(
            ["--port"],
            metavar="meta.number",
            callback=number_between(int, 0, 65535),
            help="serve.port",
        ),
        CliOption(["--open", "browser"], is_flag=True, help="serve.browser"),
    ],
)


def _settings() -> "Settings":
    """The settings of this process. Raises BadInput."""
    from tabletier.server.settings import BadSettings, read_settings

    try:
        return read_settings()
    except BadSettings as error:
        raise BadInput(tell(error.text)) from error


def _worker(at_once: int | None) -> int:
    import asyncio

    complain_of_guests()
    redis_url = _settings().redis_url
    if not redis_url:
        raise BadInput(say("error.worker.redis"))
    from tabletier.server.jobs.queue import work

    count = at_once or os.cpu_count() or 1
    asyncio.run(work(redis_url, count, lambda: click.echo(say("worker.ready", count=count))))
    return OK


worker_command = CliCommand(
    "worker",
    help="worker.help",
    callback=_worker,
    params=[
        CliOption(
            ["--at-once"],
            metavar="meta.number",
            callback=number_between(int, 1, 256),
            help="option.at_once",
        ),
    ],
)


@contextmanager
def _copy_errors(file: str) -> Iterator[None]:
    """What keeps a copy from being made or put back, as BadInput."""
    from tabletier.server.db.database import CannotCopy

    try:
        yield
    except CannotCopy as trouble:
        raise BadInput(say(f"copying.{trouble.reason}", name=file[:200])) from trouble
    except (OSError, sqlite3.OperationalError) as trouble:
        why = getattr(trouble, "strerror", None) or trouble
        raise BadInput(say("copying.disk", name=file[:200], why=why)) from trouble


def _back_up(file: str) -> int:
    from tabletier.server.db.database import back_up, file_of

    settings = _settings()
    with _copy_errors(file):
        size = back_up(file_of(settings.database), Path(file))
    click.echo(say("backup.done", name=file, size=f"{size / 1e6:.1f}"))
    return OK


backup_command = CliCommand(
    "backup",
    help="backup.help",
    callback=_back_up,
    params=[CliArgument(["file"], metavar="meta.file")],
)


def _restore(file: str) -> int:
    from tabletier.server.db.database import file_of, restore

    settings = _settings()
    with _copy_errors(file):
        kept = restore(Path(file), file_of(settings.database))
    click.echo(say("restore.done", name=file))
    if kept is not None:
        click.echo(say("restore.kept", name=kept))
    return OK


restore_command = CliCommand(
    "restore",
    help="restore.help",
    callback=_restore,
    params=[CliArgument(["file"], metavar="meta.file")],
)


async def _fetch_reports(database: str, settled: str | None) -> tuple[list[dict[str, Any]], bool]:
    """The reports that are left, and whether the one to be settled was there."""
    from tabletier.server.db.database import open_engine
    from tabletier.server.db.upgrading import upgrade
    from tabletier.server.users.moderation import Reports

    engine = open_engine(database)
    try:
        await upgrade(engine)
        reports = Reports(engine)
        done = settled is None or await reports.settle(settled)
        return [report.told() for report in await reports.listed()], done
    finally:
        await engine.dispose()


def _describe_report(report: dict[str, Any]) -> str:
    when = datetime.fromtimestamp(report["at"] / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    lines = [click.style(f"{report['id']}  {when}", bold=True)]
    lines.append("  " + say("reports.where", table=report["table"], number=report["number"]))
    if report["reason"]:
        lines.append("  " + say("reports.reason", reason=report["reason"]))
    for said in report["said"]:
        sign = ">" if said["reported"] else " "
        lines.append(f"  {sign} {said['name']} ({said['channel']}): {said['text']}")
    return "\n".join(lines)


def _reports(as_json: bool, settled: str | None) -> int:
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.server.settings import BadSettings, read_settings

    try:
        settings = read_settings()
        if not settings.database_url and not (settings.data_dir / "house.sqlite3").is_file():
            raise BadInput(say("error.reports.none"))
        found, done = asyncio.run(_fetch_reports(settings.database, settled))
    except BadSettings as error:
        raise BadInput(tell(error.text)) from error
    except (SQLAlchemyError, OSError) as error:
        why = type(getattr(error, "orig", error)).__name__
        raise BadInput(say("error.reports.database", why=why)) from error
    if not done:
        raise BadInput(say("reports.unknown", id=str(settled)[:40]))
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        click.echo("\n".join(map(_describe_report, found)) if found else say("reports.nothing"))
    return OK


reports_command = CliCommand(
    "reports",
    help="reports.help",
    callback=_reports,
    params=[
        JSON_OPTION,
        CliOption(["--settle", "settled"], metavar="meta.text", help="reports.settle"),
    ],
)

"""`tabletier reports`: what people complained about, for whoever runs the house."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import click

from tabletier.cli.click_ext import JSON_OPTION, CliCommand, CliOption
from tabletier.cli.errors import FAILED, OK, BadInput
from tabletier.cli.i18n import say, tell


async def _found(database: str, settled: str | None) -> tuple[list[dict[str, Any]], bool]:
    """The reports that are left, and whether the one to be settled was there."""
    from tabletier.server.people.reports import Reports
    from tabletier.server.storage.database import open_engine
    from tabletier.server.storage.upgrading import upgrade

    engine = open_engine(database)
    try:
        await upgrade(engine)
        reports = Reports(engine)
        done = settled is None or await reports.settle(settled)
        return [report.told() for report in await reports.listed()], done
    finally:
        await engine.dispose()


def _in_words(report: dict[str, Any]) -> str:
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
    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.server.settings import BadSettings, read_settings

    try:
        settings = read_settings()
        if not settings.database_url and not (settings.data_dir / "house.sqlite3").is_file():
            raise BadInput(say("error.reports.none"))
        found, done = asyncio.run(_found(settings.database, settled))
    except BadSettings as error:
        raise BadInput(tell(error.text)) from error
    except (SQLAlchemyError, OSError) as error:
        why = type(getattr(error, "orig", error)).__name__
        raise BadInput(say("error.reports.database", why=why)) from error
    if not done:
        click.echo(say("reports.unknown", id=str(settled)[:40]), err=True)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        click.echo("\n".join(map(_in_words, found)) if found else say("reports.nothing"))
    return OK if done else FAILED


command = CliCommand(
    "reports",
    help="reports.help",
    callback=_reports,
    params=[
        JSON_OPTION,
        CliOption(["--settle", "settled"], metavar="meta.text", help="reports.settle"),
    ],
)

"""`tabletier restore`: puts a copy made by `tabletier backup` in place of the house's database."""

from pathlib import Path

import click

from tabletier.cli.click_ext import CliArgument, CliCommand
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import say


def _restore(file: str) -> int:
    from tabletier.server.settings import Settings
    from tabletier.server.storage.backup import CannotCopy, file_of, restore

    try:
        kept = restore(Path(file), file_of(Settings().database))
    except CannotCopy as trouble:
        raise BadInput(say(f"copying.{trouble.reason}", name=file[:200])) from trouble
    except OSError as trouble:
        raise BadInput(say("copying.disk", name=file[:200], why=trouble.strerror)) from trouble
    click.echo(say("restore.done", name=file))
    if kept is not None:
        click.echo(say("restore.kept", name=kept))
    return OK


command = CliCommand(
    "restore",
    help="restore.help",
    callback=_restore,
    params=[CliArgument(["file"], metavar="meta.file")],
)

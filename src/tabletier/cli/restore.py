"""`tabletier restore`: puts a copy made by `tabletier backup` in place of the house's database."""

from pathlib import Path

import click

from tabletier.cli.edge import OK, BadInput
from tabletier.cli.parts import HouseArgument, HouseCommand
from tabletier.cli.speech import say


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


command = HouseCommand(
    "restore",
    help="restore.help",
    callback=_restore,
    params=[HouseArgument(["file"], metavar="meta.file")],
)

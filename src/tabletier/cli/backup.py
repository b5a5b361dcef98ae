"""`tabletier backup`: a copy of everything the house has written down, made while it is open."""

from pathlib import Path

import click

from tabletier.cli.click_ext import CliArgument, CliCommand
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import say


def _back_up(file: str) -> int:
    from tabletier.server.settings import Settings
    from tabletier.server.storage.backup import CannotCopy, back_up, file_of

    try:
        size = back_up(file_of(Settings().database), Path(file))
    except CannotCopy as trouble:
        raise BadInput(say(f"copying.{trouble.reason}", name=file[:200])) from trouble
    except OSError as trouble:
        raise BadInput(say("copying.disk", name=file[:200], why=trouble.strerror)) from trouble
    click.echo(say("backup.done", name=file, size=f"{size / 1e6:.1f}"))
    return OK


command = CliCommand(
    "backup",
    help="backup.help",
    callback=_back_up,
    params=[CliArgument(["file"], metavar="meta.file")],
)

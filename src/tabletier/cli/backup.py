"""`tabletier backup`: a copy of everything the house has written down, made while it is open."""

from pathlib import Path

import click

from tabletier.cli.edge import OK, BadInput
from tabletier.cli.parts import HouseArgument, HouseCommand
from tabletier.cli.speech import say


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


command = HouseCommand(
    "backup",
    help="backup.help",
    callback=_back_up,
    params=[HouseArgument(["file"], metavar="meta.file")],
)

"""What `study` and `bench` share: which games, numbers within limits, tables, pages."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from tabletier.cli.click_ext import CliArgument, CliOption
from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import say
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys


def games_argument() -> CliArgument:
    """Any number of games; none means all."""
    return CliArgument(["names"], nargs=-1, required=False, metavar="meta.games")


def chosen(names: Sequence[str]) -> list[Game]:
    """The games named, each once, or all. Raises UnknownGame."""
    return [find(name) for name in dict.fromkeys(name.lower() for name in names) or keys()]


def page_option(page: str) -> CliOption:
    """`--markdown`, with or without a file; `page` is the file when none is named."""
    return CliOption(
        ["--markdown"],
        is_flag=False,
        flag_value=page,
        default=None,
        metavar="meta.file",
        help="option.markdown",
    )


def write_page(name: str, text: str) -> None:
    """Write a page where the command line said. Raises BadInput when that cannot be done."""
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(say("error.file.write", name=name[:200], why=why)) from error
    click.echo(say("page.written", path=name), err=True)


def command_line(name: str, arguments: Sequence[tuple[str, object]], games: Sequence[str]) -> str:
    """The command that would do the same again, as it is typed."""
    words = [word for option, value in arguments for word in _words(option, value)]
    return shlex.join(["tabletier", name, *games, *words])


def _words(option: str, value: object) -> list[str]:
    if isinstance(value, bool):
        return [option] if value else []
    return [option, str(value)]

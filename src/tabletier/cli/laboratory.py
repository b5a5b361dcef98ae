"""What `study` and `bench` share: which games, numbers within limits, tables, pages."""

import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from tabletier.cli.console import open_console
from tabletier.cli.edge import BadInput
from tabletier.cli.parts import HouseArgument, HouseOption
from tabletier.cli.speech import decimal, say
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys

PIPE_WIDTH = 120
JSON = HouseOption(["--json", "as_json"], is_flag=True, help="option.json")


def games_argument() -> HouseArgument:
    """Any number of games; none means all."""
    return HouseArgument(["names"], nargs=-1, required=False, metavar="meta.games")


def chosen(names: Sequence[str]) -> list[Game]:
    """The games named, each once, or all. Raises UnknownGame."""
    return [find(name) for name in dict.fromkeys(name.lower() for name in names) or keys()]


def number(
    kind: type[int] | type[float], low: float, high: float
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Reads an option's value, if it has one, as a number from `low` to `high`, else BadInput."""

    def read(_: click.Context, param: click.Parameter, value: Any) -> Any:
        if value is None:
            return None
        try:
            found = kind(value)
        except (ValueError, OverflowError):
            found = None
        if found is not None and low <= found <= high:
            return found
        given, name = str(value)[:40], param.opts[0]
        raise BadInput(say("error.number", name=name, given=given, low=low, high=high))

    return read


def page_option(page: str) -> HouseOption:
    """`--markdown`, with or without a file; `page` is the file when none is named."""
    return HouseOption(
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


def busy_with(game: Game) -> None:
    """Tell a person at the terminal, not a program, what takes so long."""
    if sys.stderr.isatty():
        click.echo(say("lab.busy", game=game.key), err=True)


def show_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table: text to the left in the first and last column, figures between them."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for index, head in enumerate(heads):
        text = index in (0, len(heads) - 1)
        table.add_column(head, justify="left" if text else "right", no_wrap=not text)
    for label, *figures in rows:
        table.add_row(label, *map(decimal, figures))
    console = open_console()
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    console.print(table)
    console.print()

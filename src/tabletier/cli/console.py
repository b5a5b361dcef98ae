"""The terminal to write on: colours where it has them, none under NO_COLOR or in a pipe."""

import textwrap

from rich.console import Console

from tabletier.cli.reading import unheld


def open_console() -> Console:
    """A console that changes nothing of what we write."""
    return Console(highlight=False, emoji=False)


def write(console: Console, text: str, style: str | None = None, indent: int = 0) -> None:
    """Print sentences, wrapped to the width of the terminal if there is one."""
    if console.is_terminal:
        text = textwrap.fill(
            text,
            console.width,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    console.print(unheld(text), style=style, markup=False, soft_wrap=True)

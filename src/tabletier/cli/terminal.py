"""The terminal itself: one line typed, sentences and tables printed, signs that it lacks replaced.

What is slow to import is imported when it is needed, so that `tabletier --help` answers at once.
"""

import codecs
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from tabletier.cli.i18n import format_figures, say

if TYPE_CHECKING:
    from rich.console import Console

Completions = Callable[[], list[str]]

WIDEST = 96
"""Wider paragraphs are hard to read, however wide the terminal is."""
PIPE_WIDTH = 120
"""How wide tables are where there is no terminal."""
HELD = "\ue000"
"""Stands for a space at which no line may be broken; no terminal ever sees it."""
ASCII_FALLBACK = "tabletier-signs"
"""The name under which Python finds `replace_signs`, when a sign cannot be written."""
ARROWS = dict(zip("↑→↓←↖↗↘↙", "^>v<7931", strict=True))
LINES = dict(zip("─│┌┬┐├┼┤└┴┘━┃", "-|+++++++++-|", strict=True))
OTHERS = {"×": "x", "—": "-", "–": "-", "−": "-", "’": "'", "‘": "'", "«": '"', "»": '"'}
OTHERS |= {"“": '"', "”": '"', "…": "...", "·": ".", "•": "*", "□": "o", "°": "o", "±": "+-"}
OTHERS |= {"▲": "+", "▼": "-", "µ": "u", "œ": "oe", "Œ": "OE"}
ASCII_SIGNS = ARROWS | LINES | OTHERS


# --- Reading


def is_interactive() -> bool:
    """Whether a person, and not a file or a pipe, is typing."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_line(prompt: str) -> str:
    """The next line. Raises EOFError when there is none, KeyboardInterrupt on Ctrl-C."""
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


def confirm(prompt: str) -> bool:
    """Whether the answer begins as yes does, in French or in English."""
    return read_line(prompt).strip().lower()[:1] in {"y", "o"}


def clear_history() -> None:
    """What was typed cannot be fetched back with the arrow keys, by whoever sits down next."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def offer_completions(words: Completions) -> None:
    """Let the Tab key complete these words, where the system can do that."""
    if not is_interactive():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        found = [word for word in words() if word.lower().startswith(text.lower())]
        return found[number] if number < len(found) else None

    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("tab: complete")
    readline.set_completer_delims("")
    readline.set_completer(complete)


# --- Writing


def open_console() -> "Console":
    """A console that changes nothing of what we write: no colours under NO_COLOR or in a pipe."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would end the process, as if a check had failed

    return Piped(highlight=False, emoji=False)


def write(console: "Console", text: str, style: str | None = None, indent: int = 0) -> None:
    """Print sentences, wrapped to the width of the terminal if there is one."""
    if console.is_terminal:
        text = textwrap.fill(
            text,
            console.width,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    console.print(release_spaces(text), style=style, markup=False, soft_wrap=True)


def hold_spaces(text: str) -> str:
    """A text that no line break divides; `release_spaces` gives its spaces back."""
    return text.replace(" ", HELD)


def release_spaces(text: str) -> str:
    """A text as it is printed."""
    return text.replace(HELD, " ")


def paragraph_width() -> int:
    """How wide a paragraph may be on this terminal."""
    import shutil

    return min(shutil.get_terminal_size().columns, WIDEST)


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table: text to the left in the first and last column, figures between them."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for index, head in enumerate(heads):
        text = index in (0, len(heads) - 1)
        table.add_column(head, justify="left" if text else "right", no_wrap=not text)
    for label, *figures in rows:
        table.add_row(label, *map(format_figures, figures))
    console = open_console()
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    console.print(table)
    console.print()


def announce_work(game: str) -> None:
    """Tell a person at the terminal, not a program, what takes so long."""
    if sys.stderr.isatty():
        click.echo(say("lab.busy", game=game), err=True)


# --- Signs for terminals that know fewer than ours: no board becomes a field of question marks


def to_ascii(sign: str) -> str:
    """The nearest in ASCII: a letter loses its accent, an arrow becomes `^` or a digit."""
    if sign in ASCII_SIGNS:
        return ASCII_SIGNS[sign]
    simpler = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return simpler or "?"


def replace_signs(error: UnicodeError) -> tuple[str, int]:
    """What to write for signs that cannot be; for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(to_ascii, error.object[error.start : error.end])), error.end


def can_show_all(encoding: str) -> bool:
    """Whether every sign of ours can be written in an encoding."""
    try:
        "".join(ASCII_SIGNS).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


codecs.register_error(ASCII_FALLBACK, replace_signs)

"""The terminal to write on: colours where it has them, none under NO_COLOR or in a pipe."""

from rich.console import Console


def open_console() -> Console:
    """A console that changes nothing of what we write."""
    return Console(highlight=False, emoji=False)

"""One line from whoever sits at the keyboard, with line editing where the system has it."""

import sys
from collections.abc import Callable

Completions = Callable[[], list[str]]


def someone_there() -> bool:
    """Whether a person, and not a file or a pipe, is typing."""
    return sys.stdin is not None and sys.stdin.isatty()


def line(prompt: str) -> str:
    """The next line. Raises EOFError when there is none, KeyboardInterrupt on Ctrl-C."""
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


def yes(prompt: str) -> bool:
    """Whether the answer begins as yes does, in French or in English."""
    return line(prompt).strip().lower()[:1] in {"y", "o"}


def forget() -> None:
    """What was typed cannot be fetched back with the arrow keys, by whoever sits down next."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def offer(words: Completions) -> None:
    """Let the Tab key complete these words, where the system can do that."""
    if not someone_there():
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

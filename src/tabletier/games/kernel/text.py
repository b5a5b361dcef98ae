"""A sentence in the two languages of the house."""

import re
from typing import Literal, NamedTuple

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


class Text(NamedTuple):
    """One sentence, in French and in English."""

    fr: str
    en: str

    def say(self, language: Language) -> str:
        """The sentence in one language."""
        return typeset(self.fr) if language == "fr" else self.en

    def printable(self) -> "Text":
        """The same sentence in characters that can be sent and printed (no lone surrogates)."""
        return Text(*(sentence.encode("utf-8", "replace").decode() for sentence in self))


def shown(value: object) -> str:
    """A value as a sentence can quote it, the way JSON writes it and cut short, whatever it is."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value[:40]}"'
    try:
        return repr(value)[:40]
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        return type(value).__name__


def typeset(french: str) -> str:
    """French as printers set it: signs stay with their words, apostrophes are curved.

    Letters on both sides make an apostrophe; quotes in a move's or a file's name stay as they are.
    """
    french = re.sub(r"(?<=\w)'(?=\w)", "’", french)
    return re.sub(r" (?=[»:;?!])|(?<=«) ", "\u00a0", french)

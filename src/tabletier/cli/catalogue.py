"""Everything the terminal says, in French and in English: `catalogue.toml`, read once."""

import re
import tomllib
from pathlib import Path

from tabletier.games.kernel.text import Text


def _read() -> dict[str, Text]:
    """Every text by its key. A key that lacks a language is our own mistake: KeyError."""
    entries = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {key: Text(_spaced(entry["fr"]), entry["en"]) for key, entry in entries.items()}


def _spaced(french: str) -> str:
    """French signs hold on to their words: no line begins with a colon or a lone guillemet."""
    return re.sub(r"(?<=«) | (?=[»:;?!])", "\N{NO-BREAK SPACE}", french)


TEXTS: dict[str, Text] = _read()

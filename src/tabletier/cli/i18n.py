"""Everything the terminal says, in the language of the run: the sentences of `texts.toml`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from itertools import pairwise
from pathlib import Path
from typing import Any

from tabletier.games.kernel.text import LANGUAGES, Language, Text

_language: ContextVar[Language] = ContextVar("language", default="en")
LANGUAGE_FLAG = "--lang"


def _read_texts() -> dict[str, Text]:
    """Every text by its key. A key that lacks a language is our own mistake: KeyError."""
    entries = tomllib.loads(Path(__file__).with_name("texts.toml").read_text("utf-8"))
    return {
        key: Text(_hold_french_signs(entry["fr"]), entry["en"]) for key, entry in entries.items()
    }


def _hold_french_signs(french: str) -> str:
    """French signs hold on to their words: no line begins with a colon or a lone guillemet."""
    return re.sub(r"(?<=«) | (?=[»:;?!])", "\N{NO-BREAK SPACE}", french)


TEXTS: dict[str, Text] = _read_texts()


def language() -> Language:
    """The language of this run."""
    return _language.get()


def set_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Set the language: the last `--lang` given, else that of the locale, else English."""
    _language.set(_language_asked_for(arguments) or _language_of_locale(environment))


def _language_asked_for(arguments: Sequence[str]) -> Language | None:
    found = None
    for argument, following in pairwise([*arguments, ""]):
        name, _, value = argument.partition("=")
        if name == LANGUAGE_FLAG:
            found = value or following
    return next((known for known in LANGUAGES if known == found), None)


def _language_of_locale(environment: Mapping[str, str]) -> Language:
    names = (environment.get(key) for key in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "fr" if locale.lower().startswith("fr") else "en"


def say(key: str, **values: Any) -> str:
    """A sentence of `texts.toml` in the language of this run."""
    return tell(TEXTS[key]).format(**values)


def tell(text: Text) -> str:
    """A sentence of a game or of an error in the language of this run."""
    return text.say(language())


def format_figures(figures: str) -> str:
    """Figures as the language writes them: `14,878` and `2.4` are `14 878` and `2,4` in French."""
    if language() == "en":
        return figures
    grouped = re.sub(r"(?<=\d),(?=\d{3})", "\N{NARROW NO-BREAK SPACE}", figures)
    return re.sub(r"(?<=\d)\.(?=\d)", ",", grouped)


def translate(key_or_sentence: str) -> str:
    """What `texts.toml` has under this key, or else the sentence itself."""
    return say(key_or_sentence) if key_or_sentence in TEXTS else key_or_sentence

"""In which language this run speaks, and how it says what the catalogue has."""

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from itertools import pairwise
from typing import Any

from tabletier.cli.catalogue import TEXTS
from tabletier.games.kernel.text import LANGUAGES, Language, Text

_language: ContextVar[Language] = ContextVar("language", default="en")
FLAG = "--lang"


def language() -> Language:
    """The language of this run."""
    return _language.get()


def choose(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Set the language: the last `--lang` given, else that of the locale, else English."""
    _language.set(_asked(arguments) or _of_locale(environment))


def _asked(arguments: Sequence[str]) -> Language | None:
    found = None
    for argument, following in pairwise([*arguments, ""]):
        name, _, value = argument.partition("=")
        if name == FLAG:
            found = value or following
    return next((known for known in LANGUAGES if known == found), None)


def _of_locale(environment: Mapping[str, str]) -> Language:
    names = (environment.get(key) for key in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "fr" if locale.lower().startswith("fr") else "en"


def say(key: str, **values: Any) -> str:
    """A sentence of the catalogue in the language of this run."""
    return tell(TEXTS[key]).format(**values)


def tell(text: Text) -> str:
    """A sentence of a game or of an error in the language of this run."""
    return text.say(language())


def decimal(figures: str) -> str:
    """Figures as the language writes them: `14,878` and `2.4` are `14 878` and `2,4` in French."""
    if language() == "en":
        return figures
    grouped = re.sub(r"(?<=\d),(?=\d{3})", "\N{NARROW NO-BREAK SPACE}", figures)
    return re.sub(r"(?<=\d)\.(?=\d)", ",", grouped)


def known(key_or_sentence: str) -> str:
    """What the catalogue has under this key, or else the sentence itself."""
    return say(key_or_sentence) if key_or_sentence in TEXTS else key_or_sentence

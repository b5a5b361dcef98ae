"""What the positions of all games have in common: keys, numbers and objects, each checked once.

A check gives nothing or the value back; what cannot stand on the table raises BadPosition, with
what came and what was expected.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.errors import BadPosition
from tabletier.games.kernel.text import Text, shown


def bad_position(fr: str, en: str, rule: str | None = None, *cells: str) -> BadPosition:
    """The error for a position that cannot stand on the table; `fr` and `en` say why not."""
    cited = f" ({rule})" if rule else ""
    text = Text(f"Position impossible : {fr}{cited}.", f"Impossible position: {en}{cited}.")
    return BadPosition(text, rule, cells)


def check_keys(given: Any, keys: Sequence[str]) -> None:
    """A position is an object that has these keys and no others."""
    names = ", ".join(keys)
    if not isinstance(given, dict):
        raise bad_position(
            f"un objet avec les clés {names} était attendu, pas {shown(given)}",
            f"an object with the keys {names} was expected, not {shown(given)}",
        )
    for key in keys:
        if key not in given:
            raise bad_position(f"il manque la clé « {key} »", f"the key '{key}' is missing")
    for key in given:
        if key not in keys:
            raise bad_position(
                f"la clé {shown(key)} est inconnue ; il faut {names}",
                f"the key {shown(key)} is unknown; expected {names}",
            )


def check_number(value: Any, key: str, most: int) -> int:
    """A whole number from 0 to `most`; neither a float nor a truth will do."""
    if type(value) is not int or not 0 <= value <= most:
        raise bad_position(
            f"« {key} » va de 0 à {most}, pas {shown(value)}",
            f"'{key}' runs from 0 to {most}, not {shown(value)}",
        )
    return value


def check_object(value: Any, key: str, fr: str, en: str) -> dict[Any, Any]:
    """An object; `fr` and `en` say of what: "of places and cards"."""
    if not isinstance(value, dict):
        raise bad_position(
            f"« {key} » est un objet {fr}, pas {shown(value)}",
            f"'{key}' is an object {en}, not {shown(value)}",
        )
    return value


def seen(keys: Sequence[str], view: Any) -> Any:
    """The part of a view that is a position, or a part of one."""
    return {key: view[key] for key in keys}


def imagine_nothing(keys: Sequence[str]) -> Callable[[Any, Options, Random], Any]:
    """`imagine` for games that hide nothing: the view is the position, and says some more."""

    def imagine(view: Any, options: Options, random: Random) -> Any:
        return seen(keys, view)

    return imagine

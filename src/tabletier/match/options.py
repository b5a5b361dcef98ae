"""What players agree on before a match: checking it, filling in the rest, describing it."""

import difflib
import operator
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, SupportsIndex

from tabletier.games.kernel.contract import Draws, Game, Option
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.text import Text, shown

MEANT = 0.7
"""How like an option's name a word must be to be taken for a slip of the pen."""
PLAYERS = "players"
"""The option that every game with a choice of how many play calls so."""


def quoted(value: object) -> str:
    """A value as Python writes it, cut short: `shown` for whoever called us from Python."""
    return repr(value) if value is None or isinstance(value, bool) else shown(value)


def whole_number(value: object) -> int | None:
    """A whole number, also one of NumPy's, as Python has it; None for anything else, and True."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several
        return None


def fill(game: Game, given: object, quote: Callable[[object], str] = shown) -> dict[str, Any]:
    """All options of a match, defaults filled in. Raises BadOption, which quotes what was given."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadOption(
            Text(
                f"Les options forment un dictionnaire, pas {quote(given)}.",
                f"Options are a dictionary, not {quote(given)}.",
            )
        )
    known = {option.key: option for option in game.options}
    for key in given:
        if key not in known:
            raise BadOption(_unknown(game, key, quote))
    chosen = {key: _value(option, given, quote) for key, option in known.items()}
    settled = dict(game.settle(chosen))
    game.check(settled)
    return settled


def _value(option: Option, given: Mapping[Any, Any], quote: Callable[[object], str]) -> Any:
    """The value of one option; 1 is not true and "2" is not 2."""
    value = given.get(option.key, option.default)
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    choices = ", ".join(map(quote, option.values))
    raise BadOption(
        Text(
            f"L'option {option.key} ne peut pas valoir {quote(value)} ; au choix : {choices}.",
            f"The option {option.key} cannot be {quote(value)}; choose from: {choices}.",
        ),
        rule=option.rule,
    )


def _unknown(game: Game, key: object, quote: Callable[[object], str]) -> Text:
    names = [option.key for option in game.options]
    wanted = key[:80] if isinstance(key, str) else quote(key)
    if wanted == PLAYERS:
        seats = seat_counts(game)[0]
        return Text(f"{game.name.fr} se joue à {seats}.", f"{game.name.en} is for {seats} players.")
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=MEANT)
    en = f"did you mean '{near[0]}'?" if near else "it has: " + ", ".join(names) + "."
    fr = f"vouliez-vous dire « {near[0]} » ?" if near else "il a : " + ", ".join(names) + "."
    return Text(
        f"{game.name.fr} n'a pas d'option « {wanted} » ; {fr}",
        f"{game.name.en} has no option '{wanted}'; {en}",
    )


def seat_counts(game: Game) -> tuple[int, ...]:
    """For how many players the game is."""
    return tuple(sorted(_offered(game))) or (sum(map(len, game.teams(fill(game, {})))),)


def _offered(game: Game) -> tuple[int, ...]:
    """The numbers of players to choose from; none where there is no choice."""
    return next((option.values for option in game.options if option.key == PLAYERS), ())


def schema(game: Game) -> dict[str, Any]:
    """A JSON schema of the game's options, with labels in French and English."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.name.en,
        "type": "object",
        "additionalProperties": False,
        "properties": {option.key: _property(game, option) for option in game.options},
    }


def _property(game: Game, option: Option) -> dict[str, Any]:
    names = {_written(value): option.names.get(value) for value in option.values}
    return {
        "enum": list(option.values),
        "default": option.default,
        "title": option.label.en,
        "label": option.label._asdict(),
        "names": {value: text._asdict() for value, text in names.items() if text is not None},
        "rule": option.rule,
        "group": option.group,
        "quote": option.quote,
        "translation": option.translation,
        "clashes": _clashes(game, option),
        "draws": _draws(game, option),
    }


def _draws(game: Game, option: Option) -> dict[str, Draws]:
    """By value: when chance draws if all else is as usual, where that is not as usual."""
    usual, found = game.draws(fill(game, {})), dict[str, Draws]()
    for value in option.values:
        try:
            drawn = game.draws(fill(game, {option.key: value}))
        except BadOption:  # it takes another option besides
            continue
        if drawn != usual:
            found[_written(value)] = drawn
    return found


def _written(value: Any) -> str:
    """A value as JSON writes a key."""
    return shown(value).strip('"')


def _clashes(game: Game, option: Option) -> dict[str, dict[str, Any]]:
    """By value and number of players: why the two do not go together, where they do not."""
    found: dict[str, dict[str, Any]] = {}
    if option.key == PLAYERS:
        return found
    for value, players in product(option.values, _offered(game)):
        reason = _clash(game, option, value, players)
        if reason is not None:
            found.setdefault(_written(value), {})[_written(players)] = reason._asdict()
    return found


def _clash(game: Game, option: Option, value: Any, players: int) -> Text | None:
    """Why nobody can choose a value for so many players, if all else is as usual."""
    try:
        holds = fill(game, {PLAYERS: players, option.key: value})[option.key]
    except BadOption as error:
        return error.text
    if holds == value:
        return None
    name = option.names.get(holds) or Text(_written(holds), _written(holds))
    return Text(
        f"À {players} joueurs, toujours : {name.fr}.", f"For {players} players always: {name.en}."
    )

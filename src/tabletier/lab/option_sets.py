"""Which options to try a game under: every way to sit down, and every choice at least once."""

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any

from tabletier.games.kernel.contract import READINGS, Game, Option
from tabletier.games.kernel.errors import BadOption
from tabletier.match.options import fill

Choice = dict[str, Any]


def option_sets(game: Game) -> list[Choice]:
    """A sensible list of option sets, the defaults first; each is complete and allowed.

    Options that change who sits where, and options with two values, are tried in every
    combination; the values of the others, and other readings of the rule, one at a time, with all
    else as usual.
    """
    crossed = _crossed(game)
    singles = [option for option in game.options if option.key not in crossed]
    combined = _allowed(game, _product(o for o in game.options if o.key in crossed))
    return _unique([fill(game, None), *combined, *_allowed(game, _one_by_one(singles))])


def seatings(game: Game) -> list[Choice]:
    """One option set for each way to sit down, with all else as usual."""
    seating = _seating(game)
    return _allowed(game, _product(o for o in game.options if o.key in seating))


def label(game: Game, options: Choice) -> str:
    """What is special about an option set: `players=3 expert`; nothing for the defaults."""
    usual = fill(game, None)
    parts = [_part(key, value) for key, value in options.items() if value != usual[key]]
    return " ".join(parts)


def _part(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return key if value else f"no {key}"
    return f"{key}={value}"


def _product(options: Iterable[Option]) -> Iterator[Choice]:
    """Every combination of the values of some options."""
    listed = list(options)
    for values in itertools.product(*(option.values for option in listed)):
        yield dict(zip((option.key for option in listed), values, strict=True))


def _one_by_one(options: Iterable[Option]) -> Iterator[Choice]:
    for option in options:
        for value in option.values:
            yield {option.key: value}


def _allowed(game: Game, choices: Iterable[Choice]) -> list[Choice]:
    """The choices that the game accepts, complete, each once."""
    accepted = []
    for choice in choices:
        try:
            accepted.append(fill(game, choice))
        except BadOption:
            continue
    return _unique(accepted)


def _unique(choices: Iterable[Choice]) -> list[Choice]:
    return list({json.dumps(choice): choice for choice in choices}.values())


def _crossed(game: Game) -> set[str]:
    """The options that are tried in every combination."""
    choices = [option for option in game.options if option.group != READINGS]
    two_valued = {option.key for option in choices if len(option.values) == 2}
    return two_valued | _seating(game)


def _seating(game: Game) -> set[str]:
    """The options of which a change, and nothing else, can change who plays with whom."""
    options = [option for option in game.options if option.group != READINGS]
    tables = [(choice, game.teams(choice)) for choice in _allowed(game, _product(options))]
    seating = set()
    for key in (option.key for option in options):
        teams_by_rest: dict[str, set[Any]] = {}
        for choice, teams in tables:
            rest = json.dumps({k: v for k, v in choice.items() if k != key})
            teams_by_rest.setdefault(rest, set()).add(teams)
        if any(len(teams) > 1 for teams in teams_by_rest.values()):
            seating.add(key)
    return seating

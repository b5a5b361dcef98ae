"""What players may agree on, as flags of the command line: made from the game's own list."""

import re
from typing import Any

import click

from tabletier.cli.click_ext import CliOption, OneOf
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game, Option

PREFIX = "option_"


def flags_of(game: Game) -> list[click.Parameter]:
    """One flag per option of the game."""
    return [_flag(option) for option in game.options]


def _flag(option: Option) -> CliOption:
    name, to = option.key.replace("_", "-"), PREFIX + option.key
    if set(map(type, option.values)) == {bool}:
        return CliOption([f"--{name}/--no-{name}", to], default=None, help=_help(option))
    return CliOption([f"--{name}", to], type=OneOf(option.values), help=_help(option))


def _help(option: Option) -> str:
    """The option's label, what its values mean, which one holds when nothing is said."""
    named = [(written(v), tell(option.names[v])) for v in option.values if v in option.names]
    told = [_meaning(value, text) for value, text in named if text != value]
    meanings = say("flag.between").join(told)
    about = f"{tell(option.label)} ({meanings})" if meanings else tell(option.label)
    return say("flag.help", about=about, default=written(option.default), rule=option.rule)


def _meaning(value: str, text: str) -> str:
    """A value and what it means; some names begin with the value already."""
    meaning = re.sub(rf"^{re.escape(value)}\s*:\s*", "", text)
    return say("flag.meaning", value=value, meaning=meaning)


def written(value: Any) -> str:
    """A value of an option as it is typed; yes and no in words."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return str(value)


def chosen(parameters: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, as the game names them."""
    given = {key: value for key, value in parameters.items() if key.startswith(PREFIX)}
    return {key.removeprefix(PREFIX): v for key, v in given.items() if v is not None}

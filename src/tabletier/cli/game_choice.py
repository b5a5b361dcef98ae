"""Which game a command is about: named or asked for, loaded, its options as flags."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import click

from tabletier.cli import terminal
from tabletier.cli.click_ext import CliCommand, CliOption, OneOf
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game, Option
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import broken_guests, cache_name, check_guest, find, keys
from tabletier.match.options import seat_counts
from tabletier.match.start import new

WARM_UP = 200
GAME = "tabletier.game"
"""Where a command finds the game that its line named: in `ctx.meta`."""
OPTION_PREFIX = "option_"
JIT_VARIABLE = "TABLETIER_JIT"
OWN_CHOICE = "TABLETIER_UNHURRIED"
"""Set beside it when it was us who chose to interpret the rules, and nobody's wish."""


class BrokenGame(NamedTuple):
    """A game whose folder is there but does not load, or a guest that cannot be used."""

    key: str
    why: str
    guest: bool = False

    @property
    def sentence(self) -> str:
        """What is wrong; a guest's own sentence says which it is, and where it came from."""
        return self.why if self.guest else say("games.broken", game=self.key, why=self.why)


def pick_game(name: str) -> Game:
    """The game of this name, ready to be played. Raises UnknownGame."""
    key = game_key(name)
    return find(key) if key not in keys() else _prepare(key)


def game_key(name: str) -> str:
    """The key of a game whose name is written as one likes: `Punto`, `Ex*pion`."""
    plain = re.sub(r"[^a-z0-9_]", "", name.lower())
    return plain if plain in keys() else name


def _prepare(key: str) -> Game:
    """The game, its rules compiled; the first time that takes a while, and we say so."""
    from tabletier.games.kernel.compiler import JIT, cache_dir
    from tabletier.games.kernel.patience import hush

    if not JIT:
        return find(key)
    ready = cache_dir() / f"{cache_name(key)}.ready"
    if ready.exists():
        return find(key)
    click.echo(say("play.preparing"), err=True)
    hush()
    game = find(key)
    try:
        _warm_up(game)
    except Exception as error:
        check_guest(key, error)
        raise
    with suppress(OSError):
        ready.touch()
    return game


def _warm_up(game: Game) -> None:
    """Play a game for nobody, so that every rule is compiled before someone waits for it."""
    match = new(game.key, seed="warm up")
    for _ in range(WARM_UP):
        moves = match.legal_moves()
        if not moves:
            break
        match = match.play(moves[len(moves) // 2])


def load_games() -> tuple[list[Game], list[BrokenGame]]:
    """Every game of the library; those that do not load, with the reason."""
    games, broken = [], []
    for key in keys():
        try:
            games.append(find(key))
        except Exception as error:  # noqa: BLE001 -- one broken folder must not close the house
            broken.append(BrokenGame(key, _why_broken(error)))
    broken += [BrokenGame(error.key, tell(error.text), guest=True) for error in broken_guests()]
    return games, broken


def complain_of_guests() -> None:
    """Say on stderr which guests are left out, and why."""
    for error in broken_guests():
        click.echo(tell(error.text), err=True)


def _why_broken(error: Exception) -> str:
    """An error of the house in its own words, any other as Python names it."""
    return tell(error.text) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"


def describe_seat_counts(game: Game) -> str:
    """For how many players, as one says it: `2 · 3 · 4 players`."""
    return say("games.players", count=" · ".join(map(str, seat_counts(game))))


def choose_game() -> Game | None:
    """Ask which game to play; None when nobody answers."""
    games, _ = load_games()
    complain_of_guests()
    click.echo(say("choose.title"))
    for number, game in enumerate(games, start=1):
        click.echo(f"  {number}  {tell(game.name)} ({describe_seat_counts(game)})")
        click.echo(click.wrap_text(tell(game.goal), terminal.paragraph_width(), " " * 5, " " * 5))
    while True:
        try:
            answer = terminal.read_line(say("choose.ask") + " ").strip()
        except EOFError:
            click.echo()
            return None
        if answer.lower() in {"q", "quit", "quitter"}:
            return None
        found = _match_answer(answer.lower(), games)
        if found is not None:
            click.echo()
            return pick_game(found.key)
        click.echo(say("choose.again", count=len(games)))


def _match_answer(answer: str, games: list[Game]) -> Game | None:
    """The game of this number, or the only one whose name begins like this."""
    numbered = {str(number): game for number, game in enumerate(games, start=1)}
    named = [game for game in games if answer and game.key.startswith(answer)]
    return numbered.get(answer, named[0] if len(named) == 1 else None)


def leave_without_game(command: str) -> int:
    """No game was named: a person may leave like that, a script made a mistake."""
    if terminal.is_interactive():
        return OK
    raise BadInput(say("error.game.unnamed", command=command))


# --- The game that the command line names, and its options as flags


class GameCommand(CliCommand):
    """A command whose flags are those of the game that the command line names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game first, then read the flags it adds."""
        name = named_game(args, _options_with_values(self.params))
        if name is not None:
            ctx.meta[GAME] = self.load_game(name)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if name is None and not error.possibilities:
                words = {"name": error.option_name[:40], "path": ctx.command_path}
                raise BadInput(say("error.option.nogame", **words)) from error
            raise

    def load_game(self, name: str) -> Game:
        """The game of this name, ready to be played. Raises UnknownGame."""
        return pick_game(name)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The flags of every game, and between them those of this one."""
        params = super().get_params(ctx)
        game: Game | None = ctx.meta.get(GAME)
        return params if game is None else [*game_flags(game), *params]


def _options_with_values(params: Sequence[click.Parameter]) -> set[str]:
    options = (param for param in params if isinstance(param, click.Option) and not param.is_flag)
    return {"--lang", *(name for option in options for name in option.opts)}


def named_game(args: Sequence[str], taking_values: set[str]) -> str | None:
    """The argument that names the game: a known name, or else the first that may be meant as one.

    What follows a flag may be the flag's value, so it counts only when a game has that name.
    """
    before = ""
    guess = None
    for argument in args:
        if not argument.startswith("-") and before not in taking_values:
            if argument.lower() in keys():
                return argument
            if guess is None and not before.startswith("--"):
                guess = argument
        before = argument
    return guess


def game_flags(game: Game) -> list[click.Parameter]:
    """One flag per option of the game."""
    return [_make_flag(option) for option in game.options]


def _make_flag(option: Option) -> CliOption:
    name, to = option.key.replace("_", "-"), OPTION_PREFIX + option.key
    if set(map(type, option.values)) == {bool}:
        return CliOption([f"--{name}/--no-{name}", to], default=None, help=_flag_help(option))
    return CliOption([f"--{name}", to], type=OneOf(option.values), help=_flag_help(option))


def _flag_help(option: Option) -> str:
    """The option's label, what its values mean, which one holds when nothing is said."""
    named = [(format_value(v), tell(option.names[v])) for v in option.values if v in option.names]
    told = [_meaning(value, text) for value, text in named if text != value]
    meanings = say("flag.between").join(told)
    about = f"{tell(option.label)} ({meanings})" if meanings else tell(option.label)
    return say("flag.help", about=about, default=format_value(option.default), rule=option.rule)


def _meaning(value: str, text: str) -> str:
    """A value and what it means; some names begin with the value already."""
    meaning = re.sub(rf"^{re.escape(value)}\s*:\s*", "", text)
    return say("flag.meaning", value=value, meaning=meaning)


def format_value(value: Any) -> str:
    """A value of an option as it is typed; yes and no in words."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return str(value)


def given_options(parameters: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, as the game names them."""
    given = {key: value for key, value in parameters.items() if key.startswith(OPTION_PREFIX)}
    return {key.removeprefix(OPTION_PREFIX): v for key, v in given.items() if v is not None}


# --- At whose pace rules run: interpreted for people, compiled for opponents that think


def interpret_rules() -> None:
    """Interpret the rules in this process, unless the person wishes otherwise."""
    if JIT_VARIABLE not in os.environ:
        os.environ |= {JIT_VARIABLE: "0", OWN_CHOICE: "1"}


def can_opponents_compile() -> bool:
    """Whether opponents may compile in processes of their own: not if TABLETIER_JIT=0 says so."""
    return OWN_CHOICE in os.environ or os.environ.get(JIT_VARIABLE) != "0"

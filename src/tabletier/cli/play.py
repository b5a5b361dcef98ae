"""`tabletier play`: a game in the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli import folders, seating, shelf, terminal
from tabletier.cli.click_ext import CliArgument, CliCommand, CliOption
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.flags import chosen, flags_of
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys

if TYPE_CHECKING:
    from tabletier.match.match import Match

GAME = "tabletier.game"


class PlayCommand(CliCommand):
    """A command whose flags are those of the game that the command line names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game first, then read the flags it adds."""
        name = named_game(args, _taking_values(self.params))
        if name is not None:
            ctx.meta[GAME] = self.pick(name)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if name is None and not error.possibilities:
                words = {"name": error.option_name[:40], "path": ctx.command_path}
                raise BadInput(say("error.option.nogame", **words)) from error
            raise

    def pick(self, name: str) -> Game:
        """The game of this name, ready to be played. Raises UnknownGame."""
        return shelf.pick(name)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The flags of every game, and between them those of this one."""
        params = super().get_params(ctx)
        game: Game | None = ctx.meta.get(GAME)
        return params if game is None else [*flags_of(game), *params]


def _taking_values(params: Sequence[click.Parameter]) -> set[str]:
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


def choose_game() -> Game | None:
    """Ask which game to play; None when nobody answers."""
    games, _ = shelf.load_all()
    click.echo(say("choose.title"))
    for number, game in enumerate(games, start=1):
        click.echo(f"  {number}  {tell(game.name)} ({shelf.players_in_words(game)})")
        click.echo(click.wrap_text(tell(game.goal), terminal.paragraph_width(), " " * 5, " " * 5))
    while True:
        try:
            answer = terminal.read_line(say("choose.ask") + " ").strip()
        except EOFError:
            click.echo()
            return None
        if answer.lower() in {"q", "quit", "quitter"}:
            return None
        chosen_game = _chosen_game(answer.lower(), games)
        if chosen_game is not None:
            click.echo()
            return shelf.pick(chosen_game.key)
        click.echo(say("choose.again", count=len(games)))


def _chosen_game(answer: str, games: list[Game]) -> Game | None:
    """The game of this number, or the only one whose name begins like this."""
    numbered = {str(number): game for number, game in enumerate(games, start=1)}
    named = [game for game in games if answer and game.key.startswith(answer)]
    return numbered.get(answer, named[0] if len(named) == 1 else None)


def nobody_chose(command: str) -> int:
    """No game was named: a person may leave like that, a script made a mistake."""
    if terminal.is_interactive():
        return OK
    raise BadInput(say("error.game.unnamed", command=command))


def _resumed(name: str, parameters: dict[str, Any], game: Game | None) -> "list[Match]":
    """The matches of a saved game. Raises BadInput when it cannot go on."""
    from tabletier.cli.histories import history
    from tabletier.match.record import load

    if chosen(parameters) or parameters["seed"] is not None:
        raise BadInput(say("error.resume.options"))
    match = load(folders.read_record(name))
    if game is not None and game.key != match.game:
        raise BadInput(say("error.resume.game", game=match.game))
    if match.to_move is None:
        raise BadInput(say("error.resume.over"))
    if match.seed is None:
        raise BadInput(say("error.seed"))
    return history(match)


def _resume_name(name: str) -> str:
    is_last = name == folders.LAST and not Path(name).exists()
    return str(folders.last_game()) if is_last else name


def _play(ctx: click.Context, **parameters: Any) -> int:
    from tabletier.cli.keeping import Keeper, keeper_for
    from tabletier.cli.opponents import Opponents
    from tabletier.cli.remembering import recalled_seats
    from tabletier.cli.session import Session
    from tabletier.cli.terminal import open_console
    from tabletier.match.start import new

    game: Game | None = ctx.meta.get(GAME)
    resume, record = parameters["resume"], parameters["record"]
    kept: Path | None = None
    if resume is not None:
        resume = _resume_name(resume)
        matches = _resumed(resume, parameters, game)
        kept = None if resume == folders.STDIN else Path(resume)
    else:
        game = game or choose_game()
        if game is None:
            return nobody_chose("play")
        matches = [new(game.key, chosen(parameters), parameters["seed"])]
    count = matches[0].seats
    before = seating.usual(count) if kept is None else recalled_seats(kept, count)
    wishes = (parameters["seats"], parameters["opponents"], parameters["hot_seat"])
    seats = seating.seating(before, *wishes, find(matches[0].game))
    keeper = Keeper(kept, seats) if record is None else keeper_for(record, matches[-1], seats)
    return Session(matches, Opponents(seats), keeper, open_console()).run()


command = PlayCommand(
    "play",
    help="play.help",
    epilog="play.epilog",
    callback=click.pass_context(_play),
    params=[
        CliArgument(["game"], required=False, metavar="meta.game", expose_value=False),
        CliOption(["--hot-seat"], is_flag=True, help="play.hot_seat"),
        CliOption(["--opponents"], metavar="meta.opponents", help="play.opponents"),
        CliOption(["--seats"], metavar="meta.seats", help="play.seats"),
        CliOption(["--seed"], metavar="meta.text", help="play.seed"),
        CliOption(["--record"], metavar="meta.file", help="play.record"),
        CliOption(["--resume"], metavar="meta.file", help="play.resume"),
    ],
)

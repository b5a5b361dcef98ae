"""`tabletier games`: what is on the shelf."""

import json
from typing import Any

import click

from tabletier.cli import terminal
from tabletier.cli.click_ext import JSON_OPTION, CliCommand
from tabletier.cli.errors import FAILED, OK
from tabletier.cli.game_choice import describe_seat_counts, load_games
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game
from tabletier.match.options import seat_counts


def _to_json(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name._asdict(),
        "goal": game.goal._asdict(),
        "players": seat_counts(game),
        "credits": game.credits,
        "version": game.version,
    }


def _describe(game: Game) -> str:
    name = click.style(tell(game.name), bold=True)
    play = say("games.play", command=f"tabletier play {game.key}")
    goal = click.wrap_text(tell(game.goal), terminal.paragraph_width(), "  ", "  ")
    return f"{name} ({describe_seat_counts(game)})\n{goal}\n  {game.credits}\n  {play}"


def _describe_levels() -> str:
    """The opponents of the house, weakest first, and how to ask for one."""
    from tabletier.search.levels import LEVELS

    lines = [click.style(say("games.opponents"), bold=True)]
    for level in LEVELS:
        line = say(
            "games.level", number=level.number, name=tell(level.name), says=tell(level.manner)
        )
        lines.append(click.wrap_text(line, terminal.paragraph_width(), "  ", "     "))
    return "\n".join([*lines, say("games.against")])


def _games(as_json: bool) -> int:
    games, broken = load_games()
    if as_json:
        click.echo(json.dumps([_to_json(game) for game in games], ensure_ascii=False))
    else:
        click.echo("\n".join(map(_describe, games)))
        click.echo(_describe_levels())
    for game in broken:
        click.echo(game.sentence, err=True)
    return FAILED if broken else OK


games_command = CliCommand(
    "games",
    help="games.help",
    callback=_games,
    params=[JSON_OPTION],
)

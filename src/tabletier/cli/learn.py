"""`tabletier learn`: the lessons of a game, in the terminal."""

import click

from tabletier.cli.click_ext import CliArgument, CliCommand, CliOption
from tabletier.cli.errors import BadInput
from tabletier.cli.game_choice import choose_game, leave_without_game, pick_game
from tabletier.cli.i18n import say, tell


def _number(given: str | None, count: int) -> int:
    """Which lesson to begin at."""
    if given is None:
        return 1
    if not given.isdecimal() or len(given) > 3 or not 1 <= int(given) <= count:
        raise BadInput(say("error.lessons.number", count=count, given=given[:40]))
    return int(given)


def _learn(game: str | None, first: str | None) -> int:
    from tabletier.cli.session.lesson import LessonSession
    from tabletier.cli.terminal import open_console
    from tabletier.match.lessons import lessons

    chosen = choose_game() if game is None else pick_game(game)
    if chosen is None:
        return leave_without_game("learn")
    course = lessons(chosen.key)
    if not course:
        raise BadInput(say("error.lessons.none", game=tell(chosen.name)))
    return LessonSession(course, open_console()).run(_number(first, len(course)))


command: click.Command = CliCommand(
    "learn",
    help="learn.help",
    callback=_learn,
    params=[
        CliArgument(["game"], required=False, metavar="meta.game"),
        CliOption(["--from", "first"], metavar="meta.number", help="learn.from"),
    ],
)

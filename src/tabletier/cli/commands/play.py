"""`tabletier play`, `learn` and `games`: a game or its lessons in the terminal; the shelf."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli import saves
from tabletier.cli.click_ext import CliArgument, CliCommand, CliOption
from tabletier.cli.errors import BadInput
from tabletier.cli.game_choice import (
    GAME,
    GameCommand,
    choose_game,
    given_options,
    leave_without_game,
    pick_game,
)
from tabletier.cli.i18n import say, tell
from tabletier.cli.session.seats import assign_seats, usual_seats
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabletier.match.match import Match
import json

from tabletier.cli import terminal
from tabletier.cli.click_ext import JSON_OPTION
from tabletier.cli.errors import FAILED, OK
from tabletier.cli.game_choice import describe_seat_counts, load_games
from tabletier.match.options import seat_counts


def _load_unfinished(name: str, parameters: dict[str, Any], game: Game | None) -> "list[Match]":
    """The matches of a saved game. Raises BadInput when it cannot go on."""
    from tabletier.cli.saves import match_history
    from tabletier.match.log import EXPLICIT
    from tabletier.match.record import load

    if given_options(parameters) or parameters["seed"] is not None:
        raise BadInput(say("error.resume.options"))
    match = load(saves.read_text(name))
    if game is not None and game.key != match.game:
        raise BadInput(say("error.resume.game", game=match.game))
    if match.to_move is None:
        raise BadInput(say("error.resume.over"))
    if match.seed is None:
        raise BadInput(say("error.chosen" if match.chance == EXPLICIT else "error.seed"))
    return match_history(match)


def _resolve_last(name: str) -> str:
    is_last = name == saves.LAST and not Path(name).exists()
    return str(saves.last_game()) if is_last else name


def _play(ctx: click.Context, **parameters: Any) -> int:
    from tabletier.cli.saves import SaveFile, create_save, recall_seats, was_asked_for
    from tabletier.cli.session.play import PlaySession
    from tabletier.cli.session.seats import LocalOpponents
    from tabletier.cli.terminal import open_console
    from tabletier.match.start import new

    game: Game | None = ctx.meta.get(GAME)
    resume, record = parameters["resume"], parameters["record"]
    kept: Path | None = None
    if resume is not None:
        resume = _resolve_last(resume)
        matches = _load_unfinished(resume, parameters, game)
        kept = None if resume == saves.STDIN else Path(resume)
    else:
        game = game or choose_game()
        if game is None:
            return leave_without_game("play")
        matches = [new(game.key, given_options(parameters), parameters["seed"])]
    count, rules = matches[0].seats, find(matches[0].game)
    before = usual_seats(count) if kept is None else recall_seats(kept, count, rules)
    wishes = (parameters["seats"], parameters["opponents"], parameters["hot_seat"])
    seats = assign_seats(before, *wishes, rules)
    if record is None:
        asked_for = None if kept is None else was_asked_for(kept)
        save_file = SaveFile(kept, seats, asked_for)
    else:
        save_file = create_save(record, matches[-1], seats)
    return PlaySession(matches, LocalOpponents(seats), save_file, open_console()).run()


play_command = GameCommand(
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


def _lesson_number(given: str | None, count: int) -> int:
    """Which lesson to begin at."""
    if given is None:
        return 1
    if not given.isdecimal() or len(given) > 3 or not 1 <= int(given) <= count:
        raise BadInput(say("error.lessons.number", count=count, given=given[:40]))
    return int(given)


def _learn(game: str | None, first: str | None, daily: bool, day: str | None) -> int:
    from tabletier.cli.session.lesson import LessonSession
    from tabletier.cli.terminal import open_console
    from tabletier.match.lessons import lessons

    chosen = choose_game() if game is None else pick_game(game)
    if chosen is None:
        return leave_without_game("learn")
    if daily or day is not None:
        return _puzzle_of(chosen, day)
    course = lessons(chosen.key)
    if not course:
        raise BadInput(say("error.lessons.none", game=tell(chosen.name)))
    return LessonSession(course, open_console()).run(_lesson_number(first, len(course)))


def _puzzle_of(game: Game, day: str | None) -> int:
    """The puzzle of today or of an earlier day. Raises BadInput, or NoPuzzle."""
    from datetime import UTC, datetime

    from tabletier.cli.session.daily import DailySession
    from tabletier.cli.terminal import open_console
    from tabletier.match.puzzles import daily, puzzles, read_day

    if not puzzles(game.key):
        raise BadInput(say("error.puzzles.none", game=tell(game.name)))
    today = datetime.now(UTC).date()
    wanted = today if day is None else read_day(day)
    if wanted > today:
        raise BadInput(say("error.daily.future", day=wanted, today=today))
    return DailySession(game.key, daily(game.key, wanted), open_console()).run()


learn_command = CliCommand(
    "learn",
    help="learn.help",
    callback=_learn,
    params=[
        CliArgument(["game"], required=False, metavar="meta.game"),
        CliOption(["--from", "first"], metavar="meta.number", help="learn.from"),
        CliOption(["--daily"], is_flag=True, help="learn.daily"),
        CliOption(["--date", "day"], metavar="meta.date", help="learn.date"),
    ],
)


def _to_json(game: Game) -> dict[str, Any]:
    from tabletier.search.levels import levels_of

    return {
        "key": game.key,
        "name": game.name._asdict(),
        "goal": game.goal._asdict(),
        "players": seat_counts(game),
        "credits": game.credits,
        "version": game.version,
        "levels": [
            {"level": level.number, "key": level.key, "name": level.name._asdict()}
            for level in levels_of(game)
        ],
    }


def _describe(game: Game) -> str:
    name = click.style(tell(game.name), bold=True)
    play = say("games.play", command=f"tabletier play {game.key}")
    goal = click.wrap_text(tell(game.goal), terminal.paragraph_width(), "  ", "  ")
    return f"{name} ({describe_seat_counts(game)})\n{goal}\n  {game.credits}\n  {play}"


def _describe_levels(games: "Sequence[Game]") -> str:
    """The opponents of the house, weakest first, where not all games have them, how to ask."""
    from tabletier.search.levels import levels_of
    from tabletier.search.ranks import RANKS

    found = [(tell(game.name), level) for game in games for level in levels_of(game)]
    lines = [click.style(say("games.opponents"), bold=True)]
    for rank in RANKS:
        places = {game: level.number for game, level in found if level.key == rank.key}
        numbers, name = sorted(set(places.values())), tell(rank.name)
        if not numbers:
            continue
        if len(numbers) > 1:
            told = ", ".join(f"{game} {number}" for game, number in places.items())
            name = say("games.only", name=name, games=told)
        elif len(places) < len(games):
            name = say("games.only", name=name, games=", ".join(places))
        number = "/".join(map(str, numbers))
        line = say("games.level", number=number, name=name, says=tell(rank.manner))
        lines.append(click.wrap_text(line, terminal.paragraph_width(), "  ", "     "))
    return "\n".join([*lines, say("games.against")])


def _games(as_json: bool) -> int:
    games, broken = load_games()
    if as_json:
        click.echo(json.dumps([_to_json(game) for game in games], ensure_ascii=False))
    else:
        click.echo("\n".join(map(_describe, games)))
        click.echo(_describe_levels(games))
    for game in broken:
        click.echo(game.sentence, err=True)
    return FAILED if broken else OK


games_command = CliCommand(
    "games",
    help="games.help",
    callback=_games,
    params=[JSON_OPTION],
)

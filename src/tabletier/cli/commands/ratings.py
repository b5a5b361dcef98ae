"""`tabletier ratings`: the ladders of the house, and how to work them out anew."""

import asyncio
import json
import time
from typing import Any, NamedTuple

import click

from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliCommand, CliOption, number_between
from tabletier.cli.errors import OK, BadInput
from tabletier.cli.game_choice import game_key
from tabletier.cli.i18n import say, tell


class RatingsRebuilt(NamedTuple):
    """What a rebuild of one game took."""

    game: str
    matches: int
    cpu: float
    """Seconds of processor time."""
    wall: float


async def _rebuild(database: str, games: tuple[str, ...]) -> list[RatingsRebuilt]:
    from tabletier.server.db.database import open_engine
    from tabletier.server.db.ratings import rebuild
    from tabletier.server.db.results import renew_levels
    from tabletier.server.db.upgrading import upgrade

    engine, found = open_engine(database), []
    try:
        await upgrade(engine)
        for game in games:
            cpu, wall = time.process_time(), time.perf_counter()
            await renew_levels(engine, game)
            matches = await rebuild(engine, game)
            took = time.process_time() - cpu, time.perf_counter() - wall
            found.append(RatingsRebuilt(game, matches, *took))
    finally:
        await engine.dispose()
    return found


async def _ladders(database: str, games: tuple[str, ...], limit: int) -> list[dict[str, Any]]:
    from tabletier.server.db.database import open_engine
    from tabletier.server.db.ladder import Ladders
    from tabletier.server.db.ratings import queued, settle
    from tabletier.server.db.results import renew_levels
    from tabletier.server.db.upgrading import upgrade
    from tabletier.server.ratings.model import Rating

    engine = open_engine(database)
    try:
        await upgrade(engine)
        for game in games:
            await renew_levels(engine, game)
        for game in await queued(engine):
            await settle(engine, game)
        ladders = Ladders(engine)
        return [
            {
                "game": game,
                "rungs": [
                    {
                        "name": rung.name,
                        "level": rung.level,
                        "rating": rung.rating,
                        "margin": Rating(rung.mu, rung.sigma).margin,
                        "provisional": rung.provisional,
                        "matches": rung.matches,
                    }
                    for rung in await ladders.page(game, None, limit)
                ],
            }
            for game in games
        ]
    finally:
        await engine.dispose()


def _ratings(games: tuple[str, ...], anew: bool, most: int, as_json: bool) -> int:
    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.games.kernel.registry import find, keys
    from tabletier.server.settings import BadSettings, read_settings

    wanted = tuple(dict.fromkeys(find(game_key(name)).key for name in games)) or keys()
    try:
        settings = read_settings()
        if not settings.database_url and not (settings.data_dir / "house.sqlite3").is_file():
            raise BadInput(say("error.reports.none"))
        if anew:
            _tell_rebuilt(asyncio.run(_rebuild(settings.database, wanted)), as_json)
        else:
            _tell_ladders(asyncio.run(_ladders(settings.database, wanted, most)), as_json)
    except BadSettings as error:
        raise BadInput(tell(error.text)) from error
    except (SQLAlchemyError, OSError) as error:
        why = type(getattr(error, "orig", error)).__name__
        raise BadInput(say("error.reports.database", why=why)) from error
    return OK


def _tell_rebuilt(found: list[RatingsRebuilt], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([rebuilt._asdict() for rebuilt in found]))
        return
    for rebuilt in found:
        cpu, wall = f"{rebuilt.cpu:.2f}", f"{rebuilt.wall:.2f}"
        told = say("ratings.rebuilt", game=rebuilt.game, count=rebuilt.matches, cpu=cpu, wall=wall)
        click.echo(told)


def _tell_ladders(found: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    for ladder in found:
        click.echo(click.style(ladder["game"], bold=True))
        rank = 0
        for rung in ladder["rungs"]:
            rank += rung["level"] is None
            click.echo(_line(rung, rank))


def _line(rung: dict[str, Any], rank: int) -> str:
    place, name = f"{rank}.", rung["name"]
    if rung["level"] is not None:
        place, name = "", say("ratings.level", level=rung["level"])
    figures = f"{rung['rating']:5} ± {rung['margin']:<4}"
    unsure = f"  {say('ratings.provisional')}" if rung["provisional"] else ""
    matches = say("ratings.matches", count=rung["matches"])
    return f"{place:>6} {figures} {name}  ({matches}){unsure}"


ratings_command = CliCommand(
    "ratings",
    help="ratings.help",
    callback=_ratings,
    params=[
        CliArgument(["games"], metavar="meta.games", nargs=-1, required=False),
        CliOption(["--rebuild", "anew"], is_flag=True, help="ratings.anew"),
        CliOption(
            ["--most"],
            metavar="meta.number",
            default=50,
            callback=number_between(int, 1, 1000),
            help="ratings.most",
        ),
        JSON_OPTION,
    ],
)

"""`tabletier puzzles`: positions out of played matches in which one move is clearly the best."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletier.cli.click_ext import JSON_OPTION, CliArgument, CliOption, number_between
from tabletier.cli.commands.arena import MOST_JOBS, ArenaCommand, cores
from tabletier.cli.errors import FAILED, INTERRUPTED, OK, BadInput
from tabletier.cli.game_choice import GAME, given_options
from tabletier.cli.i18n import say, tell
from tabletier.cli.terminal import announce_work, hold_spaces
from tabletier.games.kernel.contract import Game

if TYPE_CHECKING:
    from tabletier.lab.puzzles.mine import MatchToMine
    from tabletier.match.puzzles import Puzzle

MOST_PUZZLES = 10_000
USUAL_COUNT = 20
LONGEST_MINUTES = 1440


def _puzzles(ctx: click.Context, as_json: bool, **wishes: Any) -> int:
    game = ctx.meta.get(GAME)
    if game is None:
        raise BadInput(say("error.puzzles.unnamed"))
    if wishes["check"] is not None:
        return _check(game, wishes["check"], wishes["seed"] or "check", as_json)
    return _mine(game, wishes, as_json)


def _mine(game: Game, wishes: dict[str, Any], as_json: bool) -> int:
    """Look through matches, tell of every find, and write down those that are kept."""
    from tabletier.lab.puzzles.run import chosen, mine_all, until
    from tabletier.match.puzzles import write_puzzles

    to = _new_file(wishes["to"])
    count, late = wishes["count"] or USUAL_COUNT, until(_seconds(wishes["minutes"]))
    jobs = _jobs(game, wishes)
    announce_work(game.key)
    found: dict[str, Puzzle] = {}

    def hear(_: "MatchToMine", finds: "list[Puzzle]") -> None:
        for puzzle in finds:
            if puzzle.id not in found:
                found[puzzle.id] = puzzle
                _tell(puzzle, as_json)
        if to is not None:
            _write(to, write_puzzles(list(found.values())))

    def enough() -> bool:
        return len(found) >= count or late()

    code = OK
    try:
        mine_all(jobs, wishes["jobs"] or cores(), hear, enough)
    except KeyboardInterrupt:
        code = INTERRUPTED
    kept = chosen(found.values(), count)
    if to is not None:
        _write(to, write_puzzles(kept))
    if not as_json:
        click.echo(say("puzzles.found", count=len(found), kept=len(kept)))
    return code


def _seconds(minutes: float | None) -> float | None:
    return None if minutes is None else 60 * minutes


def _jobs(game: Game, wishes: dict[str, Any]) -> "Iterable[MatchToMine]":
    """The matches to look through: those of files or of a house, else what the house plays."""
    from tabletier.lab.puzzles.looks import effort_for
    from tabletier.lab.puzzles.mine import jobs, of_records

    today = datetime.now(UTC).date()
    effort, review = effort_for(game.key), bool(wishes["review"])
    records: Iterator[str] | None = None
    if wishes["records"] is not None:
        records = _records_in(Path(wishes["records"]).expanduser())
    elif wishes["database"]:
        records = iter(_records_of_house(game.key))
    if records is not None:
        return of_records(game.key, records, effort, review, today)
    return jobs(game.key, wishes["seed"] or "puzzles", effort, given_options(wishes), review, today)


def _records_in(folder: Path) -> Iterator[str]:
    """The texts of the files of a folder. Raises BadInput when there is no such folder."""
    if not folder.is_dir():
        raise BadInput(say("error.puzzles.folder", name=str(folder)[:200]))
    return (file.read_text("utf-8", "replace") for file in sorted(folder.glob("*.jsonl")))


def _records_of_house(game: str) -> list[str]:
    """The finished matches that the database of the house holds. Raises BadInput."""
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.server.settings import BadSettings, read_settings

    try:
        settings = read_settings()
        if not settings.database_url and not (settings.data_dir / "house.sqlite3").is_file():
            raise BadInput(say("error.reports.none"))
        return asyncio.run(_fetch_records(settings.database, game))
    except BadSettings as error:
        raise BadInput(tell(error.text)) from error
    except (SQLAlchemyError, OSError) as error:
        why = type(getattr(error, "orig", error)).__name__
        raise BadInput(say("error.reports.database", why=why)) from error


async def _fetch_records(url: str, game: str) -> list[str]:
    """The records of all public matches of a game that are over."""
    from sqlalchemy import select

    from tabletier.server.db.database import open_engine
    from tabletier.server.db.schema import tables
    from tabletier.server.db.store import Store

    engine = open_engine(url)
    store = Store(engine)
    try:
        wanted = select(tables.c.id).where(
            tables.c.game == game, tables.c.status == "over", tables.c.public.is_(True)
        )
        async with engine.connect() as connection:
            names = list((await connection.execute(wanted)).scalars())
        loaded = [await store.load(name) for name in names]
        return [t.match.record() for t in loaded if t is not None and t.match is not None]
    finally:
        store.close()
        await engine.dispose()


def _check(game: Game, count: int, seed: str, as_json: bool) -> int:
    """Search some of the puzzles that the house has again; 1 when an answer does not hold."""
    from random import Random

    from tabletier.lab.puzzles.run import confirmed
    from tabletier.match.puzzles import puzzles

    known = list(puzzles(game.key))
    sample = Random(seed).sample(known, min(count, len(known)))
    announce_work(game.key)
    held: Counter[bool] = Counter()
    for puzzle in sample:
        holds = confirmed(game.key, puzzle, seed)
        held[holds] += 1
        if as_json:
            click.echo(json.dumps({"id": puzzle.id, "holds": holds}))
        elif not holds:
            click.echo(say("puzzles.doubtful", id=puzzle.id))
    if not as_json:
        click.echo(say("puzzles.checked", held=held[True], count=len(sample)))
    return OK if held[False] == 0 else FAILED


def _tell(puzzle: "Puzzle", as_json: bool) -> None:
    """One find, as a line."""
    import msgspec

    if as_json:
        click.echo(msgspec.json.encode(puzzle).decode())
        return
    step = puzzle.steps[0]
    words = {
        "id": puzzle.id,
        "rating": puzzle.rating,
        "moves": ", ".join(map(hold_spaces, step.best)),
        "gap": round(100 * step.gap),
        "low": round(100 * min(step.low)),
    }
    click.echo(say("puzzles.line.proven" if step.proven else "puzzles.line", **words))


def _new_file(name: str | None) -> Path | None:
    if name is None:
        return None
    path = Path(name).expanduser()
    if path.exists():
        raise BadInput(say("error.arena.exists", name=name[:200]))
    return path


def _write(path: Path, content: bytes) -> None:
    from tabletier.cli.saves import write_bytes

    try:
        write_bytes(path, content)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(say("error.file.write", name=str(path)[:200], why=why)) from error


def _number(kind: Any, low: float, high: float) -> Callable[..., Any]:
    return number_between(kind, low, high)


puzzles_command = ArenaCommand(
    "puzzles",
    help="puzzles.help",
    epilog="puzzles.epilog",
    callback=click.pass_context(_puzzles),
    params=[
        CliArgument(["game"], required=False, metavar="meta.game", expose_value=False),
        CliOption(
            ["--count"],
            callback=_number(int, 1, MOST_PUZZLES),
            metavar="meta.count",
            help="puzzles.option.count",
        ),
        CliOption(
            ["--minutes"],
            callback=_number(float, 0.01, LONGEST_MINUTES),
            metavar="meta.number",
            help="puzzles.option.minutes",
        ),
        CliOption(["--review"], is_flag=True, help="puzzles.option.review"),
        CliOption(["--records"], metavar="meta.folder", help="puzzles.option.records"),
        CliOption(["--database"], is_flag=True, help="puzzles.option.database"),
        CliOption(
            ["--check"],
            callback=_number(int, 1, MOST_PUZZLES),
            metavar="meta.count",
            help="puzzles.option.check",
        ),
        CliOption(["--seed"], metavar="meta.text", help="arena.option.seed"),
        CliOption(
            ["--jobs"],
            callback=_number(int, 1, MOST_JOBS),
            metavar="meta.count",
            help="arena.option.jobs",
        ),
        CliOption(["--to"], metavar="meta.file", help="puzzles.option.to"),
        JSON_OPTION,
    ],
)

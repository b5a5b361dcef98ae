"""Who solved which puzzle: answers, streaks, and ratings of people and puzzles.

An answer is graded from the puzzle's own table of losses. The first to a puzzle is rated like a
game between its solver and the puzzle (Elo); later ones are kept and change nothing.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.match.puzzles import TRIES, Mark, Puzzle, daily, streak
from tabletier.server.db.schema import puzzle_answers, puzzle_ratings, puzzle_solvers

NEWCOMER = 1200.0
"""The rating of somebody who has solved nothing yet."""
LETTERS: dict[str, Mark] = {"b": "best", "c": "close", "w": "wrong"}


class PuzzleStanding(NamedTuple):
    """How a person does in the puzzles of a game."""

    game: str
    rating: float
    tries: int
    solved: int
    streak: int


class Solved(NamedTuple):
    """What became of an answer."""

    marks: tuple[Mark, ...]
    rating: float
    change: float
    """By how much the rating of the solver changed; 0 but for the first answer."""
    streak: int


def expected(solver: float, puzzle: float) -> float:
    """How likely a solver is to find the answer at once."""
    return float(1.0 / (1.0 + 10.0 ** ((puzzle - solver) / 400.0)))


def pace(tries: int, first: float, last: float, half: int) -> float:
    """How much a result counts: less, the more there were before."""
    return max(last, first / (1.0 + tries / half))


class Solving:
    """Keeps what people answered."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def answer(
        self, person: str, game: str, puzzle: Puzzle, mark: Mark, day: str | None, now: int
    ) -> Solved:
        """Write an answer down; `day`: of which day's daily it is, if it is one."""
        async with self._engine.begin() as connection:
            row = {"person": person, "game": game, "puzzle": puzzle.id}
            counted = day if is_in_time(game, puzzle, day, now) else None
            first = await _insert_once(
                connection, {**row, "day": counted, "marks": mark[0], "at": now}
            )
            change = await _rate(connection, row, puzzle.rating, mark) if first else 0.0
            marks = await _note(connection, row, mark, first)
            rating = await _rating_of(connection, person, game)
            days = await _solved_days(connection, person, game)
        return Solved(marks, rating, change, streak(days, today(now)))

    async def standings(self, person: str, now: int) -> list[PuzzleStanding]:
        """How a person does, game by game; nothing where they never tried."""
        mine = puzzle_solvers.c.person == person
        async with self._engine.connect() as connection:
            rows = (await connection.execute(select(puzzle_solvers).where(mine))).all()
            found = []
            for row in rows:
                days = await _solved_days(connection, person, row.game)
                solved = await _solved_count(connection, person, row.game)
                length = streak(days, today(now))
                found.append(PuzzleStanding(row.game, row.rating, row.tries, solved, length))
        return sorted(found)

    async def marks_of(self, person: str, game: str, ids: list[str]) -> dict[str, tuple[Mark, ...]]:
        """What a person answered to some puzzles."""
        wanted = select(puzzle_answers.c.puzzle, puzzle_answers.c.marks).where(
            puzzle_answers.c.person == person,
            puzzle_answers.c.game == game,
            puzzle_answers.c.puzzle.in_(ids),
        )
        async with self._engine.connect() as connection:
            return {row[0]: read_marks(row[1]) for row in await connection.execute(wanted)}

    async def ratings_of(self, game: str, ids: list[str]) -> dict[str, float]:
        """The ratings of those of some puzzles that people have tried."""
        wanted = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating).where(
            puzzle_ratings.c.game == game, puzzle_ratings.c.puzzle.in_(ids)
        )
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def export(self, person: str) -> list[dict[str, Any]]:
        """All answers of a person."""
        told = [puzzle_answers.c[name] for name in ("game", "puzzle", "day", "marks", "at")]
        wanted = select(*told).where(puzzle_answers.c.person == person)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted.order_by(puzzle_answers.c.at))).all()
        return [{**row._asdict(), "marks": read_marks(row.marks)} for row in rows]


def today(now: int) -> date:
    """The day of a time, in universal time."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def is_in_time(game: str, puzzle: Puzzle, day: str | None, now: int) -> bool:
    """Whether an answer counts for a day: it is that day's puzzle, given then or the day after.

    A day is granted because who is without a network answers when they are back.
    """
    if day is None:
        return False
    wanted = date.fromisoformat(day)
    late = today(now) - wanted
    in_time = timedelta(0) <= late <= timedelta(days=1)
    return in_time and daily(game, wanted).puzzle.id == puzzle.id


def read_marks(letters: str) -> tuple[Mark, ...]:
    """Marks as they are stored: a letter for each."""
    return tuple(LETTERS[letter] for letter in letters)


async def hand_over_answers(connection: AsyncConnection, guest: str, account: str) -> None:
    """Answers of a guest become an account's, unless it has answered the same; so do ratings."""
    for relation, keys in ((puzzle_answers, ("game", "puzzle")), (puzzle_solvers, ("game",))):
        columns = [relation.c[key] for key in keys]
        held = await connection.execute(select(*columns).where(relation.c.person == account))
        theirs = relation.c.person == guest
        for row in held.all():
            same = [column == value for column, value in zip(columns, row, strict=True)]
            await connection.execute(delete(relation).where(theirs, *same))
        await connection.execute(update(relation).where(theirs).values(person=account))


def _upsert(connection: AsyncConnection, relation: Any) -> Any:
    postgres = connection.dialect.name == "postgresql"
    return (postgresql.insert if postgres else sqlite.insert)(relation).on_conflict_do_nothing()


async def _insert_once(connection: AsyncConnection, row: dict[str, Any]) -> bool:
    """Whether this is the first answer of a person to a puzzle, at whichever server."""
    made = await connection.execute(_upsert(connection, puzzle_answers).values(**row))
    return bool(made.rowcount == 1)


async def _note(
    connection: AsyncConnection, row: dict[str, str], mark: Mark, first: bool
) -> tuple[Mark, ...]:
    """The marks of a puzzle with one more, unless it was solved before, or no try is left."""
    mine = [puzzle_answers.c[key] == value for key, value in row.items()]
    found = await connection.execute(select(puzzle_answers.c.marks).where(*mine))
    letters: str = found.scalar_one()
    if not first and not letters.endswith("b") and len(letters) < TRIES:
        letters += mark[0]
        await connection.execute(update(puzzle_answers).where(*mine).values(marks=letters))
    return read_marks(letters)


async def _rate(connection: AsyncConnection, row: dict[str, str], rating: int, mark: Mark) -> float:
    """A puzzle and its solver have met; by how much the solver's rating changed."""
    whose = {"person": row["person"], "game": row["game"]}
    which = {"game": row["game"], "puzzle": row["puzzle"]}
    fresh = _upsert(connection, puzzle_solvers).values(**whose, rating=NEWCOMER, tries=0)
    await connection.execute(fresh)
    fresh = _upsert(connection, puzzle_ratings).values(**which, rating=float(rating), tries=0)
    await connection.execute(fresh)
    solver = await _locked(connection, puzzle_solvers, whose)
    puzzle = await _locked(connection, puzzle_ratings, which)
    surprise = float(mark == "best") - expected(solver.rating, puzzle.rating)
    change = pace(solver.tries, 120.0, 16.0, 5) * surprise
    await _change(connection, puzzle_solvers, whose, solver.rating + change)
    back = pace(puzzle.tries, 24.0, 4.0, 20) * surprise
    await _change(connection, puzzle_ratings, which, puzzle.rating - back)
    return change


async def _locked(connection: AsyncConnection, relation: Any, key: dict[str, str]) -> Any:
    same = [relation.c[name] == value for name, value in key.items()]
    found = await connection.execute(select(relation).where(*same).with_for_update())
    return found.one()


async def _change(
    connection: AsyncConnection, relation: Any, key: dict[str, str], rating: float
) -> None:
    same = [relation.c[name] == value for name, value in key.items()]
    changed = update(relation).where(*same)
    await connection.execute(changed.values(rating=rating, tries=relation.c.tries + 1))


async def _rating_of(connection: AsyncConnection, person: str, game: str) -> float:
    wanted = select(puzzle_solvers.c.rating).where(
        puzzle_solvers.c.person == person, puzzle_solvers.c.game == game
    )
    found: float | None = (await connection.execute(wanted)).scalar_one_or_none()
    return NEWCOMER if found is None else found


async def _solved_days(connection: AsyncConnection, person: str, game: str) -> list[date]:
    wanted = select(puzzle_answers.c.day).where(
        puzzle_answers.c.person == person,
        puzzle_answers.c.game == game,
        puzzle_answers.c.day.is_not(None),
        puzzle_answers.c.marks.endswith("b"),
    )
    return [date.fromisoformat(day) for day in (await connection.execute(wanted)).scalars()]


async def _solved_count(connection: AsyncConnection, person: str, game: str) -> int:
    wanted = select(func.count()).where(
        puzzle_answers.c.person == person,
        puzzle_answers.c.game == game,
        puzzle_answers.c.marks.endswith("b"),
    )
    return int((await connection.execute(wanted)).scalar_one())

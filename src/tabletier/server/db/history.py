"""Matches that are over, found again: those of a person, what they add up to, with whom.

Nothing here opens a table: everything is read from `results`, page by page.
"""

import json
from collections import defaultdict
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db.schema import jobs, people, rating_changes, results

Outcome = Literal["won", "lost", "drawn"]
Scope = Literal["public", "all"]
MOST_PEOPLE = 12
"""People that somebody is told to have played with most."""
MOST_ANALYSES = 50
"""Analyses from which luck and play are added up, the latest first."""
mine, other = results.alias("mine"), results.alias("other")


class MatchFilters(NamedTuple):
    """Which matches are wanted; None: all of them."""

    game: str | None = None
    outcome: Outcome | None = None
    players: int | None = None
    house: bool | None = None
    """Whether the house played there too."""
    search: tuple[tuple[str, frozenset[str]], ...] = ()
    """Words, folded: each is in a name of somebody else there, or in that of one of these games."""
    before: int | None = None
    last: str | None = None
    """Those that ended before this time, and of several that ended then, after this table."""
    against: str | None = None
    """A person who sat there too."""
    public: bool = False
    """Only those at tables that everybody could see."""

    def conditions(self) -> list[ColumnElement[bool]]:
        """What a row must be."""
        named_in = {"game": self.game, "players": self.players}
        found: list[ColumnElement[bool]] = [
            results.c[column] == value for column, value in named_in.items() if value is not None
        ]
        if self.outcome is not None:
            found += [results.c.outcome == self.outcome, results.c.mixed.is_(False)]
        if self.house is not None:
            found.append(results.c.with_house.is_(self.house))
        for word, games in self.search:
            named = results.c.others.contains(word, autoescape=True)
            found.append(or_(named, results.c.game.in_(games)) if games else named)
        if self.public:
            found.append(results.c.public.is_(True))
        if self.against is not None:
            met = select(other.c.table_id).where(other.c.person == self.against)
            found.append(results.c.table_id.in_(met))
        if self.before is not None:
            earlier = results.c.ended < self.before
            same = and_(results.c.ended == self.before, results.c.table_id < (self.last or ""))
            found += [results.c.ended <= self.before, or_(earlier, same)]  # the first for the index
        return found


class PlayedMatch(NamedTuple):
    """A match that is over: what all its seats share, and the seats."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]


SHARED = ("game", "players", "options", "reason", "public", "rated", "moves", "started", "ended")
SEAT = ("seat", "person", "name", "house", "opponent", "level", "team", "outcome")
CHANGED = (rating_changes.c.mu_before, rating_changes.c.mu)
SAME_SEAT = and_(
    rating_changes.c.table_id == results.c.table_id, rating_changes.c.seat == results.c.seat
)
KEPT = (*SEAT, "stand_in", "left", "mixed", *SHARED)


class History:
    """Looks up what was played."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, person: str, wanted: MatchFilters, limit: int) -> list[PlayedMatch]:
        """A person's matches, the latest first."""
        rows = (
            select(results.c.table_id)
            .where(results.c.person == person, results.c.first.is_(True), *wanted.conditions())
            .order_by(results.c.ended.desc(), results.c.table_id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            found = list((await connection.execute(rows)).scalars())
            return await _played(connection, found)

    async def at(self, table_id: str) -> PlayedMatch | None:
        """The match of a table, None while it goes on."""
        async with self._engine.connect() as connection:
            found = await _played(connection, [table_id])
        return found[0] if found else None

    async def statistics(self, person: str, scope: Scope) -> list[dict[str, Any]]:
        """How often a person won, lost and drew, for each game and number of players."""
        which = [results.c.person == person, results.c.first.is_(True), results.c.mixed.is_(False)]
        if scope == "public":
            which.append(results.c.public.is_(True))
        counted = (
            select(results.c.game, results.c.players, *_counts(results), func.sum(results.c.moves))
            .where(*which)
            .group_by(results.c.game, results.c.players)
            .order_by(func.count().desc(), results.c.game, results.c.players)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(counted)).all()
        names = ("game", "players", "matches", "won", "lost", "drawn", "moves")
        return [dict(zip(names, map(_plain, row), strict=True)) for row in rows]

    async def company(self, person: str, scope: Scope, hides: bool) -> dict[str, list[Any]]:
        """With whom and against whom a person played most; `hides`: without who hides that."""
        side = case((other.c.team == mine.c.team, "partners"), else_="rivals")
        counted = (
            select(side, people.c.handle, people.c.name, people.c.shows, *_counts(mine))
            .join(other, _elsewhere())
            .join(people, people.c.id == other.c.person)
            .where(*_of(person, scope), other.c.person != person, other.c.first.is_(True))
            .group_by(side, people.c.handle, people.c.name, people.c.shows)
            .order_by(func.count().desc(), people.c.name)
        )
        if hides:
            counted = counted.where(people.c.shows != "nothing")
        found: dict[str, list[Any]] = {"partners": [], "rivals": []}
        async with self._engine.connect() as connection:
            for row in await connection.execute(counted):
                where, handle, name, shows, *counts = row
                if len(found[where]) < MOST_PEOPLE:
                    shown = None if shows == "nothing" else handle
                    found[where].append({"name": name, "handle": shown, **_tally(counts)})
        return found

    async def levels(self, person: str, scope: Scope) -> list[dict[str, Any]]:
        """How a person fared against the house, by game and level."""
        counted = (
            select(mine.c.game, other.c.level, *_counts(mine))
            .join(other, _elsewhere())
            .where(*_of(person, scope), other.c.house.is_(True), mine.c.players == 2)
            .group_by(mine.c.game, other.c.level)
            .order_by(mine.c.game, other.c.level)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(counted)).all()
        return [{"game": game, "level": level, **_tally(rest)} for game, level, *rest in rows]

    async def between(self, person: str, them: str) -> dict[str, Any]:
        """How a person fared against another one, and together with them."""
        side = case((other.c.team == mine.c.team, "together"), else_="against")
        counted = (
            select(side, *_counts(mine))
            .join(other, _elsewhere())
            .where(*_of(person, "all"), other.c.person == them, other.c.first.is_(True))
            .group_by(side)
        )
        found: dict[str, Any] = {"against": _tally((0, 0, 0, 0)), "together": _tally((0, 0, 0, 0))}
        async with self._engine.connect() as connection:
            for where, *counts in await connection.execute(counted):
                found[where] = _tally(counts)
        return found

    async def analysed(self, person: str, scope: Scope) -> list[tuple[str, int, str]]:
        """The latest analyses of a person's matches: game, seat, and what was found as text."""
        wanted = (
            select(results.c.game, results.c.seat, jobs.c.result)
            .join(jobs, jobs.c.table_id == results.c.table_id)
            .where(results.c.person == person, results.c.mixed.is_(False))
            .where(jobs.c.kind == "analysis", jobs.c.status == "done", jobs.c.result.is_not(None))
            .order_by(results.c.ended.desc())
            .limit(MOST_ANALYSES)
        )
        if scope == "public":
            wanted = wanted.where(results.c.public.is_(True))
        async with self._engine.connect() as connection:
            return [(row.game, row.seat, row.result) for row in await connection.execute(wanted)]


def _counts(rows: Any) -> list[ColumnElement[Any]]:
    """How many matches, and how many were won, lost and drawn."""
    each = (func.sum(case((rows.c.outcome == how, 1), else_=0)) for how in ("won", "lost", "drawn"))
    return [func.count(), *each]


def _tally(counts: Any) -> dict[str, int]:
    return dict(zip(("matches", "won", "lost", "drawn"), map(int, counts), strict=True))


def _plain(value: Any) -> Any:
    """PostgreSQL adds up in decimals."""
    return value if value is None or isinstance(value, str) else int(value)


def _elsewhere() -> ColumnElement[bool]:
    """The other seats of a match."""
    return and_(other.c.table_id == mine.c.table_id, other.c.seat != mine.c.seat)


def _of(person: str, scope: Scope) -> list[ColumnElement[bool]]:
    """A person's matches, once each, without those against themselves."""
    found = [mine.c.person == person, mine.c.first.is_(True), mine.c.mixed.is_(False)]
    return [*found, mine.c.public.is_(True)] if scope == "public" else found


async def _played(connection: AsyncConnection, table_ids: list[str]) -> list[PlayedMatch]:
    """Some matches with all their seats, in this order."""
    columns = [results.c[name] for name in KEPT]
    wanted = (
        select(results.c.table_id, *columns, people.c.handle, people.c.shows, *CHANGED)
        .outerjoin(people, people.c.id == results.c.person)
        .outerjoin(rating_changes, SAME_SEAT)
        .where(results.c.table_id.in_(table_ids))
        .order_by(results.c.seat)
    )
    seats: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in await connection.execute(wanted):
        seats[row.table_id].append(dict(row._mapping))
    return [
        PlayedMatch(_shared(table_id, seats[table_id][0]), seats[table_id])
        for table_id in table_ids
        if table_id in seats
    ]


def _shared(table_id: str, row: dict[str, Any]) -> dict[str, Any]:
    shared = {name: row[name] for name in SHARED}
    return {"id": table_id, **shared, "options": json.loads(row["options"])}

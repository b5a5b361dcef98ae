"""What the lobby knows of tables: filed with the lines that change it, found again by filters."""

import json
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import and_, bindparam, insert, not_, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tabletier.server.db.results import file_results, folded
from tabletier.server.db.schema import lines, row_of, sitting, tables
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.due import awaited, wakes_at
from tabletier.server.tables.outcome import MatchResult, result_of
from tabletier.server.tables.presence import PRESENCE
from tabletier.server.tables.seats import Clock
from tabletier.server.tables.show import summary
from tabletier.server.tables.table import Table


class Filed(NamedTuple):
    """What the lobby knows of a table."""

    id: str
    game: str
    public: bool
    status: str
    seats: int
    free: int
    summary: str
    opened: int
    touched: int
    turn_of: str | None = None
    due: int | None = None
    sitters: str | None = None

    @property
    def seated(self) -> list[str | None]:
        """By days: the person of each seat."""
        persons: list[str | None] = json.loads(self.sitters or "[[], null]")[0]
        return persons


PRIVATE = ("public", "turn_of", "due", "sitters")
"""What lists do not show of an entry."""


def listed(entry: Filed) -> dict[str, Any]:
    """A table as lists show it."""
    shown: dict[str, Any] = entry._asdict()
    for name in PRIVATE:
        del shown[name]
    older = {"rated": False, "begins": False}  # entries of older houses do not say
    shown |= older | json.loads(shown.pop("summary"))
    shown["clock"] = NO_CLOCK | shown["clock"]
    for player in shown["players"]:
        player.setdefault("opponent", "")  # entries of older houses do not say
    return shown


RATED = '"rated": true'
"""How the summary of a rated table says so; in a name the quotes would be escaped."""
NO_CLOCK: dict[str, Any] = msgspec.to_builtins(Clock())
FILED = [tables.c[name] for name in Filed._fields]


class Filters(NamedTuple):
    """Which tables are wanted; None: all of them."""

    game: str | None = None
    status: str | None = None
    free: int | None = None
    """At least so many free seats."""
    players: int | None = None
    before: int | None = None
    """Last touched before this time."""
    last: str | None = None
    """The table that was the last of the page before, where several were touched at that time."""
    clock: str | None = None
    search: tuple[tuple[str, frozenset[str]], ...] = ()
    """Words, folded: each is in a name of somebody there, or in that of one of these games."""
    known: tuple[str, ...] | None = None
    """The games that can be played here."""
    rated: bool | None = None
    turn_of: str | None = None
    """Where this person is awaited, and people have days to think; those due first come first."""

    def applied(self, which: Any) -> Any:
        """The query for those of some tables."""
        wanted = select(*FILED).where(which)
        if self.known is not None:
            wanted = wanted.where(tables.c.game.in_(self.known))
        for column in ("game", "status", "clock", "turn_of"):
            value = getattr(self, column)
            wanted = wanted if value is None else wanted.where(tables.c[column] == value)
        for word, games in self.search:
            sits = tables.c.names.contains(word, autoescape=True)
            wanted = wanted.where(or_(sits, tables.c.game.in_(games)) if games else sits)
        if self.rated is not None:
            said = tables.c.summary.contains(RATED)
            wanted = wanted.where(said if self.rated else not_(said))
        if self.free is not None:
            wanted = wanted.where(tables.c.free >= self.free)
        if self.players is not None:
            wanted = wanted.where(tables.c.seats == self.players)
        if self.before is not None:
            earlier = tables.c.touched < self.before
            if self.last is not None:
                same = and_(tables.c.touched == self.before, tables.c.id < self.last)
                earlier = or_(earlier, same)
            wanted = wanted.where(earlier)
        return wanted


class LobbyEntry(NamedTuple):
    """What the lobby is to know of a table, and who sits there."""

    table: str
    filing: dict[str, Any]
    persons: tuple[str, ...]
    opens: "Opening | None" = None
    """Another table that is opened with the line."""
    result: MatchResult | None = None
    """What came of the match that the line ends."""


class Opening(NamedTuple):
    """A new table: what the lobby is to know of it, the first line of its log, who sits there."""

    values: dict[str, Any]
    row: dict[str, Any]
    entry: LobbyEntry


def entry_of(table: Table, opens: tuple[Table, LogLine] | None = None) -> LobbyEntry:
    """A table as the lobby and its people find it, and another one that is opened with it."""
    persons = {seat.person for seat in table.seats if seat.person is not None}
    opening = None if opens is None else opening_of(*opens)
    ends = table.status == "over" and table.ended == table.touched
    result = result_of(table) if ends else None
    return LobbyEntry(table.id, filing(table), tuple(sorted(persons)), opening, result)


def opening_of(table: Table, line: LogLine) -> Opening:
    """A new table as the database will hold it."""
    values = {"id": table.id, "seed": table.seed, "opened": line.at, **filing(table)}
    return Opening(values, row_of(table.id, line), entry_of(table))


def filing(table: Table) -> dict[str, Any]:
    """What the lobby lists of a table."""
    return {
        "game": table.game,
        "public": table.house.public,
        "status": table.status,
        "seats": len(table.seats),
        "summary": json.dumps(summary(table), ensure_ascii=False),
        "names": folded(" ".join(f"{seat.name} {seat.opponent}" for seat in table.seats)),
        "clock": table.house.clock.kind,
        "free": sum(seat.free for seat in table.seats),
        "touched": table.touched,
        "turn_of": awaited(table),
        "due": wakes_at(table),
        "sitters": _sitters(table) if table.by_days else None,
    }


def _sitters(table: Table) -> str:
    """Who sits where and which seat is to move."""
    return json.dumps([[seat.person for seat in table.seats], table.to_move])


FILED_FOR = {
    acts.Changed,
    acts.Sat,
    acts.Stood,
    acts.Invited,
    acts.Started,
    acts.Ended,
    acts.Forgotten,
}
"""Acts after which the lobby's entry changes."""


UNFILED = {acts.Said, acts.Planned, acts.HasLooked, acts.Paced}
"""Acts that leave whose turn it is, and until when, as they were."""


def is_filed(what: tuple[acts.AnyAct, ...], by_days: bool = False, rated: bool = False) -> bool:
    """Whether the lobby's entry changes after some acts; by days after nearly all of them.

    In a rated match also when somebody goes or comes: nobody waits for its last person for ever.
    """
    kinds = set(map(type, what))
    if not FILED_FOR.isdisjoint(kinds) or (rated and not kinds.isdisjoint(PRESENCE)):
        return True
    return by_days and not kinds <= UNFILED


FILE = update(tables).where(tables.c.id == bindparam("table"))


async def file_entries(connection: AsyncConnection, entries: list[LobbyEntry]) -> None:
    """Keep the lobby's entries of some tables up to date, and what came of their matches."""
    await file_results(connection, [entry.result for entry in entries if entry.result is not None])
    if entries:
        rows = [{"table": entry.table, **entry.filing} for entry in entries]
        await connection.execute(FILE, rows)
        await seat_people(connection, entries)
    for entry in entries:
        if entry.opens is not None:
            await set_up(connection, entry.opens)


async def set_up(connection: AsyncConnection, opening: Opening) -> None:
    """Store a new table and its first line."""
    await connection.execute(insert(tables).values(opening.values))
    await connection.execute(insert(lines), [opening.row])
    await seat_people(connection, [opening.entry])


async def seat_people(connection: AsyncConnection, entries: list[LobbyEntry]) -> None:
    """Remember who sits at some tables."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    rows = [
        {"table_id": entry.table, "person": person} for entry in entries for person in entry.persons
    ]
    if rows:
        await connection.execute(upsert(sitting).on_conflict_do_nothing(), rows)

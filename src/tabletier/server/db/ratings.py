"""Ratings as the database keeps them: worked out of results, each match exactly once.

A match that counts is queued with its result, in one transaction. `settle` takes what is queued and
replays from the earliest of it: results that came late, from another server or because a guest
became somebody, find their place in the order in which matches ended. So the numbers are those that
`rebuild` finds, whoever was quicker. For a game only one server settles at a time.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db.schema import rating_changes, rating_queue, ratings, results
from tabletier.server.ratings.anchors import anchors_of, level_from, level_key
from tabletier.server.ratings.model import Rating
from tabletier.server.ratings.replay import FinishedMatch, RatingBook, RatingChange, Seated

AT_A_TIME = 5000
"""Rows that are read or written at once."""
FEW = 50
"""More matches than these are not worked out on the event loop."""


class Key(NamedTuple):
    """The place of a match among all of its game."""

    ended: int
    table: str


READ = (
    results.c.table_id,
    results.c.ended,
    results.c.seat,
    results.c.person,
    results.c.level,
    results.c.team,
    results.c.outcome,
    results.c.uncounted,
    results.c.stand_in,
)


async def settle(engine: AsyncEngine, game: str) -> int:
    """Take in the matches of a game that wait; how many did."""
    async with engine.begin() as connection:
        await _lock(connection, game)
        wanted = select(rating_queue.c.ended, rating_queue.c.table_id)
        found = await connection.execute(wanted.where(rating_queue.c.game == game))
        waiting = sorted(Key(*row) for row in found)
        if waiting:
            await _replay(connection, game, waiting[0])
            for some in _slices([key.table for key in waiting]):
                gone = delete(rating_queue).where(rating_queue.c.table_id.in_(some))
                await connection.execute(gone)
    return len(waiting)


async def queued(engine: AsyncEngine) -> list[str]:
    """The games of which matches wait."""
    async with engine.connect() as connection:
        found = await connection.execute(select(rating_queue.c.game).distinct())
        return sorted(found.scalars())


async def enqueue(connection: AsyncConnection, rows: Iterable[dict[str, Any]]) -> None:
    """Have the matches of some rows of results taken in, where they count for anybody."""
    counted = {(row["table_id"], row["game"], row["ended"]) for row in rows if not row["uncounted"]}
    values = [dict(zip(("table_id", "game", "ended"), one, strict=True)) for one in sorted(counted)]
    if values:
        await connection.execute(_insert(connection, rating_queue).on_conflict_do_nothing(), values)


async def enqueue_all(connection: AsyncConnection, game: str) -> None:
    """Have all matches of a game taken in anew: who replays from the first replays them all."""
    wanted = select(results.c.table_id, results.c.game, results.c.ended, results.c.uncounted)
    wanted = wanted.where(results.c.game == game, results.c.uncounted == "")
    wanted = wanted.order_by(results.c.ended, results.c.table_id).limit(1)
    await enqueue(connection, [row._asdict() for row in await connection.execute(wanted)])


async def rebuild(engine: AsyncEngine, game: str) -> int:
    """Work out all ratings of a game anew; from how many matches."""
    async with engine.begin() as connection:
        await _lock(connection, game)
        for relation in (rating_changes, ratings, rating_queue):
            await connection.execute(delete(relation).where(relation.c.game == game))
        book, last, matches = RatingBook(anchors_of(game)), dict[str, int](), 0
        async for page in _pages(connection, game):
            changes = list(book.read(page))
            await _note(connection, game, changes)
            last |= {change.player: change.ended for change in changes}
            matches += len(page)
        await _keep(connection, game, book, last)
        await stand_levels(connection, game)
    return matches


async def stand_levels(connection: AsyncConnection, game: str) -> None:
    """Have the levels of a game stand on its ladder; one that has played stays where it is."""
    anchors = anchors_of(game)
    rows = [_row(game, level_key(n), level, 0, 0) for n, level in enumerate(anchors.levels, 1)]
    known = _insert(connection, ratings)
    names = ("mu", "sigma", "rating")
    await connection.execute(
        known.on_conflict_do_update(
            index_elements=["game", "player"],
            set_={name: known.excluded[name] for name in names},
            where=ratings.c.matches == 0,
        ),
        rows,
    )


async def _replay(connection: AsyncConnection, game: str, first: Key) -> None:
    """Take in all matches from one on: what they had changed is forgotten, and worked out anew."""
    matches = [match async for page in _pages(connection, game, first) for match in page]
    later = and_(rating_changes.c.game == game, _from(rating_changes, first))
    rewound = set(
        (await connection.execute(select(rating_changes.c.player).where(later))).scalars()
    )
    await connection.execute(delete(rating_changes).where(later))
    book = RatingBook(anchors_of(game))
    involved = rewound | {seated.player for match in matches for seated in match.seats}
    for player in sorted(involved):
        await _recall(connection, game, player, book, from_log=bool(rewound))
    if len(matches) > FEW:
        changes = await asyncio.to_thread(lambda: list(book.read(matches)))
    else:
        changes = list(book.read(matches))
    await _note(connection, game, changes)
    await _keep(connection, game, book, {change.player: change.ended for change in changes})
    gone = rewound - book.ratings.keys()  # nothing of theirs counts any more
    for player in gone:
        mine = and_(ratings.c.game == game, ratings.c.player == player)
        await connection.execute(delete(ratings).where(mine))
    if gone:
        await stand_levels(connection, game)


async def _recall(
    connection: AsyncConnection, game: str, player: str, book: RatingBook, from_log: bool
) -> None:
    """Put into the book what a player was rated before what is replayed."""
    if not from_log:
        mine = and_(ratings.c.game == game, ratings.c.player == player, ratings.c.matches > 0)
        wanted = select(ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        known = (await connection.execute(wanted.where(mine))).first()
        if known is not None:
            book.ratings[player] = Rating(known.mu, known.sigma)
            book.matches[player] = known.matches
        return
    mine = and_(rating_changes.c.player == player, rating_changes.c.game == game)
    last = select(rating_changes.c.mu, rating_changes.c.sigma).where(mine)
    last = last.order_by(rating_changes.c.ended.desc(), rating_changes.c.table_id.desc()).limit(1)
    row = (await connection.execute(last)).first()
    if row is not None:
        count = select(func.count(rating_changes.c.table_id.distinct())).where(mine)
        book.ratings[player] = Rating(row.mu, row.sigma)
        book.matches[player] = (await connection.execute(count)).scalar_one()


async def _note(connection: AsyncConnection, game: str, changes: Sequence[RatingChange]) -> None:
    """Write down what matches changed, a hundred thousand of them where need be: without a detour.

    The values stand in the order of the columns.
    """
    statement = str(insert(rating_changes).compile(dialect=connection.dialect))
    for some in _slices(changes):
        rows = [
            (table, seat, game, player, ended, *before, *after)
            for table, seat, player, ended, before, after in some
        ]
        await connection.exec_driver_sql(statement, rows)


async def _keep(
    connection: AsyncConnection, game: str, book: RatingBook, last: dict[str, int]
) -> None:
    """Write down what everybody is rated whom matches changed, and when the last of them ended."""
    rows = [
        _row(game, player, book.ratings[player], book.matches[player], at)
        for player, at in sorted(last.items())
    ]
    known = _insert(connection, ratings)
    names = ("mu", "sigma", "rating", "provisional", "matches", "at")
    upsert = known.on_conflict_do_update(
        index_elements=["game", "player"], set_={name: known.excluded[name] for name in names}
    )
    for some in _slices(rows):
        await connection.execute(upsert, some)


def _row(game: str, player: str, rating: Rating, matches: int, at: int) -> dict[str, Any]:
    level = level_from(player)
    return {
        "game": game,
        "player": player,
        "level": level,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "rating": round(rating.mu),
        "provisional": level is None and rating.provisional,
        "matches": matches,
        "at": at,
    }


async def _pages(
    connection: AsyncConnection, game: str, first: Key | None = None
) -> AsyncIterator[list[FinishedMatch]]:
    """The matches of a game that count for somebody, from one on, in order, some at a time."""
    rated = select(*READ).where(results.c.game == game, results.c.rated.is_(True))
    rated = rated.order_by(results.c.ended, results.c.table_id, results.c.seat).limit(AT_A_TIME)
    while True:
        wanted = rated if first is None else rated.where(_from(results, first))
        rows = (await connection.execute(wanted)).all()
        matches = [list(seats) for _, seats in groupby(rows, lambda row: row[0])]
        whole = matches if len(rows) < AT_A_TIME else matches[:-1]  # the last may go on
        yield [_match(seats) for seats in whole if not all(row.uncounted for row in seats)]
        if len(rows) < AT_A_TIME:
            return
        first = Key(matches[-1][0].ended, matches[-1][0].table_id)


def _match(rows: list[Any]) -> FinishedMatch:
    """A match out of the rows of its seats."""
    table, ended = rows[0][:2]
    return FinishedMatch(
        table,
        ended,
        tuple(
            Seated(seat, person or level_key(level), team, outcome, not uncounted, stand_in)
            for _, _, seat, person, level, team, outcome, uncounted, stand_in in rows
        ),
    )


def _from(relation: Any, key: Key) -> Any:
    """Whether a row belongs to a match or to a later one."""
    ended, table = relation.c.ended, relation.c.table_id
    later = or_(ended > key.ended, table >= key.table)
    return and_(ended >= key.ended, later)  # the first for the index


def _slices(items: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (items[n : n + AT_A_TIME] for n in range(0, len(items), AT_A_TIME))


def _insert(connection: AsyncConnection, relation: Any) -> Any:
    postgres = connection.dialect.name == "postgresql"
    return postgresql.insert(relation) if postgres else sqlite.insert(relation)


async def _lock(connection: AsyncConnection, game: str) -> None:
    """Whoever comes second waits until the first has committed."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        number = zlib.crc32(f"ratings {game}".encode())
        await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": number})


async def join(connection: AsyncConnection, guest: str, account: str) -> None:
    """What a guest played is an account's, in the order in which both have played.

    Results have been handed over. Where both sat at one table, it counts for nobody any more.
    """
    both = (
        select(results.c.table_id)
        .where(results.c.person == account, results.c.uncounted == "")
        .group_by(results.c.table_id)
        .having(func.count() > 1)
    )
    shared = (await connection.execute(both)).scalars().all()
    names = (rating_changes.c[name] for name in ("game", "player", "ended", "table_id"))
    theirs = select(*names).where(rating_changes.c.player.in_((guest, account)))
    played: dict[str, dict[str, list[Key]]] = {}
    for game, player, *key in await connection.execute(theirs):
        played.setdefault(game, {}).setdefault(player, []).append(Key(*key))
    for game, keys in sorted(played.items()):
        if guest not in keys:
            continue
        firsts = [min(found) for found in keys.values()]
        again = [max(firsts)] if len(firsts) > 1 else []
        again += [key for found in keys.values() for key in found if key.table in shared]
        if again:
            values = {"table_id": min(again).table, "game": game, "ended": min(again).ended}
            queue = _insert(connection, rating_queue).on_conflict_do_nothing()
            await connection.execute(queue, [values])
        whose = and_(ratings.c.game == game, ratings.c.player == guest)
        if len(firsts) > 1:
            await connection.execute(delete(ratings).where(whose))
        else:
            await connection.execute(update(ratings).where(whose).values(player=account))
    mine = update(rating_changes).where(rating_changes.c.player == guest)
    await connection.execute(mine.values(player=account))
    for some in _slices(shared):
        at = update(results).where(results.c.table_id.in_(some))
        await connection.execute(at.values(uncounted="shared"))


async def known_of(engine: AsyncEngine, person: str) -> list[dict[str, Any]]:
    """All that is known of somebody's ratings, as they may take it home."""
    names = ("table_id", "seat", "game", "ended", "mu_before", "sigma_before", "mu", "sigma")
    wanted = select(*(rating_changes.c[name] for name in names))
    wanted = wanted.where(rating_changes.c.player == person).order_by(rating_changes.c.ended)
    async with engine.connect() as connection:
        return [row._asdict() for row in await connection.execute(wanted)]


async def forget(connection: AsyncConnection, person: str) -> None:
    """A person stands on no ladder any more; what they played stays, as in the logs."""
    await connection.execute(delete(ratings).where(ratings.c.player == person))

"""What is asked about ratings: the ladder of a game, somebody's standing, what a match changed.

People stand on a ladder by their names, unless they do not want to; levels of the house stand among
them. Ratings that are provisional come after the others.
"""

from typing import Any, NamedTuple

from sqlalchemy import and_, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import people, rating_changes, ratings, results
from tabletier.server.ratings.anchors import anchors_of, level_keys
from tabletier.server.ratings.model import Rating
from tabletier.server.ratings.standing import RatingStanding, standing


class Rung(NamedTuple):
    """Somebody on a ladder."""

    player: str
    level: int | None
    mu: float
    sigma: float
    rating: int
    provisional: bool
    matches: int
    name: str | None
    """None for a level."""
    handle: str | None
    shows: str | None
    """What others find of the person; None for a level."""


COLUMNS = [ratings.c[name] for name in Rung._fields[:7]] + [
    people.c[name] for name in Rung._fields[7:]
]
STANDING = ratings.outerjoin(people, people.c.id == ratings.c.player)
SHOWN = or_(ratings.c.level.is_not(None), and_(people.c.id.is_not(None), people.c.listed))
"""Levels, and people who are there and want to stand on ladders."""

PLACE = tuple_(ratings.c.rating, ratings.c.player)
"""Where somebody stands among those whose ratings are provisional, or are not."""


class Ladders:
    """Looks ratings up."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def page(self, game: str, after: Rung | None, limit: int) -> list[Rung]:
        """The next of a ladder, from the top down."""
        found: list[Rung] = []
        async with self._engine.connect() as connection:
            for unsure in (False, True):  # one after the other, so that the index has the order
                if after is not None and after.provisional > unsure:
                    continue
                mine = (ratings.c.game == game, ratings.c.provisional.is_(unsure), SHOWN)
                wanted = select(*COLUMNS).select_from(STANDING).where(*mine)
                if after is not None and after.provisional == unsure:
                    wanted = wanted.where((after.rating, after.player) > PLACE)
                order = (ratings.c.rating.desc(), ratings.c.player.desc())
                rows = await connection.execute(wanted.order_by(*order).limit(limit - len(found)))
                found += [Rung(*row) for row in rows]
                if len(found) == limit:
                    break
        return found

    async def rung(self, game: str, player: str) -> Rung | None:
        """Where somebody stands, whether they are shown or not."""
        mine = and_(ratings.c.game == game, ratings.c.player == player)
        wanted = select(*COLUMNS).select_from(STANDING).where(mine)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else Rung(*row)

    async def called(self, game: str, name: str) -> Rung | None:
        """Whoever is called so in addresses: by a handle, or `level 3`."""
        if name in level_keys(game):
            return await self.rung(game, name)
        async with self._engine.connect() as connection:
            found = await connection.execute(select(people.c.id).where(people.c.handle == name))
            person = found.scalar_one_or_none()
        return None if person is None else await self.rung(game, person)

    async def rank(self, rung: Rung, game: str) -> int:
        """Which of the people on a ladder somebody is, from 1; levels are not counted."""
        same = and_(ratings.c.provisional.is_(rung.provisional), (rung.rating, rung.player) < PLACE)
        before = or_(ratings.c.provisional.is_(False), same) if rung.provisional else same
        wanted = select(func.count()).select_from(STANDING)
        wanted = wanted.where(ratings.c.game == game, ratings.c.level.is_(None), SHOWN, before)
        async with self._engine.connect() as connection:
            count: int = (await connection.execute(wanted)).scalar_one()
        return count + 1

    async def levels(self, game: str) -> list[Rating]:
        """What the levels of a game are rated now, from the first on."""
        mine = and_(ratings.c.game == game, ratings.c.level.is_not(None))
        wanted = select(ratings.c.level, ratings.c.mu, ratings.c.sigma).where(mine)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        known = {row.level: Rating(row.mu, row.sigma) for row in rows}
        anchors = anchors_of(game).levels
        return [known.get(level, anchor) for level, anchor in enumerate(anchors, 1)]

    async def of(self, player: str) -> list[tuple[str, Rung]]:
        """What somebody is rated at each game."""
        wanted = select(ratings.c.game, *COLUMNS).select_from(STANDING)
        wanted = wanted.where(ratings.c.player == player).order_by(ratings.c.game)
        async with self._engine.connect() as connection:
            return [(row[0], Rung(*row[1:])) for row in await connection.execute(wanted)]

    async def standing(self, game: str, rating: Rating) -> RatingStanding:
        """What is told of a rating among the levels as they stand."""
        return standing(rating, [level.mu for level in await self.levels(game)])

    async def is_listed(self, person: str) -> bool:
        """Whether somebody wants to stand on ladders."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(people.c.listed).where(people.c.id == person))
            return bool(found.scalar_one_or_none())

    async def changes(self, table: str) -> list[Any]:
        """What a match changed, or why not, seat by seat; nothing while it goes on."""
        of_seat = and_(
            rating_changes.c.table_id == results.c.table_id, rating_changes.c.seat == results.c.seat
        )
        names = ("mu_before", "sigma_before", "mu", "sigma")
        wanted = (
            select(
                results.c.seat,
                results.c.game,
                results.c.person,
                results.c.rated,
                results.c.uncounted,
                *(rating_changes.c[name] for name in names),
            )
            .select_from(results.outerjoin(rating_changes, of_seat))
            .where(results.c.table_id == table)
            .order_by(results.c.seat)
        )
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted))

"""Ratings: the ladders, one's own standing, and what a match changed."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.server.db.ladder import Ladders, Rung
from tabletier.server.http.auth import Someone, TheHouse, TheRoom, Visitor
from tabletier.server.http.models.ratings import LadderShown, MyRatings, TableRatings
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.ratings.anchors import anchors_of, level_key
from tabletier.server.ratings.model import Rating
from tabletier.server.ratings.standing import RatingStanding, sentence, standing
from tabletier.server.tables.counting import UNCOUNTED
from tabletier.server.tables.errors import Refused, refused_by_rules
from tabletier.server.tables.seats import Seat

router = APIRouter(tags=["ratings"])


@router.get("/ladder/{game}", responses=shaped(LadderShown))
async def ladder(
    game: str,
    house: TheHouse,
    visitor: Visitor,
    after: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Told:
    """A game's ladder from the top down; `after` is the `next` of the page before."""
    try:
        find(game)
    except GameError as error:
        raise refused_by_rules(error, 404) from error
    ladders, mine = house.ratings.ladders, None if visitor is None else visitor.id
    last = None if after is None else await ladders.called(game, after)
    if after is not None and last is None:
        raise Refused(
            "ladder/after",
            Text(
                f"Personne ne s'appelle « {after} » dans ce classement ; relisez-le d'en haut.",
                f"Nobody is called '{after}' on this ladder; read it again from the top.",
            ),
            status=404,
        )
    found = await ladders.page(game, last, limit + 1)
    first = next((rung for rung in found if rung.level is None), None)
    rank = 0 if first is None else await ladders.rank(first, game)
    rungs = []
    for rung in found[:limit]:
        rungs.append(_rung(rung, rank if rung.level is None else None, mine))
        rank += rung.level is None
    own = None if mine is None else await ladders.rung(game, mine)
    return Told(
        {
            "game": game,
            "rungs": rungs,
            "next": _called(found[limit - 1]) if len(found) > limit else None,
            "yours": None if own is None else _rung(own, await ladders.rank(own, game), mine),
        }
    )


def _called(rung: Rung) -> str | None:
    return rung.handle if rung.level is None else level_key(rung.level)


def _rung(rung: Rung, rank: int | None, mine: str | None) -> dict[str, Any]:
    yours = mine is not None and rung.player == mine
    return {
        "rank": rank,
        "name": rung.name or "",
        "handle": rung.handle,
        "profile": yours or rung.shows in ("public", "all"),
        "level": rung.level,
        "rating": rung.rating,
        "margin": Rating(rung.mu, rung.sigma).margin,
        "provisional": rung.provisional,
        "matches": rung.matches,
        "yours": yours,
    }


@router.get("/me/ratings", responses=shaped(MyRatings))
async def my_ratings(house: TheHouse, person: Someone) -> Told:
    """What you are rated at each game; a newcomer is thought to play as level 2 does."""
    ladders = house.ratings.ladders
    known = dict(await ladders.of(person.id))
    games = []
    for game in keys():
        rung = known.get(game)
        rating = anchors_of(game).first("") if rung is None else Rating(rung.mu, rung.sigma)
        shown = _shown(await ladders.standing(game, rating))
        games.append({"game": game, "matches": 0 if rung is None else rung.matches, **shown})
    return Told({"listed": person.listed, "games": games})


@router.get("/tables/{table_id}/ratings", responses=shaped(TableRatings))
async def table_ratings(room: TheRoom, house: TheHouse, visitor: Visitor) -> Told:
    """What a match changed, or why not; before its end, what its players are rated."""
    table, mine = room.table, None if visitor is None else visitor.id
    if table.status == "over" and table.house.rated:
        await house.ratings.settle(table.game)
    ladders = house.ratings.ladders
    levels = [level.mu for level in await ladders.levels(table.game)]
    changes = {row.seat: row for row in await ladders.changes(table.id)}
    found = []
    for number, seat in enumerate(table.seats):
        shows = await _may_see(ladders, seat, mine)
        level = seat.level if seat.person is None else None
        if number in changes:
            found.append(_change(changes[number], levels, shows, level))
        else:
            now = await _now(ladders, table.game, seat) if shows and table.house.rated else None
            before = None if now is None else _shown(standing(now, levels), level)
            found.append(_seat(number, before=before))
    return Told({"rated": table.house.rated, "status": table.status, "seats": found})


async def _may_see(ladders: Ladders, seat: Seat, mine: str | None) -> bool:
    """Whether a seat's rating may be shown: the house's, one's own, those who are listed."""
    if seat.person is None or seat.person == mine:
        return True
    return await ladders.is_listed(seat.person)


async def _now(ladders: Ladders, game: str, seat: Seat) -> Rating | None:
    """What a seat's player is rated now; None: nobody sits there."""
    if seat.person is None and seat.level is None:
        return None
    player = seat.person or level_key(seat.level or 1)
    rung = await ladders.rung(game, player)
    return anchors_of(game).first(player) if rung is None else Rating(rung.mu, rung.sigma)


def _change(row: Any, levels: list[float], shows: bool, level: int | None) -> dict[str, Any]:
    if row.uncounted or row.mu is None:
        code = row.uncounted or None
        why = UNCOUNTED.get(row.uncounted)
        text = None if why is None else _uncounted(why)._asdict()
        return _seat(row.seat, code=code, text=text)
    if not shows:
        return _seat(row.seat, counted=True)
    before, after = Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma)
    return _seat(
        row.seat,
        counted=True,
        before=_shown(standing(before, levels), level),
        after=_shown(standing(after, levels), level),
        change=round(after.mu) - round(before.mu),
    )


def _uncounted(why: Text) -> Text:
    return Text(
        f"Ce résultat ne compte pas pour la cote : {why.fr}.",
        f"This result does not count for ratings: {why.en}.",
    )


def _seat(seat: int, **known: Any) -> dict[str, Any]:
    empty = {"counted": False, "code": None, "text": None}
    return {"seat": seat, **empty, "before": None, "after": None, "change": None, **known}


def _shown(found: RatingStanding, level: int | None = None) -> dict[str, Any]:
    return {**found._asdict(), "text": sentence(found, level)._asdict()}

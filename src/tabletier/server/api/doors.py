"""Who comes in: the person behind a request, and the table it asks for."""

import math
from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from tabletier.games.kernel.texts import Language, Text
from tabletier.server.house import House
from tabletier.server.live.hub import Room
from tabletier.server.people.cookies import COOKIE
from tabletier.server.people.register import Person
from tabletier.server.tables.deciding import Actor
from tabletier.server.tables.refused import Refused


def house_of(connection: HTTPConnection) -> House:
    """The house that a request came to."""
    return cast(House, connection.app.state.house)


async def visitor_of(connection: HTTPConnection) -> Person | None:
    """The person whose cookie a request carries."""
    house, cookie = house_of(connection), connection.cookies.get(COOKIE)
    known = None if cookie is None else house.cookies.read(cookie)
    if known is None:
        return None
    person = await house.register.find(known[0])
    return person if person is not None and person.sessions == known[1] else None


async def person_of(connection: HTTPConnection) -> Person:
    """The person behind a request. Raises Refused when there is none."""
    person = await visitor_of(connection)
    if person is None:
        raise Refused(
            "person/unknown",
            Text("Présentez-vous d'abord.", "Say who you are first."),
            status=401,
        )
    return person


def language_of(connection: HTTPConnection) -> Language:
    """The language that a request asks for: its `lang`, else what the browser prefers."""
    asked = connection.query_params.get("lang") or connection.headers.get("accept-language", "")
    return "en" if asked.strip().lower().startswith("en") else "fr"


async def room_of(request: Request, table_id: str) -> Room:
    """The room of the table that a path names. Raises Refused when there is none."""
    return await find_room(house_of(request), table_id)


async def find_room(house: House, table_id: str) -> Room:
    """The room of a table. Raises Refused when there is none."""
    filed = await house.hub.game_of(table_id) if len(table_id) <= 32 else None
    if filed is not None:
        await house.boxes.wait_for(filed)
    room = None if filed is None else await house.hub.room(table_id)
    if room is None:
        raise Refused(
            "table/unknown",
            Text("Cette table n'existe pas (ou plus).", "There is no such table (any more)."),
            status=404,
        )
    return room


def answered(refusal: Refused, language: Language) -> JSONResponse:
    """A refusal as HTTP tells it."""
    response = JSONResponse(refusal.told(language), refusal.status)
    if refusal.retry is not None:
        response.headers["Retry-After"] = str(math.ceil(refusal.retry))
    return response


def actor_of(person: Person) -> Actor:
    """A person at a table."""
    return Actor(person.id, person.name)


Visitor = Annotated[Person | None, Depends(visitor_of)]
Someone = Annotated[Person, Depends(person_of)]
TheHouse = Annotated[House, Depends(house_of)]
TheRoom = Annotated[Room, Depends(room_of)]
Tongue = Annotated[Language, Depends(language_of)]

"""Who comes in: the person behind a request, what they may do, and the table they ask for."""

import contextlib
from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import LANGUAGES, Language, Text
from tabletier.server.house import House
from tabletier.server.limits import Rate, network_of
from tabletier.server.live.hub import Room, now_ms
from tabletier.server.tables.decide import Actor
from tabletier.server.tables.errors import Refused, refused_by_rules
from tabletier.server.users.credentials import COOKIE, EVERYTHING, TokenHolder
from tabletier.server.users.guests import Person

BEARER = "bearer "


def house_of(connection: HTTPConnection) -> House:
    """The house that a request came to."""
    return cast(House, connection.app.state.house)


async def visitor_of(connection: HTTPConnection) -> Person | None:
    """The person whose token or cookie a request carries. Raises Refused for a void token."""
    said = connection.headers.get("authorization", "")
    if said.lower().startswith(BEARER):
        person, scopes, expires = await _holder(connection, said[len(BEARER) :].strip())
    else:
        found = await known_by_cookie(connection)
        if found is None:
            return None
        person, scopes, expires = found, EVERYTHING, None
    connection.state.scopes, connection.state.expires = scopes, expires
    connection.state.language = person.language
    return person


async def _holder(connection: HTTPConnection, token: str) -> TokenHolder:
    found = await house_of(connection).tokens.holder(token, now_ms())
    if found is None:
        raise Refused(
            "token/unknown",
            Text("Ce jeton n'est pas (ou plus) valable.", "This token is not valid (any more)."),
            status=401,
        )
    return found


async def known_by_cookie(connection: HTTPConnection) -> Person | None:
    """The person whose cookie a request carries."""
    house, cookie = house_of(connection), connection.cookies.get(COOKIE)
    known = None if cookie is None else house.cookies.read(cookie)
    if known is None:
        return None
    person = await house.register.find(known[0])
    return person if person is not None and person.sessions == known[1] else None


Visitor = Annotated[Person | None, Depends(visitor_of)]


async def person_of(visitor: Visitor) -> Person:
    """The person behind a request. Raises Refused when there is none."""
    if visitor is None:
        raise nobody()
    return visitor


def nobody() -> Refused:
    """Who asks is not known."""
    return Refused(
        "person/unknown",
        Text("Présentez-vous d'abord.", "Say who you are first."),
        status=401,
    )


def may(connection: HTTPConnection, scope: str) -> bool:
    """Whether the token or cookie of a known person is good for something."""
    return scope in connection.state.scopes


def valid_until(connection: HTTPConnection) -> int | None:
    """When what a caller showed at the door is void (milliseconds); None: never by itself."""
    return getattr(connection.state, "expires", None)


def not_enough(scope: str) -> Refused:
    """The token is not good for this."""
    if scope == "owner":
        text = Text(
            "Un jeton ne suffit pas ici : cela se fait dans le navigateur.",
            "A token is not enough here: do this in the browser.",
        )
    else:
        text = Text(
            f"Ce jeton n'y suffit pas : il lui manque « {scope} ».",
            f"This token is not enough: it lacks '{scope}'.",
        )
    return Refused("token/scope", text, status=403)


class Needs:
    """A person who may do something of a kind."""

    def __init__(self, scope: str) -> None:
        self.scope = scope

    async def __call__(
        self, request: Request, person: Annotated[Person, Depends(person_of)]
    ) -> Person:
        """The person. Raises Refused."""
        if not may(request, self.scope):
            raise not_enough(self.scope)
        return person


def language_of(connection: HTTPConnection) -> Language:
    """The language of a request: its `lang`, else the person's, else what the browser prefers."""
    asked = connection.query_params.get("lang") or getattr(connection.state, "language", None)
    return preferred(asked or connection.headers.get("accept-language", ""))


async def spoken_to(connection: HTTPConnection) -> Language:
    """The language of a refusal; who asks may not have been looked at before it."""
    if not hasattr(connection.state, "language"):
        with contextlib.suppress(Refused, SQLAlchemyError, OSError):
            await visitor_of(connection)
    return language_of(connection)


def preferred(accepted: str) -> Language:
    """Of our languages the one that an Accept-Language header likes best; French if none."""
    liked: list[tuple[float, Language]] = [(0.0, "fr")]
    for wish in accepted[:200].lower().split(","):
        tag, _, weight = wish.partition(";")
        primary = tag.strip().split("-")[0]
        liked += [(_weight(weight), language) for language in LANGUAGES if language == primary]
    return max(liked, key=lambda wish: wish[0])[1]


def _weight(text: str) -> float:
    """How much something is liked, from 0 to 1."""
    try:
        return min(1.0, max(0.0, float(text.partition("=")[2]))) if text.strip() else 1.0
    except ValueError:
        return 0.0


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, as far as limits are concerned."""
    return network_of(connection.client.host if connection.client else None)


async def pass_gate(connection: HTTPConnection, rate: Rate, who: str | None = None) -> None:
    """One more of a kind, from a person or else an address. Raises Refused if it is too often."""
    await house_of(connection).gate.pass_through(rate, who or address_of(connection))


async def room_of(request: Request, table_id: str) -> Room:
    """The room of the table that a path names. Raises Refused when there is none."""
    return await find_room(house_of(request), table_id)


async def find_room(house: House, table_id: str) -> Room:
    """The room of a table. Raises Refused when there is none."""
    filed = await house.hub.game_of(table_id) if len(table_id) <= 32 else None
    if filed is not None:
        await house.boxes.wait_for(filed)
    try:
        room = None if filed is None else await house.hub.room(table_id)
    except GameError as error:  # a guest whose rules are not what they were
        raise refused_by_rules(error, 409) from error
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
    if refusal.wait is not None:
        response.headers["Retry-After"] = str(refusal.wait)
    if refusal.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def actor_of(person: Person, connection: HTTPConnection) -> Actor:
    """A person at a table."""
    return Actor(person.id, person.name, address_of(connection), language_of(connection))


Someone = Annotated[Person, Depends(person_of)]
Player = Annotated[Person, Depends(Needs("play"))]
Opener = Annotated[Person, Depends(Needs("tables"))]
Owner = Annotated[Person, Depends(Needs("owner"))]
TheHouse = Annotated[House, Depends(house_of)]
TheRoom = Annotated[Room, Depends(room_of)]
Tongue = Annotated[Language, Depends(language_of)]

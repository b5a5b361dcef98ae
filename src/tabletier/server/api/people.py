"""Walking in."""

from fastapi import APIRouter, Response

from tabletier.server.api.doors import Someone, TheHouse, Visitor
from tabletier.server.api.models import GuestAsked, PersonShown
from tabletier.server.house import House
from tabletier.server.live.hub import now_ms
from tabletier.server.people.cookies import COOKIE, YEAR
from tabletier.server.people.register import Person

router = APIRouter(tags=["people"])


def shown(person: Person) -> PersonShown:
    """A person as they see themselves."""
    return PersonShown(name=person.name, language=person.language, account=person.login is not None)


def remember(response: Response, house: House, person: Person) -> None:
    """Give a person the cookie by which the house knows them again."""
    response.set_cookie(
        COOKIE,
        house.cookies.write(person.id, person.sessions),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure_cookies,
    )


@router.post("/me", status_code=201)
async def walk_in(
    asked: GuestAsked, response: Response, house: TheHouse, visitor: Visitor
) -> PersonShown:
    """Come in as a guest; whoever is known already stays who they are."""
    person = visitor or await house.register.new_guest(asked.name, asked.language, now_ms())
    remember(response, house, person)
    return shown(person)


@router.get("/me")
async def who_am_i(person: Someone) -> PersonShown:
    """Who you are."""
    return shown(person)

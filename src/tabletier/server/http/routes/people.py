"""Walking in, and everything about oneself: accounts, tokens for programs, being forgotten.

Not hearing somebody any more, and telling whoever runs the house, belong to it.
"""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from tabletier.games.kernel.text import Text
from tabletier.server.house import House
from tabletier.server.http.auth import (
    Owner,
    Player,
    Someone,
    TheHouse,
    TheRoom,
    Visitor,
    address_of,
    find_room,
    known_by_cookie,
    pass_gate,
    person_of,
)
from tabletier.server.http.models.messages import (
    AccountAsked,
    AccountMade,
    GuestAsked,
    LoggedIn,
    LogInAsked,
    LogOutAsked,
    Me,
    MuteShown,
    NewPasswordAsked,
    PasswordAsked,
    PersonAsked,
    RecoveryAsked,
    ReportAsked,
    SayingAsked,
    TokenAsked,
    TokenMade,
    TokenShown,
)
from tabletier.server.http.openapi import Told, in_slices
from tabletier.server.limits import EXPORTS, GUESTS, LOGINS, PASSWORDS, REPORTS
from tabletier.server.live.hub import now_ms
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.table import Saying, Table
from tabletier.server.tables.talk import audience_of, spoken
from tabletier.server.users.credentials import COOKIE, DEVICE, YEAR, Token
from tabletier.server.users.guests import Person, display_name, login_name, person_name
from tabletier.server.users.moderation import around

router = APIRouter(tags=["people"])


def shown(person: Person) -> Me:
    """A person as they see themselves."""
    return Me(
        name=person.name,
        language=person.language,
        login=person.login,
        handle=person.handle or "",
        shows=person.shows,
    )


def remember(request: Request, response: Response, house: House, person: Person) -> None:
    """Give a person the cookie by which the house knows them again, and their browser its own."""
    held = {COOKIE: house.cookies.write(person.id, person.sessions)}
    if person.login is not None:
        held[DEVICE] = house.devices.write(request.cookies.get(DEVICE), person.login)
    for name, value in held.items():
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=house.settings.secure_cookies or request.url.scheme == "https",
        )


@router.post("/me", status_code=201)
async def walk_in(
    asked: GuestAsked, request: Request, response: Response, house: TheHouse, visitor: Visitor
) -> Me:
    """Come in as a guest; whoever is known already stays who they are."""
    person = visitor
    if person is None:
        name = person_name(asked.name)
        await pass_gate(request, GUESTS)
        person = await house.register.new_guest(name, asked.language, now_ms())
        remember(request, response, house, person)
    return shown(person)


@router.get("/me", response_model=Me, responses={204: {"description": "Nobody, asked quietly"}})
async def who_am_i(visitor: Visitor, quiet: bool = False) -> Me | Response:
    """Who you are. Whoever is nobody yet is refused, or, with `quiet`, told nothing."""
    if visitor is None and quiet:
        return Response(status_code=204)
    return shown(await person_of(visitor))


@router.patch("/me")
async def change_me(asked: PersonAsked, house: TheHouse, person: Owner) -> Me:
    """Change your name or your language; at tables you keep the name you sat down with."""
    values: dict[str, Any] = asked.model_dump(exclude_none=True)
    if values.get("name", person.name) != person.name:
        values["name"] = person_name(values["name"])
    return shown(await house.register.change(person, **values) if values else person)


@router.post("/me/logout", status_code=204)
async def log_out(asked: LogOutAsked, house: TheHouse, person: Owner) -> Response:
    """Forget who you are on this device, or everywhere. A guest cannot come back."""
    if asked.everywhere:
        await house.register.log_out_everywhere(person)
        house.send_away(person.id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.get("/me/export", response_class=JSONResponse)
async def export(request: Request, house: TheHouse, person: Owner) -> Told:
    """All that the house knows of you."""
    await pass_gate(request, EXPORTS, person.id)
    known = await house.leaving.export(person)
    headers = {"Content-Disposition": 'attachment; filename="tabletier.json"'}
    return Told(await house.store.aside.do(in_slices, known, "tables"), headers=headers)


@router.post("/me/delete", status_code=204)
async def delete_me(
    asked: PasswordAsked, request: Request, house: TheHouse, person: Owner
) -> Response:
    """Be forgotten; others play on, against stand-ins. An account's password must be given."""
    if person.login is not None:
        await pass_gate(request, PASSWORDS, f"person {person.id}")
    await house.accounts.confirm(person, asked.password)
    await house.leaving.forget(person)
    house.send_away(person.id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.post("/me/account", status_code=201)
async def make_account(
    asked: AccountAsked, request: Request, response: Response, house: TheHouse, person: Owner
) -> AccountMade:
    """Get an account and keep your tables; note the recovery code, it is shown only now."""
    login = login_name(asked.login)
    await pass_gate(request, PASSWORDS)
    person, code = await house.accounts.create(person, login, asked.password)
    remember(request, response, house, person)
    return AccountMade(**shown(person).model_dump(), recovery=code)


@router.post("/login")
async def log_in(
    asked: LogInAsked, request: Request, response: Response, house: TheHouse
) -> LoggedIn:
    """Be known on this device; the tables that you had here as a guest become your account's."""
    login = asked.login.strip().lower()
    await _try(request, house, login)
    person = await house.accounts.enter(login, asked.password)
    brought = await _bring(request, house, person) if asked.bring else 0
    remember(request, response, house, person)
    return LoggedIn(**shown(person).model_dump(), brought=brought)


async def _try(request: Request, house: House, login: str) -> None:
    """One more try to be let in. Raises Refused when there were too many from here.

    A browser in which the account was entered before has its own tries, whoever else guesses.
    """
    device = house.devices.known(request.cookies.get(DEVICE), login)
    who = address_of(request) if device is None else f"device {device}"
    await pass_gate(request, PASSWORDS, who)
    await pass_gate(request, LOGINS, f"{who} {login}")


async def _bring(request: Request, house: House, account: Person) -> int:
    """The guest who this browser was joins an account; how many tables that were."""
    guest = await known_by_cookie(request)
    if guest is None or guest.login is not None:
        return 0
    brought = await house.joining.join(guest, account)
    house.send_away(guest.id)
    return brought


@router.post("/recover")
async def recover(
    asked: RecoveryAsked, request: Request, response: Response, house: TheHouse
) -> AccountMade:
    """Set a new password with the recovery code; everyone else is logged out, tokens are void."""
    login = asked.login.strip().lower()
    await _try(request, house, login)
    person, code = await house.accounts.recover(login, asked.code, asked.password)
    house.send_away(person.id)
    if asked.bring:
        await _bring(request, house, person)
    remember(request, response, house, person)
    return AccountMade(**shown(person).model_dump(), recovery=code)


@router.post("/me/password", status_code=204)
async def change_password(
    asked: NewPasswordAsked, request: Request, house: TheHouse, person: Owner
) -> Response:
    """Change your password; other devices are logged out, and tokens void unless you keep them."""
    await pass_gate(request, PASSWORDS, f"person {person.id}")
    person = await house.accounts.change_password(
        person, asked.password, asked.new, asked.keep_tokens
    )
    house.send_away(person.id)
    response = Response(status_code=204)
    remember(request, response, house, person)
    return response


@router.get("/me/tokens")
async def my_tokens(house: TheHouse, person: Owner) -> list[TokenShown]:
    """Your tokens, without their secrets."""
    return [token_shown(token) for token in await house.tokens.of(person.id)]


@router.post("/me/tokens", status_code=201)
async def make_token(asked: TokenAsked, house: TheHouse, person: Owner) -> TokenMade:
    """A token for a program; its secret is shown only now."""
    scopes: frozenset[str] = frozenset(asked.scopes)
    token, secret = await house.tokens.create(
        person.id, display_name(asked.label), scopes, now_ms(), asked.days
    )
    return TokenMade(**token_shown(token).model_dump(), token=secret)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def revoke_token(token_id: str, house: TheHouse, person: Owner) -> Response:
    """The token is void from now on."""
    if not await house.tokens.revoke(person.id, token_id):
        raise Refused(
            "token/none", Text("Il n'y a pas de tel jeton.", "There is no such token."), status=404
        )
    house.send_away(person.id)
    return Response(status_code=204)


def token_shown(token: Token) -> TokenShown:
    """A token as its owner sees it."""
    return TokenShown(**{**token._asdict(), "scopes": token.scopes.split()})


talk = APIRouter(tags=["talk"])


def heard_around(table: Table, person: Person, number: int) -> list[Saying]:
    """What somebody heard around a saying of someone else. Raises Refused."""
    found = around(table, audience_of(table, person.id), number)
    others = [saying for saying in found if saying.said.person not in ("", person.id)]
    if not any(saying.number == number for saying in others):
        raise Refused(
            "talk/unknown",
            Text(
                "Personne d'autre n'a rien dit à cette ligne.",
                "Nobody else said anything on that line.",
            ),
            status=404,
        )
    return found


@talk.get("/me/mutes")
async def my_mutes(house: TheHouse, person: Someone) -> list[MuteShown]:
    """Whom you do not hear."""
    return await _listed(house, person)


@talk.post("/me/mutes", status_code=201)
async def mute(
    asked: SayingAsked, request: Request, house: TheHouse, person: Player
) -> list[MuteShown]:
    """Do not hear any more who said something, at whatever table, on whatever device."""
    await pass_gate(request, REPORTS, person.id)
    room = await find_room(house, asked.table)
    heard = heard_around(room.table, person, asked.number)
    said = next(saying.said for saying in heard if saying.number == asked.number)
    await house.mutes.add(person.id, said.person, said.name, now_ms())
    await house.muted(person.id)
    return await _listed(house, person)


@talk.delete("/me/mutes/{mute_id}", status_code=204)
async def unmute(mute_id: str, house: TheHouse, person: Player) -> Response:
    """Hear somebody again."""
    if not await house.mutes.lift(person.id, mute_id):
        raise Refused(
            "talk/not-muted",
            Text("Vous entendez cette personne.", "You do hear that person."),
            status=404,
        )
    await house.muted(person.id)
    return Response(status_code=204)


@talk.post("/tables/{table_id}/reports", status_code=201)
async def report(
    asked: ReportAsked, request: Request, room: TheRoom, house: TheHouse, person: Player
) -> None:
    """Tell whoever runs the house what was said; they are shown what you heard around it."""
    await pass_gate(request, REPORTS, person.id)
    heard = heard_around(room.table, person, asked.number)
    reason = spoken(asked.reason) if asked.reason.strip() else ""
    await house.reports.add(room.table, asked.number, person.id, heard, reason, now_ms())


async def _listed(house: House, person: Person) -> list[MuteShown]:
    return [MuteShown(**mute._asdict()) for mute in await house.mutes.listed(person.id)]

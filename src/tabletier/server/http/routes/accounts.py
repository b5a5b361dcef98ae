"""Accounts and tokens: being known on another device, and letting programs act for oneself."""

from fastapi import APIRouter, Request, Response

from tabletier.games.kernel.text import Text
from tabletier.server.house import House
from tabletier.server.http.auth import Owner, TheHouse, address_of, known_by_cookie, pass_gate
from tabletier.server.http.models.messages import (
    AccountAsked,
    AccountMade,
    LoggedIn,
    LogInAsked,
    NewPasswordAsked,
    RecoveryAsked,
    TokenAsked,
    TokenMade,
    TokenShown,
)
from tabletier.server.http.routes.people import remember, shown
from tabletier.server.limits import LOGINS, PASSWORDS
from tabletier.server.live.hub import now_ms
from tabletier.server.tables.errors import Refused
from tabletier.server.users.credentials import DEVICE, Token
from tabletier.server.users.guests import Person, display_name, login_name

router = APIRouter(tags=["people"])


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

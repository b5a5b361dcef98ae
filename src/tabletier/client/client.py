"""A house, as a program visits it: who you are, what is played there, tables to open and join."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any, Literal
from urllib.parse import quote

from tabletier.client import lobby
from tabletier.client.errors import HouseError
from tabletier.client.links import OPENERS, Way
from tabletier.client.lobby import LobbyChange
from tabletier.client.messages import (
    Account,
    Catalogue,
    ListedTable,
    Me,
    MyTable,
    NewToken,
    Snapshot,
    Token,
)
from tabletier.client.table import Table
from tabletier.client.transport import Transport

Language = Literal["fr", "en"]
Scope = Literal["read", "play", "tables"]
PATIENCE = 60.0
AGREED = (
    *("public", "clock", "takeback", "talk", "hints", "takeback_draws", "rated", "stand_in"),
    *("patience", "pace", "names", "position", "continues"),
)
"""What is agreed when a table is opened, besides the game, its options and who sits where."""


class Client:
    """A visitor of a house, for `async with`.

    `token`: of an account or guest, for a program that comes back. `name`: come in as a guest of
    that name. Without either you can look, and cannot play. `way`: play over a `socket`, or over
    plain `http`. `patience`: for how many seconds a house that is away, or says that it is too
    often, is tried again; one that never answered is not.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        token: str | None = None,
        name: str | None = None,
        language: Language = "en",
        way: Way = "socket",
        patience: float = PATIENCE,
    ) -> None:
        if token is not None and name is not None:
            raise HouseError("Give a token or a guest's name, not both: a token says who you are.")
        if way not in OPENERS:
            raise HouseError(f"'way' is 'socket' or 'http', not {way!r}.")
        self._transport = Transport(url, token, language, patience)
        self._name, self._language, self._way = name, language, way
        self._tables: list[Table] = []

    async def __aenter__(self) -> "Client":
        if self._name is not None:
            try:
                await self.enter(self._name)
            except BaseException:
                await self.close()
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave all links; seats stay yours."""
        for table in self._tables:
            await table.close()
        await self._transport.close()

    @property
    def url(self) -> str:
        """Where the house is."""
        return self._transport.url

    async def request(self, method: str, path: str, repeats: bool = False, **sent: Any) -> Any:
        """Ask anything of the API below `/api/v1`; the JSON of the answer. Raises Refused.

        `repeats`: whether it does no harm to ask again when the link broke before the answer.
        """
        return await self._transport.ask(Any, method, path, repeats, **sent)

    # Who you are

    async def enter(self, name: str) -> Me:
        """Come in as a guest; whoever is known already stays who they are."""
        asked = {"name": name, "language": self._language}
        return await self._transport.ask(Me, "POST", "/me", json=asked)

    async def me(self) -> Me:
        """Who you are. Raises Refused when you are nobody yet, or the token is void."""
        return await self._transport.ask(Me, "GET", "/me")

    async def log_in(self, login: str, password: str) -> Me:
        """Be known by an account; the tables that you had here as a guest become its own."""
        asked = {"login": login, "password": password}
        return await self._transport.ask(Me, "POST", "/login", json=asked)

    async def make_account(self, login: str, password: str) -> Account:
        """Get an account and keep your tables; note the recovery code, it is shown only now."""
        asked = {"login": login, "password": password}
        return await self._transport.ask(Account, "POST", "/me/account", False, json=asked)

    async def make_token(
        self,
        label: str,
        scopes: Sequence[Scope] = ("read", "play", "tables"),
        days: int | None = 365,
    ) -> NewToken:
        """A token for a program that acts for you; its secret is shown only now."""
        asked = {"label": label, "scopes": list(scopes), "days": days}
        return await self._transport.ask(NewToken, "POST", "/me/tokens", False, json=asked)

    async def tokens(self) -> list[Token]:
        """Your tokens, without their secrets."""
        return await self._transport.ask(list[Token], "GET", "/me/tokens")

    async def revoke_token(self, token_id: str) -> None:
        """The token is void from now on."""
        await self._transport.ask(type(None), "DELETE", f"/me/tokens/{token_id}", False)

    # What is played, and where

    async def games(self) -> Catalogue:
        """All games with their options and the levels of their opponents."""
        return await self._transport.ask(Catalogue, "GET", "/games")

    async def tables(self, **wanted: Any) -> list[ListedTable]:
        """Public tables, the latest first; `game`, `status`, `free`, … as docs/protocol.md says."""
        return await self._transport.ask(list[ListedTable], "GET", "/tables", params=wanted)

    async def my_tables(self, **wanted: Any) -> list[MyTable]:
        """The tables where you sit or sat, the latest first, and where it is your turn."""
        return await self._transport.ask(list[MyTable], "GET", "/me/tables", params=wanted)

    async def lobby(self, **wanted: Any) -> AsyncGenerator[LobbyChange, None]:
        """Open tables as they come, change and go; `game`, `players`, `clock`, `rated`, `free`."""
        async for change in lobby.changes(self._transport, wanted):
            yield change

    async def create(
        self,
        game: str,
        options: dict[str, Any] | None = None,
        *,
        opponents: Sequence[int] = (),
        seats: Sequence[Literal["me", "open"] | int] | None = None,
        start: bool | None = None,
        **agreed: Any,
    ) -> Table:
        """Open a table, sit down, and begin once nobody is missing. Raises Refused or HouseError.

        You take the first seat and `opponents` of the house (levels of the game) the next; the
        others are open, and the match begins as soon as the last of them is taken. `seats` says it
        seat by seat instead. `options` are those of the game: `{"players": 3}`. `agreed`: `clock`,
        `public`, `pace`, … as docs/protocol.md says.
        `start=True`: begin at once, or be refused; `start=False`: later, with `table.start()`.
        """
        _check_agreed(agreed)
        asked = {
            "game": game,
            "options": options or {},
            "seats": ["me", *opponents] if seats is None else list(seats),
            **agreed,
        }
        await self._transport.until_ready(game)
        found = await self._transport.ask(Snapshot, "POST", "/tables", False, json=asked)
        table = self._here(found, begins=start is None)
        if start or (start is None and all(seat.taken for seat in table.seats)):
            await table.start()
        return table

    async def table(self, table_id: str) -> Table:
        """A table, to look on or to play at. Raises Refused when there is none."""
        if type(table_id) is not str or not table_id:
            raise HouseError(f"A table's id is the end of its link, not {table_id!r}.")
        path = f"/tables/{quote(table_id, safe='')}"
        return self._here(await self._transport.ask(Snapshot, "GET", path))

    async def join(self, table_id: str, seat: int | None = None) -> Table:
        """Sit down at a table, if you do not sit there yet. Raises Refused."""
        table = await self.table(table_id)
        if not table.yours:
            try:
                await table.sit(seat)
            except HouseError:
                self._tables.remove(table)
                await table.close()
                raise
        return table

    def _here(self, snapshot: Snapshot, begins: bool = False) -> Table:
        table = Table(self._transport, self._way, snapshot, begins)
        self._tables.append(table)
        return table


def _check_agreed(agreed: dict[str, Any]) -> None:
    """Raises HouseError for what no table agrees on; mostly it is an option of the game."""
    for name, value in agreed.items():
        if name not in AGREED:
            raise HouseError(
                f"'{name}' is nothing that a table agrees on ({', '.join(AGREED)}). "
                f"Options of the game go into options={{{name!r}: {value!r}}}."
            )

"""The client without `async`: the same methods, which wait for their answer.

The real client runs in a thread of its own, so that links are kept while a program thinks.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime, time
from functools import partial
from typing import Any, Literal, ParamSpec, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from tabletier.client.acts import Event
from tabletier.client.client import PATIENCE, Client, Language, Scope
from tabletier.client.errors import Refused
from tabletier.client.links import Way
from tabletier.client.lobby import LobbyChange
from tabletier.client.messages import (
    Account,
    Catalogue,
    Hint,
    ListedTable,
    Me,
    MyTable,
    NewToken,
    Position,
    Result,
    Saying,
    Seat,
    TableState,
    Token,
)
from tabletier.client.table import Table
from tabletier.client.turn import Turn

P = ParamSpec("P")
T = TypeVar("T")


class Waiting:
    """Something that lives in the client's thread, and is waited for here."""

    def __init__(self, portal: BlockingPortal) -> None:
        self._portal = portal

    def _do(
        self, what: Callable[P, Coroutine[Any, Any, T]], *given: P.args, **named: P.kwargs
    ) -> T:
        done: T = self._portal.call(partial(what, *given, **named))
        return done

    def _each(self, what: AsyncIterator[T]) -> Iterator[T]:
        while True:
            try:
                yield self._portal.call(what.__anext__)
            except StopAsyncIteration:
                return


class PlainTurn:
    """It is your turn: what you see, and what you may do; as `Turn`."""

    def __init__(self, table: "PlainTable", turn: Turn) -> None:
        self.table, self._turn = table, turn
        self.seat, self.ply, self.view, self.legal = turn.seat, turn.ply, turn.view, turn.legal
        self.ask, self.time_left = turn.ask, turn.time_left

    def play(self, move: str) -> int:
        """Make a move; the number of its line. Raises Refused."""
        return self.table._do(self._turn.play, move)


class PlainOrders(Waiting):
    """What somebody may do at a table; as `Orders`."""

    _table: Table

    def order(self, do: str, **fields: Any) -> int:
        """Give an order; the number of its line. Raises Refused."""
        return self._do(self._table.order, do, **fields)

    def sit(self, seat: int | None = None, name: str = "") -> int:
        """Take a seat: this one, or any that is free."""
        return self._do(self._table.sit, seat, name)

    def stand(self, seat: int) -> int:
        """Free a seat before the start."""
        return self._do(self._table.stand, seat)

    def invite(self, seat: int, level: int) -> int:
        """Give a free seat to an opponent of the house; for the host."""
        return self._do(self._table.invite, seat, level)

    def change(self, **agreed: Any) -> int:
        """Agree on something else before the start; for the host."""
        return self._do(self._table.change, **agreed)

    def say(self, text: str, channel: Literal["table", "team", "spectators"] = "table") -> int:
        """Say something."""
        return self._do(self._table.say, text, channel)

    def propose(self, question: Literal["takeback", "draw", "stand_in", "rematch"]) -> int:
        """Ask the others for something (the order `ask`)."""
        return self._do(self._table.propose, question)

    def answer(self, yes: bool) -> int:
        """Agree to what was proposed, or do not."""
        return self._do(self._table.answer, yes)

    def rematch(self, wait: bool = True, **agreed: Any) -> int:
        """Propose another match, or agree to one; `state.next` will be its table."""
        return self._do(self._table.rematch, wait, **agreed)

    def resign(self) -> int:
        """Give up; with two sides only."""
        return self._do(self._table.resign)

    def leave(self) -> int:
        """Go: your seats are free, or a stand-in plays."""
        return self._do(self._table.leave)

    def plan(self, lines: Sequence[Sequence[str]]) -> int:
        """Say what you answer to which moves, those of both in turn; no lines: nothing any more."""
        return self._do(self._table.plan, lines)

    def keep_hours(
        self, since: time | None = None, until: time | None = None, zone: str = "UTC"
    ) -> int:
        """Have your clock stand every day from one time to another; without times: never."""
        return self._do(self._table.keep_hours, since, until, zone)

    def take_leave(self, since: datetime | None = None, until: datetime | None = None) -> int:
        """Have your clock stand from now or `since` until then, or as long as there is leave."""
        return self._do(self._table.take_leave, since, until)

    def end_leave(self) -> int:
        """Come back; what was not used of your leave can be taken again."""
        return self._do(self._table.end_leave)


class PlainTable(PlainOrders):
    """A table at which you play or look on; as `Table`."""

    def __init__(self, portal: BlockingPortal, table: Table) -> None:
        super().__init__(portal)
        self._table = table
        self.id, self.game = table.id, table.game

    def __repr__(self) -> str:
        return repr(self._table)

    @property
    def number(self) -> int:
        """The last line that was heard."""
        return self._table.number

    @property
    def state(self) -> TableState:
        """Everything about the table but the board."""
        return self._table.state

    @property
    def position(self) -> Position | None:
        """The board as you may see it; None before the start."""
        return self._table.position

    @property
    def moves(self) -> list[str | None]:
        """The moves that stand; None for one that is still secret."""
        return self._table.moves

    @property
    def chat(self) -> list[Saying]:
        """What was said."""
        return self._table.chat

    @property
    def status(self) -> str:
        """`open`, `playing` or `over`."""
        return self._table.status

    @property
    def seats(self) -> list[Seat]:
        """Who sits where."""
        return self._table.seats

    @property
    def yours(self) -> list[int]:
        """Your seats."""
        return self._table.yours

    @property
    def result(self) -> Result | None:
        """How the match ended; None before that."""
        return self._table.result

    @property
    def turn(self) -> PlainTurn | None:
        """Your turn, if it is."""
        turn = self._table.turn
        return None if turn is None else PlainTurn(self, turn)

    def turns(self) -> Iterator[PlainTurn]:
        """Your turns one after the other, until the match is over."""
        for turn in self._each(self._table.turns()):
            yield PlainTurn(self, turn)

    def play(self, choose: Callable[[PlainTurn], str]) -> Result:
        """Play to the end: at each turn `choose` gives a move's text; how the match ended."""
        for turn in self.turns():
            try:
                turn.play(choose(turn))
            except Refused as refusal:
                if not refusal.outdated:
                    raise
        assert self.result is not None
        return self.result

    def events(self, after: int | None = None) -> Iterator[Event]:
        """What happens from now on; with `after`, first what happened after that line."""
        return self._each(self._portal.call(self._table.events, after))

    def wait_for(self, number: int) -> None:
        """Wait until a line was heard."""
        self._do(self._table.wait_for, number)

    def over(self) -> Result:
        """Wait until the match is over; how it ended."""
        return self._do(self._table.over)

    def order(self, do: str, **fields: Any) -> int:
        """Give an order; the number of its line. Raises Refused."""
        return self._do(self._table.order, do, **fields)

    def start(self) -> int:
        """Begin the match; for the host, when no seat is free."""
        return self._do(self._table.start)

    def hint(self) -> Hint:
        """A good move on your turn, where the table allows hints. Raises Refused."""
        return self._do(self._table.hint)

    def record(self) -> str:
        """The record of a match that is over, which `tt.load` reads and `verify` checks."""
        return self._do(self._table.record)

    def close(self) -> None:
        """Leave the link; the house sees you go, and your seats stay yours."""
        self._do(self._table.close)


class PlainClient(Waiting):
    """A visitor of a house, for `with`; as `Client`."""

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
        self._client = Client(
            url, token=token, name=name, language=language, way=way, patience=patience
        )
        self._stack = ExitStack()

    def __enter__(self) -> "PlainClient":
        with ExitStack() as stack:
            self._portal = stack.enter_context(start_blocking_portal())
            stack.enter_context(self._portal.wrap_async_context_manager(self._client))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *trouble: Any) -> None:
        self._stack.__exit__(*trouble)

    def close(self) -> None:
        """Leave all links; seats stay yours."""
        self._stack.close()

    @property
    def url(self) -> str:
        """Where the house is."""
        return self._client.url

    def request(self, method: str, path: str, repeats: bool = False, **sent: Any) -> Any:
        """Ask anything of the API below `/api/v1`; the JSON of the answer. Raises Refused."""
        return self._do(self._client.request, method, path, repeats, **sent)

    def enter(self, name: str) -> Me:
        """Come in as a guest; whoever is known already stays who they are."""
        return self._do(self._client.enter, name)

    def me(self) -> Me:
        """Who you are. Raises Refused when you are nobody yet, or the token is void."""
        return self._do(self._client.me)

    def log_in(self, login: str, password: str) -> Me:
        """Be known by an account; the tables that you had here as a guest become its own."""
        return self._do(self._client.log_in, login, password)

    def make_account(self, login: str, password: str) -> Account:
        """Get an account and keep your tables; note the recovery code, it is shown only now."""
        return self._do(self._client.make_account, login, password)

    def make_token(
        self,
        label: str,
        scopes: Sequence[Scope] = ("read", "play", "tables"),
        days: int | None = 365,
    ) -> NewToken:
        """A token for a program that acts for you; its secret is shown only now."""
        return self._do(self._client.make_token, label, scopes, days)

    def tokens(self) -> list[Token]:
        """Your tokens, without their secrets."""
        return self._do(self._client.tokens)

    def revoke_token(self, token_id: str) -> None:
        """The token is void from now on."""
        self._do(self._client.revoke_token, token_id)

    def games(self) -> Catalogue:
        """All games with their options and the levels of their opponents."""
        return self._do(self._client.games)

    def tables(self, **wanted: Any) -> list[ListedTable]:
        """Public tables, the latest first."""
        return self._do(self._client.tables, **wanted)

    def my_tables(self, **wanted: Any) -> list[MyTable]:
        """The tables where you sit or sat, the latest first, and where it is your turn."""
        return self._do(self._client.my_tables, **wanted)

    def lobby(self, **wanted: Any) -> Iterator[LobbyChange]:
        """Open tables as they come, change and go; `game`, `players`, `clock`, `rated`, `free`."""
        return self._each(self._client.lobby(**wanted))

    def create(
        self,
        game: str,
        options: dict[str, Any] | None = None,
        *,
        opponents: Sequence[int] = (),
        seats: Sequence[Literal["me", "open"] | int] | None = None,
        start: bool | None = None,
        **agreed: Any,
    ) -> PlainTable:
        """Open a table, sit down, and begin once nobody is missing; as `Client.create`."""
        create = partial(self._client.create, game, options, opponents=opponents, seats=seats)
        return PlainTable(self._portal, self._do(create, start=start, **agreed))

    def table(self, table_id: str) -> PlainTable:
        """A table, to look on or to play at. Raises Refused when there is none."""
        return PlainTable(self._portal, self._do(self._client.table, table_id))

    def join(self, table_id: str, seat: int | None = None) -> PlainTable:
        """Sit down at a table, if you do not sit there yet. Raises Refused."""
        return PlainTable(self._portal, self._do(self._client.join, table_id, seat))

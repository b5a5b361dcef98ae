"""Running the house: one process that listens, and closes without losing anybody's move."""

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from tabletier import __version__
from tabletier.games.kernel.patience import hush
from tabletier.games.kernel.text import Text
from tabletier.server import observe
from tabletier.server.app import app_of
from tabletier.server.db.database import IN_MEMORY, CannotCopy, file_of, make_private
from tabletier.server.db.lock import Lock, Taken, locked
from tabletier.server.house import House, build
from tabletier.server.http.live_socket import MOST_BYTES
from tabletier.server.limits import raise_limit
from tabletier.server.live.broadcast import Outbox
from tabletier.server.live.connections import ASKING, PlainConnection
from tabletier.server.live.websocket import Wire
from tabletier.server.settings import Settings
from tabletier.server.users.credentials import BadKey

log = logging.getLogger(__name__)
BACKLOG = 2048
DEAD_LINKS = {
    "TCP_KEEPIDLE": 20,
    "TCP_KEEPINTVL": 10,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 50_000,
}
"""A link is dead after 50 seconds in which the other machine confirmed nothing."""
PING = 10.0
"""Seconds between pings: who has answered none when the next is due is away."""
PATIENCE = 5
"""Seconds that requests under way are given when the house closes."""
YOUNG, OLDER = 3_000, 300
"""New objects after which rings of them are looked for, and how often until the older ones are
looked through, too. Everybody waits meanwhile: some milliseconds for the new ones, half a second
for all that a thousand tables have added. Moves leave no rings behind, closed connections few."""
TURN = 0.0005
"""Seconds that a thread of the database waits at most for its turn while many moves are made."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class CannotOpen(Exception):
    """The house cannot open; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def listen(settings: Settings) -> socket.socket:
    """The socket at which the house can be reached. Raises CannotOpen."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(found[4][:2], family=found[0], backlog=BACKLOG)
    except OSError as error:
        raise CannotOpen(_not_listening(host, port, error)) from error
    _notice_dead_links(listening)
    return listening


def _notice_dead_links(listening: socket.socket) -> None:
    """Who vanished without a word is noticed, also where nothing is sent for a while."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in DEAD_LINKS.items():
        if hasattr(socket, name):  # not everywhere
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _not_listening(host: str, port: int, error: OSError) -> Text:
    import errno

    if error.errno == errno.EADDRINUSE:
        return Text(
            f"Le port {port} est déjà occupé sur {host} ; essayez --port {port + 1}.",
            f"Port {port} is taken already on {host}; try --port {port + 1}.",
        )
    why = error.strerror or str(error)
    return Text(
        f"La maison ne peut pas ouvrir sur {host}, port {port} : {why}.",
        f"The house cannot open at {host}, port {port}: {why}.",
    )


def address(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(settings: Settings, opened: Callable[[str], None]) -> None:
    """Open the house and run it until it is told to stop. Raises CannotOpen."""
    hush()  # the house says in its log when a box is open
    observe.set_up(settings)
    with _holding(settings) as lock, contextlib.closing(listen(settings)) as listening:
        house = _built(settings)
        make_room(house)

        def ready() -> None:
            _settle()
            lock.note(address(listening))
            opened(address(listening))

        server = Doors(house, ready)
        _work_out(server.app)  # or else the first to ask at an address holds everybody up
        with contextlib.suppress(SystemExit):  # uvicorn's way to say that opening failed
            server.run(sockets=[listening])
        if house.trouble is not None:
            raise CannotOpen(_trouble(settings, house.trouble)) from house.trouble


@contextlib.contextmanager
def _holding(settings: Settings) -> Iterator[Lock]:
    """Have the database file to ourselves; with Redis, with others who have it too."""
    try:
        file = file_of(settings.database)
    except CannotCopy:  # PostgreSQL
        file = None
    if file is None or str(file) in IN_MEMORY:
        yield Lock()
        return
    with contextlib.suppress(OSError):  # told when the house is put together
        make_private(settings.data_dir)
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(locked(file, shared=bool(settings.redis_url)))
        except Taken as taken:
            raise CannotOpen(_open_already(settings, taken.address)) from taken
        yield lock


def _open_already(settings: Settings, where: str) -> Text:
    """The same house is open in another process, which would not hear of us."""
    place = file_of(settings.database) if settings.database_url else settings.data_dir
    chosen = "TABLETIER_DATABASE_URL" if settings.database_url else "TABLETIER_DATA_DIR"
    fr, en = (f", {word} {where}" if where else "" for word in ("à l'adresse", "at"))
    several = "PostgreSQL {} Redis (TABLETIER_DATABASE_URL, TABLETIER_REDIS_URL)"
    return Text(
        f"La maison de {place} est déjà ouverte{fr} : fermez-la d'abord, ou choisissez un autre "
        f"dossier ({chosen}) ; plusieurs serveurs demandent {several.format('et')}.",
        f"The house in {place} is open already{en}: close it first, or choose another folder "
        f"({chosen}); several servers need {several.format('and')}.",
    )


def _work_out(app: FastAPI) -> None:
    """Have FastAPI work out every address, as it would when the first request comes."""
    scope = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(scope)


def make_room(house: House) -> None:
    """Have the system allow as many connections as are wished, or wish for fewer, and say so."""
    wished = house.settings.most_sockets
    if house.connections.fit(raise_limit(wished + ASKING)):
        log.warning(
            "there is room for %s sockets instead of %s: raise the limit of open files (ulimit -n)",
            house.connections.most,
            wished,
        )


def _settle() -> None:
    """What is there now stays: nobody's move waits while it is looked through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER)
    sys.setswitchinterval(TURN)


def _built(settings: Settings) -> House:
    try:
        return build(settings)
    except ImportError as error:
        raise CannotOpen(_lacking(error)) from error
    except BadKey as error:
        raise CannotOpen(error.text) from error
    except OSError as error:
        raise CannotOpen(_trouble(settings, error)) from error


def _lacking(error: ImportError) -> Text:
    """What several servers need is not installed with the rest."""
    return Text(
        f"Une maison à plusieurs serveurs demande {error.name} : pip install 'tabletier[site]'.",
        f"A house of several servers needs {error.name}: pip install 'tabletier[site]'.",
    )


def _trouble(settings: Settings, error: Exception) -> Text:
    """Why the house could not open; a URL may hold a password and is not shown."""
    why = getattr(error, "strerror", None) or str(getattr(error, "orig", error))
    if settings.database_url:
        return Text(
            f"La base de données (TABLETIER_DATABASE_URL) ne répond pas : {why}.",
            f"The database (TABLETIER_DATABASE_URL) does not answer: {why}.",
        )
    return Text(
        f"La maison ne peut rien garder dans {settings.data_dir} : {why}.",
        f"The house cannot keep anything in {settings.data_dir}: {why}.",
    )


class Doors(uvicorn.Server):
    """The server of a house. Told to stop, it tells everyone to come back; told twice, it stops."""

    def __init__(self, house: House, opened: Callable[[], None]) -> None:
        super().__init__(configured(house))
        self._house, self._opened = house, opened

    @property
    def app(self) -> FastAPI:
        """The application."""
        return cast(FastAPI, self.config.app)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the house, then say so."""
        await super().startup(sockets)
        self._opened()  # the address comes before anything else that is written
        log.info("opened", extra={"version": __version__})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, tell everyone to come back, write what waits."""
        for server in self.servers:
            server.close()
        await self._house.connections.send_everyone_away()
        await super().shutdown(sockets)
        log.info("closed")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as called
        """A signal: the first closes the house, the second leaves at once."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Hear signals while we run; having closed as asked, we do not die of them."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in SIGNALS}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)


def configured(house: House) -> uvicorn.Config:
    """How uvicorn runs: with our own connections, which are counted and do not wait for ever."""
    return uvicorn.Config(
        app_of(house),
        loop="auto",
        http=cast(Any, partial(PlainConnection, places=house.connections.places)),
        ws=cast(Any, partial(Wire, tolls=house.connections.tolls, outbox=Outbox())),
        ws_max_size=MOST_BYTES,
        ws_ping_interval=PING,
        ws_per_message_deflate=False,
        backlog=BACKLOG,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=house.settings.proxies,
        timeout_graceful_shutdown=PATIENCE,
    )

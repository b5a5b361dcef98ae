"""What `tabletier doctor` finds of the open house: its settings, its database, its neighbours."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tabletier.cli.i18n import say, tell

if TYPE_CHECKING:
    from tabletier.server.settings import Settings

ENV = os.environ
MOMENT = 5.0
"""Seconds that somebody has to answer."""


class Finding(NamedTuple):
    """One thing looked at: whether it is well, and what was seen."""

    name: str
    ok: bool
    value: str


def premises() -> list[Finding]:
    """What `tabletier serve` would find here."""
    from tabletier.server.settings import BadSettings, read_settings

    try:
        settings = read_settings()
    except BadSettings as error:
        return [Finding("settings", False, tell(error.text))]
    found = [_settings(settings), _port(settings), asyncio.run(_database(settings))]
    found += [_places(settings), _compiled(), _page()]
    if settings.redis_url:
        found.append(asyncio.run(_redis(settings.redis_url)))
    return found


def _settings(settings: "Settings") -> Finding:
    """Where the house opens, for whom, and what was set to make it so."""
    from tabletier.server.settings import CONFIG, PREFIX

    where = f"{settings.host}:{settings.port}"
    reach = say("doctor.house.local") if settings.local else say("doctor.house.public")
    told = [f"{where} ({reach})"]
    names = sorted(f"{PREFIX}{name.upper()}" for name in settings.model_fields_set)
    chosen = ", ".join(name for name in names if name in ENV)
    if chosen:
        told.append(say("doctor.set", names=chosen))
    if ENV.get(CONFIG):
        told.append(say("doctor.file", path=ENV[CONFIG]))
    return Finding("settings", True, say("flag.between").join(told))


def _port(settings: "Settings") -> Finding:
    """Whether the house could open where it is told to, or is open there already."""
    from tabletier.server.running import CannotOpen, listen

    if settings.port == 0:
        return Finding("port", True, say("doctor.port.any"))
    try:
        listen(settings).close()
    except CannotOpen as error:
        if _answers(settings):
            return Finding("port", True, say("doctor.port.house", port=settings.port))
        return Finding("port", False, tell(error.text))
    return Finding("port", True, say("doctor.port.free", port=settings.port))


def _answers(settings: "Settings") -> bool:
    """Whether a house is open at this address."""
    import json
    from urllib.request import urlopen

    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    host = f"[{host}]" if ":" in host else host
    try:
        with urlopen(f"http://{host}:{settings.port}/healthz", timeout=MOMENT) as answer:
            return "ready" in json.load(answer)
    except (OSError, ValueError):
        return False


def _places(settings: "Settings") -> Finding:
    """Whether the system allows as many connections as are wished."""
    from tabletier.server.guard.descriptors import limits, room
    from tabletier.server.live.callers import ASKING

    files = limits()[1]
    fits = room(files)
    wished = settings.most_sockets
    if fits is None or fits >= wished + ASKING:
        return Finding("places", True, say("doctor.places", number=wished))
    number = max(1, fits - ASKING)
    told = say("doctor.places.fewer", number=number, wished=wished, files=files)
    return Finding("places", True, told)


def _page() -> Finding:
    """Whether there is anything for a browser."""
    from tabletier import server

    built = (Path(server.__file__).parent / "page" / "index.html").exists()
    return Finding("page", True, say("doctor.page" if built else "doctor.page.none"))


async def _database(settings: "Settings") -> Finding:
    """Whether the database answers, and which version it has."""
    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.server.storage.database import open_engine
    from tabletier.server.storage.upgrading import head, known, version_of

    if not settings.database_url and not (file := settings.data_dir / "house.sqlite3").exists():
        return Finding("database", True, say("doctor.folder.new", path=file))
    kind = "SQLite" if settings.database.startswith("sqlite") else "PostgreSQL"
    try:
        engine = open_engine(settings.database)
    except ImportError:
        return Finding("database", False, say("doctor.site", what="asyncpg"))
    try:
        async with asyncio.timeout(MOMENT), engine.connect() as connection:
            version = await connection.run_sync(version_of)
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        why = str(getattr(error, "orig", error)).split("\n")[0] or type(error).__name__
        return Finding("database", False, say("doctor.database.away", kind=kind, why=why))
    finally:
        await engine.dispose()
    if version is not None and version not in known():
        told = say("doctor.database.newer", kind=kind, version=version, known=head())
        return Finding("database", False, told)
    seen = version or say("doctor.database.empty")
    return Finding("database", True, say("doctor.database", kind=kind, version=seen))


async def _redis(url: str) -> Finding:
    """Whether the servers of a site can hear of one another."""
    try:
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ImportError:
        return Finding("redis", False, say("doctor.site", what="redis"))
    client = Redis.from_url(url, socket_connect_timeout=MOMENT, socket_timeout=MOMENT)
    try:
        await client.ping()
    except (RedisError, OSError) as error:
        told = str(error).split("\n")[0] or type(error).__name__
        return Finding("redis", False, say("doctor.redis.away", why=told))
    finally:
        await client.aclose()
    return Finding("redis", True, say("doctor.redis"))


def _compiled() -> Finding:
    """Whether the first people will have to wait until the rules are compiled."""
    from tabletier.games.kernel.registry import keys
    from tabletier.server.live.boxes import is_compiled

    waiting = [key for key in keys() if not is_compiled(key)]
    if waiting:
        return Finding("compiled", True, say("doctor.compiled.later", games=", ".join(waiting)))
    return Finding("compiled", True, say("doctor.compiled"))

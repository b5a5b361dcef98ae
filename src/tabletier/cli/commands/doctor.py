"""`tabletier doctor`: what this machine offers, and what is in the way."""

import asyncio
import json
import os
import platform
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tabletier.cli import saves
from tabletier.cli.click_ext import JSON_OPTION, CliCommand
from tabletier.cli.errors import FAILED, OK
from tabletier.cli.game_choice import BrokenGame, load_games
from tabletier.cli.i18n import TEXTS, format_figures, say, tell
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.extras import missing_sentence

if TYPE_CHECKING:
    from tabletier.server.settings import Settings


ENV = os.environ
MOMENT = 5.0
"""Seconds that somebody has to answer."""
LATE = 60
"""Minutes after which a notice that still waits is a sign that something is wrong."""


class Check(NamedTuple):
    """One thing looked at: whether it is well, and what was seen."""

    name: str
    ok: bool
    value: str


def _check_python() -> Check:
    return Check("python", True, f"{platform.python_version()} ({platform.system()})")


def _check_numba() -> Check:
    try:
        return Check("numba", True, version("numba"))
    except PackageNotFoundError:
        return Check("numba", False, say("doctor.absent"))


def _check_jit() -> Check:
    from tabletier.games.kernel.compiler import JIT

    return Check("jit", True, say("doctor.jit.on" if JIT else "doctor.jit.off"))


def _check_cache() -> Check:
    from tabletier.games.kernel.compiler import cache_dir

    return _check_folder("cache", cache_dir().parent)


def _check_data() -> Check:
    return _check_folder("data", saves.data_dir())


def _check_folder(name: str, path: Path) -> Check:
    """A folder that we must be able to write, or to make."""
    trouble = _why_unwritable(path)
    if trouble is not None:
        return Check(name, False, say("doctor.folder.bad", path=path, why=trouble))
    if not path.exists():
        return Check(name, True, say("doctor.folder.new", path=path))
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return Check(
        name, True, say("doctor.folder", path=path, size=format_figures(f"{size / 1e6:.1f}"))
    )


def _why_unwritable(path: Path) -> str | None:
    """Why nothing can be written there, None when something can."""
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            return None
    except OSError as error:
        return error.strerror or str(error)


def _check_box(games: list[Game], broken: list[BrokenGame]) -> Check:
    """Which box data the games use: ours, or a collector's corrected copies."""
    from tabletier.games.kernel.compiler import box_dir

    folder = box_dir()
    if folder is None:
        return Check("box", True, say("doctor.box.own"))
    if not folder.is_dir():
        return Check("box", False, say("doctor.box.missing", path=folder))
    readers = {f"{game.key}.json": game.key for game in games if game.box is not None}
    faulty = {f"{game.key}.json": game.key for game in broken}
    there = sorted(path.name for path in folder.iterdir() if path.suffix.lower() == ".json")
    corrected = [readers[name] for name in there if name in readers]
    unusable = [faulty[name] for name in there if name in faulty]
    unused = [name for name in there if name not in readers | faulty]
    shown = ", ".join(corrected) or say("doctor.box.none")
    told = [say("doctor.box.corrected", path=folder, games=shown)]
    if unusable:
        told.append(say("doctor.box.unusable", games=", ".join(unusable)))
    if unused:
        told.append(say("doctor.box.unused", files=", ".join(unused)))
    return Check("box", not unusable and not unused, say("flag.between").join(told))


def _check_games(games: list[Game], broken: list[BrokenGame]) -> list[Check]:
    found = [Check(f"game {g.key}", True, say("doctor.game", version=g.version)) for g in games]
    found += [Check(f"game {game.key}", False, game.why) for game in broken]
    if not found:
        found.append(Check("games", False, say("doctor.absent")))
    return found


# --- What `tabletier serve` would find here


def _check_server() -> list[Check]:
    """What `tabletier serve` would find here."""
    try:
        from tabletier.server.settings import BadSettings, read_settings
    except ModuleNotFoundError as error:
        return [Check("house", False, say("doctor.house.broken", why=str(error)))]
    try:
        settings = read_settings()
    except BadSettings as error:
        return [Check("settings", False, tell(error.text))]
    checks = [
        _check_settings(settings),
        _check_port(settings),
        asyncio.run(_check_database(settings)),
    ]
    if checks[-1].ok:
        checks += asyncio.run(_check_notices(settings))
    if settings.smtp_url:
        checks.append(asyncio.run(_check_mail(settings)))
    checks += [_check_places(settings), _check_compiled(), _check_page()]
    if settings.redis_url:
        checks.append(asyncio.run(_check_redis(settings.redis_url)))
    return checks


def _check_settings(settings: "Settings") -> Check:
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
    return Check("settings", True, say("flag.between").join(told))


def _check_port(settings: "Settings") -> Check:
    """Whether the house could open where it is told to, or is open there already."""
    from tabletier.server.run import CannotOpen, listen

    if settings.port == 0:
        return Check("port", True, say("doctor.port.any"))
    try:
        listen(settings).close()
    except CannotOpen as error:
        if _is_server_answering(settings):
            return Check("port", True, say("doctor.port.house", port=settings.port))
        return Check("port", False, tell(error.text))
    return Check("port", True, say("doctor.port.free", port=settings.port))


def _is_server_answering(settings: "Settings") -> bool:
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


def _check_places(settings: "Settings") -> Check:
    """Whether the system allows as many connections as are wished."""
    from tabletier.server.limits import open_files, room
    from tabletier.server.live.connections import ASKING

    files = open_files()[1]
    fits = room(files)
    wished = settings.most_sockets
    if fits is None or fits >= wished + ASKING:
        return Check("places", True, say("doctor.places", number=wished))
    number = max(1, fits - ASKING)
    told = say("doctor.places.fewer", number=number, wished=wished, files=files)
    return Check("places", True, told)


def _check_page() -> Check:
    """Whether there is anything for a browser."""
    from tabletier import server

    built = (Path(server.__file__).parent / "page" / "index.html").exists()
    return Check("page", True, say("doctor.page" if built else "doctor.page.none"))


async def _check_database(settings: "Settings") -> Check:
    """Whether the database answers, and which version it has."""
    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.server.db.database import open_engine
    from tabletier.server.db.upgrading import head, known, version_of

    if not settings.database_url and not (file := settings.data_dir / "house.sqlite3").exists():
        return Check("database", True, say("doctor.folder.new", path=file))
    kind = "SQLite" if settings.database.startswith("sqlite") else "PostgreSQL"
    try:
        engine = open_engine(settings.database)
    except ImportError:
        return Check("database", False, tell(missing_sentence("asyncpg", "site")))
    try:
        async with asyncio.timeout(MOMENT), engine.connect() as connection:
            version = await connection.run_sync(version_of)
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        why = str(getattr(error, "orig", error)).split("\n")[0] or type(error).__name__
        return Check("database", False, say("doctor.database.away", kind=kind, why=why))
    finally:
        await engine.dispose()
    if version is not None and version not in known():
        told = say("doctor.database.newer", kind=kind, version=version, known=head())
        return Check("database", False, told)
    seen = version or say("doctor.database.empty")
    return Check("database", True, say("doctor.database", kind=kind, version=seen))


async def _check_notices(settings: "Settings") -> list[Check]:
    """How many notices wait, since when, and what went wrong last; nothing before a first day."""
    from sqlalchemy.exc import SQLAlchemyError

    from tabletier.server.db.database import open_engine
    from tabletier.server.notices.leases import standing
    from tabletier.server.notices.outside import trouble_told

    if not settings.database_url and not (settings.data_dir / "house.sqlite3").exists():
        return []
    engine = open_engine(settings.database)
    try:
        async with asyncio.timeout(MOMENT):
            found = await standing(engine)
    except (SQLAlchemyError, OSError, TimeoutError):  # a database of before there were any
        return []
    finally:
        await engine.dispose()
    if found.oldest is None:
        told, late = [say("doctor.notices.none")], False
    else:
        minutes = max(0, round((time.time() - found.oldest / 1000) / 60))
        told = [say("doctor.notices", number=found.waiting, minutes=minutes)]
        late = minutes > LATE
    told += [f"{kind}: {tell(trouble_told(why))}" for kind, why in sorted(found.troubles.items())]
    return [Check("notices", not late, say("flag.between").join(told))]


async def _check_mail(settings: "Settings") -> Check:
    """Whether somebody takes our e-mail."""
    import aiosmtplib

    from tabletier.server.notices.senders import mail_server

    server = mail_server(settings.smtp_url, settings.smtp_from)
    assert server is not None
    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        use_tls=server.tls,
        start_tls=False,
        timeout=MOMENT,
    )
    where = f"{server.host}:{server.port}"
    try:
        async with client:
            await client.noop()
    except (aiosmtplib.SMTPException, OSError) as error:
        return Check("mail", False, say("doctor.mail.away", where=where, why=str(error)))
    return Check("mail", True, say("doctor.mail", where=where))


async def _check_redis(url: str) -> Check:
    """Whether the servers of a site can hear of one another."""
    try:
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ImportError:
        return Check("redis", False, tell(missing_sentence("redis", "site")))
    client = Redis.from_url(url, socket_connect_timeout=MOMENT, socket_timeout=MOMENT)
    try:
        await client.ping()
    except (RedisError, OSError) as error:
        told = str(error).split("\n")[0] or type(error).__name__
        return Check("redis", False, say("doctor.redis.away", why=told))
    finally:
        await client.aclose()
    return Check("redis", True, say("doctor.redis"))


def _check_compiled() -> Check:
    """Whether the first people will have to wait until the rules are compiled."""
    from tabletier.games.kernel.registry import keys
    from tabletier.server.live.warmup import is_compiled

    waiting = [key for key in keys() if not is_compiled(key)]
    if waiting:
        return Check("compiled", True, say("doctor.compiled.later", games=", ".join(waiting)))
    return Check("compiled", True, say("doctor.compiled"))


# --- The report


def run_checks() -> list[Check]:
    """Everything looked at, in the order of the report."""
    shelved = load_games()
    machine = [_check_python(), _check_numba(), _check_jit(), _check_cache(), _check_data()]
    return [*machine, *_check_server(), _check_box(*shelved), *_check_games(*shelved)]


def _label(name: str) -> str:
    """What was looked at, in the language of the run; programs read the name itself."""
    kind, space, which = name.partition(" ")
    key = f"finding.{kind}"
    return (say(key) if key in TEXTS else kind) + space + which


def _doctor(as_json: bool) -> int:
    findings = run_checks()
    if as_json:
        report = {"ok": all(f.ok for f in findings), "findings": [f._asdict() for f in findings]}
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        for finding in findings:
            mark = say("doctor.well") if finding.ok else say("doctor.ill")
            click.echo(f"{mark:<8} {_label(finding.name):<14} {finding.value}")
    if all(finding.ok for finding in findings):
        return OK
    if not as_json:
        click.echo(say("doctor.advice"), err=True)
    return FAILED


doctor_command = CliCommand(
    "doctor",
    help="doctor.help",
    callback=_doctor,
    params=[JSON_OPTION],
)

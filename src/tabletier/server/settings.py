"""How the house is set up: by environment (`TABLETIER_PORT=9000`), by TOML, or not at all."""

import os
import tomllib
from email.utils import parseaddr
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin
from urllib.parse import urlsplit

import platformdirs
from pydantic import Field, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from tabletier.games.kernel.text import Text

PREFIX, CONFIG = "TABLETIER_", "TABLETIER_CONFIG"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
"""The driver that is meant where a database URL names none."""
SHORTEST_SECRET = 32
"""Characters below which a key may be guessed."""
SECRET = ("secret", "database_url", "redis_url", "smtp_url")
"""Settings that are never shown."""


class BadSettings(ValueError):
    """A setting that cannot be; `text` says which, and what it could be."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class _Wrong(ValueError):
    """What a setting must be, in both languages."""

    def __init__(self, fr: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(fr, en)


class Settings(BaseSettings):
    """Everything that can be set; the defaults open a house for one machine."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    host: str = Field("127.0.0.1", min_length=1)
    port: int = Field(8000, ge=0, le=65535)
    data_dir: Path = Path(platformdirs.user_data_dir("tabletier"))
    database_url: str = ""
    """Empty: a SQLite file in `data_dir`."""
    redis_url: str = ""
    secret: str = ""
    """Signs cookies; several servers must share it. Empty: made once and kept in `data_dir`."""
    origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses of pages besides our own that may connect, such as https://games.example."""
    proxies: str = "127.0.0.1"
    """Machines whose word we take for who is calling (X-Forwarded-For), separated by commas."""
    secure_cookies: bool = False
    """Cookies are sent over TLS only. Where we see TLS ourselves, they are anyway."""
    metrics: bool | None = None
    """Whether /metrics answers; by default only when the house is not open to other machines."""
    log: Literal["auto", "plain", "json"] = "auto"
    """How the log is written; `auto`: plain warnings for a house of this machine or on a
    terminal, JSON elsewhere."""
    opponents: int = Field(1, ge=0, le=64)
    """Processes in which opponents think; 0: workers elsewhere do (`tabletier worker`)."""
    pace: float = Field(0.7, ge=0, le=60)
    """Seconds from one move to the next at least where an opponent makes it, so that people can
    follow; a table may agree on another, up to 2."""
    simulations: int = Field(400, ge=1, le=100_000)
    """How closely an analysis looks at each position."""
    public_url: str = ""
    """What people type to come here, such as https://games.example; notices lead there. Empty: the
    first of `origins`, or this machine."""
    smtp_url: str = ""
    """Who takes our e-mail: smtp://user:password@mail.example:587; empty: none is sent."""
    smtp_from: str = ""
    """Who e-mail comes from: games@example.org, or Tabletier <games@example.org>."""
    private_targets: bool = False
    """Whether webhooks may be machines of private networks, also over plain HTTP."""
    most_sockets: int = Field(10_000, ge=1)
    limits: float = Field(1.0, ge=0, le=1000)
    """How generous the rate limits are: 2 allows twice as much, 0 takes them away."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - not used, and so not read
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - likewise
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment first, then the file that TABLETIER_CONFIG names."""
        found = [init_settings, env_settings]
        named = os.environ.get(CONFIG)
        if named:
            found.append(TomlConfigSettingsSource(settings_cls, Path(named)))
        return tuple(found)

    @field_validator("origins", mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        return [part.strip() for part in given.split(",")] if isinstance(given, str) else given

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        found = tuple(one.rstrip("/").lower() for one in given if one)
        for one in found:
            parts = urlsplit(one)
            if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
                raise _Wrong(
                    f"{one} n'est pas une origine telle que https://games.example",
                    f"{one} is no origin such as https://games.example",
                )
        return found

    @field_validator("secret")
    @classmethod
    def _is_long(cls, given: str) -> str:
        if given and len(given) < SHORTEST_SECRET:
            raise _Wrong(
                f"il lui faut au moins {SHORTEST_SECRET} caractères",
                f"it needs at least {SHORTEST_SECRET} characters",
            )
        return given

    @field_validator("data_dir")
    @classmethod
    def _at_home(cls, given: Path) -> Path:
        return given.expanduser()

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, given: str) -> str:
        scheme, colon, rest = given.partition("://")
        if given and (not colon or scheme not in {*DRIVERS, *DRIVERS.values()}):
            known = [f"{name}://" for name in DRIVERS]
            raise _Wrong(
                f"il commence par {' ou '.join(known)}", f"it begins with {' or '.join(known)}"
            )
        return given and f"{DRIVERS.get(scheme, scheme)}://{rest}"

    @field_validator("redis_url")
    @classmethod
    def _is_redis(cls, given: str) -> str:
        if given and given.partition("://")[0] not in {"redis", "rediss", "unix"}:
            raise _Wrong("il commence par redis://", "it begins with redis://")
        return given

    @field_validator("public_url")
    @classmethod
    def _is_home(cls, given: str) -> str:
        parts = urlsplit(given)
        if given and (parts.scheme not in {"http", "https"} or not parts.netloc):
            raise _Wrong(
                f"{given} n'est pas une adresse telle que https://games.example",
                f"{given} is no address such as https://games.example",
            )
        return given.rstrip("/")

    @field_validator("smtp_url")
    @classmethod
    def _is_smtp(cls, given: str) -> str:
        if given and (
            not given.startswith(("smtp://", "smtps://")) or not urlsplit(given).hostname
        ):
            raise _Wrong(
                "il commence par smtp:// ou smtps:// et nomme une machine",
                "it begins with smtp:// or smtps:// and names a machine",
            )
        return given

    @field_validator("smtp_from")
    @classmethod
    def _is_sender(cls, given: str) -> str:
        if given and (not given.isprintable() or "@" not in parseaddr(given)[1]):
            raise _Wrong(
                f"{given} n'est pas une adresse e-mail telle que games@example.org",
                f"{given} is no e-mail address such as games@example.org",
            )
        return given

    @property
    def home(self) -> str:
        """Where notices lead, without a slash at the end."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        here = f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"
        return self.public_url or next(iter(self.origins), here)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the house."""
        return self.host in {"127.0.0.1", "localhost", "::1"}

    @property
    def shows_metrics(self) -> bool:
        """Whether /metrics answers."""
        return self.local if self.metrics is None else self.metrics

    @cached_property
    def database(self) -> str:
        """The URL of the database."""
        from tabletier.server.db.database import sqlite_url

        return self.database_url or sqlite_url(self.data_dir / "house.sqlite3")


def read_settings(**flags: Any) -> Settings:
    """The settings of this process, flags of the command line first. Raises BadSettings."""
    _check_file()
    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise BadSettings(_sentence(error)) from error
    except SettingsError as error:
        raise BadSettings(Text(f"{error}.", f"{error}.")) from error


def _check_file() -> None:
    """The settings file must be there, be TOML, and name nothing that cannot be set."""
    named = os.environ.get(CONFIG)
    if not named:
        return
    try:
        found = tomllib.loads(Path(named).read_text("utf-8"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadSettings(
            Text(
                f"Le fichier de réglages {named} ne se lit pas : {why}.",
                f"The settings file {named} cannot be read: {why}.",
            )
        ) from error
    unknown = ", ".join(sorted(set(found) - set(Settings.model_fields)))
    if unknown:
        raise BadSettings(
            Text(
                f"Le fichier de réglages {named} contient un réglage inconnu : {unknown}.",
                f"The settings file {named} has a setting that does not exist: {unknown}.",
            )
        )


def _sentence(error: ValidationError) -> Text:
    """The first thing that is wrong, by the names that people set it by."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    wrong = first.get("ctx", {}).get("error")
    why = wrong.text if isinstance(wrong, _Wrong) else _expected(Settings.model_fields[name])
    what, given = f"{PREFIX}{name.upper()} ({name})", str(first["input"])[:60]
    if name in SECRET:
        return Text(
            f"Le réglage {what} est faux : {why.fr}.", f"The setting {what} is wrong: {why.en}."
        )
    return Text(
        f"Le réglage {what} ne peut pas être « {given} » : {why.fr}.",
        f"The setting {what} cannot be '{given}': {why.en}.",
    )


def _expected(field: FieldInfo) -> Text:
    """What may be said there, made of its declaration."""
    kinds = get_args(field.annotation) or (field.annotation,)
    if get_origin(field.annotation) is Literal:
        choices = ", ".join(kinds)
        return Text(f"au choix : {choices}", f"choose from: {choices}")
    if bool in kinds:
        return Text("true ou false est attendu", "true or false is expected")
    if int in kinds or float in kinds:
        return _expected_number(field, whole=int in kinds)
    if get_origin(field.annotation) is tuple:
        return Text(
            "des adresses sont attendues, séparées par des virgules",
            "addresses are expected, with commas between them",
        )
    return Text("un texte est attendu, qui ne soit pas vide", "a text is expected, not empty")


def _expected_number(field: FieldInfo, whole: bool) -> Text:
    low = next(rule.ge for rule in field.metadata if hasattr(rule, "ge"))
    high = next((rule.le for rule in field.metadata if hasattr(rule, "le")), None)
    fr = f"à partir de {low}" if high is None else f"de {low} à {high}"
    en = f"from {low} on" if high is None else f"from {low} to {high}"
    kind = Text("un nombre entier", "a whole number") if whole else Text("un nombre", "a number")
    return Text(f"{kind.fr} {fr} est attendu", f"{kind.en} {en} is expected")

"""How the house is set up: by environment (`TABLETIER_PORT=9000`), by TOML, or not at all."""

import os
from functools import cached_property
from pathlib import Path

import platformdirs
from pydantic import Field
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

CONFIG = "TABLETIER_CONFIG"


class Settings(BaseSettings):
    """Everything that can be set; the defaults open a house for one machine."""

    model_config = SettingsConfigDict(env_prefix="TABLETIER_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    data_dir: Path = Path(platformdirs.user_data_dir("tabletier"))
    database_url: str = ""
    """Empty: a SQLite file in `data_dir`."""
    redis_url: str = ""
    secret: str = ""
    """Signs cookies; several servers must share it. Empty: made once and kept in `data_dir`."""
    origins: tuple[str, ...] = ()
    """Addresses of pages besides our own that may connect, such as https://games.example."""
    secure_cookies: bool = False
    """Set behind TLS: cookies are then sent over TLS only."""
    metrics: bool | None = None
    """Whether /metrics answers; by default only when the house is not open to other machines."""
    opponents: int = Field(1, ge=0, le=64)
    """Processes in which opponents think; 0: workers elsewhere do (`tabletier worker`)."""
    most_sockets: int = Field(10_000, ge=1)

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

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the house."""
        return self.host in {"127.0.0.1", "localhost", "::1"}

    @cached_property
    def database(self) -> str:
        """The URL of the database."""
        from tabletier.server.storage.database import sqlite_url

        return self.database_url or sqlite_url(self.data_dir / "house.sqlite3")

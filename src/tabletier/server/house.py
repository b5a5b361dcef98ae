"""Everything a running house consists of, put together once and handed to whoever needs it."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.search.service import Thinkers
from tabletier.server.live.boxes import Boxes
from tabletier.server.live.hub import Hub
from tabletier.server.live.opponents import Minds, Opponents
from tabletier.server.live.timers import Timers
from tabletier.server.people.cookies import Cookies, house_secret
from tabletier.server.people.register import Register
from tabletier.server.settings import Settings
from tabletier.server.storage.database import open_engine
from tabletier.server.storage.store import Store
from tabletier.server.storage.upgrading import upgrade


@dataclass
class House:
    """The parts of the house."""

    settings: Settings
    engine: AsyncEngine
    store: Store
    hub: Hub
    register: Register
    cookies: Cookies
    timers: Timers
    minds: Minds
    opponents: Opponents
    boxes: Boxes

    async def open(self) -> None:
        """Get ready for people."""
        if self.engine.dialect.name == "sqlite":
            self.settings.data_dir.mkdir(parents=True, exist_ok=True)
        await upgrade(self.engine)
        self.store.writer.start()
        self.boxes.open_all()

    async def close(self) -> None:
        """Write down what is waiting, and lock the door."""
        await self.boxes.close()
        self.timers.close()
        await self.opponents.close()
        await self.store.writer.stop()
        await self.engine.dispose()


def build(settings: Settings) -> House:
    """The parts, not yet open."""
    engine = open_engine(settings.database)
    store = Store(engine)
    secret = settings.secret or house_secret(settings.data_dir)
    hub, minds = Hub(store), Thinkers()
    return House(
        settings,
        engine,
        store,
        hub,
        Register(engine),
        Cookies(secret),
        Timers(hub),
        minds,
        Opponents(hub, minds),
        Boxes(),
    )

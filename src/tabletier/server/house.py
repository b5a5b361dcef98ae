"""Everything a running house consists of, put together once and handed to whoever needs it."""

import asyncio
from dataclasses import dataclass, field
from email.utils import parseaddr

from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel import compiler
from tabletier.search.worker.pool import WorkerPool
from tabletier.server.db.database import make_private, open_engine
from tabletier.server.db.history import History
from tabletier.server.db.results import Backlog
from tabletier.server.db.store import Store
from tabletier.server.db.upgrading import upgrade
from tabletier.server.jobs.ledger import Ledger
from tabletier.server.jobs.painter import Painter
from tabletier.server.jobs.service import JobService
from tabletier.server.limits import Gate, InMemory, Rates
from tabletier.server.live.bots import Answers, Minds, Opponents
from tabletier.server.live.cluster import Alone, Neighbours
from tabletier.server.live.connections import Connections
from tabletier.server.live.hub import Hub, TurnLookup
from tabletier.server.live.lobby import Lobby
from tabletier.server.live.partners import Partners
from tabletier.server.live.ratings import Ratings
from tabletier.server.live.timers import Pauses, Rematches, Timers
from tabletier.server.live.unattended import UnattendedTables
from tabletier.server.live.uptime import Uptime
from tabletier.server.live.waking import PlannedAnswers, Waking
from tabletier.server.live.warmup import Boxes
from tabletier.server.notices.channels import Channels
from tabletier.server.notices.dispatch import Dispatcher
from tabletier.server.notices.outside import Outside
from tabletier.server.notices.push import can_push
from tabletier.server.notices.senders import Senders, mail_server
from tabletier.server.observe import Metrics
from tabletier.server.settings import Settings
from tabletier.server.users.accounts import Accounts
from tabletier.server.users.calendars import Calendars
from tabletier.server.users.credentials import Cookies, Devices, Tokens, house_secret
from tabletier.server.users.guests import Register
from tabletier.server.users.moderation import Mutes, Reports
from tabletier.server.users.privacy import Joining, Leaving
from tabletier.server.users.solving import Solving


@dataclass
class House:
    """The parts of the house."""

    settings: Settings
    engine: AsyncEngine
    store: Store
    hub: Hub
    register: Register
    cookies: Cookies
    devices: Devices
    timers: Timers
    minds: Minds
    opponents: Opponents
    pauses: Pauses
    answers: Answers
    partners: Partners
    boxes: Boxes
    uptime: Uptime
    waking: Waking
    planned: PlannedAnswers
    connections: Connections
    tokens: Tokens
    accounts: Accounts
    leaving: Leaving
    joining: Joining
    calendars: Calendars
    mutes: Mutes
    reports: Reports
    solving: Solving
    turns: TurnLookup
    lobby: Lobby
    jobs: JobService
    channels: Channels
    senders: Senders
    dispatcher: Dispatcher
    gate: Gate
    metrics: Metrics
    unattended: UnattendedTables
    rematches: Rematches
    backlog: Backlog
    history: History
    ratings: Ratings
    painter: Painter
    reading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """Records are read one after the other: matches in play come first."""
    trouble: Exception | None = None
    """Why the house could not open."""

    async def open(self) -> None:
        """Get ready for people."""
        try:
            await self._open()
        except Exception as error:
            self.trouble = error
            raise

    async def _open(self) -> None:
        if self.engine.dialect.name == "sqlite":
            make_private(self.settings.data_dir)
        await upgrade(self.engine)
        await self.store.writer.open()
        await self.uptime.open()
        await self.hub.neighbours.open(self.hub.ears)
        await self.store.outbox.open(self.hub.neighbours.shared)
        if can_push():
            from tabletier.server.notices.webpush import house_key

            self.senders.key = await house_key(self.engine, contact_of(self.settings))
        self.timers.open()
        self.boxes.open_all()
        self.backlog.open()
        self.waking.open()
        await self.dispatcher.open()
        self.ratings.open()
        self.metrics.pulse.start()

    async def muted(self, person: str) -> None:
        """What a person wants to hear has changed; elsewhere they are asked to connect anew."""
        self.connections.mute(person, await self.mutes.of(person))
        self.hub.neighbours.send_away(person)

    def send_away(self, person: str) -> None:
        """Cut a person's connections, here and at other servers: they may not be who they were."""
        self.connections.send_away(person)
        self.hub.neighbours.send_away(person)

    async def close(self) -> None:
        """Write down what is waiting, and lock the door."""
        self.metrics.pulse.stop()
        await self.backlog.close()
        await self.ratings.close()
        await self.jobs.close()
        await self.boxes.close()
        await self.waking.close()
        self.planned.close()
        self.timers.close()
        await self.lobby.close()
        self.answers.close()
        self.partners.close()
        await self.opponents.close()
        await self.dispatcher.close()
        await self.store.writer.stop()
        self.store.close()
        await self.hub.neighbours.close()
        await self.gate.close()
        await self.uptime.close()
        await self.engine.dispose()


def build(settings: Settings) -> House:
    """The parts, not yet open."""
    engine = open_engine(settings.database)
    store = Store(engine)
    secret = settings.secret or house_secret(settings.data_dir)
    hub, minds = Hub(store, neighbours(settings.redis_url)), minds_of(settings)
    connections = Connections(settings.most_sockets, settings.limits, settings.proxies)
    hub.send_away = connections.send_away
    register, tokens, boxes = Register(engine), Tokens(engine), Boxes()
    mutes, reports = Mutes(engine), Reports(engine)
    jobs = JobService(Ledger(engine), minds, settings.simulations)
    unattended = UnattendedTables(hub, settings.limits)
    opponents = Opponents(hub, minds, settings.pace, unattended.owner_of)
    outside, turns = Outside(settings.private_targets), TurnLookup(hub, boxes)
    mail = mail_server(settings.smtp_url, settings.smtp_from)
    senders = Senders(outside, mail, settings.home)
    dispatcher = Dispatcher(hub, turns, senders)
    return House(
        settings=settings,
        engine=engine,
        store=store,
        hub=hub,
        register=register,
        cookies=Cookies(secret),
        devices=Devices(secret),
        timers=Timers(hub),
        minds=minds,
        opponents=opponents,
        pauses=Pauses(hub),
        answers=Answers(hub, minds),
        partners=Partners(hub, minds),
        boxes=boxes,
        uptime=Uptime(engine, hub),
        waking=Waking(hub, boxes),
        planned=PlannedAnswers(hub),
        connections=connections,
        tokens=tokens,
        accounts=Accounts(engine, register, tokens),
        leaving=Leaving(hub, boxes, register, tokens, mutes, reports, jobs.ledger),
        joining=Joining(hub, boxes, register),
        calendars=Calendars(engine, secret),
        mutes=mutes,
        reports=reports,
        solving=Solving(engine),
        turns=turns,
        lobby=Lobby(hub),
        jobs=jobs,
        channels=Channels(engine, store.outbox, outside, mail is not None),
        senders=senders,
        dispatcher=dispatcher,
        gate=Gate(rates(settings.redis_url), settings.limits),
        metrics=Metrics(hub, connections, opponents, jobs, dispatcher.tally),
        unattended=unattended,
        rematches=Rematches(hub),
        backlog=Backlog(engine, store.aside),
        history=History(engine),
        ratings=Ratings(engine, hub),
        painter=Painter(),
    )


def contact_of(settings: Settings) -> str:
    """Whom push services may write to about us."""
    sender = parseaddr(settings.smtp_from)[1]
    if sender:
        return f"mailto:{sender}"
    return settings.home if settings.home.startswith("https://") else "mailto:nobody@localhost"


def minds_of(settings: Settings) -> Minds:
    """Who thinks for the opponents: processes of this machine, or workers elsewhere."""
    if settings.opponents > 0 or not settings.redis_url:
        return WorkerPool(compiles=compiler.JIT)
    from tabletier.server.jobs.queue import QueueMinds

    return QueueMinds(settings.redis_url)


def rates(redis_url: str) -> Rates:
    """Who counts how often things are done: this server, or all of them together."""
    if not redis_url:
        return InMemory()
    from tabletier.server.live.redis_cluster import RedisRates

    return RedisRates(redis_url)


def neighbours(redis_url: str) -> Neighbours:
    """How this server hears of others: over Redis, or there are none."""
    if not redis_url:
        return Alone()
    from tabletier.server.live.redis_cluster import RedisCluster

    return RedisCluster(redis_url)

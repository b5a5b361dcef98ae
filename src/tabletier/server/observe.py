"""What the house says about itself: metrics, and a log of events. Never who plays.

An error is written with the places it went through, not with what was in its message.
"""

import asyncio
import json
import logging
import sys
import traceback
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sized
from itertools import accumulate
from types import TracebackType
from typing import Any, TextIO

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from tabletier.server.live.connections import Connections
from tabletier.server.live.hub import Hub, Room
from tabletier.server.notices.dispatch import NoticeTally
from tabletier.server.settings import Settings
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine

BEAT = 0.05
"""Seconds between two beats."""
STALL = 0.1
"""Seconds by which a beat may be late."""


class Pulse:
    """Beats on the loop, and counts the beats that came too late."""

    def __init__(self) -> None:
        self.stalls = 0
        self.seconds = 0.0
        """How long the loop was held up in all."""
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat on the loop that runs."""
        loop = asyncio.get_running_loop()
        self._next = loop.call_at(loop.time() + BEAT, self._beat, loop, loop.time() + BEAT)

    def _beat(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        late = loop.time() - due
        if late > STALL:
            self.stalls += 1
            self.seconds += late
        self.start()

    def stop(self) -> None:
        """Beat no more."""
        if self._next is not None:
            self._next.cancel()


SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Tallies(Collector):
    """Moves and orders, and how often everybody had to wait for one thing."""

    def __init__(self, pulse: Pulse) -> None:
        self._pulse = pulse
        self.moves: Counter[str] = Counter()
        """Of each game."""
        self.orders: Counter[str] = Counter()
        """`done`, or the code of a refusal."""
        self._seconds = 0.0
        self._within = [0] * (len(SECONDS) + 1)
        """Orders that took at most so long, each counted once; the last: longer than all."""

    def took(self, seconds: float) -> None:
        """An order was done."""
        self.orders["done"] += 1
        self._seconds += seconds
        self._within[bisect_left(SECONDS, seconds)] += 1

    def collect(self) -> Iterator[Metric]:
        """Everything, as Prometheus wants it."""
        moves = CounterMetricFamily("tabletier_moves", "Moves made at tables", labels=["game"])
        for game, count in self.moves.items():
            moves.add_metric([game], count)
        yield moves
        orders = CounterMetricFamily(
            "tabletier_orders", "Orders, and how they went", labels=["outcome"]
        )
        for outcome, count in self.orders.items():
            orders.add_metric([outcome], count)
        yield orders
        bounds = (*(str(float(bound)) for bound in SECONDS), "+Inf")
        yield HistogramMetricFamily(
            "tabletier_order_seconds",
            "From an order to its line, stored and told to everyone",
            buckets=list(zip(bounds, accumulate(self._within), strict=True)),
            sum_value=self._seconds,
        )
        yield CounterMetricFamily(
            "tabletier_loop_stalls",
            "Times that the event loop was held up for more than 100 ms",
            value=self._pulse.stalls,
        )
        yield CounterMetricFamily(
            "tabletier_loop_stalled_seconds",
            "How long the event loop was held up by them",
            value=self._pulse.seconds,
        )


class NoticeTallies(Collector):
    """What became of notices, as Prometheus reads it."""

    def __init__(self, tally: NoticeTally) -> None:
        self._tally = tally

    def collect(self) -> Iterator[Metric]:
        """How many were told, and how many wait."""
        told = CounterMetricFamily(
            "tabletier_notices",
            "Notices, by channel and what came of them",
            labels=["channel", "outcome"],
        )
        for (channel, outcome), count in self._tally.outcomes.items():
            told.add_metric([channel, outcome], count)
        yield told
        yield GaugeMetricFamily(
            "tabletier_notices_waiting", "Notices in the outbox", value=self._tally.waiting
        )
        yield GaugeMetricFamily(
            "tabletier_notices_oldest_seconds",
            "For how long the oldest of them has been there",
            value=self._tally.oldest,
        )


METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})


class Metrics:
    """The counters of one server."""

    def __init__(
        self, hub: Hub, connections: Connections, opponents: Sized, asked: Sized, told: NoticeTally
    ) -> None:
        self._registry = registry = CollectorRegistry()
        self.pulse = Pulse()
        self._tallies = Tallies(self.pulse)
        registry.register(self._tallies)
        registry.register(NoticeTallies(told))
        self._request_seconds = Histogram(
            "tabletier_request_seconds",
            "HTTP requests, by route and status",
            ["method", "route", "status"],
            buckets=SECONDS,
            registry=registry,
        )
        sockets = Gauge("tabletier_sockets", "People and programs connected", registry=registry)
        sockets.set_function(lambda: len(connections))
        rooms = Gauge("tabletier_tables", "Tables in use", registry=registry)
        rooms.set_function(lambda: len(hub.rooms))
        waiting = Gauge(
            "tabletier_writer_waiting", "Lines that wait to be stored", registry=registry
        )
        waiting.set_function(lambda: hub.store.writer.waiting)
        thinking = Gauge(
            "tabletier_thinking",
            "Opponents that think or wait to, at this server's tables",
            registry=registry,
        )
        thinking.set_function(lambda: len(opponents))
        jobs = Gauge("tabletier_jobs", "Hints and analyses under way", registry=registry)
        jobs.set_function(lambda: len(asked))
        hub.after.append(self.heard)

    def heard(self, room: Room, line: LogLine | None) -> None:
        """Something happened at a table."""
        for act in () if line is None else line.acts:
            if isinstance(act, acts.Moved):
                self._tallies.moves[room.table.game] += 1

    def refused(self, code: str) -> None:
        """An order was refused."""
        self._tallies.orders[code] += 1

    def ordered(self, seconds: float) -> None:
        """An order was carried out."""
        self._tallies.took(seconds)

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """An HTTP request was answered."""
        method = method if method in METHODS else "other"
        self._request_seconds.labels(method, route, str(status)).observe(seconds)

    def told(self) -> bytes:
        """Everything that was counted, as Prometheus reads it."""
        return generate_latest(self._registry)


OURS = "tabletier"
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """A log entry as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry; what was handed over as `extra` becomes fields of its own."""
        entry: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": _event(record),
            **{key: value for key, value in vars(record).items() if key not in USUAL},
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry |= _error(record.exc_info[1], record.exc_info[2])
        return json.dumps(entry, ensure_ascii=False, default=str)


class PlainFormatter(logging.Formatter):
    """A log entry as a line for whoever sits at the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry, and what kind of error there was."""
        kind = record.exc_info[0] if record.exc_info else None
        return _event(record) + (f" ({kind.__name__})" if kind else "")


def _event(record: logging.LogRecord) -> str:
    """What happened; of what other packages say only the first line, which names no values."""
    message = record.getMessage()
    return message if record.name.split(".")[0] == OURS else message.split("\n")[0][:200]


def _error(error: BaseException, trace: TracebackType | None) -> dict[str, Any]:
    frames = traceback.extract_tb(trace)
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-20:]]
    return {"error": type(error).__name__, "trace": places}


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Write the log of this process to stderr, as the settings say."""
    stream = stream or sys.stderr
    seen = settings.local or stream.isatty() or sys.stdout.isatty()  # somebody reads along
    plain = settings.log == "plain" or (settings.log == "auto" and seen)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(PlainFormatter() if plain else JsonFormatter())
    logging.getLogger().handlers = [handler]
    logging.getLogger(OURS).setLevel(logging.WARNING if plain else logging.INFO)

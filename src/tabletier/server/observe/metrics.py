"""What Prometheus may know: how much is played and how quickly, never who plays."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sized
from itertools import accumulate

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from tabletier.server.live.connections import Callers
from tabletier.server.live.hub import Hub, Room
from tabletier.server.observe.pulse import Pulse
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line

METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})


class Metrics:
    """The counters of one server."""

    def __init__(self, hub: Hub, callers: Callers, opponents: Sized, desk: Sized) -> None:
        self._registry = registry = CollectorRegistry()
        self.pulse = Pulse()
        self._tallies = Tallies(self.pulse)
        registry.register(self._tallies)
        self._request_seconds = Histogram(
            "tabletier_request_seconds",
            "HTTP requests, by route and status",
            ["method", "route", "status"],
            buckets=SECONDS,
            registry=registry,
        )
        sockets = Gauge("tabletier_sockets", "People and programs connected", registry=registry)
        sockets.set_function(lambda: len(callers))
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
        jobs.set_function(lambda: len(desk))
        hub.after.append(self.heard)

    def heard(self, room: Room, line: Line | None) -> None:
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

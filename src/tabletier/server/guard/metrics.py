"""What Prometheus may know: how much is played and how quickly, never who plays."""

from collections.abc import Sized

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest

from tabletier.server.guard.pulse import Pulse
from tabletier.server.guard.tallies import SECONDS, Tallies
from tabletier.server.live.callers import Callers
from tabletier.server.live.hub import Hub, Room
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

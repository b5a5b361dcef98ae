"""What is counted at every move, in plain numbers; Prometheus is told when it asks.

The counters of its library are safe among threads, and take microseconds for that.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from tabletier.server.guard.pulse import Pulse

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

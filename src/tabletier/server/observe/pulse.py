"""How often the event loop was held up: everybody waits while one piece of work keeps it busy."""

import asyncio

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

"""How quick the disk itself is: what a durable move cannot be quicker than."""

import os
import tempfile
import time

SIZE = 10 * 4096
"""Bytes of a group of lines, about."""
PLACES = 100
TIMES = 300


def waits() -> list[float]:
    """Milliseconds until so many bytes are on the disk, several times."""
    found = []
    with tempfile.TemporaryFile() as file:
        for number in range(TIMES):
            os.pwrite(file.fileno(), os.urandom(SIZE), number % PLACES * SIZE)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            found.append(1000 * (time.perf_counter() - began))
    return found


def told(found: list[float]) -> str:
    """What is said of the disk."""
    ordered = sorted(found)
    half, most = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return f"p50 {half:.1f} ms, p99 {most:.1f} ms, at worst {ordered[-1]:.0f} ms"

"""The same games on a Ray cluster: each is a Ray task on one core (extra `[cluster]`)."""

import logging
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from tabletier.games.kernel.registry import look_on, shelves
from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import BadArena, Task
from tabletier.lab.arena.play import Played, play
from tabletier.lab.arena.workers import AHEAD, Games, Pool, WorkersLost, single_threaded

LOCAL, AUTO, CLIENT = "local", "auto", "ray://"
KNOCKING = 5.0
"""Seconds to wait for an answer."""
STORE = 100_000_000
"""Bytes of shared memory for a local Ray: games are small."""


@contextmanager
def cluster(address: str, jobs: int) -> Iterator[Pool]:
    """Games are played by the Ray at this address; `local` starts one with so many cores.

    Raises BadArena when Ray is not installed or does not answer.
    """
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        with single_threaded():  # whatever is started here
            _connect(ray, address, jobs)
    try:
        yield lambda tasks: _played(ray, tasks)
    finally:
        if ours:
            ray.shutdown()


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    try:
        import ray
    except ImportError as error:
        raise BadArena(
            Text(
                "Ray n'est pas installé ; il vient avec : pip install 'tabletier[cluster]'.",
                "Ray is not installed; it comes with: pip install 'tabletier[cluster]'.",
            )
        ) from error
    return ray


def _connect(ray: Any, address: str, jobs: int) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    own = {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": STORE}
    try:
        _knock(address)
        ray.init(address, **quiet, **(own if address == LOCAL else {}))
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        why = (str(error).strip() or repr(error)).splitlines()[0][:200]
        raise BadArena(
            Text(
                f"Aucun Ray ne répond à l'adresse « {address[:80]} » : {why}",
                f"No Ray answers at the address '{address[:80]}': {why}",
            )
        ) from error


def _knock(address: str) -> None:
    """Raises OSError or ValueError when nobody answers; Ray itself would try for minutes."""
    if address not in (LOCAL, AUTO):
        host, _, port = address.removeprefix(CLIENT).rpartition(":")
        socket.create_connection((host, int(port)), KNOCKING).close()


def _played(ray: Any, tasks: Iterable[Task]) -> Games:
    """The games in the order in which they are finished; what is left is called off."""
    remote, guests = ray.remote(num_cpus=1, max_retries=2)(_play), shelves()[1]
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    coming, waiting = iter(tasks), list[Any]()
    try:
        while True:
            waiting += [remote.remote(task, guests) for task in islice(coming, room - len(waiting))]
            if not waiting:
                return
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError as error:
        raise WorkersLost from error
    finally:
        for task in waiting:
            ray.cancel(task, force=True)


def _play(task: Task, guests: dict[str, str]) -> Played | None:
    """Play a game on some machine, whose own folders have the games of the house."""
    look_on(shelves()[0], guests)
    return play(task)

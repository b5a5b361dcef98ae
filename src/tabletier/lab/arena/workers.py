"""Playing the games of an arena: in this process, in several others, or on a Ray cluster.

Each worker plays one game at a time on one thread. Which worker plays which game changes nothing:
a game is made from its task alone. On a cluster (extra `[cluster]`) each is a Ray task on one core.
"""

import ctypes
import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.extras import install_line
from tabletier.games.kernel.registry import look_on, shelves
from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import BadArena, Task
from tabletier.lab.arena.play import Played, play

AHEAD = 2
"""Games handed out per worker, so that none waits for the next."""
SINGLE = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

Games = Generator[Played, None, None]
Pool = Callable[[Iterable[Task]], Games]


class WorkersLost(Exception):
    """A worker died in the middle of a game: it was killed, or memory ran out."""


@contextmanager
def here() -> Iterator[Pool]:
    """Games are played in this process, one after the other."""

    def pool(tasks: Iterable[Task]) -> Games:
        for task in tasks:
            played = play(task)
            assert played is not None
            yield played

    yield pool


@contextmanager
def processes(jobs: int) -> Iterator[Pool]:
    """Games are played in so many new processes; they stop at once when the context is left."""
    context = multiprocessing.get_context("spawn")
    leave = context.RawValue(ctypes.c_bool, False)  # without a lock, which a dead worker might hold
    with single_threaded():
        executor = ProcessPoolExecutor(jobs, context, _begin, (leave, *shelves()))
        try:
            yield lambda tasks: _played(executor, tasks, jobs)
        finally:
            leave.value = True
            executor.shutdown(cancel_futures=True)


def _played(executor: ProcessPoolExecutor, tasks: Iterable[Task], jobs: int) -> Games:
    """The games in the order in which they are finished."""
    coming = iter(tasks)
    waiting: set[Future[Played | None]] = set()
    try:
        while True:
            room = jobs * AHEAD - len(waiting)
            waiting |= {executor.submit(_play, task) for task in islice(coming, room)}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (played for future in done if (played := future.result()) is not None)
    except BrokenProcessPool as error:
        raise WorkersLost from error


@contextmanager
def single_threaded() -> Iterator[None]:
    """New processes learn from their environment to keep to one thread."""
    before = {name: os.environ.get(name) for name in SINGLE}
    os.environ.update(dict.fromkeys(SINGLE, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


_leave: Any = None
"""In a worker: whether to stop, in memory that it shares with its parent."""


def _begin(leave: Any, folders: list[str], guests: dict[str, str]) -> None:
    """A new worker: Ctrl-C is for its parent to hear, and without a parent it ends."""
    global _leave
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _leave = leave
    look_on(folders, guests)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(task: Task) -> Played | None:
    """Play a game in a worker; an error of the house travels home as one that can be pickled."""
    try:
        return play(task, lambda: bool(_leave.value))
    except GameError as error:
        raise RuntimeError(str(error)) from error


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
        yield lambda tasks: _played_on(ray, tasks)
    finally:
        if ours:
            ray.shutdown()


def reach(address: str) -> None:
    """Raises BadArena where no Ray can be at an address, before anything is compiled for it."""
    _ray()
    try:
        _knock(address)
    except (ValueError, OSError) as error:
        raise _nobody(address, error) from error


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    try:
        import ray
    except ImportError as error:
        line = install_line("cluster")
        raise BadArena(
            Text(
                f"Ray n'est pas installé ; il vient avec : {line.fr}.",
                f"Ray is not installed; it comes with: {line.en}.",
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
        raise _nobody(address, error) from error


def _nobody(address: str, error: Exception) -> BadArena:
    why = (str(error).strip() or repr(error)).splitlines()[0][:200]
    return BadArena(
        Text(
            f"Aucun Ray ne répond à l'adresse « {address[:80]} » : {why}",
            f"No Ray answers at the address '{address[:80]}': {why}",
        )
    )


def _knock(address: str) -> None:
    """Raises OSError or ValueError when nobody answers; Ray itself would try for minutes."""
    if address not in (LOCAL, AUTO):
        host, _, port = address.removeprefix(CLIENT).rpartition(":")
        socket.create_connection((host, int(port)), KNOCKING).close()


def _played_on(ray: Any, tasks: Iterable[Task]) -> Games:
    """The games in the order in which they are finished; what is left is called off."""
    remote, guests = ray.remote(num_cpus=1, max_retries=2)(_play_there), shelves()[1]
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


def _play_there(task: Task, guests: dict[str, str]) -> Played | None:
    """Play a game on some machine, whose own folders have the games of the house."""
    look_on(shelves()[0], guests)
    return play(task)

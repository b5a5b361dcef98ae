"""Opening a game's box: its rules are compiled by another process, then loaded by a thread.

Compiling takes seconds and must never happen on the event loop. What another process has compiled
is found on disk; loading it takes a fraction of a second.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import sys
import time
from pathlib import Path
from random import Random

from tabletier.games.kernel import compiler
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import cache_name, find, keys
from tabletier.games.kernel.text import Text
from tabletier.match.start import new
from tabletier.server.tables.errors import Refused, refused_by_rules

log = logging.getLogger(__name__)
LEAVES = 250
"""Moves that are played for nobody: by then everything has been compiled."""
GLANCE = 20
"""Moves by which nearly all has been loaded; the rest takes some milliseconds when it is needed."""
PREPARE = "from tabletier.server.live.warmup import leaf_through; leaf_through({game!r})"


class Boxes:
    """The games of the house, opened one after the other in the background."""

    def __init__(self) -> None:
        self._open: dict[str, asyncio.Task[None]] = {}

    def open_all(self) -> None:
        """Begin to open every box."""
        for game in keys():
            self._open[game] = asyncio.create_task(_open(game), name=f"box {game}")

    async def wait_for(self, game: str) -> None:
        """Wait until a game can be played without keeping others waiting.

        Raises Refused for a game that is not here (any more), or whose rules do not run.
        """
        if game not in self._open:
            try:
                find(game)
            except GameError as error:
                raise refused_by_rules(error, 404) from error
            self._open[game] = asyncio.create_task(_open(game), name=f"box {game}")
        try:
            await asyncio.shield(self._open[game])
        except Exception as error:
            log.error("the rules of %s do not run: %s: %s", game, type(error).__name__, error)
            raise broken_box(game) from error

    @property
    def closed(self) -> list[str]:
        """The games that are not ready yet."""
        return [game for game, task in self._open.items() if not task.done()]

    async def close(self) -> None:
        """Leave the boxes that are not open yet."""
        for task in self._open.values():
            task.cancel()
        await asyncio.gather(*self._open.values(), return_exceptions=True)


def broken_box(game: str) -> Refused:
    """A game that is here, and whose rules fail."""
    return Refused(
        "game/broken",
        Text(
            f"Les règles de « {game} » ne fonctionnent pas ici ; la maison doit être réparée.",
            f"The rules of '{game}' do not work here; the house must be repaired.",
        ),
        status=503,
    )


async def _open(game: str) -> None:
    if not is_compiled(game):
        await _compile(game)
    await asyncio.to_thread(leaf_through, game, GLANCE)


async def compile_all() -> None:
    """Compile what is not compiled yet, so that the next house is ready at once, and say so."""
    await asyncio.gather(*(_compile_aloud(game) for game in keys() if not is_compiled(game)))


async def _compile_aloud(game: str) -> None:
    began = time.monotonic()
    sys.stderr.write(f"    {game} …\n")
    await _compile(game)
    sys.stderr.write(f"    {game} is ready after {time.monotonic() - began:.0f} s\n")


async def _compile(game: str) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", PREPARE.format(game=game)),
        stdin=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the house, which ends what it has begun
        env={**os.environ, "TABLETIER_QUIET": "1"},  # whoever asks for it says so, once
    )
    try:
        code = await child.wait()
    except asyncio.CancelledError:
        child.kill()
        await child.wait()  # otherwise it ends after the loop is closed
        raise
    if code != 0:
        log.error("the box of %s could not be prepared: exit code %s", game, code)
        return
    with contextlib.suppress(OSError):
        _mark(game).touch()


def is_compiled(game: str) -> bool:
    """Whether nothing need be compiled before the game is played: it was, or it never is."""
    return not compiler.JIT or _mark(game).exists()


def _mark(game: str) -> Path:
    """Compiled code is found again where its sources lie: a copy elsewhere has its own."""
    place = hashlib.sha256(str(compiler.PACKAGE).encode()).hexdigest()[:16]
    return compiler.cache_dir() / f"{cache_name(game)}-{place}.box"


def leaf_through(game: str, leaves: int = LEAVES) -> None:
    """Use everything that a table needs of a game, so that it is compiled or loaded.

    Plays on into the match, where other rules hold than at the start, and asks why moves would be
    refused that are put together from two others.
    """
    match, random = new(game, seed="box"), Random("box")
    for leaf in range(leaves):
        if match.to_move is None:
            match = new(game, seed=f"box {leaf}")
        legal = match.legal_moves()
        one, other = random.choice(legal), random.choice(legal)
        middle = random.randrange(len(one))
        match.explain(one[:middle] + other[middle:])
        match.ask()
        match = match.play(one)
        for seat in (None, *range(match.seats)):
            match.view(seat)
            match.events_for(seat)


if __name__ == "__main__":
    try:
        asyncio.run(compile_all())
    except KeyboardInterrupt:
        sys.exit(130)

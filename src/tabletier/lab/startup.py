"""How long a new process takes until it plays: with nothing compiled yet, and the next time."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tabletier.games.kernel.contract import Game

PROGRAM = "tabletier.lab.firstgame"


class Startup(NamedTuple):
    """Processor seconds to the first random game in bulk and to the first move of a match.

    Cold: the compiler's cache was empty. Warm: in the next process. Starting Python and importing
    are not included.
    """

    bulk_cold: float
    bulk_warm: float
    match_cold: float
    match_warm: float


def startup(game: Game) -> Startup:
    """Measure new processes, with a cache of their own that is thrown away afterwards."""
    return Startup(*_cold_and_warm("bulk", game.key), *_cold_and_warm("match", game.key))


def _cold_and_warm(kind: str, key: str) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="tabletier-bench-") as folder:
        return _first(kind, key, Path(folder)), _first(kind, key, Path(folder))


def _first(kind: str, key: str, cache: Path) -> float:
    """Seconds that the first game or move of a new process takes."""
    done = subprocess.run(
        [sys.executable, "-m", PROGRAM, kind, key],
        env=os.environ | {"TABLETIER_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout)["seconds"])

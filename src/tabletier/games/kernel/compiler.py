"""The one place where Numba is configured.

`TABLETIER_JIT=0` runs every rule as plain Python, for reading, debugging and coverage.
Otherwise rules are compiled on first use and kept on disk. Numba's cache does not notice a
change in a function that another file calls, so the folder is named after a hash of the sources
that compiled code can come from (and of the box data, which it takes in as constants): stale code
never runs. Those are the games and every other source that imports `compiled`; a constant that
such a source uses must be defined in one of them.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

import platformdirs

P = ParamSpec("P")
R = TypeVar("R")


def _compiles() -> bool:
    """Whether rules are compiled, as `TABLETIER_JIT` wishes; what it cannot mean is told."""
    wish = os.environ.get("TABLETIER_JIT") or "1"
    if wish not in ("0", "1"):
        warnings.warn(
            f"TABLETIER_JIT cannot be '{wish[:40]}': 0 interprets the rules, 1 compiles them, "
            "which is done now.",
            RuntimeWarning,
            stacklevel=3,
        )
    return wish != "0"


JIT = _compiles()
PACKAGE = Path(__file__).resolve().parents[2]
DAYS_KEPT = 30
RULES = PACKAGE / "games"
LEARNED = "weights.json"
"""What a game has learned is handed to compiled code, never compiled into it."""
MARK = b"games.kernel.compiler import compiled"


def box_dir() -> Path | None:
    """The folder with a collector's corrected box data, if `TABLETIER_BOX_DIR` names one."""
    named = os.environ.get("TABLETIER_BOX_DIR")
    return Path(named) if named else None


def _sources() -> Iterator[Path]:
    """Every file that compiled code may depend on, in a fixed order."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(RULES) or MARK in path.read_bytes():
            yield path
    yield from (path for path in sorted(PACKAGE.glob("games/*/*.json")) if path.name != LEARNED)
    folder = box_dir()
    if folder is not None:
        yield from sorted(path for path in folder.glob("*.json") if path.is_file())


def source_key() -> str:
    """A short name for this exact code, box data, Numba and Python."""
    digest = hashlib.sha256(f"{sys.version}|{_numba_version()}".encode())
    for path in _sources():
        digest.update(path.name.encode())
        with contextlib.suppress(OSError):  # whoever reads box data says what is wrong with it
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def folder_key(folder: Path) -> str:
    """A short name for the exact sources and data of a game that lives outside the house."""
    digest = hashlib.sha256()
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.json"))):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_dir() -> Path:
    """Where compiled rules of this exact source are kept."""
    return _cache_root() / source_key()


def _cache_root() -> Path:
    named = os.environ.get("TABLETIER_CACHE_DIR")
    root = Path(named) if named else Path(platformdirs.user_cache_dir("tabletier"))
    return root / "compiled"


def _numba_version() -> str:
    from importlib.metadata import version

    return version("numba")


def _prune(keep: Path) -> None:
    """Remove compiled code of other sources that nobody has used for a month."""
    oldest = time.time() - DAYS_KEPT * 86400
    for folder in keep.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be faster
            if folder != keep and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def _configure() -> bool:
    """Point Numba at the cache folder of this source; whether compiled code can be kept there.

    Numba would keep it somewhere else instead, where nobody notices that it is stale.
    """
    from numba import config

    from tabletier.games.kernel.patience import listen

    listen()
    folder = cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    _prune(folder)
    config.CACHE_DIR = str(folder)
    return True


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a rule: pure, over integers and tuples of integers, never raising.

    Compiled for the processor on first call, or left as it is under `TABLETIER_JIT=0`.
    """
    if not JIT:
        return function
    from numba import njit

    result: Callable[P, R] = njit(cache=KEEPS, nogil=True, error_model="numpy")(function)
    return result


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a small part of rules: compiled for compiled callers, plain Python for Python.

    Calling compiled code from Python costs some microseconds, more than a few operations do.
    """
    if not JIT:
        return function
    from numba.extending import register_jitable

    result: Callable[P, R] = register_jitable(error_model="numpy")(function)
    return result


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a long part of a rule that has a single caller: it is compiled there and nowhere else.

    Numba optimises a function once more in every caller of every caller, and this one only once.
    Python must not call it: that would compile it anew in every process.
    """
    if not JIT:
        return function
    from numba import njit

    result: Callable[P, R] = njit(inline="always", error_model="numpy")(function)
    return result


KEEPS = JIT and _configure()

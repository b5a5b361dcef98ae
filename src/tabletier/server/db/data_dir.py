"""The data folder: nobody but its owner may look into it."""

import contextlib
import os
import stat
from pathlib import Path

OWNER_ONLY = 0o700
OURS = ("secret.key", "house.", "games", "reports", "seats", "arena")
"""How the names begin of what the house and the terminal keep; a folder with more is not ours."""


def make_private(folder: Path) -> None:
    """Make the folder, or close it to others where it is ours. Raises OSError.

    A folder that holds other things, such as a home, is left as it is.
    """
    with contextlib.suppress(FileExistsError):  # a file stands there: what follows says so
        folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=OWNER_ONLY)
    except FileExistsError:
        if _is_ours(folder):
            with contextlib.suppress(PermissionError):  # somebody else's, lent to us
                folder.chmod(stat.S_IMODE(folder.stat().st_mode) & OWNER_ONLY)


def _is_ours(folder: Path) -> bool:
    return all(found.name.lstrip(".").startswith(OURS) for found in folder.iterdir())


def create_private(file: Path, text: str) -> None:
    """Write a new file for its owner only, whole or not at all; one that exists is left alone."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="ascii") as writing:
            writing.write(text)
            writing.flush()
            os.fsync(writing.fileno())
        with contextlib.suppress(FileExistsError):  # another process was faster
            _give_name(beside, file)
    finally:
        beside.unlink(missing_ok=True)


def _give_name(beside: Path, file: Path) -> None:
    """Give a whole file its name. Raises FileExistsError."""
    try:
        os.link(beside, file)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if file.exists():
            raise FileExistsError(file) from None
        beside.rename(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

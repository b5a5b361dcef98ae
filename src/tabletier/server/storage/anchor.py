"""Whether the database file is still the one that was opened.

SQLite goes on writing to a file that was moved away or replaced, where nobody finds it again.
"""

import os
from pathlib import Path

from sqlalchemy.engine import URL

IN_MEMORY = (None, "", ":memory:")


class Replaced(OSError):
    """What is written now would be lost: another file lies where ours was."""


class Anchor:
    """Remembers which file was opened, where the database is a file."""

    def __init__(self, url: URL) -> None:
        is_file = url.get_backend_name() == "sqlite" and url.database not in IN_MEMORY
        self._file = Path(str(url.database)).absolute() if is_file else None
        self._opened = None if self._file is None else _identity(self._file)

    @property
    def holds(self) -> bool:
        """Whether the file still lies where it lay."""
        return self._file is None or _identity(self._file) == self._opened


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 - asked before every group of lines
    except OSError:
        return None
    return found.st_dev, found.st_ino

"""The files of the terminal: which folders are ours, writing them safely, reading records."""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import say
from tabletier.games.kernel.errors import SeedHidden
from tabletier.match.history import history
from tabletier.match.match import Match

MOST_BYTES = 16_000_000
STDIN = "-"
SUFFIX = ".jsonl"


def data_dir() -> Path:
    """The folder of this user's games: `TABLETIER_DATA_DIR`, or where the system keeps such."""
    import platformdirs

    named = os.environ.get("TABLETIER_DATA_DIR")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("tabletier"))


def games_dir() -> Path:
    """The folder of saved games."""
    return data_dir() / "games"


def fallback_dir() -> Path:
    """Where games go when the data folder cannot be written."""
    whose = os.getuid() if hasattr(os, "getuid") else "games"
    return Path(tempfile.gettempdir()) / f"tabletier-{whose}"


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A file of this folder that does not exist yet, named after the time."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path, number = folder / f"{stem}-{stamp}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{stamp}-{number}{suffix}"
    return path


def write_whole(path: Path, text: str) -> None:
    """Write a text so that at any moment it is either the old or the new one. Raises OSError."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that at any moment it is either the old or the new one. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_report(trace: str) -> Path | None:
    """Write an error report; None when no folder takes it."""
    text = f"{' '.join(sys.argv)}\nPython {sys.version}\n\n{trace}"
    for folder in (data_dir() / "reports", fallback_dir()):
        path = free_name(folder, "error", ".txt")
        try:
            write_whole(path, text)
        except OSError:
            continue
        return path
    return None


def read_text(name: str) -> str:
    """The text of a file, `-` for stdin. Raises BadInput, which says what is in the way."""
    try:
        content = _read_bytes(name)
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(say("error.file.binary", name=_short_name(name))) from error
    except IsADirectoryError as error:
        raise BadInput(say("error.file.folder", name=_short_name(name))) from error
    except FileNotFoundError as error:
        raise BadInput(say("error.file.missing", name=_short_name(name))) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(say("error.file", name=_short_name(name), why=why)) from error
    if len(content) > MOST_BYTES:
        raise BadInput(say("error.file.long", name=_short_name(name)))
    return text


def _read_bytes(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _short_name(name: str) -> str:
    return name if len(name) <= 200 else name[:200] + "…"


def read_record(name: str) -> str:
    """The text of a file that holds a record. Raises BadInput."""
    text = read_text(name)
    if not is_record(text):
        raise BadInput(say("error.file.record", name=name[:200]))
    return text


def is_record(text: str) -> bool:
    """Whether this was a record once: its first line says so, whatever became of the rest."""
    try:
        header = json.loads(text.lstrip("\n").partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and "tabletier" in header


def match_history(match: Match) -> list[Match]:
    """Every match from the set-up to this one. Raises BadInput when its draws are still secret."""
    try:
        return history(match)
    except SeedHidden as error:
        raise BadInput(say("error.seed")) from error

"""The files of the terminal: our folders, records, and games saved while they are played."""

import hashlib
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import say
from tabletier.cli.session.seats import Seats, is_seat, usual_seats
from tabletier.games.kernel.contract import Game
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


LAST = "last"
"""What `--resume` takes for the game that was left last."""


class SaveFile:
    """The file of one game: the one asked for, or a new one among the saved games."""

    def __init__(
        self, path: Path | None = None, seats: Seats = (), asked_for: bool | None = None
    ) -> None:
        self.path = path
        self.seats = seats
        """Who sits where; written down beside the games, for whoever goes on with this one."""
        self.asked_for = path is not None if asked_for is None else asked_for
        """Whether a person wanted this file; another may go when nothing is left to keep."""
        self._discarded: Path | None = None
        """Where it lay before everything was taken back; there it goes again with the next move."""
        self.trouble: str | None = None
        """Why the file is not where it was meant to be, until someone has been told."""

    def write(self, match: Match) -> Path:
        """Write the match as it stands. Raises OSError when no folder takes it."""
        if self.path is None:
            self.path = self._discarded or free_name(games_dir(), match.game, SUFFIX)
        try:
            write_whole(self.path, match.record())
        except OSError as error:
            elsewhere = free_name(fallback_dir(), match.game, SUFFIX)
            write_whole(elsewhere, match.record())
            why = error.strerror or str(error)
            self.trouble = say("save.elsewhere", path=self.path, why=why, elsewhere=elsewhere)
            self.path = elsewhere
        if match.to_move is None:
            forget_seats(self.path)
        else:
            remember_seats(self.path, self.seats, self.asked_for)
        return self.path

    def discard(self) -> None:
        """Everything was taken back: a file that nobody asked for goes. Raises OSError."""
        if self.path is not None and not self.asked_for:
            forget_seats(self.path)
            self.path.unlink(missing_ok=True)
            self._discarded, self.path = self.path, None


def create_save(name: str, match: Match, seats: Seats) -> SaveFile:
    """The file a person named, with the match in it. Raises BadInput when that cannot be."""
    path = Path(name).expanduser()
    write_new(path, match, seats)
    return SaveFile(path, seats)


def write_new(path: Path, match: Match, seats: Seats) -> None:
    """Write the match to a file that must not exist yet, in a folder that does. Raises BadInput."""
    try:
        if path.exists():
            raise BadInput(say("error.file.exists", name=path))
        if not path.parent.exists():
            raise BadInput(say("error.file.nofolder", folder=str(path.parent)[:200]))
        write_whole(path, match.record())
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(say("error.file.write", name=str(path)[:200], why=why)) from error
    remember_seats(path, seats, asked_for=True)


def last_game() -> Path:
    """The unfinished game that was saved last. Raises BadInput when there is none."""
    saved = list(games_dir().glob(f"*{SUFFIX}")) if games_dir().is_dir() else []
    for path in sorted(saved, key=lambda path: path.stat().st_mtime, reverse=True):
        if _is_unfinished(path):
            return path
    raise BadInput(say("error.last", folder=games_dir()))


def _is_unfinished(path: Path) -> bool:
    """Whether a record, by its last line, has no result yet."""
    try:
        tail = json.loads(path.read_text("utf-8").rstrip("\n").rpartition("\n")[2])
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(tail, dict) and tail.get("result", tail) is None


# --- Who sat where. Records do not say it, so it is noted in the data folder.


def _seats_file(game: Path) -> Path:
    """The note about a saved game, found by where the game is saved."""
    where = hashlib.sha256(str(game.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return data_dir() / "seats" / f"{where[:32]}.json"


def remember_seats(game: Path, seats: Seats, asked_for: bool) -> None:
    """Note who sits where, and whether a person wanted this file.

    Nothing is lost when that cannot be written, so nothing is said.
    """
    note = {"file": str(game.resolve()), "seats": list(seats), "asked_for": asked_for}
    if _note(game) == note:
        return
    with suppress(OSError):
        write_whole(_seats_file(game), json.dumps(note) + "\n")


def forget_seats(game: Path) -> None:
    """The game is gone, and so is the note."""
    with suppress(OSError):
        _seats_file(game).unlink(missing_ok=True)


def recall_seats(game: Path, count: int, rules: Game) -> Seats:
    """Who sat where; as usual when nothing usable was noted."""
    seats: Any = _note(game).get("seats")
    known = isinstance(seats, list) and all(is_seat(who, rules) for who in seats)
    return tuple(seats) if known and len(seats) == count else usual_seats(count)


def was_asked_for(game: Path) -> bool:
    """Whether a person wanted this file; so it is taken to be where nothing was noted."""
    return _note(game).get("asked_for") is not False


def _note(game: Path) -> dict[str, Any]:
    """What was noted about a saved game, if anything was."""
    try:
        found = json.loads(_seats_file(game).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}

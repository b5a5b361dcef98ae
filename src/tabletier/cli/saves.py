"""Saved games: written while they are played, with who sits where, and found again."""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from tabletier.cli.errors import BadInput
from tabletier.cli.files import SUFFIX, data_dir, fallback_dir, free_name, games_dir, write_whole
from tabletier.cli.i18n import say
from tabletier.cli.session.seats import Seats, is_seat, usual_seats
from tabletier.match.match import Match

LAST = "last"
"""What `--resume` takes for the game that was left last."""


class SaveFile:
    """The file of one game: the one asked for, or a new one among the saved games."""

    def __init__(self, path: Path | None = None, seats: Seats = ()) -> None:
        self.path = path
        self.seats = seats
        """Who sits where; written down beside the games, for whoever goes on with this one."""
        self.asked_for = path is not None
        """Whether a person wanted this file; another may go when nothing is left to keep."""
        self.trouble: str | None = None
        """Why the file is not where it was meant to be, until someone has been told."""

    def write(self, match: Match) -> Path:
        """Write the match as it stands. Raises OSError when no folder takes it."""
        if self.path is None:
            self.path = free_name(games_dir(), match.game, SUFFIX)
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
            remember_seats(self.path, self.seats)
        return self.path

    def discard(self) -> None:
        """Everything was taken back: a file that nobody asked for goes. Raises OSError."""
        if self.path is not None and not self.asked_for:
            forget_seats(self.path)
            self.path.unlink(missing_ok=True)
            self.path = None


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
    remember_seats(path, seats)


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


def remember_seats(game: Path, seats: Seats) -> None:
    """Note who sits where; nothing is lost when that cannot be written, so nothing is said."""
    if recall_seats(game, len(seats)) == seats:
        return
    with suppress(OSError):
        write_whole(
            _seats_file(game), json.dumps({"file": str(game.resolve()), "seats": seats}) + "\n"
        )


def forget_seats(game: Path) -> None:
    """The game is gone, and so is the note."""
    with suppress(OSError):
        _seats_file(game).unlink(missing_ok=True)


def recall_seats(game: Path, count: int) -> Seats:
    """Who sat where; as usual when nothing usable was noted."""
    try:
        seats = json.loads(_seats_file(game).read_text("utf-8"))["seats"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return usual_seats(count)
    known = isinstance(seats, list) and all(map(is_seat, seats))
    return tuple(seats) if known and len(seats) == count else usual_seats(count)

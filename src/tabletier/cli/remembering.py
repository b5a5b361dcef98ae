"""Who sat where when a game was left. Records do not say it, so it is noted in the data folder."""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from tabletier.cli.folders import data_dir, write_whole
from tabletier.cli.seating import Seating, is_seat, usual


def _note(game: Path) -> Path:
    """The note about a saved game, found by where the game is saved."""
    where = hashlib.sha256(str(game.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return data_dir() / "seats" / f"{where[:32]}.json"


def remember_seats(game: Path, seats: Seating) -> None:
    """Note who sits where; nothing is lost when that cannot be written, so nothing is said."""
    if recalled_seats(game, len(seats)) == seats:
        return
    with suppress(OSError):
        write_whole(_note(game), json.dumps({"file": str(game.resolve()), "seats": seats}) + "\n")


def forget_seats(game: Path) -> None:
    """The game is gone, and so is the note."""
    with suppress(OSError):
        _note(game).unlink(missing_ok=True)


def recalled_seats(game: Path, count: int) -> Seating:
    """Who sat where; as usual when nothing usable was noted."""
    try:
        seats = json.loads(_note(game).read_text("utf-8"))["seats"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return usual(count)
    known = isinstance(seats, list) and all(map(is_seat, seats))
    return tuple(seats) if known and len(seats) == count else usual(count)

"""Keeping a game in a file while it is played, so that nothing is ever lost."""

from pathlib import Path

from tabletier.cli.errors import BadInput
from tabletier.cli.folders import SUFFIX, fallback_dir, free_name, games_dir, write_whole
from tabletier.cli.i18n import say
from tabletier.cli.remembering import forget_seats, remember_seats
from tabletier.cli.seating import Seating
from tabletier.match.match import Match


class Keeper:
    """The file of one game: the one asked for, or a new one among the saved games."""

    def __init__(self, path: Path | None = None, seats: Seating = ()) -> None:
        self.path = path
        self.seats = seats
        """Who sits where; written down beside the games, for whoever goes on with this one."""
        self.asked_for = path is not None
        """Whether a person wanted this file; another may go when nothing is left to keep."""
        self.trouble: str | None = None
        """Why the file is not where it was meant to be, until someone has been told."""

    def keep(self, match: Match) -> Path:
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


def keeper_for(name: str, match: Match, seats: Seating) -> Keeper:
    """A keeper that writes to the file a person named. Raises BadInput when that cannot be."""
    path = Path(name).expanduser()
    write_new(path, match, seats)
    return Keeper(path, seats)


def write_new(path: Path, match: Match, seats: Seating) -> None:
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

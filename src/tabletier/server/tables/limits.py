"""How long a log may become: whoever opens a table reads all of it, and whoever looks back."""

from tabletier.games.kernel.text import Text
from tabletier.server.tables import acts
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.table import Table

MOST_LINES = 3000
"""Lines after which a table is there for playing only: nobody talks, comes or goes."""
MOST_PLAYED = 4000
"""Lines after which nobody plays on either; a match can still be given up or run out of time."""
MOST_TAKEBACKS = 500
"""How often moves may be taken back at a table."""
PLAYING = {acts.Started, acts.Moved, acts.Asked, acts.Answered, acts.TookBack}
CLOSING = {
    acts.Ended,
    acts.StoodIn,
    acts.Back,
    acts.Hosted,
    acts.Resumed,
    acts.Forgotten,
    acts.Became,
    acts.Rematched,
}
"""What must be written, however long the log is."""


def check_length(table: Table, found: tuple[acts.AnyAct, ...]) -> None:
    """See that a log may have one more line with these acts. Raises Refused."""
    if table.takebacks >= MOST_TAKEBACKS and any(map(_goes_back, found)):
        raise _enough_taken_back()
    if table.number < MOST_LINES:
        return
    kinds = set(map(type, found))
    if kinds & CLOSING:
        return
    if table.number >= MOST_PLAYED or not kinds & PLAYING:
        raise _too_long(table.number)


def _goes_back(act: acts.AnyAct) -> bool:
    """Whether an act takes moves back, or asks to."""
    asked = isinstance(act, acts.Asked) and act.question == "takeback"
    return asked or isinstance(act, acts.TookBack)


def _enough_taken_back() -> Refused:
    return Refused(
        "table/takebacks",
        Text(
            f"À cette table on a déjà repris {MOST_TAKEBACKS} fois : cela suffit.",
            f"Moves were taken back {MOST_TAKEBACKS} times at this table: that is enough.",
        ),
    )


def _too_long(number: int) -> Refused:
    if number < MOST_PLAYED:
        return Refused(
            "table/long",
            Text(
                f"Le journal de cette table a {number} lignes : on peut encore y jouer, "
                "et pour le reste ouvrir une autre table.",
                f"The log of this table has {number} lines: one may still play here, "
                "and open another table for the rest.",
            ),
        )
    return Refused(
        "table/long",
        Text(
            f"Le journal de cette table a {number} lignes, c'est le maximum : "
            "abandonnez, ou ouvrez une autre table.",
            f"The log of this table has {number} lines, and that is the most: "
            "resign, or open another table.",
        ),
    )

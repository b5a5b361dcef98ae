"""What players did, and how much of it another may know."""

import json

from tabletier.match.match import Entry, Match

ACTS = ("move", "resign", "agree")


def deeds(match: Match) -> list[Entry]:
    """What the players did, in order; draws belong to the deed they follow."""
    return [entry for entry in match.log if entry.act in ACTS]


def is_secret(match: Match, seat: int | None) -> bool:
    """Whether the last move names something that this seat (None: a spectator) may not know yet.

    That is a value which the seat's own account of the move leaves out, and which is not public
    either: a choice made in secret, until it is revealed.
    """
    told = match.events_for(seat)
    public = json.dumps([match.view(None)["table"], match.events_for(None)])
    kept_back = [
        value
        for event, seen in zip(match.events(), told, strict=True)
        for key, value in event.items()
        if isinstance(value, str) and value and seen.get(key) != value
    ]
    named = deeds(match)[-1].text
    return any(value in named and value not in public for value in kept_back)

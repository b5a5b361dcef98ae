"""A match on the screen: its picture, who plays, what is asked, what happened, how it ended."""

import json
from collections.abc import Sequence

from tabletier.cli.errors import cite_rule
from tabletier.cli.i18n import language, say, tell
from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.registry import find
from tabletier.match import sentences
from tabletier.match.match import Entry, Match

ACTS = ("move", "resign", "agree")


def player(seat: int, names: Sequence[str] = ()) -> str:
    """A seat's player: by name where there is one; else people count from one."""
    return tell(sentences.player(seat, names))


def players(seats: Sequence[int], names: Sequence[str] = ()) -> str:
    """Several players: `Player 1, Player 3`."""
    return ", ".join(player(seat, names) for seat in seats)


def name_list(names: Sequence[str]) -> str:
    """Who played: `Player 1: Anne, Player 3: Paul`; nothing where nobody has a name."""
    named = [(seat, name) for seat, name in enumerate(names) if name]
    return ", ".join(say("player.named", player=player(seat), name=name) for seat, name in named)


def question(match: Match, you: bool) -> str:
    """Whose turn it is and what is expected."""
    seat = match.to_move
    assert seat is not None
    wanted = tell(match.ask()).rstrip(".")
    return say("turn.you" if you else "turn", player=player(seat), wanted=wanted)


def happenings(match: Match, seat: int | None) -> list[str]:
    """What the last move caused, as this seat (None: a spectator) may know it."""
    return [tell(text) for text in sentences.happenings(match, seat)]


def picture(match: Match, seat: int | None) -> str:
    """The table as this seat sees it, with rich markup."""
    return find(match.game).picture(match.view(seat)["table"], language())


def refusal(why: Refusal) -> str:
    """Why a move is refused, with its rule."""
    return cite_rule(tell(why.text), why.rule)


def ending(match: Match, people: Sequence[int] = (), names: Sequence[str] = ()) -> str:
    """How the match ended, said to the people at this keyboard; `names`: who played."""
    result = match.result
    assert result is not None
    if len(people) == 1 and people[0] in result.winners:
        return say("result.you", reason=tell(sentences.reason(match.game, result.reason)))
    return tell(sentences.ending(match.game, result.winners, result.reason, names))


def actions(match: Match) -> list[Entry]:
    """What the players did, in order; draws belong to the action they follow."""
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
    named = actions(match)[-1].text
    return any(value in named and value not in public for value in kept_back)

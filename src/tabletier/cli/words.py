"""A match in words: who plays, what is asked, what happened, how it ended."""

from collections.abc import Sequence

from tabletier.cli.deeds import deeds, is_secret
from tabletier.cli.errors import cite_rule
from tabletier.cli.i18n import language, say, tell
from tabletier.cli.reading import spellings
from tabletier.cli.seating import ME, RANDOM, Seating, called
from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.registry import find
from tabletier.match import sentences as telling
from tabletier.match.match import Match


def player(seat: int, names: Sequence[str] = ()) -> str:
    """A seat's player: by name where there is one; else people count from one."""
    return tell(telling.player(seat, names))


def players(seats: Sequence[int], names: Sequence[str] = ()) -> str:
    """Several players: `Player 1, Player 3`."""
    return ", ".join(player(seat, names) for seat in seats)


def roll(names: Sequence[str]) -> str:
    """Who played: `Player 1: Anne, Player 3: Paul`; nothing where nobody has a name."""
    named = [(seat, name) for seat, name in enumerate(names) if name]
    return ", ".join(say("player.named", player=player(seat), name=name) for seat, name in named)


def opponent(seat: int, seats: Seating) -> str:
    """Who sits there: `Player 2 (Adèle, Journeyman, level 2)`."""
    return say("opponent.seat", player=player(seat), name=called(seat, seats))


def announcement(match: Match, seats: Seating, seat: int | None) -> str | None:
    """Which move an opponent that thinks has just made, as far as this seat may know it."""
    done = deeds(match)
    if not done or done[-1].act != "move" or seats[done[-1].by] in (ME, RANDOM):
        return None
    if is_secret(match, seat):
        return say("opponent.secret", opponent=opponent(done[-1].by, seats))
    return say("opponent.plays", opponent=opponent(done[-1].by, seats), move=done[-1].text)


def question(match: Match, you: bool) -> str:
    """Whose turn it is and what is expected."""
    seat = match.to_move
    assert seat is not None
    wanted = tell(match.ask()).rstrip(".")
    return say("turn.you" if you else "turn", player=player(seat), wanted=wanted)


def happenings(match: Match, seat: int | None) -> list[str]:
    """What the last move caused, as this seat (None: a spectator) may know it."""
    return [tell(text) for text in telling.happenings(match, seat)]


def picture(match: Match, seat: int | None) -> str:
    """The table as this seat sees it, with rich markup."""
    return find(match.game).picture(match.view(seat)["table"], language())


def objection(match: Match, typed: str) -> Refusal | None:
    """Why a move is refused, however it is spelt; None if it is legal."""
    spoken = find(match.game).spoken(typed)
    found = [match.explain(spelling) for spelling in (*spellings(typed), spoken)]
    return next((why for why in found if why is None or why.code != BadNotation.code), found[0])


def refusal(why: Refusal) -> str:
    """Why a move is refused, with its rule."""
    return cite_rule(tell(why.text), why.rule)


def ending(match: Match, people: Sequence[int] = (), names: Sequence[str] = ()) -> str:
    """How the match ended, said to the people at this keyboard; `names`: who played."""
    result = match.result
    assert result is not None
    if len(people) == 1 and people[0] in result.winners:
        return say("result.you", reason=tell(telling.reason(match.game, result.reason)))
    return tell(telling.ending(match.game, result.winners, result.reason, names))

"""What a move would cause, before it is made: as far as whoever is to move can be sure of it."""

from collections.abc import Iterable

from tabletier.games.kernel.contract import MOVE, Event
from tabletier.match.match import Entry, Match


def foreseen(match: Match, moves: Iterable[str]) -> dict[str, tuple[Event, ...]]:
    """What each of some moves would cause, up to the first draw of chance, as its player sees it.

    Raises what `Match.play` raises. Nothing is foreseen while something is hidden from the player:
    what a move causes could give it away.
    """
    steps = {move: match._legal_steps(move) for move in moves}
    if not steps or _hides(match):
        return dict.fromkeys(steps, ())
    seat = match._waiting[0]
    caused = {}
    for move, its in steps.items():
        entry = Entry(seat, "move", move)
        after = match._follow(entry, [(step, MOVE) for step in its])._count_repetition()
        caused[move] = after.events_for(seat)
    return caused


def _hides(match: Match) -> bool:
    """Whether there is anything that the seat to move may not know, draws to come apart."""
    return match.secret or match._game.hidden(match.view(match.to_move)["table"])

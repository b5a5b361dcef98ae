"""A match as the list of matches it went through, and what a move would cause before it is made."""

from collections.abc import Iterable, Iterator

from tabletier.games.kernel.contract import MOVE, Event
from tabletier.games.kernel.errors import NotAllowed, SeedHidden
from tabletier.games.kernel.text import Text
from tabletier.match.log import EXPLICIT, Imagined
from tabletier.match.match import Entry, Match
from tabletier.match.start import new, setup

NEVER_ASKED = "a seed for a match in which nothing is drawn"
DEEDS = ("move", "resign", "agree")


def history(match: Match) -> list[Match]:
    """Every match from the set-up to this one. Raises SeedHidden when its draws are secret."""
    return list(unfolding(match))


def unfolding(match: Match) -> Iterator[Match]:
    """The same, one after the other."""
    if isinstance(match._start, Imagined):
        raise NotAllowed(_NO_PAST)
    if match.chance == EXPLICIT:
        yield from _chosen(match)
        return
    if match.seed is None and any(entry.act == "draw" for entry in match.log):
        raise SeedHidden(_HIDDEN)
    seed = match.seed or NEVER_ASKED
    if match.start is None:
        then = new(match.game, match.options, seed)
    else:
        then = setup(match.game, match.start, match.options, seed)
    yield then
    for entry in match.log:
        if entry.act in DEEDS:
            then = _after(then, entry)
            yield then


def _chosen(match: Match) -> Iterator[Match]:
    """The same where draws were chosen: each match once all that was due is drawn."""
    if match.start is None:
        then = new(match.game, match.options, chance=EXPLICIT)
    else:
        then = setup(match.game, match.start, match.options, chance=EXPLICIT)
    for entry in match.log:
        if entry.act == "draw":
            then = then.draw(entry.text)
            continue
        yield then
        then = _after(then, entry)
    yield then


def _after(match: Match, deed: Entry) -> Match:
    if deed.act == "move":
        return match.play(deed.text)
    return match.resign(deed.by) if deed.act == "resign" else match.draw_by_agreement()


_NO_PAST = Text(
    "Une partie imaginée n'a pas d'histoire : elle commence là où elle fut imaginée.",
    "An imagined match has no history: it begins where it was imagined.",
)
_HIDDEN = Text(
    "La graine de cette partie est encore secrète : ses tirages ne peuvent pas être refaits.",
    "The seed of this match is still secret: its draws cannot be made again.",
)


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

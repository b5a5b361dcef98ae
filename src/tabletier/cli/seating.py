"""Who sits where: people at this keyboard, and opponents that play at random."""

import random

from tabletier.cli.edge import BadInput
from tabletier.cli.speech import say
from tabletier.match.match import Match

ME, RANDOM = "me", "random"
WORDS = {"me": ME, "moi": ME, "random": RANDOM, "hasard": RANDOM}

Seating = tuple[str, ...]


def usual(count: int) -> Seating:
    """One person, at the first seat; the others play at random."""
    return (ME,) + (RANDOM,) * (count - 1)


def seating(before: Seating, seats: str | None, opponents: str | None, hot_seat: bool) -> Seating:
    """Who sits at each seat; `before` unless wished otherwise. Raises BadInput on a clash."""
    count = len(before)
    if sum((seats is not None, opponents is not None, hot_seat)) > 1:
        raise BadInput(say("error.seats.clash"))
    if seats is not None:
        return _listed(seats, count)
    if hot_seat or opponents == "none":
        return (ME,) * count
    return usual(count) if opponents else before


def _listed(seats: str, count: int) -> Seating:
    words = [word.strip().lower() for word in seats.split(",")]
    for word in words:
        if word not in WORDS:
            raise BadInput(say("error.seats.word", word=word[:40]))
    if len(words) != count:
        which = "error.seats.one" if len(words) == 1 else "error.seats.count"
        raise BadInput(say(which, count=count, given=len(words)))
    return tuple(WORDS[word] for word in words)


def people(seats: Seating) -> tuple[int, ...]:
    """The seats of the people at this keyboard."""
    return tuple(seat for seat, who in enumerate(seats) if who == ME)


def random_move(match: Match) -> str:
    """A legal move, all equally likely, from a generator of its own.

    It is seeded with the match's seed and how far the match has come, so that a match with a
    given seed can be played again, and a saved one goes on as if it had never stopped.
    """
    generator = random.Random(f"opponent {len(match.log)} {match.seed}")
    return generator.choice(match.legal_moves())

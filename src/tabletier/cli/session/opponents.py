"""The opponents at this table; those that think do so in processes of their own."""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tabletier.cli import game_choice
from tabletier.cli.session.seats import RANDOM, Seats, random_move, thinking_opponents
from tabletier.match.match import Match

if TYPE_CHECKING:
    from tabletier.search.hints import Hint
    from tabletier.search.worker.pool import Thinking, WorkerPool

PATIENCE = 0.3
"""Seconds until a person wonders what is going on."""
POLL = 0.5
"""Seconds between two looks at whether the person has had enough (Ctrl-C)."""
HINT_SECONDS = 1.0

Waiting = Callable[[], None]
"""Called once when an answer takes its time."""


class LocalOpponents:
    """Whoever sits here besides the people at the keyboard. Nothing starts before it is needed."""

    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        self._service: WorkerPool | None = None

    def prepare(self, match: Match) -> None:
        """Let those that think prepare while the table is being set; returns at once."""
        players = thinking_opponents(self.seats)
        if players:
            self._thinkers().prepare(match.game, match.options, players)

    def move(self, match: Match, waiting: Waiting) -> str:
        """The move of the opponent whose turn it is."""
        from tabletier.search.knowledge import knowledge_of

        assert match.to_move is not None
        who = self.seats[match.to_move]
        if who == RANDOM:
            return random_move(match)
        asked = self._thinkers().submit(who, knowledge_of(match), _seed(match))
        move: str = _wait_for(asked, waiting).move
        return move

    def hint(self, match: Match, waiting: Waiting) -> "Hint":
        """A good move for the person whose turn it is, from what that person can know."""
        from tabletier.search.knowledge import knowledge_of

        asked = self._thinkers().hint(knowledge_of(match), _seed(match), HINT_SECONDS)
        found: Hint = _wait_for(asked, waiting)
        return found

    def close(self) -> None:
        """Nobody thinks any more."""
        if self._service is not None:
            self._service.close()

    def _thinkers(self) -> "WorkerPool":
        if self._service is None:
            from tabletier.search.worker.pool import WorkerPool

            self._service = WorkerPool(compiles=game_choice.can_opponents_compile())
        return self._service


def _wait_for(asked: "Thinking", waiting: Waiting) -> Any:
    """The answer; a person who has had enough leaves at once."""
    try:
        return asked.result(PATIENCE)
    except TimeoutError:
        waiting()
    while True:
        try:
            return asked.result(POLL)
        except TimeoutError:
            continue


def _seed(match: Match) -> str:
    """The same match gives the same thoughts; the seed of its draws is told to nobody."""
    return hashlib.sha256(f"thought {len(match.log)} {match.seed}".encode()).hexdigest()

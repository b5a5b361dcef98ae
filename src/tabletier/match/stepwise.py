"""A match taken step by step, in numbers: what learning programs and their adapters play with.

>>> import tabletier as tt
>>> walk = tt.stepwise(tt.new("expion", seed="any text"))
>>> walk = walk.step(walk.legal_actions()[0])
>>> walk.match.moves, walk.to_move
(('b9-b8',), 1)
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import MOVE, Steps
from tabletier.games.kernel.errors import IllegalMove
from tabletier.games.kernel.steps import bridge
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match, Result
from tabletier.match.spaces import ActionSpace, Observation, actions, observations, space_of
from tabletier.match.start import checked_match


@dataclass(frozen=True)
class Stepwise:
    """A match, and the actions of a move that is being made: a chain of jumps that goes on.

    A value, like the match: `step` gives the next one and leaves this one as it was.
    """

    match: Match
    """The match after the last whole move."""
    taken: tuple[int, ...] = ()
    """The actions of the move under way; none, unless a chain goes on."""

    @cached_property
    def _way(self) -> tuple[Any, Steps]:
        """The state here, and the steps that led to it since the last whole move."""
        game, state, steps = self.match._game, self.match._state, list[int]()
        for action in self.taken:
            steps.append(int(space_of(game).step_of(state, action)))
            state = bridge(game).advance(state, steps[-1], MOVE)[1]
        return state, tuple(steps)

    @property
    def space(self) -> ActionSpace:
        """The actions of this game under these options."""
        return actions(self.match.game, self.match.options)

    @property
    def to_move(self) -> int | None:
        """Whoever is to move in the match; a chain that goes on is its player's."""
        return self.match.to_move

    @property
    def result(self) -> Result | None:
        """None while the match goes on."""
        return self.match.result

    def legal_mask(self) -> NDArray[np.int8]:
        """1 for every action that may be taken now, 0 for all others."""
        mask = np.zeros(len(self.space), np.int8)
        if self.match.result is None:
            space_of(self.match._game).mark(self._way[0], mask, 1)
        return mask

    def legal_actions(self) -> tuple[int, ...]:
        """The actions that may be taken now, ascending; none when the match is over."""
        return tuple(np.flatnonzero(self.legal_mask()).tolist())

    def observation(self, seat: int) -> Observation:
        """What a seat may know, as arrays. Raises NoSuchSeat."""
        match = self.match
        match._check_seat(seat)
        shown = observations(match.game, match.options)
        planes = np.zeros(shown.shape, np.int8)
        scalars = np.zeros(len(shown.scalars), np.float32)
        space_of(match._game).observe(self._way[0], seat, planes.reshape(-1), scalars)
        if match.result is not None:
            scalars[: match.seats] = 0  # a state does not know of repetition or resignation
        return Observation(planes, scalars)

    def text(self, action: int) -> str:
        """The text of an action. Raises BadNotation for a number that none has."""
        return self.space.text(action)

    def step(self, action: int) -> "Stepwise":
        """After an action; once a move is complete, it has been played and chance has drawn.

        Raises BadNotation for a number that no action has, IllegalMove and GameOver as
        `Match.play` does.
        """
        number = self.space.checked(action)
        self.match.ask()  # raises GameOver
        if not self.legal_mask()[number]:
            raise self._refused(number)
        game, (state, steps) = self.match._game, self._way
        step = int(space_of(game).step_of(state, number))
        after = bridge(game).advance(state, step, MOVE)[1]
        if getattr(game.rules, "unfinished", _never)(after):
            return Stepwise(self.match, (*self.taken, number))
        return Stepwise(self.match.play(game.write(self.match._state, (*steps, step))))

    def _refused(self, action: int) -> IllegalMove:
        """Why an action may not be taken now, as `Match.play` would say it."""
        text = self.space.text(action)
        refusal = None if self.taken else self.match.explain(text)
        if refusal is not None and refusal.code == IllegalMove.code:
            return IllegalMove(refusal.text, refusal.rule, refusal.cells)
        return IllegalMove(
            Text(f"« {text} » n’est pas permis ici.", f"'{text}' is not legal here.")
        )


def _never(_: Any) -> bool:
    return False


def stepwise(match: Match) -> Stepwise:
    """A match to be taken step by step, from where it stands. Raises BadOption if it is none."""
    return Stepwise(checked_match(match))

"""Rows of a vector environment as plain Python would play them, with nothing but the rules."""

from typing import Any

import numpy as np

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE, OVER, Game
from tabletier.games.kernel.random import numbered, scale
from tabletier.match.spaces import space_of

REPETITION = "repetition"


class Row:
    """One match after another, positions counted by their keys from first to last."""

    def __init__(self, game: Game, options: dict[str, Any], seed: int) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.space, self.draws = space_of(game), 0
        self.start = game.start(options)
        self.seats = sum(len(team) for team in game.teams(options))
        self.begin()

    def begin(self) -> None:
        self.state, self.length, self.seen = self.start, 0, list[Any]()
        self.draw()
        self.count()

    def draw(self) -> None:
        rules = self.game.rules
        while rules.to_move(self.state) == CHANCE:
            ticket = scale(numbered(self.seed, self.draws), rules.tickets(self.state))
            self.state = rules.apply(self.state, rules.chance(self.state, ticket))
            self.draws += 1

    def count(self) -> bool:
        """Note the position; whether it is the third time."""
        key_of = getattr(self.game.rules, "repetition_key", None)
        if key_of is None:
            return False
        self.seen.append(key_of(self.state))
        return self.seen.count(self.seen[-1]) >= 3

    def step(self, action: int) -> tuple[list[int], str | None]:
        """What each seat gets, and how the match ended, if it did; then the next has begun."""
        rules = self.game.rules
        self.state = rules.apply(self.state, self.space.step_of(self.state, action))
        self.draw()
        unfinished = getattr(rules, "unfinished", lambda _: False)
        if unfinished(self.state):
            return [0] * self.seats, None
        self.length += 1
        third = self.count()
        reason, winners = None, 0
        if rules.to_move(self.state) == OVER:
            winners, number = rules.outcome(self.state)
            reason = rules.REASONS[number]
            if third and reason in self.game.yields_to_repetition:
                reason, winners = REPETITION, 0
        elif third:
            reason = REPETITION
        if reason is None:
            return [0] * self.seats, None
        rewards = [0] * self.seats
        if winners:
            rewards = [1 if (winners >> seat) & 1 else -1 for seat in range(self.seats)]
        self.last = self.length
        self.begin()
        return rewards, reason

    def seen_now(self) -> tuple[Any, Any, Any]:
        """Planes, scalars and mask for the seat to move."""
        shown = tt.observations(self.game.key, self.options)
        planes, scalars = np.zeros(shown.shape, np.int8), np.zeros(len(shown.scalars), np.float32)
        mask = np.zeros(len(tt.actions(self.game.key, self.options)), np.int8)
        seat = self.game.rules.to_move(self.state)
        self.space.observe(self.state, seat, planes.reshape(-1), scalars)
        self.space.mark(self.state, mask, 1)
        return planes, scalars, mask

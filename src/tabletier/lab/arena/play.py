"""One game of an arena, played from its task alone: anywhere, any time, with the same result."""

import hashlib
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tabletier.games.kernel.registry import find
from tabletier.lab.arena.plan import Lineup, Task
from tabletier.match.match import Match
from tabletier.match.start import new
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import Player, choose, find_player

WARM_UP, GLANCE = 300, 12


class Clocked(NamedTuple):
    """What one entrant's moves took in one game, in seconds."""

    moves: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    longest: float = 0.0
    """The longest move, on the wall."""

    def plus(self, cpu: float, wall: float) -> "Clocked":
        """One more move."""
        return Clocked(self.moves + 1, self.cpu + cpu, self.wall + wall, max(self.longest, wall))

    def joined(self, other: "Clocked") -> "Clocked":
        """The moves of two games together."""
        return Clocked(
            self.moves + other.moves,
            self.cpu + other.cpu,
            self.wall + other.wall,
            max(self.longest, other.longest),
        )


class Played(NamedTuple):
    """How a game went."""

    deck: int
    turn: int
    lineup: Lineup
    points: tuple[float, ...]
    """Of each side; together they are 1."""
    decided: bool
    """Whether somebody won."""
    reason: str
    moves: int
    clocks: tuple[Clocked, ...]
    """Of each entrant."""
    record: str | None


def deck_seed(seed: str, deck: int) -> str:
    """Where the luck of a deck comes from: the same for all its games."""
    return hashlib.sha256(f"tabletier arena {deck} {seed}".encode()).hexdigest()


def play(task: Task, stopped: Callable[[], bool] = lambda: False) -> Played | None:
    """Play one game; None when it was stopped on the way."""
    prepare(task)
    players = players_of(task)
    clocks = [Clocked() for _ in players]
    match = opened(new(task.game, task.options, deck_seed(task.seed, task.deck)), task.opening)
    sides = side_of_seat(match)
    while match.to_move is not None:
        if stopped():
            return None
        entrant = task.lineup[sides[match.to_move]]
        match, cpu, wall = _moved(match, players[entrant], f"{match.seed} {task.turn}", stopped)
        clocks[entrant] = clocks[entrant].plus(cpu, wall)
    return None if stopped() else _finished(task, match, tuple(clocks))


def players_of(task: Task) -> list[Player]:
    """Whoever plays."""
    game = find(task.game)
    return [find_player(text, game) for text in task.players]


def opened(match: Match, moves: int) -> Match:
    """The match after so many random moves, which its seed decides."""
    random = Random(f"opening {match.seed}")
    for _ in range(moves):
        if match.to_move is not None:
            match = match.play(random.choice(match.legal_moves()))
    return match


def _moved(
    match: Match, player: Player, seed: str, stopped: Callable[[], bool]
) -> tuple[Match, float, float]:
    """The match after the player's move, and the seconds it thought: of processor, on the wall."""
    known = knowledge_of(match)
    cpu, wall = time.process_time(), time.perf_counter()
    thought = choose(player, known, f"{seed} {len(match.log)}", stopped=stopped, threads=1)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return match.play(thought.move), cpu, wall


def side_of_seat(match: Match) -> dict[int, int]:
    """The side that each seat belongs to."""
    return {seat: side for side, team in enumerate(match.teams) for seat in team}


def _finished(task: Task, match: Match, clocks: tuple[Clocked, ...]) -> Played:
    assert match.result is not None
    winners = match.result.winners
    won = [any(seat in team for seat in winners) for team in match.teams]
    shared = won if any(won) else [True] * len(won)
    return Played(
        task.deck,
        task.turn,
        task.lineup,
        tuple(side / sum(shared) for side in shared),
        any(won),
        match.result.reason,
        len(match.moves),
        clocks,
        match.record() if task.record else None,
    )


def prepare(task: Task) -> None:
    """Compile, or load, all that games like this one need, so that no clock runs meanwhile."""
    game = find(task.game)
    if game.version != task.version:
        raise RuntimeError(f"{game.key}: rules {game.version} here, {task.version} in the arena")
    if (game.key, task.players) in _ready:
        return
    match = new(game.key, task.options, seed="warm up")
    players = players_of(task)
    for number in range(WARM_UP):
        if match.to_move is None:
            break
        if number % GLANCE == 0:  # another phase of a game may need something else
            _glance(match, players)
        moves = match.legal_moves()
        match = match.play(moves[len(moves) // 2])
    _ready.add((game.key, task.players))


def _glance(match: Match, players: list[Player]) -> None:
    """Let everybody think for a moment."""
    known = knowledge_of(match)
    for player in players:
        choose(player, known, "warm up", stopped=lambda: True)


_ready: set[tuple[str, tuple[str, ...]]] = set()
"""What this process is prepared for."""

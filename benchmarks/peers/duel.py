"""Our opponent against OpenSpiel's `MCTSBot` at equal time, colours alternated.

Every opening is two random moves, played twice with the seats changed. Both sides think by the
wall clock, on one thread each, one after the other in one process, and stop early when the result
is proven or there is only one move. The peer is given a little more than we take, and more yet
while its moves have taken less time than ours so far, so that its mean is no shorter than ours.
"""

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pyspiel

from benchmarks.peers import openspiel
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match
from tabletier.match.start import new
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import choose, find_player

OPENING = 2
HANDICAP, MOST = 1.1, 2.0
Z_95 = 1.96


class Clocked(NamedTuple):
    """How long a side thought: seconds of each move, by the wall and by the processor."""

    wall: list[float]
    busy: list[float]

    def add(self, wall: float, busy: float) -> None:
        """One more move."""
        self.wall.append(wall)
        self.busy.append(busy)

    def mean(self) -> float:
        """Seconds a move, by the wall."""
        return statistics.fmean(self.wall) if self.wall else 0.0

    def mean_busy(self) -> float:
        """Seconds of processor time a move."""
        return statistics.fmean(self.busy) if self.busy else 0.0


class Duel(NamedTuple):
    """What came of a match of many games; points are ours, one a win and half a draw."""

    key: str
    player: str
    points: list[float]
    """One figure a game; games 2n and 2n + 1 begin alike, with the seats changed."""
    moves: int
    ours: Clocked
    theirs: Clocked

    @property
    def score(self) -> float:
        """The share of the points that we won."""
        return statistics.fmean(self.points)

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return self.points.count(0.5)

    @property
    def interval(self) -> tuple[float, float]:
        """95 %: from the openings, since the two games of one are not independent."""
        pairs = [sum(pair) / 2 for pair in zip(self.points[::2], self.points[1::2], strict=True)]
        if len(pairs) < 2:
            return 0.0, 1.0
        reach = Z_95 * statistics.stdev(pairs) / len(pairs) ** 0.5
        return max(0.0, self.score - reach), min(1.0, self.score + reach)


class Boards(NamedTuple):
    """One position on both sides."""

    match: Match
    state: Any

    def after(self, move: str, key: str) -> "Boards":
        """Both after the same move. The peer must know it, and end when we do."""
        state = self.state.clone()
        state.apply_action(openspiel.moves_of(self.state, key)[move])
        match = self.match.play(move)
        assert state.is_terminal() == (match.to_move is None), (key, self.match.moves, move)
        return Boards(match, state)


def opening(key: str, number: int) -> Boards:
    """The position after two random moves; the same number gives the same."""
    boards = Boards(new(key, seed="duel"), pyspiel.load_game(key).new_initial_state())
    random = Random(f"{key} {number}")
    for _ in range(OPENING):
        boards = boards.after(random.choice(boards.match.legal_moves()), key)
    return boards


def duel(
    key: str, player: str, seconds: float, games: int, told: Callable[[int, float], None]
) -> Duel:
    """Play so many games (an even number); `told` hears how it stands after each."""
    result = Duel(key, player, [], 0, Clocked([], []), Clocked([], []))
    warm_up(key, player)
    for number in range(games):
        seat = number % 2
        match = play(opening(key, number // 2), seat, seconds, result, number)
        assert match.result is not None
        winners = match.result.winners
        result.points.append(0.5 if not winners else float(seat in winners))
        result = result._replace(moves=result.moves + len(match.moves))
        told(number + 1, result.score)
    return result


def warm_up(key: str, player: str) -> None:
    """Compile what is not compiled yet."""
    known = knowledge_of(opening(key, 0).match)
    choose(find_player(f"{player}@0.01", find(key)), known, "warm-up")


def peers_share(ours: float, theirs: float) -> float:
    """How many times our limit the peer's is, from the mean times of both so far."""
    ahead = ours / theirs if theirs else 1.0
    return min(MOST, HANDICAP * max(1.0, ahead**4))


def play(boards: Boards, seat: int, seconds: float, result: Duel, number: int) -> Match:
    """One game to its end; ours is the seat given."""
    key, player = result.key, find_player(f"{result.player}@{seconds:g}", find(result.key))
    while boards.match.to_move is not None:
        ply = len(boards.match.moves)
        wall, busy = time.perf_counter(), time.thread_time()
        if boards.match.to_move == seat:
            move = choose(player, knowledge_of(boards.match), f"{number} {ply}").move
            clocked = result.ours
        else:
            limit = seconds * peers_share(result.ours.mean(), result.theirs.mean())
            action = openspiel.choose(boards.state, limit, 1000 * number + ply + 1)
            move = openspiel.TEXTS[key](boards.state.action_to_string(action))
            clocked = result.theirs
        clocked.add(time.perf_counter() - wall, time.thread_time() - busy)
        boards = boards.after(move, key)
    return boards.match

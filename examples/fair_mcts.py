"""A fair tree search in sixty lines: it knows what its seat may know, and nothing else.

`match.play` draws from the match's own seed: searching with it would look at the cards to come. So
every simulation imagines a world that agrees with all that the seat to move has seen.

    python examples/fair_mcts.py --game punto --worlds 4000
"""

import argparse
import math
import time
from collections import defaultdict

import tabletier as tt


class Node:
    """What was learnt about a line of play, in whatever world it came up."""

    def __init__(self) -> None:
        self.after: defaultdict[str, Node] = defaultdict(Node)
        self.offered, self.visits, self.points = 0, 0, 0.0

    def hope(self) -> float:
        """How good a move may be: it did well, or it was offered and hardly looked at (UCB1)."""
        if not self.visits:
            return math.inf
        return self.points / self.visits + 0.7 * math.sqrt(math.log(self.offered) / self.visits)


def search(match: tt.Match, worlds: int) -> str:
    """The move that was looked at most, after so many imagined worlds."""
    root = Node()
    for number in range(worlds):
        world, node, path = match.imagine(number), root, []
        while world.result is None and (node is root or node.visits):
            here, seat, moves = node, world.to_move, world.legal_moves()
            for move in moves:
                here.after[move].offered += 1
            move = max(moves, key=lambda move: here.after[move].hope())
            world, node = world.play(move), here.after[move]
            path.append((node, seat))
        won = tt.random_games(world, n=1, seed=str(number)).winners[0]  # played to its end
        for visited, mover in path:
            visited.visits += 1
            visited.points += won[mover] / max(1, won.sum())
    return max(root.after, key=lambda move: root.after[move].visits)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="punto")
    parser.add_argument("--worlds", type=int, default=2000, help="imagined for the first move")
    given = parser.parse_args()
    match = tt.new(given.game, seed="a fair match")
    search(match, 1)  # the first time, the rules are compiled
    began = time.perf_counter()
    print(f"I would play {search(match, given.worlds)}")
    print(f"{given.worlds / (time.perf_counter() - began):,.0f} worlds a second")

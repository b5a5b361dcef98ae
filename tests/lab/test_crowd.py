"""Games of a crowd, as plain Python: what its search finds, how games end, who wins a duel.

On a GPU the same source was compared with the processor, thread by thread; no GPU is needed here.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from tabletier.cli.main import root

PLAY = """
import json, sys
import numpy as np
from tabletier.games.kernel.columns import load, width
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.specialise import specialise
from tabletier.match.options import fill
from tabletier.search.tree_search import sides_of

game = find("expion")
options = fill(game, {})
start, rules, judged = game.start(options), game.rules, game.heuristics
crowd = specialise("tabletier.lab.training.crowd", game)
sides = np.array([*sides_of(game.teams(options)), *[0] * 6])


def play(seed, thread, rounds, deepest, judges, rows=80):
    most, count = rules.MAX_MOVES, 2 * rows
    place = crowd.Workspace(
        np.zeros((crowd.PLIES, width(start)), np.int64),
        np.zeros((crowd.PLIES, most), np.int32),
        np.zeros(most, np.int32),
        np.zeros((crowd.PLIES, crowd.FIELDS), np.int32),
        np.zeros(crowd.PLIES, np.int32),
        np.zeros(crowd.PAST, np.int64),
        np.zeros(crowd.NOTES, np.int64),
    )
    found = crowd.Found(
        np.zeros((count, width(start)), np.int64),
        np.zeros(count, np.int32),
        np.zeros(count, np.int8),
        np.zeros(count, np.int8),
        np.zeros(2, np.int64),
        np.zeros((3, 2), np.int64),
    )
    net = judged.network.net_of(start)
    nets = np.stack([net, net])
    crowd.play(start, seed, thread, 2, rounds, deepest, sides, nets, np.array(judges), place, found)
    return found


def best(state, depth):
    "Plain minimax: no window, no order; noisy moves are followed at the end."
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    side = sides[rules.to_move(state)]
    if depth <= 0:
        lead = judged.evaluate(state)
        top = -lead if side else lead
        listed = moves[: judged.noisy_moves(state, moves)].tolist()
    else:
        top = -2_000_000
        listed = moves[: rules.legal_moves(state, moves)].tolist()
    for move in listed:
        after = rules.apply(state, move)
        who = rules.to_move(after)
        if who < 0:
            seats = rules.outcome(after)[0]
            won = seats and sides[seats.bit_length() - 1] == side
            value = 900_000 if won else -900_000 if seats else 0
        else:
            value = best(after, depth - 1)
            value = value if sides[who] == side else -value
        top = max(top, value)
    return top
"""


def asked(code: str) -> Any:
    """What a program prints that runs rules and crowd as plain Python."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY + code],
        env={**os.environ, "TABLETIER_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_its_search_finds_what_plain_minimax_finds() -> None:
    pairs = asked(
        """
found = play(3, 0, 1500, 2, (-1, -1))
rows = range(0, 2 * int(found.counts[0]), 2)[:4]
print(json.dumps([
    [int(found.values[row]), int(best(load(start, found.states, row), 2))] for row in rows
]))
"""
    )
    assert len(pairs) >= 3
    quiet = [(ours, plain) for ours, plain in pairs if abs(plain) < 500_000]
    assert quiet
    assert all(ours == plain for ours, plain in quiet)


def test_games_end_and_the_next_begins_and_a_seed_makes_them_all() -> None:
    first, again, other = asked(
        """
def told(seed):
    found = play(seed, 0, 6000, 1, (-1, -1), rows=400)
    count = int(found.counts[0])
    return [count, found.ends[: 2 * count : 2].tolist(), found.values[: 2 * count : 2].tolist(),
            found.tally.tolist()]
print(json.dumps([told(5), told(5), told(6)]))
"""
    )
    assert first == again
    assert first != other
    count, ends, _, tally = first
    finished = [end for end in ends if end != 2]
    assert finished
    assert set(finished) <= {-1, 0, 1}
    assert count == len(ends)
    assert sum(map(sum, tally)) >= len(finished)  # some end while all is still random


def test_in_a_duel_sides_are_exchanged_between_neighbours() -> None:
    """Two judges who judge alike play the same game twice: what one wins the other loses."""
    even, odd = asked(
        """
even, odd = (play(8, thread, 4000, 1, (0, 1)).tally[:, thread].tolist() for thread in (0, 1))
print(json.dumps([even, odd]))
"""
    )
    assert sum(even) >= 1
    assert even == odd[::-1]


@pytest.mark.parametrize(("given", "part"), [("tpu", "cpu, cuda"), ("", "cpu, cuda")])
def test_a_device_that_is_none_is_a_sentence(given: str, part: str) -> None:
    result = CliRunner().invoke(
        root, ["train", "expion", "--to", "x", "--device", given, "--lang", "en"]
    )
    assert result.exit_code == 2
    assert part in result.output

"""A small network that judges positions, in whole numbers only: compiled, interpreted, on a GPU.

The first layer is sparse: for each input that is active a row of LANES numbers is added to the
lanes. Four lanes of 16 bits are packed into one signed word, WORDS words make a row, and OFFSET is
added to every weight, so that no lane is ever negative and none carries into the next: as long as
no more than MOST rows are added. Each lane is then cut to 0 … ONE and squared, and a head, one
weight per lane and a constant, makes one number of them. Nothing is allocated.

All numbers of a network stand in one int64 array, `net`: first the packed rows, then the heads.
`packed_rows` and `packed_heads` make its parts from weights as they are kept (`weights.py`).

How a game joins in. Its `search.py` imports its `network.py` under that name and brings, beside
`evaluate`,

    learned(state, net)   side 0's lead in the unit of `evaluate`, compiled

and its `network.py` says what the network sees:

    MADE_OF               (rows, heads): how many of each are trained
    ON_TOP                1 if the network's value is added to `evaluate`, 0 if it stands alone
    inputs(state, rows)   fills `rows` with the numbers of the active rows, says how many; compiled.
                          Rows are turned to the mover: the network judges for the side to move
    head(state)           the number of the head in use; compiled
    mover(state)          the side to move, compiled
    trained()             two arrays: for every number that `inputs` may give, the trained row that
                          it stands for, and the same for `head`; mirrored boards share theirs
    factors()             int[rows, k]: of each trained row k numbers that name what it has in
                          common with others; what is learned of these is learned together
    fits(root)            whether it can judge matches under the options of `root`; where it cannot,
                          the hand-made judgement is kept
    net_of(root)          the array `net` for a match that begins or goes on at `root`, from the
                          files of `weights.py`; None where it was measured to be weaker
    packed(weights, root) the same from other weights

`tabletier train GAME` does the rest: `lab/training`. What was learned is used by opponents whose
`Skill.learned` is set.
"""

from typing import Any

import numpy as np

from tabletier.games.kernel.compiler import part

LANES, WORDS = 32, 8
LANE_BITS = 16
LANE = (1 << LANE_BITS) - 1
OFFSET = 512
"""Added to every weight of a row; weights are at most OFFSET - 1 either way."""
MOST = 31
"""So many rows may be added: the top lane of a word stays below 2**15."""
ONE = 256
"""What a weight, or a lane, of 1.0 is as a whole number."""
HEAD = 40
"""Words a head: its constant, LANES weights, and room up to a whole cache line."""
HEAD_ONE = 256
"""What a hundredth of a piece is in the weights of a head."""
OUT = 24
"""ONE squared times HEAD_ONE, as a shift."""
PLACES = (1 << 24) - 1

Sums = tuple[int, int, int, int, int, int, int, int]
NO_ROWS: Sums = (0, 0, 0, 0, 0, 0, 0, 0)


@part
def with_row(sums: Sums, net: Any, row: int) -> Sums:
    """The lanes with one more row added. The mask shows the compiler that no index is negative."""
    at = (row & PLACES) * WORDS
    return (
        sums[0] + net[at],
        sums[1] + net[at + 1],
        sums[2] + net[at + 2],
        sums[3] + net[at + 3],
        sums[4] + net[at + 4],
        sums[5] + net[at + 5],
        sums[6] + net[at + 6],
        sums[7] + net[at + 7],
    )


@part
def cut_square(lane: int) -> int:
    """A lane cut to 0 … ONE, squared."""
    cut = min(max(lane, 0), ONE)
    return cut * cut


@part
def four_lanes(word: int, base: int, net: Any, at: int) -> int:
    """What the four lanes of a word add to the sum of a head."""
    return int(
        cut_square((word & LANE) - base) * net[at]
        + cut_square(((word >> LANE_BITS) & LANE) - base) * net[at + 1]
        + cut_square(((word >> 2 * LANE_BITS) & LANE) - base) * net[at + 2]
        + cut_square((word >> 3 * LANE_BITS) - base) * net[at + 3]
    )


@part
def read_out(sums: Sums, count: int, net: Any, head: int) -> int:
    """What a head makes of the lanes after `count` rows; `head` is where it stands in `net`."""
    base, at = count * OFFSET, head & PLACES
    total = int(net[at]) * (ONE * ONE)
    total += four_lanes(sums[0], base, net, at + 1)
    total += four_lanes(sums[1], base, net, at + 5)
    total += four_lanes(sums[2], base, net, at + 9)
    total += four_lanes(sums[3], base, net, at + 13)
    total += four_lanes(sums[4], base, net, at + 17)
    total += four_lanes(sums[5], base, net, at + 21)
    total += four_lanes(sums[6], base, net, at + 25)
    total += four_lanes(sums[7], base, net, at + 29)
    return total >> OUT


def packed_rows(rows: Any) -> Any:
    """Weights, whole numbers [rows, LANES] of less than OFFSET either way, as words [rows, WORDS].

    Lane k of the network is lane k % 4 of word k // 4.
    """
    lanes = (np.asarray(rows, np.int64) + OFFSET).reshape(-1, WORDS, LANES // WORDS)
    return (lanes << (LANE_BITS * np.arange(LANES // WORDS))).sum(axis=2)


def packed_heads(heads: Any) -> Any:
    """Heads, whole numbers [heads, 1 + LANES] with the constant first, as words [heads, HEAD]."""
    given = np.asarray(heads, np.int64)
    words = np.zeros((len(given), HEAD), np.int64)
    words[:, : 1 + LANES] = given
    return words


def reference(rows: Any, heads: Any) -> Any:
    """The same in plain NumPy: weights of the active rows [n, LANES] and one head, to one value."""
    lanes = np.clip(np.asarray(rows, np.int64).sum(axis=0), 0, ONE)
    head = np.asarray(heads, np.int64)
    return int((lanes * lanes * head[1:]).sum() + head[0] * (ONE * ONE)) >> OUT

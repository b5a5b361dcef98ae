"""Games of a crowd: thousands at once on a GPU, one a thread. A generic source: see `specialise`.

Every thread plays game after game against itself with a shallow alpha-beta search. The search is
not written as a function that calls itself but as a loop in which every round looks at exactly one
position, whatever line, move or game it belongs to: so threads side by side, in quite different
games, do the same work at the same moment, which is what a GPU is good at.

A game begins with some random moves; later ones are searched deeper and deeper up to a depth, at
the leaves noisy steps are followed, and now and then a move is random all the same. What was found
at each searched position is kept in the columns of `Found`.

Values are side 0's; in a frame they are seen from the side to move there. `judges` says, per side,
which of the networks in `nets` its search judges by, or BY_HAND.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from tabletier.games.kernel.columns import load, store
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, seeded, word
from tabletier.games.kernel.specialise import specialise
from tabletier.search.alphabeta_parts import BEYOND, WIN

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        GAME,
        apply,
        chance,
        evaluate,
        learned,
        legal_moves,
        noisy_moves,
        tickets,
        to_move,
        unfinished,
    )

_selfplay = specialise("tabletier.lab.training.selfplay", GAME)
hash_of, result_for_first = _selfplay.hash_of, _selfplay.result_for_first

PLIES = 14
"""The longest line, in steps."""
BY_HAND = -1
LONGEST = 300
"""Positions after which a game is called a draw."""
FEWEST_RANDOM, MOST_RANDOM = 4, 16
STRAY = 3
"""The chance of a random move later on, in hundredths."""
DECIDED = 3
"""After so many values in a row that are proven, a game is over."""
PROVEN = WIN // 2
PAST = 32
"""So many positions of a game are remembered: a third time ends it, a second counts as a draw."""
NONE = -1
GOING_ON = 2
"""In `Found.ends`: the game goes on after this position."""

NEXT, COUNT, ALPHA, BETA, BEST, DEPTH, SIDE, CHOSEN, FIELDS = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""What stands in a frame: the number of the step to try next and how many there are, the window,
the best value so far, how deep to search, the side to move and its best step."""
STREAM, LEFT, LENGTH, SURE, WINNER, ROWS, ROW, NOTES = 0, 1, 2, 3, 4, 5, 6, 7
"""What a thread notes: its generator, the random moves that are left, the positions of the game,
how many proven values came last and for whom, how many rows it has filled, and the last of this
game."""


class Workspace(NamedTuple):
    """What one thread works with."""

    states: Any
    """int64[PLIES, width]: the positions of the line, the game's own first, see `columns.py`."""
    moves: Any
    """int32[PLIES, most moves]: per frame, the steps in the order in which they are tried."""
    loud: Any
    """int32[most moves]: room for noisy steps."""
    frames: Any
    """int32[PLIES, FIELDS]."""
    killers: Any
    """int32[PLIES]: the step that last refuted another on this ply."""
    past: Any
    """int64[PAST]: hashes of the game so far, the newest over the oldest."""
    notes: Any
    """int64[NOTES]."""


class Found(NamedTuple):
    """What comes of it: columns of as many items for each thread, which stand `threads` apart."""

    states: Any
    """int64[rows * threads, width]."""
    values: Any
    """int32[…]: what the search found, for the side to move."""
    sides: Any
    """int8[…]: that side."""
    ends: Any
    """int8[…]: GOING_ON, or how the game ended after this position for side 0: 1, 0 or -1."""
    counts: Any
    """int64[threads]: how many rows were filled."""
    tally: Any
    """int64[3, threads]: games won by judge 0, drawn and lost, if the sides judge differently."""


@compiled
def occurred(past: Any, hashed: int) -> int:
    """How often a position has occurred of late."""
    count = 0
    for index in range(PAST):
        count += 1 if past[index] == hashed else 0
    return count


@compiled
def drawn(notes: Any, count: int) -> int:
    """A random number below `count`."""
    notes[STREAM] = advance(notes[STREAM])
    return int(scale(word(notes[STREAM]), count))


@compiled
def begin(place: Workspace) -> None:
    """Before a game: nothing has happened, and some random moves are to come."""
    notes = place.notes
    notes[LENGTH], notes[SURE], notes[ROW] = 0, 0, NONE
    notes[LEFT] = FEWEST_RANDOM + drawn(notes, MOST_RANDOM - FEWEST_RANDOM + 1)
    for index in range(PAST):
        place.past[index] = 0


@compiled
def arrive(
    state: Any, start: Any, thread: int, swap: int, sides: Any, place: Workspace, found: Found
) -> Any:
    """A new position of the game itself; if that is over, its end is noted and the next begins."""
    notes, who = place.notes, to_move(state)
    counts = who >= 0 and not unfinished(state)
    third = counts and occurred(place.past, hash_of(state)) >= 2
    if who == OVER or third or notes[SURE] >= DECIDED or notes[LENGTH] >= LONGEST:
        end = 0
        if who == OVER:
            end = result_for_first(state, sides)
        elif notes[SURE] >= DECIDED:
            end = int(notes[WINNER])
        if notes[ROW] != NONE:
            found.ends[notes[ROW]] = end
        found.tally[1 + end if swap else 1 - end, thread] += 1
        begin(place)
        state = start
        who = to_move(state)
    if who >= 0 and not unfinished(state):
        place.past[notes[LENGTH] % PAST] = hash_of(state)
        notes[LENGTH] += 1
    store(state, place.states, 0)
    return state


@compiled
def unsearched(state: Any, place: Workspace) -> int:
    """A step of the game that is not searched, if it is one: by chance, at random, or the only."""
    notes = place.notes
    if to_move(state) == CHANCE:
        return int(chance(state, drawn(notes, tickets(state))))
    count, chained = legal_moves(state, place.loud), unfinished(state)
    stray = drawn(notes, 100) < STRAY and not chained
    if notes[LEFT] > 0 or stray or count == 1:
        notes[LEFT] -= 0 if chained else 1
        return int(place.loud[drawn(notes, count)])
    return NONE


@compiled
def in_order(place: Workspace, count: int, loud: int, ply: int) -> None:
    """Bring noisy steps (`place.loud`) to the front, and then the killer."""
    moves, front = place.moves[ply], 0
    for k in range(loud):
        for other in range(front, count):
            if moves[other] == place.loud[k]:
                moves[front], moves[other] = moves[other], moves[front]
                front += 1
                break
    for other in range(front, count):
        if moves[other] == place.killers[ply]:
            moves[front], moves[other] = moves[other], moves[front]
            break


@compiled
def look(
    state: Any, ply: int, judge: int, sides: Any, nets: Any, place: Workspace
) -> tuple[bool, int]:
    """Whether a position's value is known at once, and that value; else its frame is opened."""
    frame, who = place.frames[ply], to_move(state)
    if who == OVER:
        return True, result_for_first(state, sides) * (WIN - ply)
    chained, side = unfinished(state), int(sides[who])
    if ply == 1 and not chained and occurred(place.past, hash_of(state)) > 0:
        return True, 0
    if (frame[DEPTH] <= 0 and not chained) or ply >= PLIES - 1:
        value = learned(state, nets[judge]) if judge >= 0 else evaluate(state)
        standing = -value if side else value
        count = noisy_moves(state, place.moves[ply]) if standing < frame[BETA] else 0
        if count == 0 or ply >= PLIES - 1:
            return True, value
        frame[BEST], frame[ALPHA] = standing, max(frame[ALPHA], standing)
    else:
        count = legal_moves(state, place.moves[ply])
        in_order(place, count, noisy_moves(state, place.loud), ply)
        frame[BEST] = -BEYOND
    frame[NEXT], frame[COUNT], frame[SIDE] = 0, count, side
    frame[CHOSEN] = place.moves[ply, 0]
    store(state, place.states, ply)
    return False, 0


@compiled
def search_deeper(place: Workspace) -> None:
    """Once more from the root, a move deeper, the best first."""
    frame, moves = place.frames[0], place.moves[0]
    for k in range(frame[COUNT]):
        if moves[k] == frame[CHOSEN]:
            moves[k] = moves[0]
            break
    moves[0] = frame[CHOSEN]
    frame[DEPTH] += 1
    frame[NEXT], frame[BEST], frame[ALPHA] = 0, -BEYOND, -BEYOND


@compiled
def hand_down(value: int, ply: int, deepest: int, place: Workspace) -> int:
    """Hand a known value down the line, through every frame that it finishes.

    Where the search goes on: a ply, or NONE once a move is chosen for the game.
    """
    while True:
        ply -= 1
        frame = place.frames[ply]
        mine = -value if frame[SIDE] else value
        if mine > frame[BEST]:
            frame[BEST], frame[CHOSEN] = mine, place.moves[ply, frame[NEXT] - 1]
            frame[ALPHA] = max(frame[ALPHA], mine)
            if mine >= frame[BETA]:
                place.killers[ply] = frame[CHOSEN]
        if frame[BEST] < frame[BETA] and frame[NEXT] < frame[COUNT]:
            return ply
        if ply == 0:
            if frame[DEPTH] >= deepest or abs(frame[BEST]) > PROVEN:
                return NONE
            search_deeper(place)
            return 0
        value = int(-frame[BEST] if frame[SIDE] else frame[BEST])


@compiled
def keep(start: Any, thread: int, threads: int, place: Workspace, found: Found) -> None:
    """Keep what the search found at the game's position, as long as there is room."""
    notes, frame = place.notes, place.frames[0]
    first = (frame[BEST] > 0) == (frame[SIDE] == 0)
    notes[SURE] = notes[SURE] + 1 if abs(frame[BEST]) > PROVEN else 0
    notes[WINNER] = 1 if first else -1
    root = load(start, place.states, 0)
    if unfinished(root) or (notes[ROWS] + 1) * threads > found.values.shape[0]:
        return
    row = notes[ROWS] * threads + thread
    store(root, found.states, row)
    found.values[row], found.sides[row], found.ends[row] = frame[BEST], frame[SIDE], GOING_ON
    notes[ROW] = row
    notes[ROWS] += 1


@compiled
def try_next(start: Any, ply: int, sides: Any, place: Workspace) -> Any:
    """The position after the next step of a frame; the window and the depth for it are set."""
    frame, onward = place.frames[ply], place.frames[ply + 1]
    state = apply(load(start, place.states, ply), int(place.moves[ply, frame[NEXT]]))
    frame[NEXT] += 1
    who = to_move(state)
    onward[DEPTH] = frame[DEPTH] - (0 if unfinished(state) else 1)
    if who >= 0 and sides[who] == frame[SIDE]:
        onward[ALPHA], onward[BETA] = frame[ALPHA], frame[BETA]
    else:
        onward[ALPHA], onward[BETA] = -frame[BETA], -frame[ALPHA]
    return state


@compiled
def play(
    start: Any,
    seed: int,
    thread: int,
    threads: int,
    rounds: int,
    deepest: int,
    sides: Any,
    nets: Any,
    judges: Any,
    place: Workspace,
    found: Found,
) -> None:
    """Look at `rounds` positions, in as many games as that makes.

    Where the judges differ they are exchanged in every second thread. Give threads 2k and 2k + 1
    the same seed, and each first opening is played both ways.
    """
    swap = thread & 1
    place.notes[STREAM], place.notes[ROWS] = seeded(seed), 0
    begin(place)
    state, ply = start, 0
    for _ in range(rounds):
        step, going_on = NONE, ply
        if ply == 0:
            state = arrive(state, start, thread, swap, sides, place, found)
            step = unsearched(state, place)
            root = place.frames[0]
            root[DEPTH], root[ALPHA], root[BETA] = 1, -BEYOND, BEYOND
            root[SIDE] = sides[max(0, to_move(state))]
        if step == NONE:
            judge = int(judges[place.frames[0, SIDE] ^ swap])
            known, value = look(state, ply, judge, sides, nets, place)
            if known:
                going_on = hand_down(value, ply, deepest, place)
            if going_on == NONE:
                step = int(place.frames[0, CHOSEN])
                keep(start, thread, threads, place, found)
        if step == NONE:
            state, ply = try_next(start, going_on, sides, place), going_on + 1
        else:
            state, ply = apply(load(start, place.states, 0), step), 0
    found.counts[thread] = place.notes[ROWS]

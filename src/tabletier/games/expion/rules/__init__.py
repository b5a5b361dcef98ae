"""Ex*pion (1990). Rule numbers are those of docs/rules/expion.en.md and expion.fr.md."""

from typing import Any

from tabletier.games.expion.board import (
    BASE,
    CENTRE,
    DELTA,
    EAST,
    EDGE,
    NORTH,
    SOUTH,
    SPECIAL,
    WEST,
    shift,
)
from tabletier.games.expion.rules.moves import captured, chameleon, sources
from tabletier.games.expion.rules.readings import (
    other_moves,
    other_random_move,
    other_stuck,
    parted,
)
from tabletier.games.expion.state import (
    GOING_ON,
    PASS,
    READINGS_AT,
    WAY,
    Agreed,
    Board,
    Deed,
    State,
    decoded,
    marbles_of,
    owner,
    readings_of,
    turn_of,
    usual_deed,
    way_of,
)
from tabletier.games.kernel.bits import lowest, nth, popcount, put
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.random import scale

MAX_MOVES = 14 * 4 + 8 + 40
"""Four ways each; two more for each of four pushes; and no more than 40 need the Ex*pion's help."""
QUIET_LIMIT = 100

REASONS: tuple[str, ...] = ("base", "elimination", "blocked", "stall")
IN_BASE, ELIMINATION, BLOCKED, STALL = 0, 1, 2, 3


@compiled
def initial(players: int, special: int, readings: int) -> State:
    """EXPION-1, EXPION-7. All camps full, the Ex*pion in the centre, North's place in the round."""
    homes = (EDGE[0] | EDGE[2], EDGE[1] | EDGE[3])
    board = Board(marbles=(0, 0, 0, 0), homes=homes, expion=CENTRE)
    return State(
        table=Agreed(players=players, special=SPECIAL[special] | (readings << READINGS_AT)),
        board=board,
        cycle=0,
        first_capture=0,
        quiet=0,
        ending=GOING_ON,
    )


@compiled
def to_move(state: State) -> int:
    """EXPION-8. The seat whose turn it is, or OVER."""
    return owner(state.table.players, state.cycle) if state.ending == GOING_ON else OVER


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """EXPION-9, EXPION-22. Fills `moves`, ascending; a pass only when there is nothing else."""
    count = 0
    if state.ending != GOING_ON:
        return count
    if readings_of(state.table):
        count = other_moves(state, moves)
    else:
        ways = sources(state, state.cycle)
        for index in range(7):
            cells, way = ways[index], way_of(index, state.cycle)
            while cells:
                moves[count] = WAY * way + lowest(cells)
                count += 1
                cells &= cells - 1
    if count == 0:
        moves[count] = PASS
        count += 1
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal move that 32 random bits stand for, without listing the others."""
    if readings_of(state.table):
        return other_random_move(state, word)
    ways = sources(state, state.cycle)
    count = 0
    for index in range(7):
        count += popcount(ways[index])
    if count == 0:
        return PASS
    pick, index = scale(word, count), 0
    size = popcount(ways[0])
    while pick >= size:
        pick -= size
        index += 1
        size = popcount(ways[index])
    return WAY * way_of(index, state.cycle) + nth(ways[index], pick)


@compiled
def tickets(state: State) -> int:
    """There is no chance in Ex*pion."""
    return 0


@compiled
def chance(state: State, ticket: int) -> int:
    """There is no chance in Ex*pion."""
    return 0


@compiled
def apply(state: State, move: int) -> State:
    """The match after a move out of `legal_moves`: the board, then whose turn, then the end."""
    if move == PASS:  # EXPION-22: nothing changes on the board, but it is a turn
        after = State(
            table=state.table,
            board=state.board,
            cycle=state.cycle,
            first_capture=state.first_capture,
            quiet=state.quiet + 1,
            ending=state.ending,
        )
    else:
        after = moved(state, move)
    return judged(after, next_place(after))


@compiled
def moved(state: State, move: int) -> State:
    """EXPION-16, EXPION-32. The marble goes and captures whatever it can; nobody chooses."""
    if readings_of(state.table):
        return otherwise_moved(state, decoded(state, move))
    deed = usual_deed(state, move)
    placed = placed_by(state.board, deed)
    taken = prisoners(state.table.players, placed, state.cycle, deed.target, state.board.expion)
    return after_move(state, deed, placed, taken)


@compiled
def otherwise_moved(state: State, deed: Deed) -> State:
    """EXPION-40 to EXPION-42. The same under other readings of the rule."""
    placed = placed_by(state.board, deed)
    return after_move(state, deed, placed, taken_by(state, deed, placed))


@part
def after_move(state: State, deed: Deed, placed: Board, taken: int) -> State:
    """EXPION-16, EXPION-25, EXPION-38. A capture or a departure ends a quiet time."""
    return State(
        table=state.table,
        board=without(placed, taken),
        cycle=state.cycle,
        first_capture=1 if taken else state.first_capture,
        quiet=0 if taken or deed.home else state.quiet + 1,
        ending=state.ending,
    )


@compiled
def taken_by(state: State, deed: Deed, placed: Board) -> int:
    """EXPION-42. What a move captures: all there is, unless the Ex*pion's help is declined."""
    alone, helped = parted(state.table, placed, state.cycle, deed, state.board.expion)
    return alone if deed.declined else alone | helped


@compiled
def placed_by(board: Board, deed: Deed) -> Board:
    """EXPION-12, EXPION-14, EXPION-17. The board as the move leaves it, before captures."""
    side = deed.colour & 1
    own = (board.marbles[deed.colour] & ~deed.source) | (1 << deed.target)
    expion = board.expion
    if deed.target == expion:
        expion = pushed(expion, deed.rest)
    homes = put(board.homes, side, board.homes[side] & ~deed.home)
    return Board(marbles=put(board.marbles, deed.colour, own), homes=homes, expion=expion)


@compiled
def pushed(expion: int, direction: int) -> int:
    """EXPION-17, EXPION-34. Where the Ex*pion comes to lie: the next cell, or a base."""
    if (1 << expion) & EDGE[direction]:
        return BASE * (1 + direction) + expion
    return expion + DELTA[direction]


@compiled
def prisoners(players: int, placed: Board, place: int, target: int, before: int) -> int:
    """EXPION-23, EXPION-28. The enemies captured by a marble just moved to `target`.

    The Ex*pion captures too if it was pushed: it lay on `before`. Nothing is captured when it
    has entered a base, for the match has been won (EXPION-34).
    """
    if placed.expion >= BASE:
        return 0
    turn = turn_of(players, placed, place)
    captors, strikers = turn.friends, 1 << target
    if chameleon(turn.expion, turn.own | turn.twin, turn.camp):
        captors |= turn.expion
    if placed.expion != before:
        strikers |= turn.expion
    return captured(strikers, turn.enemies, captors, turn.homes, place & 1)


@compiled
def without(board: Board, taken: int) -> Board:
    """EXPION-25. All captured marbles leave the game together."""
    north, east, south, west = board.marbles
    left = (north & ~taken, east & ~taken, south & ~taken, west & ~taken)
    return Board(marbles=left, homes=board.homes, expion=board.expion)


@compiled
def next_place(state: State) -> int:
    """EXPION-8, EXPION-33. The next place in the round whose player still has marbles."""
    place = (state.cycle + 1) & 3
    while marbles_of(state.table.players, state.board, place) == 0:
        place = (place + 1) & 3
    return place


@compiled
def judged(state: State, place: int) -> State:
    """EXPION-33 to EXPION-38. The state with this place to move, and whether the match is over."""
    ending = GOING_ON
    if state.board.expion >= BASE:
        ending = IN_BASE
    elif side_is_gone(state.board, 0) or side_is_gone(state.board, 1):
        ending = ELIMINATION
    elif not surely_moves(state, place) and all_stuck(state):
        ending = BLOCKED
    elif state.quiet >= QUIET_LIMIT:
        ending = STALL
    return State(
        table=state.table,
        board=state.board,
        cycle=place,
        first_capture=state.first_capture,
        quiet=state.quiet,
        ending=ending,
    )


@compiled
def side_is_gone(board: Board, side: int) -> bool:
    """EXPION-35. Whether a side has no marble left, in the area or in camp."""
    return board.marbles[side] | board.marbles[side + 2] | board.homes[side] == 0


@compiled
def surely_moves(state: State, place: int) -> bool:
    """Whether a player can leave camp or step sideways: the usual case, and quick to see."""
    turn = turn_of(state.table.players, state.board, place)
    marbles = turn.own | turn.twin
    if place & 1:
        sideways = shift(marbles, NORTH) | shift(marbles, SOUTH)
    else:
        sideways = shift(marbles, EAST) | shift(marbles, WEST)
    return (sideways | turn.camp) & turn.empty != 0


@compiled
def all_stuck(state: State) -> bool:
    """EXPION-36. Whether no player at all has a move other than passing."""
    if readings_of(state.table):
        return other_stuck(state)
    for place in range(4):
        ways = sources(state, place)
        for index in range(7):
            if ways[index]:
                return False
    return True


@compiled
def outcome(state: State) -> tuple[int, int]:
    """EXPION-34 to EXPION-38. The winning seats, one bit each (0: a draw), and how it ended."""
    winner = -1
    if state.ending == IN_BASE:
        winner = 1 - ((state.board.expion // BASE - 1) & 1)
    elif state.ending == ELIMINATION:
        winner = 1 if side_is_gone(state.board, 0) else 0
    seats = 0
    for place in range(4):
        if place & 1 == winner:
            seats |= 1 << owner(state.table.players, place)
    return seats, state.ending


@part
def repetition_key(state: State) -> tuple[int, int, int, int, int, int, int, int]:
    """EXPION-37. Equal for equal positions: marbles, Ex*pion, and the players to follow.

    With two players a side's two places in the round do not differ.
    """
    (north, east, south, west), homes = state.board.marbles, state.board.homes
    place = state.cycle & 1 if state.table.players == 2 else state.cycle
    return north, east, south, west, homes[0], homes[1], state.board.expion, place

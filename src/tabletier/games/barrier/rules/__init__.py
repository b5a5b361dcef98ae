"""Barrier (Edward Schifman). Rule numbers are those of docs/rules/barrier.{en,fr}.md."""

from typing import Any

from tabletier.games.barrier.board import (
    COLOURLESS,
    HALF,
    OWN_PLACES,
    PLACES,
    YELLOW,
    Pawns,
    Ways,
    delta_in,
    has,
    nth_cell,
    opening_pawns,
    pawns_of,
    spot,
)
from tabletier.games.barrier.rules.moves import Look, can, look, moved, sources, tally
from tabletier.games.barrier.state import (
    AT_RANDOM,
    CHAIN,
    DEAL,
    ENDED,
    FIRST,
    LAY,
    MANDATORY,
    MOVE,
    NO_CHAIN,
    PASSING,
    QUIET_LIMIT,
    RANDOM_SEAT,
    STUCK,
    Agreed,
    Barrier,
    State,
    bare_barrier,
    owner,
    with_tile,
)
from tabletier.games.kernel.bits import ends_of, field, group_of, lowest, nth, pick, popcount
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import scale

# A pawn's step is 256 * direction + 128 * jump + source, a laying is LAYING + 16 * tile + place.
# STOP ends a chain of jumps that could go on, PASS is the turn of a player who cannot move.
DIRECTION, JUMP = 256, 128
LAYING = 8 * DIRECTION
STOP = LAYING + 128
PASS = STOP + 1

MAX_MOVES = 12 * 8

REASONS: tuple[str, ...] = ("last_pawns", "no_move", "stall")
LAST_PAWNS, NO_MOVE, STALL = 0, 1, 2


@compiled
def initial(tiles: int, capture: int, layout: int, first: int) -> State:
    """BARRIER-4, BARRIER-5, BARRIER-7. Before anything is drawn or laid."""
    phase, turn = first_phase(layout), first
    if first == RANDOM_SEAT:
        phase, turn = FIRST, YELLOW
    table = Agreed(tiles=tiles, capture=capture, layout=layout, first=first)
    return State(
        table=table,
        phase=phase,
        turn=turn,
        pawns=opening_pawns(),
        barrier=bare_barrier(),
        chain=NO_CHAIN,
        quiet=0,
    )


@compiled
def to_move(state: State) -> int:
    """The seat that must lay or move, CHANCE or OVER."""
    if state.phase >= ENDED:
        return OVER
    return state.turn if state.phase >= LAY else CHANCE


@compiled
def unfinished(state: State) -> bool:
    """BARRIER-22. A pawn has jumped and may jump again: the move goes on, or stops here."""
    return state.phase == CHAIN


@compiled
def sight(state: State) -> Look:
    """The board as the seat to move sees it; within a chain only one pawn may be moved."""
    movable = pawns_of(state.pawns, state.turn)
    if state.phase == CHAIN:
        movable = spot(state.chain)
    return look(state.pawns, state.turn, movable)


@compiled
def only_jumps(state: State, seen: Look) -> bool:
    """BARRIER-21, BARRIER-26. Within a chain, and where taking is mandatory, steps are out."""
    if state.phase == CHAIN:
        return True
    return state.table.capture == MANDATORY and can(seen, state.barrier.ways, 1)


@compiled
def may_stop(state: State) -> bool:
    """BARRIER-22, BARRIER-26. A chain may stop after any jump, unless taking is mandatory."""
    return state.phase == CHAIN and state.table.capture != MANDATORY


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """Fills `moves` with the legal steps, ascending, and says how many there are."""
    if state.phase == LAY:
        return layings(state, moves)
    count = 0
    if state.phase != MOVE and state.phase != CHAIN:
        if state.phase == STUCK:
            moves[count] = PASS
            count += 1
        return count
    seen, ways = sight(state), state.barrier.ways
    jumping = only_jumps(state, seen)
    for direction in range(8):
        base = DIRECTION * direction
        if not jumping:
            low, high = sources(seen, ways, direction, 0)
            count = fill(moves, count, low, base)
            count = fill(moves, count, high, base + HALF)
        low, high = sources(seen, ways, direction, 1)
        count = fill(moves, count, low, base + JUMP)
        count = fill(moves, count, high, base + JUMP + HALF)
    if may_stop(state):
        moves[count] = STOP
        count += 1
    return count


@compiled
def fill(moves: Any, count: int, bits: int, base: int) -> int:
    """Write base + n for every bit n; the new number of moves."""
    while bits:
        moves[count] = base + lowest(bits)
        count += 1
        bits &= bits - 1
    return count


@compiled
def layings(state: State, moves: Any) -> int:
    """BARRIER-8, BARRIER-10. Any tile of the player's own on any free square of his own."""
    count = 0
    places = pick(OWN_PLACES, state.turn) & state.barrier.bare
    hand = pick(state.barrier.hands, state.turn)
    while hand:
        count = fill(moves, count, places, LAYING + PLACES * lowest(hand))
        hand &= hand - 1
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal step that 32 random bits stand for, without listing the others."""
    if state.phase == LAY:
        return random_laying(state, word)
    if state.phase == STUCK:
        return PASS
    seen, ways = sight(state), state.barrier.ways
    steps, jumps = 0, tally(seen, ways, 1)
    if not only_jumps(state, seen):
        steps = tally(seen, ways, 0)
    ends = ends_of(steps + jumps)
    count = (ends >> 48) + ((steps + jumps) >> 56)
    number = scale(word, count + 1 if may_stop(state) else count)
    if number == count:
        return STOP
    direction = group_of(ends, number)
    number -= field(ends, direction - 1, 8) if direction else 0
    stepping = field(steps, direction, 8)
    jump = 1 if number >= stepping else 0
    plane = sources(seen, ways, direction, jump)
    return DIRECTION * direction + JUMP * jump + nth_cell(plane, number - jump * stepping)


@compiled
def random_laying(state: State, word: int) -> int:
    """BARRIER-8. The laying that 32 random bits stand for."""
    places = pick(OWN_PLACES, state.turn) & state.barrier.bare
    hand, each = pick(state.barrier.hands, state.turn), popcount(places)
    number = scale(word, popcount(hand) * each)
    while number >= each:
        number -= each
        hand &= hand - 1
    return LAYING + PLACES * lowest(hand) + nth(places, number)


@compiled
def tickets(state: State) -> int:
    """BARRIER-7, BARRIER-11. Two seats, or the tiles that may come on the next square."""
    if state.phase == FIRST:
        return 2
    return popcount(pick(state.barrier.hands, owner(lowest(state.barrier.bare))))


@compiled
def chance(state: State, ticket: int) -> int:
    """BARRIER-7, BARRIER-11. The seat that begins, or a tile laid at random."""
    if state.phase == FIRST:
        return ticket
    place = lowest(state.barrier.bare)
    tile = nth(pick(state.barrier.hands, owner(place)), ticket)
    return LAYING + PLACES * tile + place


@compiled
def apply(state: State, move: int) -> State:
    """The match after a step out of `legal_moves` or a draw out of `chance`."""
    if state.phase >= MOVE:
        return go(state, move)
    if state.phase == FIRST:
        return prepared(state, first_phase(state.table.layout), move, state.barrier)
    return lay(state, (move - LAYING) >> 4, (move - LAYING) & 15)


@part
def first_phase(layout: int) -> int:
    """BARRIER-8, BARRIER-11. The tiles are laid by chance or by the players."""
    return DEAL if layout & AT_RANDOM else LAY


@part
def prepared(state: State, phase: int, turn: int, barrier: Barrier) -> State:
    """BARRIER-8. The match before any pawn has moved."""
    return State(
        table=state.table,
        phase=phase,
        turn=turn,
        pawns=state.pawns,
        barrier=barrier,
        chain=NO_CHAIN,
        quiet=0,
    )


@compiled
def lay(state: State, tile: int, place: int) -> State:
    """BARRIER-8, BARRIER-11. A tile is laid; after the sixteenth the pawns move."""
    barrier = with_tile(state.barrier, state.table.tiles, tile, place)
    phase = state.phase if barrier.bare else MOVE
    turn = 1 - state.turn if state.phase == LAY else state.turn
    return prepared(state, phase, turn, barrier)


@compiled
def go(state: State, move: int) -> State:
    """BARRIER-12, BARRIER-19, BARRIER-25. A step, a jump, the end of a chain, or a pass."""
    pawns, quiet, ways, turn = state.pawns, state.quiet, state.barrier.ways, state.turn
    chain = NO_CHAIN
    if move == PASS:  # BARRIER-34: it counts as a quiet move
        quiet += 1
    elif move != STOP:
        source, jump, delta = move & (JUMP - 1), (move >> 7) & 1, delta_in(move >> 8)
        pawns = moved(pawns, turn, source, delta, jump)
        target = source + delta + jump * delta
        crowning = has(pawns.crowned, target) and not has(state.pawns.crowned, source)
        quiet = 0 if jump or crowning else quiet + 1
        if jump and not crowning and can(look(pawns, turn, spot(target)), ways, 1):
            chain = target
    phase = CHAIN
    if chain == NO_CHAIN:
        turn = 1 - turn
        phase = phase_of(pawns, ways, turn, quiet, state.table.layout)
    return State(
        table=state.table,
        phase=phase,
        turn=turn,
        pawns=pawns,
        barrier=state.barrier,
        chain=chain,
        quiet=quiet,
    )


@compiled
def phase_of(pawns: Pawns, ways: Ways, turn: int, quiet: int, layout: int) -> int:
    """BARRIER-30. Whether the match goes on, or which ending comes first."""
    (y_low, y_high), (c_low, c_high) = pawns.yellow, pawns.colourless
    if y_low | y_high == 0 or c_low | c_high == 0:  # BARRIER-1
        return ENDED + LAST_PAWNS
    seen = look(pawns, turn, pawns_of(pawns, turn))
    if not can(seen, ways, 0) and not can(seen, ways, 1):  # BARRIER-27
        return stuck_phase(pawns, ways, turn, quiet) if layout & PASSING else ENDED + NO_MOVE
    return ENDED + STALL if quiet >= QUIET_LIMIT else MOVE


@compiled
def stuck_phase(pawns: Pawns, ways: Ways, turn: int, quiet: int) -> int:
    """BARRIER-34. A player who cannot move passes while the other can; else the match stops."""
    seen = look(pawns, 1 - turn, pawns_of(pawns, 1 - turn))
    if quiet >= QUIET_LIMIT or not (can(seen, ways, 0) or can(seen, ways, 1)):
        return ENDED + STALL
    return STUCK


@compiled
def strength(pawns: Pawns, side: int) -> int:
    """BARRIER-28. A side's pawns, and its crowned pawns as the tie-break."""
    low, high = pawns_of(pawns, side)
    crowned = popcount(low & pawns.crowned[0]) + popcount(high & pawns.crowned[1])
    return 16 * (popcount(low) + popcount(high)) + crowned


@compiled
def outcome(state: State) -> tuple[int, int]:
    """BARRIER-1, BARRIER-27, BARRIER-28. The winning seats, one bit each (0: a draw), and why."""
    reason = state.phase - ENDED
    if reason == NO_MOVE:
        return 2 >> state.turn, reason
    yellow, colourless = strength(state.pawns, YELLOW), strength(state.pawns, COLOURLESS)
    if yellow == colourless:
        return 0, reason
    return (1 if yellow > colourless else 2), reason


@part
def repetition_key(state: State) -> tuple[int, ...]:
    """BARRIER-29. The same pawns on the same cells and tiles, the same player to move."""
    (y_low, y_high), (c_low, c_high), (k_low, k_high) = state.pawns
    row_4, row_5 = state.barrier.laid
    return y_low, y_high, c_low, c_high, k_low, k_high, row_4, row_5, state.turn, state.chain

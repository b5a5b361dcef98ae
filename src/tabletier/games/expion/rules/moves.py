"""Moving and capturing in Ex*pion: steps, camps, pushes, captures (EXPION-11 to EXPION-32)."""

from tabletier.games.expion.board import (
    AREA,
    EAST,
    EDGE,
    NORTH,
    SOUTH,
    WEST,
    around,
    camp_of,
    shift,
)
from tabletier.games.expion.state import State, Turn, turn_of
from tabletier.games.kernel.compiler import compiled


@compiled
def leaning(enemies: int, captors: int, homes: int, side: int, direction: int) -> int:
    """EXPION-23, EXPION-27. Enemies that have a captor, at home or not, on one side of them."""
    return enemies & (shift(captors, direction ^ 2) | camp_of(homes, side, direction))


@compiled
def chameleon(expion: int, marbles: int, camp: int) -> bool:
    """EXPION-28, EXPION-29. Whether a marble of the player stands beside the Ex*pion.

    Only then is it a captor; it is an obstacle otherwise, and never captured (EXPION-31).
    """
    return (around(expion) & marbles) | (expion & camp) != 0


@compiled
def captured(strikers: int, enemies: int, captors: int, homes: int, side: int) -> int:
    """EXPION-23, EXPION-25. The enemies between a cell of `strikers`, just entered, and a captor.

    The cell opposite must hold the other captor, so the enemy stands alone between the two
    (EXPION-26), and one of the two has moved (EXPION-24, EXPION-30).
    """
    taken = 0
    for direction in range(4):
        taken |= shift(strikers, direction) & leaning(enemies, captors, homes, side, direction)
    return taken


@compiled
def striking(enemies: int, captors: int, homes: int, side: int) -> int:
    """EXPION-23. The cells from which a marble that moves there captures."""
    cells = 0
    for direction in range(4):
        cells |= shift(leaning(enemies, captors, homes, side, direction), direction ^ 2)
    return cells


Sources = tuple[int, int, int, int, int, int, int]


@compiled
def room(turn: Turn, special: int, enemy_homes: int, direction: int) -> bool:
    """EXPION-3, EXPION-17, EXPION-19, EXPION-21. Whether the Ex*pion can be pushed in a direction.

    The next cell must be free and not special; beyond the edge it must be an enemy base cell.
    """
    if turn.expion & EDGE[direction]:
        return (direction ^ turn.colour) & 1 == 1 and turn.expion & enemy_homes == 0
    return shift(turn.expion, direction) & turn.empty & ~special != 0


@compiled
def movers(turn: Turn, free: int, direction: int) -> int:
    """EXPION-14, EXPION-16. Marbles that may go in a direction: none retreats before a capture."""
    if free or (direction ^ turn.colour) & 1:
        return turn.own | turn.twin
    return turn.twin if direction == turn.colour else turn.own


@compiled
def steps(state: State, turn: Turn, direction: int) -> int:
    """EXPION-13, EXPION-14, EXPION-17. Marbles that may step within the area, or push."""
    onto = turn.empty
    if room(turn, state.table.special, state.board.homes[(turn.colour & 1) ^ 1], direction):
        onto |= turn.expion
    return movers(turn, state.first_capture, direction) & shift(onto, direction ^ 2)


@compiled
def departures(turn: Turn) -> tuple[int, int, int]:
    """EXPION-12. The camp marbles that may leave by one, two and three empty cells."""
    one, two, three = turn.camp & turn.empty, 0, 0
    for camp in range(4):
        second = shift(turn.empty, camp) & AREA
        third = shift(second, camp)
        lanes = camp_of(one, turn.colour & 1, camp) & second
        two |= lanes
        three |= lanes & third
    return one, two, three


@compiled
def goalkeeper(state: State, turn: Turn) -> int:
    """EXPION-18. The camp marble that may push the Ex*pion as it leaves, one cell forward."""
    keeper = turn.camp & turn.expion
    if keeper == 0:
        return 0
    forward = turn.colour ^ 2 if keeper & EDGE[turn.colour] else turn.colour
    return keeper if room(turn, state.table.special, 0, forward) else 0


@compiled
def push_captures(turn: Turn, pusher: int, direction: int) -> bool:
    """EXPION-20, EXPION-28. Whether this push would capture, by the marble or by the Ex*pion."""
    strikers = turn.expion | shift(turn.expion, direction)
    captors = (turn.friends ^ pusher) | turn.expion
    return captured(strikers, turn.enemies, captors, turn.homes, turn.colour & 1) != 0


@compiled
def step_captures(turn: Turn, marbles: int, direction: int) -> int:
    """EXPION-15, EXPION-28. The marbles that would capture by a step in a direction.

    To capture with the Ex*pion a marble must end two cells from it. A step that ends there neither
    comes beside it nor leaves it: the cell between, which the enemy holds, is not where it began.
    So it makes no difference that the marbles beside the Ex*pion are counted before the step.
    """
    captors = turn.friends
    if chameleon(turn.expion, turn.own | turn.twin, turn.camp):
        captors |= turn.expion
    cells = striking(turn.enemies, captors, turn.homes, turn.colour & 1)
    return marbles & shift(cells & turn.empty, direction ^ 2)


@compiled
def retreats(state: State, turn: Turn, marbles: int, direction: int) -> int:
    """EXPION-15, EXPION-20. Before the first capture: marbles that capture by going back."""
    able = step_captures(turn, marbles, direction)
    pusher = marbles & shift(turn.expion, direction ^ 2)
    if (
        pusher
        and room(turn, state.table.special, 0, direction)
        and push_captures(turn, pusher, direction)
    ):
        able |= pusher
    return able


@compiled
def all_retreats(state: State, turn: Turn) -> tuple[int, int]:
    """EXPION-15. The retreats of the colour in turn, and of the same player's other colour."""
    first, second = 0, 0
    if state.first_capture == 0:
        for back in (turn.colour, turn.colour ^ 2):
            marbles = turn.own if back == turn.colour else turn.twin
            first, second = second, retreats(state, turn, marbles, back)
    return first, second


@compiled
def ways(state: State, turn: Turn, back: tuple[int, int], direction: int) -> int:
    """EXPION-14, EXPION-15. Marbles that may step in a direction, captures by retreat included."""
    able = steps(state, turn, direction)
    if direction == turn.colour:
        return able | back[0]
    return able | back[1] if direction == turn.colour ^ 2 else able


@compiled
def sources(state: State, place: int) -> Sources:
    """EXPION-9. All that the player at a place of the round may do, as seven planes of sources."""
    turn = turn_of(state.table.players, state.board, place)
    back = all_retreats(state, turn)
    one, two, three = departures(turn)
    return (
        ways(state, turn, back, NORTH),
        ways(state, turn, back, EAST),
        ways(state, turn, back, SOUTH),
        ways(state, turn, back, WEST),
        one | goalkeeper(state, turn),
        two,
        three,
    )

"""Ex*pion once more, slowly: dictionaries of cells, written from the rule text and nothing else.

Rows run 0-8 from north to south and columns 0-8 from west to east, as on the rule digest. Nothing
here is taken from `tabletier.games.expion`, so that the two can be compared.
"""

from dataclasses import dataclass, replace
from typing import Any

Cell = tuple[int, int]

AREA = {(row, column) for row in range(1, 8) for column in range(1, 8)}
CAMPS: dict[str, set[Cell]] = {
    "n": {(0, column) for column in range(1, 8)},
    "e": {(row, 8) for row in range(1, 8)},
    "s": {(8, column) for column in range(1, 8)},
    "w": {(row, 0) for row in range(1, 8)},
}
FORWARD: dict[str, Cell] = {"n": (1, 0), "e": (0, -1), "s": (-1, 0), "w": (0, 1)}
DIRECTIONS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
SPECIAL: dict[str, set[Cell]] = {
    "corners": {(1, 1), (1, 7), (7, 1), (7, 7)},
    "inner": {(3, 3), (3, 5), (5, 3), (5, 5)},
    "edge_mid": {(1, 4), (4, 1), (4, 7), (7, 4)},
    "second": {(2, 2), (2, 6), (6, 2), (6, 6)},
}
SEATS: dict[int, dict[str, int]] = {
    2: {"n": 0, "e": 1, "s": 0, "w": 1},
    3: {"n": 0, "e": 1, "s": 0, "w": 2},
    4: {"n": 0, "e": 1, "s": 2, "w": 3},
}
ROUND = "nesw"
SIDES = ("ns", "ew")


@dataclass(frozen=True)
class Game:
    """A position: what stands where, and whose place in the round it is."""

    players: int
    special: str
    marbles: dict[Cell, str]
    expion: Cell
    cycle: int = 0
    quiet: int = 0
    pairs: str = "side"
    push: str = "straight"
    chameleon: str = "always"


def start(players: int, special: str = "corners", **readings: Any) -> Game:
    """All camps full, the Ex*pion in the centre."""
    marbles = {cell: camp for camp, cells in CAMPS.items() for cell in cells}
    return Game(players, special, marbles, (4, 4), **readings)


def add(cell: Cell, direction: Cell, times: int = 1) -> Cell:
    """The cell so many steps away."""
    return cell[0] + times * direction[0], cell[1] + times * direction[1]


def side_of(colour: str) -> str:
    return "ns" if colour in "ns" else "ew"


def seat_at(game: Game, place: int) -> int:
    return SEATS[game.players][ROUND[place]]


def seat_marbles(game: Game, seat: int) -> list[Cell]:
    """The cells of a player's marbles."""
    owner = SEATS[game.players]
    return [cell for cell, colour in game.marbles.items() if owner[colour] == seat]


def is_free(game: Game, cell: Cell) -> bool:
    return cell in AREA and cell not in game.marbles and cell != game.expion


def may_hold_expion(game: Game, cell: Cell, colour: str) -> bool:
    """Whether a marble of this colour may push the Ex*pion to a cell."""
    if cell in AREA:
        return cell not in game.marbles and cell not in SPECIAL[game.special]
    for camp, cells in CAMPS.items():
        if cell in cells:
            return side_of(camp) != side_of(colour) and cell not in game.marbles
    return False


def shoved(game: Game, source: Cell, direction: Cell, length: int, way: Cell) -> Game | None:
    """The board after a marble goes; None if something is in its way. No captures yet.

    A pushed Ex*pion goes in the direction `way`.
    """
    colour = game.marbles[source]
    target = add(source, direction, length)
    between = [add(source, direction, k) for k in range(1, length)]
    if any(not is_free(game, cell) for cell in between):
        return None
    expion = game.expion
    if target == expion and length == 1:
        expion = add(expion, way)
        if not may_hold_expion(game, expion, colour):
            return None
    elif not is_free(game, target):
        return None
    marbles = {cell: c for cell, c in game.marbles.items() if cell != source}
    return replace(game, marbles={**marbles, target: colour}, expion=expion)


def prisoners(before: Game, after: Game, target: Cell) -> dict[Cell, bool]:
    """Enemy marbles flanked by two captors of which one has just moved; whether it took X*."""
    colour = after.marbles[target]
    seat, side = SEATS[after.players][colour], side_of(colour)
    captors = {cell for cell, c in after.marbles.items() if side_of(c) == side}
    mine = seat_marbles(after, seat)
    if any(add(after.expion, direction) in mine for direction in DIRECTIONS):
        captors.add(after.expion)
    moved = {target} | ({after.expion} if after.expion != before.expion else set())
    taken = {}
    for cell, c in after.marbles.items():
        for direction in DIRECTIONS[:2]:
            ends = {add(cell, direction), add(cell, direction, -1)}
            if side_of(c) != side and ends <= captors and ends & moved and fit(after, ends):
                taken[cell] = after.expion in ends
    return taken


def fit(game: Game, ends: set[Cell]) -> bool:
    """Whether two captors go together, with `pairs: colour` too."""
    if game.pairs == "side" or game.expion in ends:
        return True
    one, two = (game.marbles[cell] for cell in ends)
    return one == two or SEATS[game.players][one] != SEATS[game.players][two]


def played(
    game: Game, source: Cell, direction: Cell, length: int, way: Cell, declined: bool
) -> Game | None:
    """The game after a move, whose place in the round comes next included; None if illegal."""
    after = shoved(game, source, direction, length, way)
    if after is None:
        return None
    colour, target = game.marbles[source], add(source, direction, length)
    won = after.expion not in AREA
    found = {} if won else prisoners(game, after, target)
    if declined and not any(found.values()):
        return None
    taken = {cell for cell, helped in found.items() if not (declined and helped)}
    back = FORWARD[colour] == (-direction[0], -direction[1])
    if back and len(game.marbles) == 28 and not taken:
        return None
    left = {cell: c for cell, c in after.marbles.items() if cell not in taken}
    quiet = 0 if taken or source not in AREA else game.quiet + 1
    return passed_on(replace(after, marbles=left, quiet=quiet))


def passed_on(game: Game) -> Game:
    """The next player in the round who has marbles."""
    place = game.cycle
    while True:
        place = (place + 1) % 4
        if seat_marbles(game, seat_at(game, place)):
            return replace(game, cycle=place)


def real_moves(game: Game, place: int) -> dict[str, Game]:
    """Every move of the player at a place of the round, passing excluded."""
    found = {}
    here = replace(game, cycle=place)
    for source in seat_marbles(game, seat_at(game, place)):
        at_home = source not in AREA
        ways = (
            [(FORWARD[game.marbles[source]], length) for length in (1, 2, 3)]
            if at_home
            else [(direction, 1) for direction in DIRECTIONS]
        )
        for direction, length in ways:
            target = add(source, direction, length)
            for way, aside in rests(here, target, direction):
                for declined in (False, True) if game.chameleon == "choose" else (False,):
                    after = played(here, source, direction, length, way, declined)
                    if after is not None:
                        text = f"{name(source)}-{name(target)}{aside}{'~' if declined else ''}"
                        found[text] = after
    return found


def rests(game: Game, target: Cell, direction: Cell) -> list[tuple[Cell, str]]:
    """In which directions the Ex*pion may be pushed, with what is written after the move."""
    found = [(direction, "")]
    if game.push == "any" and target == game.expion:
        back = (-direction[0], -direction[1])
        aside = [way for way in DIRECTIONS if way not in (direction, back)]
        found += [(way, f">{name(add(target, way))}") for way in aside]
    return found


def result(game: Game) -> tuple[tuple[int, ...], str] | None:
    """The winning seats and the reason, None while the game goes on (repetition apart)."""
    for camp, cells in CAMPS.items():
        if game.expion in cells:
            return side_seats(game, "ew" if camp in "ns" else "ns"), "base"
    for side, other in (SIDES, SIDES[::-1]):
        if not any(colour in side for colour in game.marbles.values()):
            return side_seats(game, other), "elimination"
    if not any(real_moves(game, place) for place in range(4)):
        return (), "blocked"
    return ((), "stall") if game.quiet >= 100 else None


def side_seats(game: Game, side: str) -> tuple[int, ...]:
    return tuple(sorted({SEATS[game.players][colour] for colour in side}))


def moves(game: Game) -> dict[str, Game]:
    """Every legal move and what it leads to."""
    if result(game) is not None:
        return {}
    found = real_moves(game, game.cycle)
    if not found:
        return {"pass": passed_on(replace(game, quiet=game.quiet + 1))}
    return found


def name(cell: Cell) -> str:
    return f"{'abcdefghi'[cell[1]]}{9 - cell[0]}"


def cell_named(text: str) -> Cell:
    return 9 - int(text[1]), ord(text[0]) - ord("a")


def position(game: Game) -> dict[str, Any]:
    """The public position format."""
    return {
        "marbles": {name(cell): colour for cell, colour in game.marbles.items()},
        "expion": name(game.expion),
        "first_capture": len(game.marbles) < 28,
        "cycle": game.cycle,
        "quiet": game.quiet,
    }


def from_position(given: dict[str, Any], players: int, special: str, **readings: Any) -> Game:
    marbles = {cell_named(text): colour for text, colour in given["marbles"].items()}
    expion, cycle, quiet = cell_named(given["expion"]), given["cycle"], given["quiet"]
    return Game(players, special, marbles, expion, cycle, quiet, **readings)


def perft(game: Game, depth: int) -> int:
    """How many ways there are to play on by so many moves."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for after in moves(game).values())

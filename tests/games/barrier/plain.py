"""Barrier once more, slowly: dictionaries of cells, written from the rule text and nothing else.

A position is the public JSON format. Nothing here is taken from `tabletier.games.barrier`, so that
the two can be compared.
"""

import copy
from collections.abc import Iterator
from typing import Any

Position = dict[str, Any]

VECTORS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
ARROWS = {
    "right_angle": ["N E", "E S", "S W", "W N", "NE SE", "SE SW", "SW NW", "NW NE"],
    "acute": ["N NE", "NE E", "E SE", "SE S", "S SW", "SW W", "W NW", "NW N"],
    "obtuse": ["N SE", "NE S", "E SW", "SE W", "S NW", "SW N", "W NE", "NW E"],
    "mixed": ["N E", "E S", "S W", "W N", "N S", "E W", "NE SW", "NW SE"],
}
DOTS = ["a4", "c4", "e4", "g4", "b5", "d5", "f5", "h5"]
DASHES = ["b4", "d4", "f4", "h4", "a5", "c5", "e5", "g5"]
SQUARES = (DOTS, DASHES)
FORWARD = (["N", "NE", "NW"], ["S", "SE", "SW"])
LAST_ROW = ("8", "1")
LETTERS = ("yY", "cC")
STALL = 80


def off(cell: str, direction: str, distance: int = 1) -> str | None:
    """The cell some way off in a direction, None beyond the edge."""
    dx, dy = VECTORS[direction]
    x, y = ord(cell[0]) - 97 + dx * distance, int(cell[1]) - 1 + dy * distance
    return f"{'abcdefgh'[x]}{y + 1}" if 0 <= x < 8 and 0 <= y < 8 else None


def directions(position: Position, options: dict[str, Any], cell: str) -> list[str]:
    """Where the pawn on a cell may go."""
    pawn = position["pawns"][cell]
    if cell in position["tiles"]:
        arrow: str = ARROWS[options["tiles"]][position["tiles"][cell] - 1]
        return arrow.split()
    return list(VECTORS) if pawn.isupper() else FORWARD["yc".index(pawn)]


def jumps_from(position: Position, options: dict[str, Any], cell: str) -> Iterator[tuple[str, str]]:
    """Every (jumped cell, landing cell) of the pawn on a cell."""
    pawns = position["pawns"]
    enemies = LETTERS[1 - "yc".index(pawns[cell].lower())]
    for direction in directions(position, options, cell):
        over, landing = off(cell, direction), off(cell, direction, 2)
        if landing and over and pawns.get(over, "-") in enemies and landing not in pawns:
            yield over, landing


def carried(position: Position, source: str, target: str, taken: str | None) -> Position:
    """The position after a pawn went from one cell to another, the turn not yet over."""
    after = copy.deepcopy(position)
    pawn = after["pawns"].pop(source)
    crowned = pawn.islower() and target[1] == LAST_ROW["yc".index(pawn)]
    after["pawns"][target] = pawn.upper() if crowned else pawn
    if taken:
        del after["pawns"][taken]
    after["quiet"] = 0 if crowned or taken else position["quiet"] + 1
    return after


def chains(
    position: Position, options: dict[str, Any], cell: str
) -> Iterator[tuple[list[str], Position]]:
    """Every chain of jumps of the pawn on a cell: its landing cells, and what comes of it."""
    ordinary = position["pawns"][cell].islower()
    for over, landing in jumps_from(position, options, cell):
        after = carried(position, cell, landing, over)
        crowned = ordinary and after["pawns"][landing].isupper()
        further = [] if crowned else list(chains(after, options, landing))
        if options["capture"] == "optional" or not further:
            yield [landing], after
        for path, end in further:
            yield [landing, *path], end


def moves(position: Position, options: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position after it."""
    if ending(position, options) is not None:
        return {}
    found = turns(position, options) or {"pass": {**position, "quiet": position["quiet"] + 1}}
    return {text: turned(after) for text, after in found.items()}


def turned(position: Position) -> Position:
    """The position with the other player to move."""
    return {**position, "to_move": 1 - position["to_move"]}


def turns(position: Position, options: dict[str, Any]) -> dict[str, Position]:
    """Every move of the player to move, whether or not the match is over."""
    if len(position["tiles"]) < 16:
        return layings(position)
    steps, jumps = {}, {}
    for cell, pawn in position["pawns"].items():
        if pawn not in LETTERS[position["to_move"]]:
            continue
        for path, after in chains(position, options, cell):
            jumps["x".join([cell, *path])] = after
        for direction in directions(position, options, cell):
            target = off(cell, direction)
            if target and target not in position["pawns"]:
                steps[f"{cell}-{target}"] = carried(position, cell, target, None)
    return jumps if jumps and options["capture"] == "mandatory" else {**steps, **jumps}


def layings(position: Position) -> dict[str, Position]:
    """Every tile in hand on every free square of the player to move."""
    found, seat = {}, position["to_move"]
    for tile in position["hands"][seat]:
        for square in SQUARES[seat]:
            if square not in position["tiles"]:
                after = copy.deepcopy(position)
                after["tiles"][square] = tile
                after["hands"][seat].remove(tile)
                found[f"{tile}@{square}"] = after
    return found


def ending(position: Position, options: dict[str, Any]) -> tuple[tuple[int, ...], str] | None:
    """Who won and why, None while the match goes on; repetition apart."""
    sides = [[p for p in position["pawns"].values() if p in LETTERS[side]] for side in (0, 1)]
    if not sides[0] or not sides[1]:
        return ((0,) if sides[0] else (1,)), "last_pawns"
    if not turns(position, options) and options["no_move"] == "lose":
        return (1 - position["to_move"],), "no_move"
    someone = turns(position, options) or turns(turned(position), options)
    if position["quiet"] < STALL and someone:
        return None
    scores = [(len(pawns), sum(map(str.isupper, pawns))) for pawns in sides]
    if scores[0] == scores[1]:
        return (), "stall"
    return ((0,) if scores[0] > scores[1] else (1,)), "stall"

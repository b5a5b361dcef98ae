"""Why a pawn of Barrier may not step or jump there; asked of the rules' own predicates."""

from itertools import pairwise
from typing import NamedTuple

from tabletier.games.barrier.board import (
    CELLS,
    DELTAS,
    Pawns,
    cell_name,
    has,
    on_barrier,
    pawns_of,
    place_of,
)
from tabletier.games.barrier.notation import (
    COLOURS,
    DIRECTION_NAMES,
    NO_TEXT,
    PLAYERS,
    arrow_directions,
    direction_of,
    ways_out,
)
from tabletier.games.barrier.rules.moves import exits, headings, moved, on_last_row
from tabletier.games.barrier.state import State, owner, tile_at
from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.text import Text, joined

FORWARD_WAYS = ([7, 0, 1], [5, 4, 3])


class Scene(NamedTuple):
    """The board at one moment of a move: within a chain the pawns have moved already."""

    state: State
    pawns: Pawns

    @property
    def side(self) -> int:
        """The side that moves."""
        return self.state.turn

    def stands(self, side: int, cell: int) -> bool:
        """Whether a side has a pawn on a cell."""
        return bool(has(pawns_of(self.pawns, side), cell))

    def may_head(self, cell: int, direction: int) -> bool:
        """Whether the pawn on a cell may go in a direction if nothing is in its way."""
        ways = self.state.barrier.ways
        return bool((headings(self.pawns, ways, self.side, cell) >> direction) & 1)

    def jumps(self, cell: int) -> list[int]:
        """The cells where the pawn on a cell can land by a jump."""
        ways = self.state.barrier.ways
        free = exits(self.pawns, ways, self.side, cell, 1)
        return [cell + 2 * DELTAS[way] for way in range(8) if (free >> way) & 1]

    def all_jumps(self) -> dict[int, list[int]]:
        """Every pawn of the side that can take, with the cells where it can land."""
        mine = (cell for cell in CELLS if self.stands(self.side, cell))
        return {cell: jumps for cell in mine if (jumps := self.jumps(cell))}

    def after_jump(self, source: int, target: int) -> "Scene":
        """The board after a jump."""
        pawns = moved(self.pawns, self.side, source, (target - source) // 2, 1)
        return Scene(self.state, pawns)


def refuse_source(scene: Scene, source: int) -> Refusal | None:
    """BARRIER-12. Why no pawn of the side to move starts from a cell, None if one does."""
    name, side = cell_name(source), scene.side
    if scene.stands(side, source):
        return None
    if scene.stands(1 - side, source):
        return refusal(
            "pawn/not-yours",
            "BARRIER-12",
            f"Le pion en {name} est {COLOURS[1 - side].fr} : c'est à {PLAYERS[side].fr} de jouer",
            f"The pawn on {name} is {COLOURS[1 - side].en}: it is {PLAYERS[side].en}'s turn",
            name,
        )
    return refusal(
        "pawn/none",
        "BARRIER-12",
        f"Il n'y a pas de pion en {name} : partez d'une case où vous en avez un",
        f"There is no pawn on {name}: start from a square where you have one",
        name,
    )


def refuse_step(scene: Scene, source: int, target: int) -> Refusal:
    """BARRIER-12, BARRIER-26. Why a pawn may not step from one cell to another."""
    direction = direction_of(source, target, 1)
    if direction is None:
        return _too_far(scene, source, target)
    fault = _wrong_way(scene, source, direction) or _occupied(scene, source, target)
    return _must_take(scene) if fault is None else fault


def _too_far(scene: Scene, source: int, target: int) -> Refusal:
    names = cell_name(source), cell_name(target)
    if source == target:
        return refusal(
            "step/nowhere",
            "BARRIER-12",
            f"Le pion en {names[0]} doit changer de case",
            f"The pawn on {names[0]} must leave its square",
            names[0],
        )
    hint = NO_TEXT
    if target in scene.jumps(source):
        hint = Text(" ; ici, il peut sauter pour prendre", "; here it can jump and take")
    return refusal(
        "step/too-far",
        "BARRIER-12",
        f"De {names[0]} à {names[1]} il y a plus d'un pas : un pion avance d'une case{hint.fr}",
        f"From {names[0]} to {names[1]} is more than a step: a pawn moves one square{hint.en}",
        *names,
    )


def _wrong_way(scene: Scene, source: int, direction: int) -> Refusal | None:
    """BARRIER-13, BARRIER-14. Why the pawn may not go in that direction at all."""
    if scene.may_head(source, direction):
        return None
    name, way, state = cell_name(source), DIRECTION_NAMES[direction], scene.state
    if on_barrier(source):
        tile = tile_at(state.barrier, place_of(source))
        side = owner(place_of(source))
        shown = ways_out(arrow_directions(state.table.tiles, side, tile))
        return refusal(
            "way/arrow",
            "BARRIER-14",
            f"En {name}, la flèche du carreau {tile} indique {shown.fr}, pas {way.fr} : "
            "un pion n'en sort que par là",
            f"On {name} the arrow of tile {tile} shows {shown.en}, not {way.en}: "
            "a pawn leaves it only that way",
            name,
        )
    ahead = ways_out(FORWARD_WAYS[scene.side])
    return refusal(
        "way/backwards",
        "BARRIER-13",
        f"Le pion ordinaire en {name} ne va que vers l'avant ({ahead.fr}), pas vers {way.fr}",
        f"The ordinary pawn on {name} goes forward only ({ahead.en}), not {way.en}",
        name,
    )


def _occupied(scene: Scene, source: int, target: int) -> Refusal | None:
    """BARRIER-12. Who stands where the pawn would step, and how to take it if that can be done."""
    side = next((side for side in (0, 1) if scene.stands(side, target)), None)
    if side is None:
        return None
    hint, beyond = NO_TEXT, 2 * target - source
    if beyond in scene.jumps(source):
        there = cell_name(beyond)
        hint = Text(f" ; pour le prendre, sautez en {there}", f"; to take it, jump to {there}")
    name = cell_name(target)
    return refusal(
        "step/occupied",
        "BARRIER-12",
        f"{name} est occupée par un pion {COLOURS[side].fr} : on avance sur une case vide{hint.fr}",
        f"{name} is held by a {COLOURS[side].en} pawn: a step goes to an empty square{hint.en}",
        name,
    )


def _must_take(scene: Scene) -> Refusal:
    """BARRIER-26. Which pawns can take where taking is mandatory."""
    takers = scene.all_jumps()
    ways = [_ways(source, targets) for source, targets in takers.items()]
    fr, en = " ; ".join(way.fr for way in ways), "; ".join(way.en for way in ways)
    return refusal(
        "take/mandatory",
        "BARRIER-26",
        f"La prise est obligatoire dans cette partie : il faut sauter ({fr})",
        f"Taking is mandatory in this match: you must jump ({en})",
        *map(cell_name, takers),
    )


def _ways(source: int, targets: list[int]) -> Text:
    """The jumps of a pawn in words: from c3 to e5 or a5."""
    names = list(map(cell_name, targets))
    return Text(
        f"de {cell_name(source)} à {joined(names, 'ou')}",
        f"from {cell_name(source)} to {joined(names, 'or')}",
    )


def refuse_jumps(scene: Scene, path: tuple[int, ...]) -> Refusal:
    """BARRIER-22, BARRIER-25, BARRIER-26. Which jump of a chain is wrong, and why."""
    crowned = False
    for source, target in pairwise(path):
        fault = _after_crowning(source) if crowned else _refuse_jump(scene, source, target)
        if fault is not None:
            return fault
        crowned = on_last_row(target, scene.side) and not has(scene.pawns.crowned, source)
        scene = scene.after_jump(source, target)
    names, name = list(map(cell_name, scene.jumps(path[-1]))), cell_name(path[-1])
    return refusal(
        "take/unfinished",
        "BARRIER-26",
        f"La prise est obligatoire et de {name} le pion peut encore sauter en "
        f"{joined(names, 'ou')} : continuez",
        f"Taking is mandatory and from {name} the pawn can jump on to {joined(names, 'or')}: go on",
        name,
    )


def _after_crowning(cell: int) -> Refusal:
    name = cell_name(cell)
    return refusal(
        "jump/after-crowning",
        "BARRIER-25",
        f"En {name} le pion est couronné, et le tour s'arrête là",
        f"On {name} the pawn is crowned, and the turn ends there",
        name,
    )


def _refuse_jump(scene: Scene, source: int, target: int) -> Refusal | None:
    """BARRIER-19, BARRIER-20. Why one jump is not possible, None if it is."""
    direction = direction_of(source, target, 2)
    names = cell_name(source), cell_name(target)
    if direction is None:
        return refusal(
            "jump/shape",
            "BARRIER-19",
            f"De {names[0]} à {names[1]} ce n'est pas un saut : "
            "on passe par-dessus un pion voisin, tout droit, deux cases plus loin",
            f"From {names[0]} to {names[1]} is not a jump: "
            "a jump crosses a neighbouring pawn in a straight line and lands two squares away",
            *names,
        )
    if target in scene.jumps(source):
        return None
    over = source + DELTAS[direction]
    fault = _wrong_way(scene, source, direction) or _nothing_to_take(scene, over)
    return _landing_taken(scene, target) if fault is None else fault


def _nothing_to_take(scene: Scene, over: int) -> Refusal | None:
    name, side = cell_name(over), scene.side
    if scene.stands(1 - side, over):
        return None
    if scene.stands(side, over):
        return refusal(
            "jump/own-pawn",
            "BARRIER-20",
            f"Le pion en {name} est à vous : on ne saute que les pions adverses",
            f"The pawn on {name} is your own: only the other side's pawns are jumped",
            name,
        )
    return refusal(
        "jump/nothing",
        "BARRIER-19",
        f"Il n'y a personne en {name} : on saute par-dessus un pion adverse voisin",
        f"Nobody stands on {name}: a jump crosses a neighbouring enemy pawn",
        name,
    )


def _landing_taken(scene: Scene, target: int) -> Refusal:
    side = scene.side if scene.stands(scene.side, target) else 1 - scene.side
    name = cell_name(target)
    return refusal(
        "jump/landing",
        "BARRIER-19",
        f"{name} est occupée par un pion {COLOURS[side].fr} : la case d'arrivée doit être vide",
        f"{name} is held by a {COLOURS[side].en} pawn: the landing square must be empty",
        name,
    )

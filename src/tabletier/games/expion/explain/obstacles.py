"""What stands in the way of a move of Ex*pion: lanes, occupied cells, pushes, retreats."""

from tabletier.games.expion.board import AREA, BASE, CAMPS, DELTA
from tabletier.games.expion.notation import (
    CAMP_NAMES,
    CELL_OF,
    NAME_OF,
    MoveParts,
    camp_of_cell,
    letter_at,
    marble_name,
    straight,
)
from tabletier.games.expion.rules import pushed
from tabletier.games.expion.state import ANY_WAY, State, readings_of
from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.text import Text


def wrong_aside(state: State, written: MoveParts) -> Refusal | None:
    """EXPION-17, EXPION-41. The Ex*pion cannot be pushed to the side, or not to that cell."""
    source, target, rest = written.source, written.target, written.rest
    if rest is None:
        return None
    if readings_of(state.table) & ANY_WAY == 0:
        return refusal(
            "push/straight-only",
            "EXPION-17",
            f"L’Ex*pion irait de côté, en {rest} : ici on ne le pousse que tout droit",
            f"The Ex*pion would go to the side, to {rest}: here it is pushed straight on only",
            rest,
        )
    if CELL_OF[target] != state.board.expion:
        return refusal(
            "push/no-expion",
            "EXPION-41",
            f"L’Ex*pion n’est pas en {target} : le signe > dit où va l’Ex*pion que l’on pousse",
            f"The Ex*pion is not on {target}: the sign > says where the Ex*pion goes that is "
            "pushed",
            target,
        )
    if rest == source:
        return refusal(
            "push/back",
            "EXPION-41",
            f"L’Ex*pion ne va pas en {rest}, la case d’où vient la bille",
            f"The Ex*pion does not go to {rest}, the cell that the marble comes from",
            rest,
        )
    line = straight(target, rest)
    if line is None or line[1] != 1:
        return refusal(
            "push/not-beside",
            "EXPION-41",
            f"{rest} n’est pas à côté de {target} : l’Ex*pion est poussé d’une case, jamais en "
            "diagonale",
            f"{rest} is not beside {target}: the Ex*pion is pushed by one cell, never diagonally",
            target,
            rest,
        )
    return None


def wrong_departure(state: State, written: MoveParts) -> Refusal:
    """EXPION-12, EXPION-18. A marble in camp that cannot go that far."""
    source, target = written.source, written.target
    line = straight(source, target)
    assert line is not None
    direction, length = line
    if length > 3:
        return refusal(
            "camp/too-far",
            "EXPION-12",
            f"De {source} en {target} il y a {length} cases : une bille quitte son camp de 1, 2 ou "
            "3 cases",
            f"From {source} to {target} is {length} cells: a marble leaves its camp by 1, 2 or "
            "3 cells",
            source,
            target,
        )
    path = [CELL_OF[source] % BASE + k * DELTA[direction] for k in range(length)]
    if length == 1 and path[0] == state.board.expion:
        return _wrong_push(state, written, direction)
    if path[-1] == state.board.expion and all(_is_empty(state, cell) for cell in path[:-1]):
        return refusal(
            "push/from-afar",
            "EXPION-18",
            f"La bille en {source} n’est pas à côté de l’Ex*pion en {target} : on ne pousse que "
            "depuis une case voisine, pas au bout d’un élan",
            f"The marble on {source} is not next to the Ex*pion on {target}: one pushes from a "
            "neighbouring cell only, not after a run",
            source,
            target,
        )
    return _blocked_lane(state, source, target, path)


def _is_empty(state: State, cell: int) -> bool:
    """Whether an area cell exists and holds neither a marble nor the Ex*pion."""
    here = bool((AREA >> cell) & 1)
    return here and cell != state.board.expion and letter_at(state, cell) is None


def _blocked_lane(state: State, source: str, target: str, path: list[int]) -> Refusal:
    blocked = next(cell for cell in path if not _is_empty(state, cell))
    where = NAME_OF.get(blocked)
    if where is None:
        return refusal(
            "camp/hole",
            "EXPION-12",
            f"Entre {source} et {target} il manque une case au plateau",
            f"Between {source} and {target} the board lacks a cell",
            source,
            target,
        )
    what = _thing(state, blocked)
    return refusal(
        "camp/blocked",
        "EXPION-12",
        f"De {source} en {target}, {what.fr} barre le chemin en {where} : toutes les cases "
        "jusqu’à l’arrivée doivent être vides",
        f"From {source} to {target}, {what.en} is in the way on {where}: every cell up to the "
        "last must be empty",
        source,
        where,
    )


def _thing(state: State, cell: int) -> Text:
    """What stands on an area cell, in words."""
    if cell == state.board.expion:
        return Text("l’Ex*pion", "the Ex*pion")
    letter = letter_at(state, cell)
    assert letter is not None
    return marble_name(letter)


def wrong_step(state: State, written: MoveParts) -> Refusal:
    """EXPION-14 to EXPION-21. A marble of the area that cannot go there."""
    source, target = written.source, written.target
    line = straight(source, target)
    assert line is not None
    direction, length = line
    if length > 1:
        return refusal(
            "step/too-far",
            "EXPION-14",
            f"De {source} en {target} il y a {length} cases : hors de son camp une bille se "
            "déplace d’une seule case",
            f"From {source} to {target} is {length} cells: outside its camp a marble moves by "
            "one cell only",
            source,
            target,
        )
    cell = CELL_OF[target]
    if cell == state.board.expion:
        return _wrong_push(state, written, direction)
    if letter_at(state, cell) is not None:
        what = _thing(state, cell)
        return refusal(
            "step/occupied",
            "EXPION-14",
            f"En {target} se trouve déjà {what.fr} : une bille va sur une case vide",
            f"On {target} already stands {what.en}: a marble moves to an empty cell",
            target,
        )
    return _retreat(source, target)


def _retreat(source: str, target: str) -> Refusal:
    return refusal(
        "step/retreat",
        "EXPION-15",
        f"De {source} en {target} la bille reculerait sans rien capturer : avant la première "
        "capture de la partie, on ne recule que pour capturer",
        f"From {source} to {target} the marble would retreat without capturing: before the first "
        "capture of the game one goes back only to capture",
        source,
        target,
    )


def _wrong_push(state: State, written: MoveParts, direction: int) -> Refusal:
    """EXPION-17 to EXPION-21. A push for which there is no room, or that would be a retreat."""
    target = written.target
    aside = straight(target, written.rest) if written.rest else None
    beyond = pushed(state.board.expion, aside[0] if aside else direction)
    return (
        _hole_beyond(target, beyond)
        or _marble_beyond(state, target, beyond)
        or _special_beyond(state, target, beyond)
        or _wrong_base(state, beyond)
        or _pushing_retreat(written.source, target)
    )


def _hole_beyond(target: str, beyond: int) -> Refusal | None:
    """EXPION-17. The Ex*pion is not pushed off the board."""
    if beyond in NAME_OF:
        return None
    return refusal(
        "push/hole",
        "EXPION-17",
        f"Derrière {target}, où se trouve l’Ex*pion, il manque une case au plateau",
        f"Beyond {target}, where the Ex*pion is, the board lacks a cell",
        target,
    )


def _marble_beyond(state: State, target: str, beyond: int) -> Refusal | None:
    """EXPION-17. The Ex*pion is pushed to a free cell only."""
    if beyond >= BASE or letter_at(state, beyond) is None:
        return None
    where, what = NAME_OF[beyond], _thing(state, beyond)
    return refusal(
        "push/occupied",
        "EXPION-17",
        f"L’Ex*pion irait de {target} en {where}, où se trouve {what.fr} : on ne le pousse que "
        "sur une case libre",
        f"The Ex*pion would go from {target} to {where}, where {what.en} stands: it is pushed "
        "to a free cell only",
        target,
        where,
    )


def _special_beyond(state: State, target: str, beyond: int) -> Refusal | None:
    """EXPION-19. Special cells are closed to the Ex*pion."""
    if beyond >= BASE or not (state.table.special >> beyond) & 1:
        return None
    where = NAME_OF[beyond]
    return refusal(
        "push/special",
        "EXPION-19",
        f"L’Ex*pion irait de {target} en {where}, une case spéciale : ces cases lui sont "
        "interdites",
        f"The Ex*pion would go from {target} to {where}, a special cell: these cells are "
        "closed to it",
        target,
        where,
    )


def _wrong_base(state: State, beyond: int) -> Refusal | None:
    """EXPION-21. The Ex*pion would leave the area for a base that is one's own, or not free."""
    camp = camp_of_cell(beyond)
    if camp is None:
        return None
    where, name = NAME_OF[beyond], CAMP_NAMES[CAMPS[camp]]
    if (camp ^ state.cycle) & 1 == 0:
        return refusal(
            "push/own-base",
            "EXPION-21",
            f"L’Ex*pion entrerait en {where}, dans le camp {name.fr}, qui est de votre côté : "
            "on ne le pousse que dans une base adverse",
            f"The Ex*pion would enter {where} in the {name.en} camp, which is on your side: it is "
            "pushed into an enemy base only",
            where,
        )
    if letter_at(state, beyond) is None:
        return None
    return refusal(
        "push/base-occupied",
        "EXPION-21",
        f"La case {where} du camp {name.fr} est encore occupée par sa bille : l’Ex*pion n’entre "
        "que dans une case de base vide",
        f"The cell {where} of the {name.en} camp still holds its marble: the Ex*pion enters an "
        "empty base cell only",
        where,
    )


def _pushing_retreat(source: str, target: str) -> Refusal:
    """EXPION-20. Pushing backward is a retreat."""
    return refusal(
        "push/retreat",
        "EXPION-20",
        f"Pousser de {source} en {target} ferait reculer la bille sans rien capturer : avant la "
        "première capture de la partie, on ne recule que pour capturer",
        f"Pushing from {source} to {target} would be a retreat that captures nothing: before the "
        "first capture of the game one goes back only to capture",
        source,
        target,
    )

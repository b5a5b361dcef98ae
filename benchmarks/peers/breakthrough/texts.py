"""Breakthrough in words: `a7-a6` is a step, `a7xb6` takes."""

import re

from benchmarks.peers.breakthrough.rules import BLACK, CELLS, SIDE, STRAIGHT, State
from tabletier.games.kernel.contract import Event, Refusal, Steps
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.text import Text

FILES = "abcdefgh"
FORM = re.compile("([a-h][1-8])([-x])([a-h][1-8])")
SIDES = (Text("Noir", "Black"), Text("Blanc", "White"))


def cell_name(cell: int) -> str:
    """`a1` is cell 0."""
    return f"{FILES[cell % SIDE]}{cell // SIDE + 1}"


def cell_of(name: str) -> int:
    """The number of a cell."""
    return SIDE * (int(name[1]) - 1) + FILES.index(name[0])


def ends(turn: int, step: int) -> tuple[int, int]:
    """The cells from which and to which a step leads."""
    bit, way = step & (CELLS - 1), (step >> 6) - STRAIGHT
    if turn == BLACK:
        return bit + SIDE, bit + way
    return bit, bit + SIDE + way


def takes(state: State, step: int) -> bool:
    """Whether a step takes a pawn; the other side's frame says so."""
    return bool((state.theirs >> ((step & (CELLS - 1)) + (step >> 6) - STRAIGHT)) & 1)


def write(state: State, steps: Steps) -> str:
    """The two cells, with a cross between them when something is taken."""
    source, target = ends(state.turn, steps[0])
    return f"{cell_name(source)}{'x' if takes(state, steps[0]) else '-'}{cell_name(target)}"


def read(state: State, text: str) -> Steps | None:
    """The step of a text, None if no pawn of the mover's ever goes that way. Raises BadNotation."""
    parts = FORM.fullmatch(text)
    if parts is None:
        raise BadNotation(
            Text(
                f"« {text[:40]} » ne se lit pas comme un coup : écrivez a7-a6 pour un pas, "
                "a7xb6 pour une prise ; les cases vont de a1 à h8.",
                f"'{text[:40]}' does not read as a move: write a7-a6 to step, a7xb6 to take; "
                "cells run from a1 to h8.",
            )
        )
    source, target = cell_of(parts[1]), cell_of(parts[3])
    ahead, way = target // SIDE - source // SIDE, target % SIDE - source % SIDE
    if ahead != (-1 if state.turn == BLACK else 1) or abs(way) > 1:
        return None
    bit = source - SIDE if state.turn == BLACK else source
    step = CELLS * (way + STRAIGHT) + bit
    return (step,) if takes(state, step) == (parts[2] == "x") else None


def refuse(state: State, text: str) -> Refusal:
    """Why a step is not legal, as far as a player needs it."""
    source, mark, target = text[:2], text[2], text[3:]
    steps = read(state, text)
    if steps is None and read_other_mark(state, source, mark, target):
        taking = Text(f"Rien à prendre en {target}.", f"There is nothing to take on {target}.")
        holding = Text(f"Il y a un pion en {target}.", f"There is a pawn on {target}.")
        return Refusal("step/mark", None, taking if mark == "x" else holding, (target,))
    if steps is None:
        ahead = Text("Un pion avance d'une rangée.", "A pawn goes one row ahead.")
        return Refusal("step/way", None, ahead, (source, target))
    if not (state.mine >> (steps[0] & (CELLS - 1))) & 1:
        nobody = Text(f"Vous n'avez pas de pion en {source}.", f"You have no pawn on {source}.")
        return Refusal("step/source", None, nobody, (source,))
    stands = Text(f"La case {target} est occupée.", f"{target} is occupied.")
    return Refusal("step/blocked", None, stands, (target,))


def read_other_mark(state: State, source: str, mark: str, target: str) -> bool:
    """Whether the same two cells make a step with the other mark between them."""
    return read(state, f"{source}{'-' if mark == 'x' else 'x'}{target}") is not None


def events(before: State, step: int, after: State) -> list[Event]:
    """A pawn steps, or takes."""
    source, target = (cell_name(cell) for cell in ends(before.turn, step))
    kind = "take" if takes(before, step) else "step"
    return [{"type": kind, "seat": before.turn, "from": source, "to": target}]


def tell(event: Event) -> Text:
    """An event in a sentence."""
    who, target = SIDES[event["seat"]], event["to"]
    if event["type"] == "take":
        return Text(f"{who.fr} prend en {target}.", f"{who.en} takes on {target}.")
    return Text(f"{who.fr} avance en {target}.", f"{who.en} steps to {target}.")


def ask(state: State) -> Text:
    """What the seat to move must decide."""
    return Text("Avancez un pion.", "Move a pawn ahead.")

"""The game in words: moves as text, why one is refused, what happened. All in two languages."""

import re

from hexapawn.rules import CELLS, SIDE, WHITE, State
from hexapawn.table import NAMES
from tabletier.games.kernel.contract import Event, Refusal, Steps, refusal
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.text import Text

MOVE = re.compile(r"([abc][123])([-x])([abc][123])")
SIDES = (Text("Blanc", "White"), Text("Noir", "Black"))


def write(state: State, steps: Steps) -> str:
    """`a1-a2` steps, `a1xb2` captures."""
    source, target = divmod(steps[0], CELLS)
    taken = ((state.white | state.black) >> target) & 1
    return f"{NAMES[source]}{'x' if taken else '-'}{NAMES[target]}"


def read(state: State, text: str) -> Steps | None:
    """The step of a text; None where nobody could mean it here. Raises BadNotation."""
    found = MOVE.fullmatch(text)
    if found is None:
        raise BadNotation(
            Text(
                f"« {text[:40]} » ne se lit pas comme un coup : écrivez a1-a2 ou, pour "
                "prendre, a1xb2.",
                f"'{text[:40]}' does not read as a move: write a1-a2 or, to capture, a1xb2.",
            )
        )
    steps = (CELLS * NAMES.index(found[1]) + NAMES.index(found[3]),)
    return steps if write(state, steps) == text else None


def refuse(state: State, text: str) -> Refusal:
    """Why a move that reads well cannot be made."""
    source, target = NAMES.index(text[:2]), NAMES.index(text[3:])
    own, other = (state.white, state.black) if state.turn == WHITE else (state.black, state.white)
    ahead = SIDE if state.turn == WHITE else -SIDE
    here, there = text[:2], text[3:]
    if not (own >> source) & 1:
        return refusal(
            "pawn/none",
            "HEXAPAWN-2",
            f"Vous n'avez pas de pion en {here}",
            f"You have no pawn on {here}",
            here,
        )
    aside = target % SIDE - source % SIDE
    if target // SIDE != (source + ahead) // SIDE or abs(aside) > 1:
        return refusal(
            "step/far",
            "HEXAPAWN-2",
            "Un pion avance d'une rangée, tout droit ou en biais",
            "A pawn goes one rank ahead, straight on or on the slant",
            here,
            there,
        )
    if aside == 0:
        return refusal(
            "step/blocked",
            "HEXAPAWN-2",
            f"Tout droit, la case doit être libre : {there} ne l'est pas, on prend en biais",
            f"Straight on the cell must be free: {there} is not, and captures are on the slant",
            there,
        )
    enemy = (other >> target) & 1
    return refusal(
        "capture/none",
        "HEXAPAWN-3",
        f"En biais on prend : écrivez {here}x{there}" if enemy else f"Rien à prendre en {there}",
        f"On the slant one captures: write {here}x{there}"
        if enemy
        else f"There is nothing to capture on {there}",
        there,
    )


def events(before: State, step: int, after: State) -> list[Event]:  # noqa: ARG001
    """What a move caused, enough to animate it."""
    source, target = divmod(step, CELLS)
    other = before.black if before.turn == WHITE else before.white
    kind = "captured" if (other >> target) & 1 else "stepped"
    return [{"type": kind, "seat": before.turn, "from": NAMES[source], "to": NAMES[target]}]


def tell(event: Event) -> Text:
    """An event in a sentence."""
    who, here, there = SIDES[event["seat"]], event["from"], event["to"]
    if event["type"] == "captured":
        return Text(f"{who.fr} prend de {here} en {there}.", f"{who.en} takes {there} from {here}.")
    return Text(f"{who.fr} avance de {here} en {there}.", f"{who.en} steps from {here} to {there}.")


def ask(state: State) -> Text:
    """What is to be decided."""
    who = SIDES[state.turn]
    return Text(f"{who.fr} : quel pion avance ?", f"{who.en}: which pawn goes ahead?")

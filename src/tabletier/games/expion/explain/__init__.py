"""Why a move of Ex*pion is refused, and what is expected; asked of the rules themselves."""

from collections.abc import Sequence
from functools import cache

from tabletier.games.expion import rules
from tabletier.games.expion.board import CAMPS
from tabletier.games.expion.explain.obstacles import (
    wrong_aside,
    wrong_departure,
    wrong_step,
)
from tabletier.games.expion.notation import (
    CAMP_NAMES,
    CELL_OF,
    MoveParts,
    camp_of_cell,
    letter_at,
    marble_name,
    of,
    parse,
    read,
    straight,
    write,
    write_plain,
)
from tabletier.games.expion.rules import placed_by
from tabletier.games.expion.rules.readings import parted
from tabletier.games.expion.state import BY_CHOICE, PASS, State, decoded, owns_both, readings_of
from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.steps import listed
from tabletier.games.kernel.text import OR, Text, series


def refuse(state: State, text: str) -> Refusal:
    """Why a well-formed move is not legal."""
    written = parse(text)
    if written is None:
        return _no_pass(state)
    source, target = written.source, written.target
    wrong = (
        _wrong_marble(state, source)
        or _wrong_line(source, target)
        or wrong_aside(state, written)
        or _wrong_decline(state, written)
    )
    if wrong is not None:
        return wrong
    if camp_of_cell(CELL_OF[source]) is not None:
        return wrong_departure(state, written)
    return wrong_step(state, written)


def _wrong_decline(state: State, written: MoveParts) -> Refusal | None:
    """EXPION-42. The Ex*pion's help cannot be declined, here or at all."""
    if not written.declined:
        return None
    source, target = written.source, written.target
    if readings_of(state.table) & BY_CHOICE == 0:
        return refusal(
            "decline/not-agreed",
            "EXPION-32",
            "Le signe ~ refuse l’aide de l’Ex*pion, ce qui n’a pas été convenu ici : toute "
            "capture se fait d’elle-même",
            "The sign ~ declines the help of the Ex*pion, which was not agreed on here: every "
            "capture follows of itself",
        )
    steps = read(state, write_plain(written))
    if steps is None or steps[0] not in listed(rules, state):
        return None
    deed = decoded(state, steps[0])
    placed = placed_by(state.board, deed)
    _, helped = parted(state.table, placed, state.cycle, deed, state.board.expion)
    if helped:
        return refusal(
            "decline/retreat",
            "EXPION-42",
            f"De {source} en {target} la bille recule : avant la première capture de la partie, "
            "il faut qu’elle capture encore quelque chose sans l’aide de l’Ex*pion",
            f"From {source} to {target} the marble goes back: before the first capture of the game "
            "it must still capture something without the help of the Ex*pion",
            source,
            target,
        )
    return refusal(
        "decline/nothing",
        "EXPION-42",
        f"De {source} en {target} aucune capture ne tient à l’Ex*pion : il n’y a pas d’aide à "
        "refuser, écrivez le coup sans ~",
        f"From {source} to {target} no capture depends on the Ex*pion: there is no help to "
        "decline, write the move without ~",
        source,
        target,
    )


def first_moves(state: State) -> list[str]:
    """The legal moves as texts, sorted."""
    return sorted(write(state, (step,)) for step in listed(rules, state))


def _must_pass(state: State) -> bool:
    """EXPION-22. Whether no marble can move."""
    return listed(rules, state) == [PASS]


def _no_pass(state: State) -> Refusal:
    """EXPION-22. Passing is for those who cannot move."""
    written = parse(first_moves(state)[0])
    assert written is not None
    source, target = written.source, written.target
    return refusal(
        "pass/can-move",
        "EXPION-22",
        "On ne passe que si aucun coup n’est possible ; ici on peut aller de "
        f"{source} en {target}, par exemple",
        "One passes only when no move is possible; here one can go from "
        f"{source} to {target}, for example",
        source,
        target,
    )


def _wrong_marble(state: State, source: str) -> Refusal | None:
    """EXPION-9. The cell holds no marble of the player to move."""
    cell = CELL_OF[source]
    if cell == state.board.expion:
        return refusal(
            "marble/expion",
            "EXPION-17",
            f"En {source} se trouve l’Ex*pion, qui ne bouge jamais seul : poussez-le en y amenant "
            "une bille d’une case voisine",
            f"On {source} is the Ex*pion, which never moves by itself: push it by moving a "
            "marble from a neighbouring cell onto it",
            source,
        )
    letter, mine = letter_at(state, cell), own_camps(state)
    owned = _owned(mine)
    if letter is None:
        return refusal(
            "marble/none",
            "EXPION-9",
            f"Il n’y a pas de bille en {source} : déplacez une bille {owned.fr}",
            f"There is no marble on {source}: move a marble of {owned.en}",
            source,
        )
    if letter not in mine:
        name = marble_name(letter)
        return refusal(
            "marble/not-yours",
            "EXPION-9",
            f"En {source} se trouve {name.fr}, qui n’est pas à vous : déplacez une bille "
            f"{owned.fr}",
            f"On {source} stands {name.en}, which is not yours: move a marble of {owned.en}",
            source,
        )
    return None


def own_camps(state: State) -> list[str]:
    """EXPION-9. The letters of the marbles that the player to move owns."""
    both = owns_both(state.table.players, state.cycle)
    places = sorted((state.cycle, state.cycle ^ 2)) if both else [state.cycle]
    return [CAMPS[place] for place in places]


def _owned(letters: Sequence[str]) -> Text:
    """Whose marbles these are: de Nord ou de Sud, North or South."""
    names = [CAMP_NAMES[letter] for letter in letters]
    return series((Text(of(name.fr), name.en) for name in names), OR)


def _wrong_line(source: str, target: str) -> Refusal | None:
    """EXPION-11, EXPION-13. Not along a row or column of the area."""
    if source == target:
        return refusal(
            "move/nowhere",
            "EXPION-9",
            f"La bille reste en {source} : à son tour on amène une bille sur une autre case",
            f"The marble stays on {source}: in your turn you take a marble to another cell",
            source,
        )
    camp = camp_of_cell(CELL_OF[target])
    if camp is not None:
        name = CAMP_NAMES[CAMPS[camp]]
        return refusal(
            "move/into-camp",
            "EXPION-13",
            f"{target} est une case du camp {name.fr} : aucune bille n’entre dans un camp ni ne "
            "s’y déplace",
            f"{target} is a cell of the {name.en} camp: no marble enters a camp or moves "
            "inside one",
            target,
        )
    if straight(source, target) is None:
        return refusal(
            "move/not-straight",
            "EXPION-11",
            f"De {source} en {target} on ne va pas tout droit : une bille se déplace le long de sa "
            "ligne ou de sa colonne, jamais en diagonale",
            f"From {source} to {target} is no straight line: a marble moves along its row or "
            "column, never diagonally",
            source,
            target,
        )
    return None


def ask(state: State) -> Text:
    """EXPION-9, EXPION-22. What the player to move must do."""
    if _must_pass(state):
        return Text("aucun coup possible : passez (pass)", "no move is possible: pass")
    return _task(tuple(own_camps(state)))


@cache
def _task(mine: tuple[str, ...]) -> Text:
    owned = _owned(mine)
    return Text(f"déplacez une bille {owned.fr}", f"move a marble of {owned.en}")

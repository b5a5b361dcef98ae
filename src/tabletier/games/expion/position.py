"""Ex*pion's public position format: out of the engine and into it, every claim checked."""

from typing import Any

from tabletier.games.expion.board import BASE, CAMPS, EDGE
from tabletier.games.expion.notation import (
    CAMP_NAMES,
    CELL_OF,
    NAME_OF,
    camp_of_cell,
    cells_of,
)
from tabletier.games.expion.options import table_of
from tabletier.games.expion.rules import QUIET_LIMIT, judged
from tabletier.games.expion.shapes import Camp, Position
from tabletier.games.expion.state import GOING_ON, Agreed, Board, State, marbles_of
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.contract import Position as Given
from tabletier.games.kernel.errors import BadPosition
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.positions import check_keys, check_number, check_object
from tabletier.games.kernel.text import shown

KEYS = ("marbles", "expion", "first_capture", "cycle", "quiet")
EACH = 7
ALL = 28


def position(state: State, memory: None = None) -> Position:
    """All there is on the table; nothing is hidden."""
    marbles, homes = state.board.marbles, state.board.homes
    found: dict[str, Camp] = {}
    for camp, letter in enumerate(CAMPS):
        for name in cells_of(marbles[camp]):
            found[name] = letter
        for name in cells_of(homes[camp & 1] & EDGE[camp], BASE * (1 + camp)):
            found[name] = letter
    return {
        "marbles": {name: found[name] for name in sorted(found)},
        "expion": NAME_OF[state.board.expion],
        "first_capture": bool(state.first_capture),
        "cycle": state.cycle,
        "quiet": state.quiet,
    }


def setup(given: Given, options: Options) -> tuple[State, None]:
    """The state of a position. Raises BadPosition."""
    check_keys(given, KEYS)
    marbles, homes = _marbles(given["marbles"])
    table = table_of(options)
    expion = _expion(given["expion"], given["marbles"], table.special)
    board = Board(marbles=marbles, homes=homes, expion=expion)
    first_capture = _first_capture(given["first_capture"], len(given["marbles"]))
    cycle = _cycle(given["cycle"], table, board)
    quiet = check_number(given["quiet"], "quiet", QUIET_LIMIT)
    return judged(
        State(
            table=table,
            board=board,
            cycle=cycle,
            first_capture=first_capture,
            quiet=quiet,
            ending=GOING_ON,
        ),
        cycle,
    ), None


def _cell(name: Any, fr: str, en: str) -> int:
    """EXPION-2. The number of a cell of the board; `fr` and `en` say whose cell it should be."""
    if not isinstance(name, str) or name not in CELL_OF:
        raise bad(
            f"{fr} se trouve sur une case du plateau, telle que e5 ou b9, pas {shown(name)}",
            f"{en} stands on a cell of the board, such as e5 or b9, not {shown(name)}",
            "EXPION-2",
        )
    return CELL_OF[name]


def _marbles(given: Any) -> tuple[tuple[int, int, int, int], tuple[int, int]]:
    """EXPION-1, EXPION-13. Planes of the marbles: at most seven a colour, camps with their own."""
    check_object(given, "marbles", "de cases et de lettres", "of cells and letters")
    planes, homes = [0, 0, 0, 0], [0, 0]
    for name, letter in given.items():
        cell = _cell(name, "une bille", "a marble")
        colour = _colour(name, letter)
        camp = camp_of_cell(cell)
        if camp is None:
            planes[colour] |= 1 << cell
        elif camp == colour:
            homes[camp & 1] |= 1 << (cell % BASE)
        else:
            raise _wrong_camp(name, letter, CAMPS[camp])
    _check_numbers(list(given.values()))
    return (planes[0], planes[1], planes[2], planes[3]), (homes[0], homes[1])


def _colour(name: str, letter: Any) -> int:
    if not isinstance(letter, str) or letter not in CAMPS:
        raise bad(
            f"en {name}, n, e, s ou w était attendu, pas {shown(letter)}",
            f"at {name}, n, e, s or w was expected, not {shown(letter)}",
            "EXPION-1",
            name,
        )
    return CAMPS.index(letter)


def _wrong_camp(name: str, letter: str, camp: str) -> BadPosition:
    return bad(
        f"{name} est une case du camp {CAMP_NAMES[camp].fr}, où une bille {CAMP_NAMES[letter].fr} "
        "n’entre jamais",
        f"{name} is a cell of the {CAMP_NAMES[camp].en} camp, which a marble of "
        f"{CAMP_NAMES[letter].en} never enters",
        "EXPION-13",
        name,
    )


def _check_numbers(letters: list[str]) -> None:
    if not letters:
        raise bad("il n’y a aucune bille", "there is no marble at all", "EXPION-1")
    for letter in CAMPS:
        count = letters.count(letter)
        if count > EACH:
            raise bad(
                f"{CAMP_NAMES[letter].fr} a {count} billes, {EACH} au plus étaient attendues",
                f"{CAMP_NAMES[letter].en} has {count} marbles, at most {EACH} were expected",
                "EXPION-1",
            )


def _expion(name: Any, marbles: dict[str, Any], special: int) -> int:
    """EXPION-19. The cell of the Ex*pion: free, not special, nor behind a special cell."""
    cell = _cell(name, "l’Ex*pion", "the Ex*pion")
    if name in marbles:
        raise bad(
            f"{name} ne peut pas porter à la fois l’Ex*pion et une bille",
            f"{name} cannot hold both the Ex*pion and a marble",
            "EXPION-17",
            name,
        )
    front = cell % BASE
    if (special >> front) & 1:
        by = NAME_OF[front]
        raise bad(
            f"l’Ex*pion ne peut pas être en {name} : {by} est une case spéciale, qui lui est "
            "interdite",
            f"the Ex*pion cannot be on {name}: {by} is a special cell, closed to it",
            "EXPION-19",
            name,
        )
    return cell


def _first_capture(value: Any, count: int) -> int:
    """EXPION-16. Whether a marble has been captured, which the number of marbles shows."""
    if type(value) is not bool or value != (count < ALL):
        right = shown(count < ALL)
        raise bad(
            f"avec {count} billes sur {ALL}, « first_capture » vaut {right}, pas {shown(value)}",
            f"with {count} marbles of {ALL}, 'first_capture' is {right}, not {shown(value)}",
            "EXPION-16",
        )
    return int(value)


def _cycle(value: Any, table: Agreed, board: Board) -> int:
    """EXPION-33. A place in the round whose player still has marbles."""
    place = check_number(value, "cycle", 3)
    if marbles_of(table.players, board, place) == 0:
        camp = CAMP_NAMES[CAMPS[place]]
        raise bad(
            f"c’est au tour de {camp.fr}, dont le joueur n’a plus de bille",
            f"it is the turn of {camp.en}, whose player has no marble left",
            "EXPION-33",
        )
    return place


def complete(written: Given, options: Options) -> Given:
    """EXPION-1, EXPION-7. Marbles may be written by camp, `{n = "e9 d6"}`, not cell by cell.

    With `rest = true` every marble that is not written stands in its camp still; the camp cells
    in line with the marbles that have left are the empty ones.
    """
    marbles: dict[str, str] = {}
    for key, value in written["marbles"].items():
        marbles |= dict.fromkeys(value.split(), key) if key in CAMPS else {key: value}
    if written.get("rest", False):
        for camp in CAMPS:
            marbles |= dict.fromkeys(_at_home(camp, marbles), camp)
    return {
        "expion": "e5",
        "cycle": 0,
        "quiet": 0,
        **{key: value for key, value in written.items() if key != "rest"},
        "marbles": dict(sorted(marbles.items())),
        "first_capture": len(marbles) < ALL,
    }


def _at_home(camp: str, marbles: dict[str, str]) -> list[str]:
    """The camp cells whose marbles have not left: as many as make seven, the likeliest first."""
    homes = [name for name in CELL_OF if camp_of_cell(CELL_OF[name]) == CAMPS.index(camp)]
    out = [name for name, own in marbles.items() if own == camp and name not in homes]
    lane = 0 if camp in "ns" else 1
    left = {name[lane] for name in out}
    homes.sort(key=lambda name: (name[lane] in left, name))
    return homes[: EACH - len(out)]

"""What a step of Barrier caused, as events to animate and as sentences to read."""

from collections.abc import Callable
from typing import Any

from tabletier.games.barrier.board import DIRECTIONS, PLACES, cell_name, has, place_cell
from tabletier.games.barrier.notation import (
    COLOURS,
    LETTERS,
    PLAYERS,
    all_arrows,
    arrow_names,
    delta_of,
    is_jump,
    source_of,
    ways_out,
)
from tabletier.games.barrier.position import laid_tiles
from tabletier.games.barrier.rules import LAYING, PASS, STOP
from tabletier.games.barrier.shapes import (
    Captured,
    Crowned,
    Event,
    Laid,
    LaidByLot,
    Passed,
    Pawn,
    PawnMoved,
    Starts,
)
from tabletier.games.barrier.state import DEAL, FIRST, State, owner
from tabletier.games.kernel.text import Text


def events(before: State, step: int, after: State) -> list[Event]:
    """What one step or draw caused, in order; stopping a chain causes nothing."""
    if before.phase == FIRST:
        return [{"type": "starts", "seat": step}]
    if step == STOP:
        return []
    if step == PASS:
        return [{"type": "passed", "seat": before.turn}]
    if before.phase == DEAL:
        return _laid_by_lot(after)
    if step >= LAYING:
        return [_laid(before, (step - LAYING) // PLACES + 1, (step - LAYING) % PLACES)]
    return _moved(before, step, after)


def _laid(before: State, tile: int, place: int) -> Laid:
    cell, seat = cell_name(place_cell(place)), owner(place)
    arrow = arrow_names(before.table.tiles, seat, tile)
    return {"type": "laid", "seat": seat, "tile": tile, "at": cell, "arrow": arrow}


def _laid_by_lot(after: State) -> list[Event]:
    """BARRIER-11. After the last tile that chance lays: all sixteen, at once."""
    if after.phase == DEAL:
        return []
    tiles = laid_tiles(after.barrier)
    dots, dashes = (all_arrows(after.table.tiles, side) for side in (0, 1))
    return [{"type": "laid_by_lot", "tiles": tiles, "arrows": dots, "dash_arrows": dashes}]


def _moved(before: State, step: int, after: State) -> list[Event]:
    """A pawn moved, perhaps took another, perhaps was crowned."""
    source, delta, seat, jump = source_of(step), delta_of(step), before.turn, is_jump(step)
    target = source + 2 * delta if jump else source + delta
    pawn = _pawn(before, seat, source)
    moved: PawnMoved = {
        "type": "moved",
        "seat": seat,
        "pawn": pawn,
        "from": cell_name(source),
        "to": cell_name(target),
        "jump": jump,
    }
    caused: list[Event] = [moved]
    if jump:
        taken = _pawn(before, 1 - seat, source + delta)
        at = cell_name(source + delta)
        caused.append({"type": "captured", "seat": seat, "pawn": taken, "at": at})
    if _pawn(after, seat, target) != pawn:
        caused.append({"type": "crowned", "seat": seat, "at": cell_name(target)})
    return caused


def _pawn(state: State, side: int, cell: int) -> Pawn:
    """The letter of a side's pawn on a cell."""
    return LETTERS[side][int(has(state.pawns.crowned, cell))]


def tell(event: Event) -> Text:
    """An event in a sentence."""
    return _TELLERS[event["type"]](event)


def _tell_starts(event: Starts) -> Text:
    who = PLAYERS[event["seat"]]
    return Text(f"{who.fr} commence.", f"{who.en} begins.")


def _tell_laid(event: Laid) -> Text:
    who, tile, at = PLAYERS[event["seat"]], event["tile"], event["at"]
    ways = ways_out([DIRECTIONS.index(name) for name in event["arrow"]])
    return Text(
        f"{who.fr} pose le carreau {tile} en {at} : on en sort par {ways.fr}.",
        f"{who.en} lays tile {tile} on {at}: the way out is {ways.en}.",
    )


def _tell_laid_by_lot(event: LaidByLot) -> Text:
    return Text(
        "Le sort pose les seize carreaux de la barrière.",
        "The sixteen tiles of the barrier are laid by lot.",
    )


def _tell_moved(event: PawnMoved) -> Text:
    who, source, target = PLAYERS[event["seat"]], event["from"], event["to"]
    crowned = event["pawn"].isupper()
    kind = Text(" avec un pion couronné", " with a crowned pawn") if crowned else Text("", "")
    verb = Text("saute", "jumps") if event["jump"] else Text("va", "goes")
    return Text(
        f"{who.fr} {verb.fr} de {source} à {target}{kind.fr}.",
        f"{who.en} {verb.en} from {source} to {target}{kind.en}.",
    )


def _tell_captured(event: Captured) -> Text:
    colour, at = COLOURS[1 - event["seat"]], event["at"]
    crowned = event["pawn"].isupper()
    kind = Text(" couronné", "crowned ") if crowned else Text("", "")
    return Text(
        f"Le pion {colour.fr}{kind.fr} en {at} est pris.",
        f"The {kind.en}{colour.en} pawn on {at} is taken.",
    )


def _tell_crowned(event: Crowned) -> Text:
    colour, at = COLOURS[event["seat"]], event["at"]
    return Text(
        f"Le pion {colour.fr} est couronné en {at}.",
        f"The {colour.en} pawn is crowned on {at}.",
    )


def _tell_passed(event: Passed) -> Text:
    who = PLAYERS[event["seat"]]
    return Text(f"{who.fr} ne peut pas bouger et passe.", f"{who.en} cannot move and passes.")


_TELLERS: dict[str, Callable[[Any], Text]] = {
    "starts": _tell_starts,
    "laid": _tell_laid,
    "laid_by_lot": _tell_laid_by_lot,
    "moved": _tell_moved,
    "captured": _tell_captured,
    "crowned": _tell_crowned,
    "passed": _tell_passed,
}

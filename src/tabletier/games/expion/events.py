"""What a move of Ex*pion caused, as events to animate and as sentences to read."""

from collections.abc import Callable
from typing import Any

from tabletier.games.expion.board import BASE, CAMPS, shift
from tabletier.games.expion.notation import (
    CAMP_NAMES,
    CELL_OF,
    NAME_OF,
    cells_of,
    marble_name,
    of,
    origin,
)
from tabletier.games.expion.rules import placed_by
from tabletier.games.expion.rules.moves import chameleon, leaning
from tabletier.games.expion.rules.readings import parted
from tabletier.games.expion.shapes import (
    Captured,
    Declined,
    Eliminated,
    Event,
    MarbleMoved,
    Passed,
    Pushed,
    RetreatsAllowed,
)
from tabletier.games.expion.state import (
    PASS,
    Board,
    Deed,
    State,
    decoded,
    marbles_of,
    owner,
    owns_both,
    turn_of,
)
from tabletier.games.kernel.bits import lowest
from tabletier.games.kernel.text import AND, Text, joined, series


def events(before: State, step: int, after: State) -> list[Event]:
    """What one move caused, in order: it goes, it pushes, it captures, someone is out."""
    seat = owner(before.table.players, before.cycle)
    if step == PASS:
        return [{"type": "passed", "seat": seat, "camp": CAMPS[before.cycle]}]
    deed = decoded(before, step)
    caused: list[Event] = [_moved(seat, deed)]
    if before.board.expion != after.board.expion:
        caused.append(_pushed(before, after))
    if deed.declined:
        caused.append(_declined(before, deed))
    captured = _captured(before, deed, after)
    if not captured:
        return caused
    caused += captured
    if after.first_capture > before.first_capture:
        caused.append({"type": "retreats_allowed"})
    return caused + _eliminated(before, after)


def _moved(seat: int, deed: Deed) -> MarbleMoved:
    return {
        "type": "moved",
        "seat": seat,
        "marble": CAMPS[deed.colour],
        "from": NAME_OF[origin(deed)],
        "to": NAME_OF[deed.target],
        "leaves_camp": deed.home != 0,
    }


def _pushed(before: State, after: State) -> Pushed:
    expion = after.board.expion
    return {
        "type": "pushed",
        "from": NAME_OF[before.board.expion],
        "to": NAME_OF[expion],
        "base": CAMPS[expion // BASE - 1] if expion >= BASE else None,
    }


def _captured(before: State, deed: Deed, after: State) -> list[Captured]:
    """EXPION-25. Every captured marble, each with the two cells that it stood between."""
    caused: list[Captured] = []
    enemies = (before.cycle & 1) ^ 1
    if before.board.marbles[enemies::2] == after.board.marbles[enemies::2]:
        return caused
    placed = placed_by(before.board, deed)
    for colour in range(4):
        for name in cells_of(placed.marbles[colour] & ~after.board.marbles[colour]):
            between = _captors(before, deed, placed, 1 << CELL_OF[name])
            captured: Captured = {
                "type": "captured",
                "marble": CAMPS[colour],
                "at": name,
                "between": between,
                "chameleon": NAME_OF[placed.expion] in between,
            }
            caused.append(captured)
    return caused


def _declined(before: State, deed: Deed) -> Declined:
    """EXPION-42. The marbles that only the Ex*pion's help would have captured."""
    placed = placed_by(before.board, deed)
    _, helped = parted(before.table, placed, before.cycle, deed, before.board.expion)
    return {"type": "declined", "spared": list(cells_of(helped))}


def _captors(before: State, deed: Deed, placed: Board, prisoner: int) -> list[str]:
    """EXPION-23, EXPION-28. The captors on both sides of a marble, the one that moved first.

    No marble has two such pairs: what has moved is the marble and perhaps the Ex*pion in front of
    it, and no cell lies beside both.
    """
    side = before.cycle & 1
    turn = turn_of(before.table.players, placed, before.cycle)
    strikers, captors = 1 << deed.target, turn.friends
    if placed.expion != before.board.expion:
        strikers |= turn.expion
    if chameleon(turn.expion, turn.own | turn.twin, turn.camp):
        captors |= turn.expion
    found = []
    for direction in range(4):
        striker = strikers & shift(prisoner, direction ^ 2)
        if striker and leaning(prisoner, captors, turn.homes, side, direction):
            opposite = shift(prisoner, direction) & captors
            home = BASE * (1 + direction) + lowest(prisoner)
            found += [lowest(striker), lowest(opposite) if opposite else home]
    return [NAME_OF[cell] for cell in found]


def _eliminated(before: State, after: State) -> list[Eliminated]:
    """EXPION-33. Players whose last marble was captured."""
    players, out = before.table.players, dict[int, Eliminated]()
    for place in range(4):
        gone = marbles_of(players, after.board, place) == 0
        if gone and marbles_of(players, before.board, place):
            camps = (place, place ^ 2) if owns_both(players, place) else (place,)
            seat = owner(players, place)
            names = sorted(CAMPS[camp] for camp in camps)
            out[seat] = {"type": "eliminated", "seat": seat, "camps": names}
    return list(out.values())


def tell(event: Event) -> Text:
    """An event in a sentence."""
    return _TELLERS[event["type"]](event)


def _tell_moved(event: MarbleMoved) -> Text:
    camp, source, target = CAMP_NAMES[event["marble"]], event["from"], event["to"]
    if event["leaves_camp"]:
        return Text(
            f"{camp.fr} quitte son camp, de {source} en {target}.",
            f"{camp.en} leaves camp, from {source} to {target}.",
        )
    return Text(
        f"{camp.fr} va de {source} en {target}.", f"{camp.en} goes from {source} to {target}."
    )


def _tell_pushed(event: Pushed) -> Text:
    source, target = event["from"], event["to"]
    if event["base"] is None:
        return Text(
            f"L’Ex*pion est poussé de {source} en {target}.",
            f"The Ex*pion is pushed from {source} to {target}.",
        )
    camp = CAMP_NAMES[event["base"]]
    return Text(
        f"L’Ex*pion est poussé de {source} en {target} : il entre dans la base {of(camp.fr)} !",
        f"The Ex*pion is pushed from {source} to {target}: it enters the base of {camp.en}!",
    )


def _tell_captured(event: Captured) -> Text:
    name, at = marble_name(event["marble"]), event["at"]
    first, second = sorted(event["between"])
    help_fr = " avec l’aide de l’Ex*pion" if event["chameleon"] else ""
    help_en = " with the help of the Ex*pion" if event["chameleon"] else ""
    return Text(
        f"L{name.fr[1:]} en {at} est capturée entre {first} et {second}{help_fr}.",
        f"{name.en} on {at} is captured between {first} and {second}{help_en}.",
    )


def _tell_declined(event: Declined) -> Text:
    cells = event["spared"]
    fr = "La bille" if len(cells) == 1 else "Les billes"
    spared = "est épargnée" if len(cells) == 1 else "sont épargnées"
    en, is_spared = ("The marble", "is") if len(cells) == 1 else ("The marbles", "are")
    return Text(
        f"{fr} en {joined(cells, 'et')} {spared} : l’aide de l’Ex*pion est refusée.",
        f"{en} on {joined(cells, 'and')} {is_spared} spared: the help of the Ex*pion is declined.",
    )


def _tell_retreats(event: RetreatsAllowed) -> Text:
    return Text(
        "Première capture : désormais toutes les billes peuvent reculer.",
        "The first capture: from now on all marbles may retreat.",
    )


def _tell_eliminated(event: Eliminated) -> Text:
    who = series((CAMP_NAMES[letter] for letter in event["camps"]), AND)
    return Text(f"{who.fr} : plus de bille, éliminé.", f"{who.en}: no marble left, eliminated.")


def _tell_passed(event: Passed) -> Text:
    camp = CAMP_NAMES[event["camp"]]
    return Text(f"{camp.fr} ne peut rien jouer et passe.", f"{camp.en} cannot move and passes.")


_TELLERS: dict[str, Callable[[Any], Text]] = {
    "moved": _tell_moved,
    "pushed": _tell_pushed,
    "captured": _tell_captured,
    "declined": _tell_declined,
    "retreats_allowed": _tell_retreats,
    "eliminated": _tell_eliminated,
    "passed": _tell_passed,
}

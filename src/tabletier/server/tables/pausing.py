"""A pause when something has ended that people want to look at, such as a round.

A game says after which of its events. The pause is written with the move that caused it, names the
seats of those whose page is open, and is over when all of them have looked, or at its time. Until
then nobody moves and no clock runs. Where nobody looks on, there is none.
"""

from collections.abc import Set

from tabletier.games.kernel.text import Text
from tabletier.server.tables import acts, orders
from tabletier.server.tables.decision import Actor, Decision, playing, seated
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table

LOOK_MS = 5000
"""How long people are given to look."""


def wants_pause(decision: Decision) -> bool:
    """Whether a move ended something that people would look at, and the match goes on."""
    match = decision.match
    moved = any(isinstance(act, acts.Moved) for act in decision.acts)
    return moved and match is not None and match.result is None and match.pauses


def with_pause(table: Table, decision: Decision, lookers: Set[str], now: int) -> Decision:
    """A move with the pause after it, where anybody at the table looks on."""
    seats = [
        number
        for number, seat in enumerate(table.seats)
        if seat.person in lookers and seat.level is None
    ]
    if not seats:
        return decision
    paused = acts.Paused(seats=seats, until=now + LOOK_MS)
    return Decision((*decision.acts, paused), decision.match)


def looked(table: Table, order: orders.Looked, actor: Actor, now: int) -> Decision:
    """Somebody has looked; the last one ends the pause. Raises Refused."""
    playing(table)
    mine = seated(table, actor)
    if table.pause is None or table.pause.seats.isdisjoint(mine):
        raise wrong_time("Personne ne vous attend.", "Nobody waits for you.")
    done = acts.Looked(seat=mine[0])
    return Decision((done,) if table.pause.seats.difference(mine) else (done, acts.WentOn()))


def is_pause_over(table: Table, now: int) -> bool:
    """Whether people have had the time to look."""
    return table.pause is not None and table.pause.until <= now


def check_pause(table: Table, now: int) -> None:
    """Raises Refused while people look at what has just ended."""
    if table.pause is not None and not is_pause_over(table, now):
        raise Refused(
            "table/paused",
            Text("On regarde encore ce qui vient de finir.", "People still look at what ended."),
            retry=(table.pause.until - now) / 1000,
        )

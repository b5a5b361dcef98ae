"""Who is away from a table, who waits for them, and when the house plays for them.

Where nobody waits, nobody ever plays for anybody: a table against the house, or one that everybody
has left, stays as it is for as long as it takes. Only a rated match that the last person walks out
of is played to its end, after a day: who leaves has lost. Pure: who is connected and the time are
handed in.
"""

from collections.abc import Set

from tabletier.games.kernel.text import Text
from tabletier.server.tables import acts
from tabletier.server.tables.acts import SHORTEST_WAIT, USUAL_WAIT
from tabletier.server.tables.decide import flag_has_fallen, given_up
from tabletier.server.tables.decision import Decision, is_pause_over, playing
from tabletier.server.tables.errors import wrong_time
from tabletier.server.tables.table import Table

ABANDONED_MS = 86_400_000
"""After so long the last person who played a rated match, against the house, has left it."""


def patience_of(table: Table) -> float:
    """Seconds that others wait; what older tables agreed on may be too short to be meant."""
    agreed = table.house.patience
    return agreed if agreed >= SHORTEST_WAIT else USUAL_WAIT


def is_waited_for(table: Table, person: str, present: Set[str] | None = None) -> bool:
    """Whether somebody else plays here, of those present (None: of all who sit here)."""
    return any(
        seat.person not in (None, person)
        and seat.level is None
        and (present is None or seat.person in present)
        for seat in table.seats
    )


def is_away(table: Table, person: str) -> bool:
    """Whether the others were told that a person is away."""
    return any(table.seats[seat].away for seat in table.seats_of(person))


def is_out(table: Table, person: str) -> bool:
    """Whether a person is away, or the house plays for them."""
    return bool(out(table, person))


def out(table: Table, person: str) -> list[int]:
    """The seats of a person who is away, or for whom the house plays."""
    mine = table.seats_of(person) if table.status == "playing" else []
    return [seat for seat in mine if table.seats[seat].away or table.seats[seat].level is not None]


def expected(table: Table, person: str) -> list[int]:
    """The seats that a person plays for others to see, who were not told that they are away.

    Where people have days to think, nobody is.
    """
    mine = table.seats_of(person)
    if table.by_days or not (is_waited_for(table, person) or table.lone_seat in mine):
        return []
    return [seat for seat in mine if not table.seats[seat].away and table.seats[seat].level is None]


def next_alarm(table: Table) -> int | None:
    """When something must happen at a table by itself."""
    if table.status != "playing":
        return None
    due = [seat.away_until for seat in table.seats if seat.away_until]
    if table.flag is not None:
        due.append(table.flag)
    if table.pause is not None:
        due.append(table.pause.until)
    return min(due, default=None)


def rung(table: Table, present: Set[str], now: int) -> Decision:
    """What happens when the alarm rings. Raises Refused if it is not time yet."""
    match = playing(table)
    if is_pause_over(table, now):
        return Decision((acts.WentOn(),))
    late = table.to_move
    if late is not None and flag_has_fallen(table, now):
        if len(match.teams) == 2 and table.house.clock.end == "loss":
            return Decision(given_up(table, match, late, "time"))
        return Decision((acts.StoodIn(seat=late, level=table.house.stand_in),))
    found: list[acts.AnyAct] = []
    for number, seat in enumerate(table.seats):
        if seat.away_until and seat.away_until <= now and seat.person is not None:
            if seat.person in present:
                found.append(acts.Back(seat=number))
            elif is_waited_for(table, seat.person, present) or _is_abandoned(table, number):
                found.append(acts.StoodIn(seat=number, level=table.house.stand_in))
            else:
                until = _due(table, seat.person, present, now)
                found.append(acts.Away(seat=number, until=until))
    if not found:
        raise wrong_time("Il est trop tôt.", "It is too early.")
    return Decision(tuple(found))


def _is_abandoned(table: Table, number: int) -> bool:
    """Whether the day is over that a rated match waits for its last person."""
    seat = table.seats[number]
    waited = (seat.away_until or 0) - seat.away_told
    return table.lone_seat == number and waited >= ABANDONED_MS


def gone(table: Table, persons: list[str], present: Set[str], now: int) -> Decision:
    """Persons are away from others who play on. Raises Refused if that is known already."""
    playing(table)
    away = tuple(
        acts.Away(seat=seat, until=_due(table, person, present, now))
        for person in persons
        for seat in expected(table, person)
    )
    if not away:
        raise wrong_time("Personne ne manque.", "Nobody is missing.")
    return Decision(away)


def returned(table: Table, person: str, now: int) -> Decision:
    """A person has connected: nobody plays for them any more. Raises Refused if nobody did."""
    return _here(table, out(table, person), [person], now)


def found(table: Table, persons: list[str], now: int) -> Decision:
    """Persons are connected after all: they are not away. Raises Refused if that is known."""
    seats = [seat for person in persons for seat in table.seats_of(person)]
    return _here(table, [seat for seat in seats if table.seats[seat].away], persons, now)


def _here(table: Table, seats: list[int], persons: list[str], now: int) -> Decision:
    """Those of some seats are back; and for whom they wait from now on."""
    playing(table)
    until = now + int(1000 * patience_of(table))
    here: list[acts.AnyAct] = [acts.Back(seat=seat) for seat in seats]
    playing_again = [person for person in persons if seats or plays(table, person)]
    here += [acts.Away(seat=seat, until=until) for seat in _without_end(table, playing_again)]
    if not here:
        raise wrong_time("Tout le monde est là.", "Everybody is here.")
    return Decision(tuple(here))


def plays(table: Table, person: str) -> bool:
    """Whether a person sits here, and nobody plays for them."""
    return any(table.seats[seat].level is None for seat in table.seats_of(person))


def awaits(table: Table, person: str) -> bool:
    """Whether a person who is here waits for somebody of whom it was not said until when."""
    return (
        table.status == "playing" and plays(table, person) and bool(_without_end(table, [person]))
    )


def _without_end(table: Table, persons: list[str]) -> list[int]:
    """The seats of others who are away, and for whom nobody waited until now."""
    patience = int(1000 * patience_of(table))
    return [
        number
        for number, seat in enumerate(table.seats)
        if persons and seat.person not in persons and seat.away_until is not None
        if seat.away_until == 0 or seat.away_until - seat.away_told > patience
    ]


def _due(table: Table, person: str, present: Set[str], now: int) -> int:
    """When the house plays for a person who is away; 0: not while nobody waits for them."""
    if is_waited_for(table, person, present):
        return now + int(1000 * patience_of(table))
    return now + ABANDONED_MS if table.lone_seat in table.seats_of(person) else 0


PRESENCE = (acts.Away, acts.StoodIn, acts.Back)
MINUTE_MS, HOUR_MS = 60_000, 3_600_000


def presence_told(table: Table, act: acts.Away | acts.StoodIn | acts.Back, at: int) -> Text:
    """An act in a sentence, as everybody is told it at that time."""
    name = table.seats[act.seat].name
    if isinstance(act, acts.Back):
        return Text(f"{name} est de retour.", f"{name} is back.")
    if isinstance(act, acts.StoodIn):
        return Text(
            f"La maison joue pour {name} jusqu'à son retour.",
            f"The house plays for {name} until they are back.",
        )
    if not act.until:
        return Text(
            f"{name} n'est plus là. Sa place l'attend.",
            f"{name} is away. Their seat waits for them.",
        )
    time = duration(act.until - at)
    return Text(
        f"{name} n'est plus là. Sans retour d'ici {time}, la maison jouera à sa place.",
        f"{name} is away. Unless they are back within {time}, the house will play for them.",
    )


def duration(ms: int) -> str:
    """How long something takes, roughly: 90 s, 15 min, 24 h."""
    if ms < 2 * MINUTE_MS:
        return f"{max(0, round(ms / 1000))} s"
    if ms < 2 * HOUR_MS:
        return f"{round(ms / MINUTE_MS)} min"
    return f"{round(ms / HOUR_MS)} h"

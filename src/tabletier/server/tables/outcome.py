"""What came of a match for each seat: from a table that has just ended, or from a log of old.

A log is read without playing its moves: who sits where, how many moves stand, who won.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.counting import Facts, uncounted
from tabletier.server.tables.reading import READERS
from tabletier.server.tables.seats import Seat
from tabletier.server.tables.table import Table

GIVEN_UP = frozenset({"resignation", "time", "agreement"})
"""Reasons that are people's, not the rules'."""


class SeatResult(NamedTuple):
    """A seat of a match that is over."""

    seat: int
    person: str | None
    """None for an opponent of the house."""
    name: str
    house: bool
    """Whether an opponent of the house sat here from the beginning, or since a person was
    forgotten."""
    opponent: str
    """What that opponent, or the stand-in of the person, is called."""
    level: int | None
    team: int
    outcome: str
    """`won`, `lost` or `drawn`."""
    stand_in: bool
    """Whether a stand-in finished the match for the person."""
    left: bool
    """Whether the person was not there in the end: away, or a stand-in played."""
    first: bool
    """Whether it is the first of the person's seats here."""
    mixed: bool
    """Whether the person sat on both sides: several people at one screen, or one trying things."""
    uncounted: str
    """Why the match does not count for the seat's rating (`counting`); empty: it does."""


class MatchResult(NamedTuple):
    """A match that is over."""

    table_id: str
    game: str
    players: int
    options: dict[str, Any]
    reason: str
    public: bool
    rated: bool
    with_house: bool
    """Whether an opponent of the house played, from the beginning or as a stand-in."""
    moves: int
    opened: int
    started: int
    ended: int
    seats: tuple[SeatResult, ...]


def result_of(table: Table) -> MatchResult | None:
    """What came of a table's match, None while it goes on."""
    if table.result is None:
        return None
    return _result(table, table.result.winners, table.result.reason)


def result_in(table_id: str, log: Iterable[LogLine]) -> MatchResult | None:
    """What came of a match as its log tells it, None where it never ended."""
    table = Table(table_id, "")
    for line in log:
        for act in line.acts:
            if isinstance(act, acts.Ended):
                table.ended = line.at
                return _result(table, act.winners, act.reason)
            _read(table, act, line.at)
    return None


def _read(table: Table, act: acts.AnyAct, at: int) -> None:
    """Read one act of a log as far as it concerns the result."""
    if isinstance(act, acts.Moved):
        table.makers.append(act.seat)
        (table.stood_in if act.stand_in else table.acted).add(act.seat)
    elif isinstance(act, acts.TookBack):
        del table.makers[act.kept :]
        table.takebacks += 1
    else:
        _sit(table, act, at)


SEATING = {
    acts.Opened,
    acts.Changed,
    acts.Sat,
    acts.Renamed,
    acts.Stood,
    acts.Invited,
    acts.Away,
    acts.Back,
    acts.StoodIn,
}
"""Acts that change who sits where, and for which no match is needed."""


def _sit(table: Table, act: acts.AnyAct, at: int) -> None:
    """Read one act of a log as far as it concerns seats."""
    if type(act) in SEATING:
        READERS[type(act)](table, act, at, None)
    elif isinstance(act, acts.Started):
        table.started = at
    elif isinstance(act, acts.Became):
        for number in table.seats_of(act.person):
            table.seats[number].person = act.account
    elif isinstance(act, acts.Forgotten):
        for number in table.seats_of(act.person):
            level = table.house.stand_in if table.started else None
            table.forgot = table.forgot or level is not None
            name = "" if level is None else table.name_opponent(level)
            table.seats[number] = Seat(level=level, opponent=name)


def _result(table: Table, winners: Iterable[int], reason: str) -> MatchResult:
    teams, won = table.rules.teams(table.options), frozenset(winners)
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    why = uncounted(facts_of(table, won, reason))
    return MatchResult(
        table_id=table.id,
        game=table.game,
        players=len(table.seats),
        options=table.options,
        reason=reason,
        public=table.house.public,
        rated=table.house.rated,
        with_house=any(seat.level is not None for seat in table.seats),
        moves=len(table.makers),
        opened=table.opened,
        started=table.started,
        ended=table.ended,
        seats=tuple(_seat_result(table, seat, team_of, won, why[seat]) for seat in sorted(team_of)),
    )


def facts_of(table: Table, won: frozenset[int], reason: str) -> Facts:
    """What has to be known of a match to say whether it counts."""
    seats = [(n, seat) for n, seat in enumerate(table.seats) if seat.person is not None]
    gone = {number: seat.left_at for number, seat in seats if seat.level is not None}
    first = min(gone.values(), default=0)
    return Facts(
        rated=table.house.rated,
        teams=table.rules.teams(table.options),
        persons=[seat.person for seat in table.seats],
        forgotten=table.forgot,
        moved=frozenset(table.acted),
        ruled=reason not in GIVEN_UP,
        takebacks=table.takebacks,
        stood_in=frozenset(table.stood_in),
        left=frozenset(number for number, at in gone.items() if at == first),
        won=won,
        position=table.position is not None,
    )


def _seat_result(
    table: Table, number: int, team_of: dict[int, int], won: frozenset[int], why: str
) -> SeatResult:
    seat = table.seats[number]
    own = [number] if seat.person is None else table.seats_of(seat.person)
    stand_in = seat.person is not None and seat.level is not None
    return SeatResult(
        seat=number,
        person=seat.person,
        name=seat.name,
        house=seat.person is None,
        opponent=seat.opponent,
        level=seat.level,
        team=team_of[number],
        outcome=("won" if number in won else "lost") if won else "drawn",
        stand_in=stand_in,
        left=stand_in or (seat.person is not None and seat.away),
        first=own[0] == number,
        mixed=len({team_of[other] for other in own}) > 1,
        uncounted=why,
    )

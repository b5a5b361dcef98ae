"""What each line of a log makes of a table, act by act.

When a person asks the house to forget them, what they did stays, who they were goes: `erased`.
"""

from typing import Any

from msgspec.structs import replace

from tabletier.match.match import Match, Result
from tabletier.search.levels import level_held
from tabletier.server.tables import acts
from tabletier.server.tables.beginning import first_match
from tabletier.server.tables.plans import advanced, without
from tabletier.server.tables.seats import Pause, Saying, Seat, new_timing
from tabletier.server.tables.table import Table

GONE = "—"
"""In place of the name, and of the words, of someone whom the house has forgotten."""
MILESTONE = 250
"""Lines after which a table is kept as it is then, for whoever looks back."""


def absorb(table: Table, line: acts.LogLine, match: Match | None = None) -> None:
    """Read one more line; `match` is the match after its move where the caller knows it."""
    assert line.number == table.number + 1, "a line of the log is missing"
    for act in line.acts:
        READERS[type(act)](table, act, line.at, match)
    table.number, table.touched = line.number, line.at
    current = table.match if table.result is None else None
    table.to_move = None if current is None else current.to_move
    if line.key:
        table.done[line.person, line.key] = line.number
    if line.number % MILESTONE == 0:
        table.milestones.append(table.copied(milestones=[], done={}))


def table_after(table: Table, line: acts.LogLine, match: Match | None = None) -> Table:
    """The table as it will be after a line that is not written yet."""
    ahead = table.copied(milestones=[])
    absorb(ahead, line, match)
    return ahead


def erased(found: tuple[acts.AnyAct, ...], person: str) -> tuple[acts.AnyAct, ...]:
    """Acts without a person's name and words. Whose they are stays; nobody has that id any more."""
    return tuple(_erased(act, person) for act in found)


def _erased(act: Any, person: str) -> Any:
    if isinstance(act, acts.Sat | acts.Renamed) and act.person == person:
        return replace(act, name=GONE)
    if isinstance(act, acts.Said) and act.person == person:
        return silenced(act)
    if isinstance(act, acts.KeptHours) and act.person == person:
        return replace(act, quiet=None)
    return act


_OF_A_PERSON = acts.Sat | acts.Renamed | acts.Said | acts.Hosted | acts.KeptHours


def renamed(found: tuple[acts.AnyAct, ...], person: str, account: str) -> tuple[Any, ...]:
    """Acts as if they had been an account's from the beginning."""
    return tuple(_renamed_act(act, person, account) for act in found)


def _renamed_act(act: Any, person: str, account: str) -> Any:
    if isinstance(act, acts.Opened):
        return replace(act, host=account) if act.host == person else act
    if isinstance(act, _OF_A_PERSON) and act.person == person:
        return replace(act, person=account)
    return act


def silenced(said: acts.Said) -> acts.Said:
    """Something that was said, without the name and the words."""
    return replace(said, name=GONE, text=GONE)


def _opened(table: Table, act: acts.Opened, at: int, match: Match | None) -> None:
    table.game, table.host, table.before = act.game, act.host, act.before
    table.opened = at
    table.position, table.begins = act.position, act.begins
    _agreed_on(table, act.options, act.house)


def _changed(table: Table, act: acts.Changed, at: int, match: Match | None) -> None:
    _agreed_on(table, act.options, act.house)


def _agreed_on(table: Table, options: dict[str, Any], house: acts.Terms) -> None:
    stand_in = level_held(table.rules, house.stand_in)
    table.options, table.house = options, replace(house, stand_in=stand_in)
    count = sum(len(team) for team in table.rules.teams(options))
    table.seats = (table.seats + [Seat() for _ in range(count)])[:count]


def _sat(table: Table, act: acts.Sat, at: int, match: Match | None) -> None:
    table.seats[act.seat] = Seat(act.person, act.name, since=table.number + 1)


def _renamed(table: Table, act: acts.Renamed, at: int, match: Match | None) -> None:
    table.seats[act.seat].name = act.name


def _stood(table: Table, act: acts.Stood, at: int, match: Match | None) -> None:
    table.seats[act.seat] = Seat()


def _hosted(table: Table, act: acts.Hosted, at: int, match: Match | None) -> None:
    table.host = act.person


def _invited(table: Table, act: acts.Invited, at: int, match: Match | None) -> None:
    level = level_held(table.rules, act.level, act.name)
    table.seats[act.seat] = Seat(level=level, opponent=act.name or table.name_opponent(level))


def _started(table: Table, act: acts.Started, at: int, match: Match | None) -> None:
    begun = match or first_match(table)
    table.begin(begun)
    table.started = at
    table.timing = new_timing(table.house.clock, len(table.seats))
    _start_clock(table, begun.to_move, at)


def _start_clock(table: Table, seat: int | None, at: int) -> None:
    """The clock runs for a seat from now on, and stands when its person has it stand."""
    table.timing.start(seat, at, None if seat is None else table.seats[seat])


def _moved(table: Table, act: acts.Moved, at: int, match: Match | None) -> None:
    assert table.match is not None
    after = match or table.match.play(act.move)
    seat = table.seats[act.seat]
    if act.stand_in:
        table.stood_in.add(act.seat)
        if not table.house.rated:  # there nothing is taken back, or who loses could undo the match
            seat.played = (*seat.played, len(table.moves))
    else:
        seat.played = ()
        table.acted.add(act.seat)
    if table.plans:
        table.plans = advanced(table.plans, table.match, act.move)
    table.keep(act.ply, act.seat, act.move, after)
    table.plies = act.ply + 1
    table.plays_on, table.pause = False, None
    if not table.stands:
        _forget_question(table)
    table.timing.press(act.spent)
    _start_clock(table, after.to_move, at)


def _asked(table: Table, act: acts.Asked, at: int, match: Match | None) -> None:
    agreed = table.agreed if table.question == act.question else set()
    table.question, table.asked_by, table.agreed = act.question, act.seat, agreed | {act.seat}
    table.waits, table.proposed = act.wait, None
    if act.options is not None and act.house is not None:
        table.proposed = act.options, act.house
    table.asked_at, table.stands = table.number + 1, act.stands


def _withdrawn(table: Table, act: acts.Withdrawn, at: int, match: Match | None) -> None:
    _forget_question(table)


def _answered(table: Table, act: acts.Answered, at: int, match: Match | None) -> None:
    if act.yes:
        table.agreed.add(act.seat)
        table.declined.discard(act.seat)
    elif act.question == "rematch":
        table.agreed.discard(act.seat)
        table.declined.add(act.seat)
        if not _others(table) - table.declined:
            _forget_question(table)
    else:
        table.plays_on = act.question == "draw" and table.seats[act.seat].level is not None
        if act.question == "stand_in" and table.asked_by is not None:
            _let_stand(table, table.asked_by)
        _forget_question(table)


def _others(table: Table) -> set[int]:
    """Where each person but the asker first sits."""
    persons = {seat.person for seat in table.seats} - {None}
    persons -= {table.seats[table.asked_by or 0].person}
    return {table.seats_of(person)[0] for person in persons if person is not None}


def _let_stand(table: Table, asker: int) -> None:
    """What a stand-in did stays done: the person who asked is not offered it again."""
    for number in table.seats_of(table.seats[asker].person or ""):
        table.seats[number].played = ()


def _forget_question(table: Table) -> None:
    table.question, table.asked_by, table.stands = None, None, False
    table.agreed, table.declined, table.proposed = set(), set(), None


def _took_back(table: Table, act: acts.TookBack, at: int, match: Match | None) -> None:
    table.go_back(act.kept)
    assert table.match is not None
    table.pause = None
    for seat in table.seats:
        seat.played = tuple(index for index in seat.played if index < act.kept)
    table.plays_on = False
    _forget_question(table)
    _start_clock(table, table.match.to_move, at)
    table.plans = {}


def _ended(table: Table, act: acts.Ended, at: int, match: Match | None) -> None:
    assert table.match is not None
    table.result, table.ended = Result(tuple(act.winners), act.reason), at
    if table.match.result is None:
        if act.by is not None:
            table.match = table.match.resign(act.by)
        else:
            table.match = table.match.draw_by_agreement()
    _forget_question(table)
    table.pause, table.plans = None, {}
    table.timing.stop(at)


def _away(table: Table, act: acts.Away, at: int, match: Match | None) -> None:
    seat = table.seats[act.seat]
    seat.away_until, seat.away_told = act.until, at


def _back(table: Table, act: acts.Back, at: int, match: Match | None) -> None:
    seat = table.seats[act.seat]
    seat.away_until, seat.level, seat.opponent, seat.left_at = None, None, "", 0


def _stood_in(table: Table, act: acts.StoodIn, at: int, match: Match | None) -> None:
    seat = table.seats[act.seat]
    level = level_held(table.rules, act.level)
    seat.away_until, seat.level, seat.left_at = None, level, at
    seat.opponent = table.name_opponent(level)
    table.plans = without(table.plans, act.seat)


def _paused(table: Table, act: acts.Paused, at: int, match: Match | None) -> None:
    table.pause = Pause(act.until, frozenset(act.seats))
    table.timing.since = act.until


def _looked(table: Table, act: acts.HasLooked, at: int, match: Match | None) -> None:
    if table.pause is not None:
        own = table.seats_of(table.seats[act.seat].person or "")
        table.pause = table.pause._replace(seats=table.pause.seats.difference(own))


def _went_on(table: Table, act: acts.WentOn, at: int, match: Match | None) -> None:
    table.pause, table.timing.since = None, at


def _paced(table: Table, act: acts.Paced, at: int, match: Match | None) -> None:
    table.house = replace(table.house, pace=act.seconds)


def _said(table: Table, act: acts.Said, at: int, match: Match | None) -> None:
    table.chat.append(Saying(table.number + 1, at, act))


def _resumed(table: Table, act: acts.Resumed, at: int, match: Match | None) -> None:
    if act.spans:
        for span in act.spans:
            table.timing.rest(*span)
        return
    closed = max(act.closed, table.touched)
    table.timing.rest(closed, at)
    if table.pause is not None:
        table.pause = table.pause._replace(until=table.pause.until + at - closed)
    for seat in table.seats:
        if seat.away_until:
            seat.away_until += at - closed
            seat.away_told += at - closed


def _kept_hours(table: Table, act: acts.KeptHours, at: int, match: Match | None) -> None:
    table.seats[act.seat].quiet = act.quiet


def _took_leave(table: Table, act: acts.TookLeave, at: int, match: Match | None) -> None:
    table.seats[act.seat].leave = act.spans
    if table.timing.running == act.seat:
        table.timing.leave = act.spans


def _planned(table: Table, act: acts.Planned, at: int, match: Match | None) -> None:
    table.plans = without(table.plans, act.seat)
    if act.lines:
        table.plans[act.seat] = act.lines


def _forgot(table: Table, act: acts.Forgotten, at: int, match: Match | None) -> None:
    table.milestones.clear()  # earlier lines are written anew
    for number in table.seats_of(act.person):
        table.plans = without(table.plans, number)
        if table.status == "over":
            table.seats[number].name = GONE
        else:
            stand_in = table.house.stand_in if table.status == "playing" else None
            table.forgot = table.forgot or stand_in is not None
            name = "" if stand_in is None else table.name_opponent(stand_in)
            table.seats[number] = Seat(level=stand_in, opponent=name)
    for index, saying in enumerate(table.chat):
        if saying.said.person == act.person:
            table.chat[index] = saying._replace(said=silenced(saying.said))
    if table.host == act.person:
        table.host = next((seat.person for seat in table.seats if seat.person), "")
    _forget_question(table)


def _became(table: Table, act: acts.Became, at: int, match: Match | None) -> None:
    table.milestones.clear()  # earlier lines are written anew
    for number in table.seats_of(act.person):
        table.seats[number].person = act.account
    for index, saying in enumerate(table.chat):
        (said,) = renamed((saying.said,), act.person, act.account)
        table.chat[index] = saying._replace(said=said)
    table.host = act.account if table.host == act.person else table.host
    for (person, key), number in list(table.done.items()):
        if person == act.person:
            table.done.setdefault((act.account, key), number)


def _rematched(table: Table, act: acts.Rematched, at: int, match: Match | None) -> None:
    table.next = act.table
    _forget_question(table)


READERS: dict[type[acts.Act], Any] = {
    acts.Opened: _opened,
    acts.Changed: _changed,
    acts.Sat: _sat,
    acts.Renamed: _renamed,
    acts.Stood: _stood,
    acts.Hosted: _hosted,
    acts.Invited: _invited,
    acts.Started: _started,
    acts.Moved: _moved,
    acts.Asked: _asked,
    acts.Withdrawn: _withdrawn,
    acts.Answered: _answered,
    acts.TookBack: _took_back,
    acts.Ended: _ended,
    acts.Away: _away,
    acts.Back: _back,
    acts.StoodIn: _stood_in,
    acts.Paused: _paused,
    acts.HasLooked: _looked,
    acts.WentOn: _went_on,
    acts.Paced: _paced,
    acts.Said: _said,
    acts.Resumed: _resumed,
    acts.KeptHours: _kept_hours,
    acts.TookLeave: _took_leave,
    acts.Planned: _planned,
    acts.Forgotten: _forgot,
    acts.Became: _became,
    acts.Rematched: _rematched,
}

"""Which lines of a log are worth calling somebody for who does not look, and whom.

Pure: a table, a line that is about to be added to it, and the match after it where that is known.
A notice says who did something and where, never what: a move may be secret.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from tabletier.match.match import Match
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.due import is_answered
from tabletier.server.tables.reading import table_after
from tabletier.server.tables.table import Table

Kind = Literal["your_turn", "started", "ended", "asked", "rematch", "time_short", "daily"]
"""What a person may want to be called for. `time_short`: their clock is about to run out. `daily`:
there is a puzzle; nobody is called for it who did not ask."""
KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "daily")
"""What a new channel is used for."""
CAUSES = frozenset(
    {
        acts.Moved,
        acts.Started,
        acts.Ended,
        acts.Asked,
        acts.TookBack,
        acts.Rematched,
        acts.Sat,
    }
)
"""Acts that may be worth a notice."""


class Notice(NamedTuple):
    """Something that a person is to be told, once, wherever they want to be told."""

    person: str
    kinds: tuple[str, ...]
    """What it is; of several the first that is wanted, so that nobody is called twice."""
    table: str = ""
    """Where it happened; empty: nowhere in particular."""
    number: int = 0
    """The line that caused it: nobody is told of the same thing at the same line again."""
    about: Mapping[str, Any] = MappingProxyType({})
    """What the sentence needs: `game`, `by` (who did it), `go` (the table to open)."""


def notices_of(
    table: Table,
    line: LogLine,
    match: Match | None = None,
    opens: Table | None = None,
) -> tuple[Notice, ...]:
    """What a line is worth telling to whom, whoever looks; `opens`: the table of a rematch."""
    if CAUSES.isdisjoint(map(type, line.acts)):
        return ()
    found: dict[str, Notice] = {}
    for act in line.acts:
        told = _told(table, line, act, opens)
        for person, (kind, about) in told.items():
            kinds = (*(found[person].kinds if person in found else ()), kind)
            found[person] = Notice(person, kinds, table.id, line.number, about)
    mover = _called_to_move(table, line, match)
    if mover is not None:
        before = found.get(mover)
        kinds = ("your_turn", *(() if before is None else before.kinds))
        turn = _about(table, by=_mover(table, line)) if before is None else before.about
        found[mover] = Notice(mover, kinds, table.id, line.number, {**turn, "turn": True})
    return tuple(found.values())


def _told(
    table: Table, line: LogLine, act: acts.AnyAct, opens: Table | None
) -> dict[str, tuple[Kind, dict[str, Any]]]:
    """What one act is worth telling, by person; whose turn it is comes apart."""
    if isinstance(act, acts.Started):
        return _to_others(table, line, "started", _about(table))
    if isinstance(act, acts.Ended):
        others = _to_others(table, line, "ended", _about(table, reason=act.reason))
        return {
            person: (kind, about | {"result": _result(table, act, person)})
            for person, (kind, about) in others.items()
        }
    if isinstance(act, acts.Asked) and not _is_settled(line):
        kind: Kind = "rematch" if act.question == "rematch" else "asked"
        about = _about(table, by=table.seats[act.seat].name, question=act.question)
        return _to_others(table, line, kind, about)
    if isinstance(act, acts.Rematched) and opens is not None:
        about = _about(table, go=act.table, opened=True)
        going = {seat.person for seat in opens.seats}
        others = _to_others(table, line, "rematch", about)
        return {person: told for person, told in others.items() if person in going}
    if isinstance(act, acts.Sat) and _is_full(table, line) and table.host not in ("", line.person):
        return {table.host: ("asked", _about(table, by=act.name, question="start"))}
    return {}


def _to_others(
    table: Table, line: LogLine, kind: Kind, about: dict[str, Any]
) -> dict[str, tuple[Kind, dict[str, Any]]]:
    """The same for everybody who sits there, but for whoever gave the order."""
    persons = {seat.person for seat in table.seats if seat.person is not None}
    return dict.fromkeys(sorted(persons - {line.person}), (kind, about))


def _about(table: Table, **more: Any) -> dict[str, Any]:
    return {"game": table.game, "go": table.id, **more}


def _is_settled(line: LogLine) -> bool:
    """Whether what is asked in a line is granted in it."""
    return any(isinstance(act, acts.TookBack | acts.Ended) for act in line.acts)


def _is_full(table: Table, line: LogLine) -> bool:
    """Whether nobody else is needed for the start once those of a line have sat down."""
    taken = {act.seat for act in line.acts if isinstance(act, acts.Sat)}
    free = {number for number, seat in enumerate(table.seats) if seat.free}
    starts = any(isinstance(act, acts.Started) for act in line.acts)
    return table.match is None and bool(free) and free == taken and not starts


def _result(table: Table, act: acts.Ended, person: str) -> str:
    if not act.winners:
        return "drawn"
    return "won" if set(table.seats_of(person)) & set(act.winners) else "lost"


def _called_to_move(table: Table, line: LogLine, match: Match | None) -> str | None:
    """The person whose turn a line makes it, unless they did it themselves."""
    kinds = set(map(type, line.acts))
    if acts.Ended in kinds or not kinds & {acts.Moved, acts.Started, acts.TookBack}:
        return None
    if match is None:
        match = table_after(table, line).match
    seat = None if match is None else match.to_move
    if seat is None or not 0 <= seat < len(table.seats) or table.seats[seat].level is not None:
        return None
    if table.plans and is_answered(table_after(table, line, match)):
        return None
    person = table.seats[seat].person
    was = None if table.to_move is None else table.seats[table.to_move]
    still = was is not None and was.person == person and was.level is None
    return None if person is None or person == line.person or still else person


def _mover(table: Table, line: LogLine) -> str:
    """Who moved last in a line, by name; empty where nobody did."""
    moved = [act for act in line.acts if isinstance(act, acts.Moved)]
    if not moved:
        return ""
    seat = table.seats[moved[-1].seat]
    return seat.opponent if seat.level is not None and seat.opponent else seat.name

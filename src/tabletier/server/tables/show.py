"""What a person is shown of a table: built from what that person may know, and nothing more.

People are shown to others by their names and seats, never by their ids.
"""

from typing import Any

import msgspec

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language
from tabletier.match.drawing import table_of
from tabletier.match.match import Match
from tabletier.match.sentences import ending, sentences
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.days import leave_told, may_plan
from tabletier.server.tables.presence import PRESENCE, presence_told
from tabletier.server.tables.proposals import REASONS, puts_back
from tabletier.server.tables.seats import Pause, leave_left
from tabletier.server.tables.table import Seat, Table
from tabletier.server.tables.talk import Audience, audience_of, may_confer, talk_of

POSITION = {
    acts.Started,
    acts.Moved,
    acts.TookBack,
    acts.Ended,
    acts.WentOn,
    acts.KeptHours,
    acts.TookLeave,
}
"""Acts after which the board is shown anew."""
ANIMATED = (acts.Moved, acts.Started)
"""Acts that are told with what they caused."""
QUIET = {acts.Moved, acts.Said}
"""Acts that leave everything but the board as it was."""


def viewpoint(table: Table, seats: tuple[int, ...]) -> int | None:
    """The seat whose view of a table is shown."""
    return seen_from(table.to_move, seats)


def knows(table: Table, seats: tuple[int, ...], seat: int) -> bool:
    """Whether these seats' person is shown what a seat has done in secret.

    Several seats of one person are several people at one screen: while they play, the house speaks
    to one of them at a time.
    """
    return seat in seats if table.status == "over" else seat == viewpoint(table, seats)


def seen_from(to_move: int | None, seats: tuple[int, ...]) -> int | None:
    """Of several seats the one to move, else the first."""
    if not seats:
        return None
    return to_move if to_move in seats else seats[0]


class SharedBoard:
    """The board as it stands, looked at by several people: nothing is worked out twice."""

    def __init__(self, table: Table, match: Match, now: int) -> None:
        self.table, self.match, self.now = table, match, now
        self._views: dict[int | None, dict[str, Any]] = {}
        self._choice: dict[str, Any] | None = None
        self._open: bool | None = None

    @property
    def open(self) -> bool:
        """Whether everybody may know everything, so that all are shown the same."""
        if self._open is None:
            self._open = not self.match.secret and not find(self.match.game).hidden(self._watched)
        return self._open

    @property
    def _watched(self) -> dict[str, Any]:
        if None not in self._views:
            self._views[None] = self.match.view(None)["table"]
        return self._views[None]

    @property
    def choice(self) -> dict[str, Any]:
        """What the seat to move must decide, and what it may do."""
        if self._choice is None:
            ask = self.match.ask()
            self._choice = {
                "legal": self.match.legal_moves(),
                "ask": {"fr": ask.fr, "en": ask.en},
            }
        return self._choice

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as a seat sees it."""
        seat = None if self.open else seat
        if seat not in self._views:
            self._views[seat] = self.match.view(seat)["table"]
        return self._views[seat]

    def _drawn(self, seat: int | None) -> dict[str, Any]:
        """The same with all that a page needs to draw it."""
        if self.table.rules.own_board:
            return self.view(seat)
        return table_of(self.match, None if self.open else seat)

    def hides(self, seat: int | None) -> bool:
        """Whether a seat sees, or does, what others may not see."""
        if seat is None or self.open:
            return False
        return self.match.secret or self.view(seat) != self.view(None)

    def shown(self, seat: int | None) -> dict[str, Any]:
        """The board as a seat sees it, and what it may do."""
        table, to_move = self.table, self.table.to_move
        shown: dict[str, Any] = {
            "plies": table.plies,
            "to_move": to_move,
            "view": self._drawn(seat),
            "clock": table.timing.told(self.now, table.pause is not None),
        }
        if to_move is not None and (seat == to_move or self.open):
            shown |= self.choice
        if self.hides(seat):
            shown["hides"] = True
        return shown


def furniture(table: Table, audience: Audience) -> dict[str, Any]:
    """Everything about a table but the board: who sits where, what is agreed, what is asked."""
    return {
        "status": table.status,
        "options": table.options,
        "house": house_shown(table, table.house),
        "seats": [seat_shown(seat, seat.person == table.host) for seat in table.seats],
        "teams": table.rules.teams(table.options),
        "yours": list(audience.seats),
        "confers": audience.person is not None and may_confer(table, audience.person),
        "talk": talk_of(table, audience.seats)._asdict(),
        "host": audience.person is not None and audience.person == table.host,
        "question": table.question,
        "asked_by": table.asked_by,
        "agreed": all_seats(table, table.agreed),
        "declined": all_seats(table, table.declined),
        "puts_back": puts_back(table),
        "proposed": None if table.proposed is None else _proposed(table, *table.proposed),
        "pause": None if table.pause is None else _pause_shown(table.pause),
        "days": days_shown(table, audience) if table.by_days else None,
        "result": None if table.result is None else table.result._asdict(),
        "commitment": None if table.match is None else table.match.commitment,
        "seed": table.seed if table.status == "over" else None,
        "before": table.before,
        "begins": msgspec.to_builtins(table.begins),
        "next": table.next,
    }


def days_shown(table: Table, audience: Audience) -> dict[str, Any]:
    """What somebody may know where people have days: their own hours and plans, all leave."""
    own = audience.seats[0] if audience.seats else None
    seat = None if own is None else table.seats[own]
    lines = table.plans.get(own, ()) if own is not None and len(audience.seats) == 1 else ()
    quiet = None if seat is None else seat.quiet
    left = 0 if seat is None else max(0, leave_left(table.house.clock, seat.leave))
    return {
        "quiet": None if quiet is None else msgspec.to_builtins(quiet),
        "leave": [[list(span) for span in sitter.leave] for sitter in table.seats],
        "leave_left": left,
        "plans": len(audience.seats) == 1 and may_plan(table),
        "plan": [list(line) for line in lines],
    }


def _pause_shown(pause: Pause) -> dict[str, Any]:
    return {"until": pause.until, "seats": sorted(pause.seats)}


def house_shown(table: Table, house: acts.Terms) -> dict[str, Any]:
    """What is agreed; hints as they are at this table where nothing was agreed about them."""
    hints = table.hints if house.hints is None else house.hints
    return {
        **msgspec.to_builtins(house),
        "hints": hints,
        "hints_agreed": house.hints is not None,
    }


def _proposed(table: Table, options: dict[str, Any], house: acts.Terms) -> dict[str, Any]:
    return {"options": options, "house": house_shown(table, house)}


def all_seats(table: Table, seats: set[int]) -> list[int]:
    """Some seats, and all others of the persons who sit there."""
    persons = {table.seats[seat].person for seat in seats} - {None}
    return [n for n, seat in enumerate(table.seats) if n in seats or seat.person in persons]


def seat_shown(seat: Seat, host: bool) -> dict[str, Any]:
    """A seat as everybody sees it."""
    return {
        "name": seat.name,
        "taken": not seat.free,
        "person": seat.person is not None,
        "level": seat.level,
        "opponent": seat.opponent,
        "away": seat.away,
        "away_until": seat.away_until or None,
        "played_for": len(seat.played),
        "host": host,
    }


def summary(table: Table) -> dict[str, Any]:
    """A table in the lobby: what is played there, by whom."""
    return {
        "options": table.options,
        "clock": msgspec.to_builtins(table.house.clock),
        "rated": table.house.rated,
        "begins": table.begins is not None,
        "players": [
            {
                "name": seat.name,
                "level": seat.level,
                "opponent": seat.opponent,
                "taken": not seat.free,
            }
            for seat in table.seats
        ],
    }


def snapshot(
    table: Table,
    person: str | None,
    now: int,
    muted: frozenset[str] = frozenset(),
    language: Language | None = None,
) -> dict[str, Any]:
    """All that a person may know of a table; in a language: also the last move in sentences."""
    audience = audience_of(table, person, muted, language)
    board = None if table.match is None else SharedBoard(table, table.match, now)
    shown: dict[str, Any] = {
        "id": table.id,
        "game": table.game,
        "number": table.number,
        "table": furniture(table, audience),
        "position": None if board is None else board.shown(viewpoint(table, audience.seats)),
        "moves": visible_moves(table, audience),
        "chat": [
            {**said(saying.said), "number": saying.number, "at": saying.at}
            for saying in table.chat
            if audience.hears(table, saying.said)
        ],
    }
    if language is not None:
        shown["last"] = [] if board is None else last_acts(table, board.match, audience)
    return shown


def last_acts(table: Table, match: Match, audience: Audience) -> list[dict[str, Any]]:
    """The last move that stands, or else the start, and the end, as they were told."""
    board, deed = SharedBoard(table, match, table.touched), match.log[-1] if match.log else None
    movers = [entry.by for entry in match.log if entry.act == "move"]
    started = acts.Started(commitment=match.commitment, version=table.rules.version)
    if movers:
        moved = acts.Moved(seat=movers[-1], ply=table.numbers[-1], move=table.moves[-1])
        found = [act_shown(table, moved, board, audience)]
        for unknown in ("spent", "stand_in"):
            del found[0][unknown]
    else:
        found = [act_shown(table, started, board, audience)]
    if table.result is not None:
        by = deed.by if deed is not None and deed.act == "resign" else None
        winners, reason = table.result
        ended = acts.Ended(winners=list(winners), reason=reason, by=by, seed=table.seed)
        found.append(act_shown(table, ended, board, audience))
    return found


def visible_moves(table: Table, audience: Audience) -> list[str | None]:
    """The moves that stand; None for a move that is still secret."""
    seats = audience.seats
    hidden = {ply for ply, seat in table.secrets.items() if not knows(table, seats, seat)}
    standing = zip(table.numbers, table.moves, strict=True)
    return [None if ply in hidden else move for ply, move in standing]


def line(
    table: Table, written: LogLine, board: SharedBoard | None, audience: Audience
) -> dict[str, Any]:
    """A line just read, as somebody sees it; `board` is the board right after it."""
    found = [
        act_shown(table, act, board, audience)
        for act in written.acts
        if _is_told(table, act, audience)
    ]
    if not found:  # nothing of what was said here is known, not even when
        return {"type": "line", "number": written.number, "acts": []}
    shown: dict[str, Any] = {"type": "line", "number": written.number, "at": written.at}
    if written.key:
        shown["key"] = written.key
    shown["acts"] = found
    kinds = {type(act) for act in written.acts}
    if table.by_days or not kinds <= QUIET:
        shown["table"] = furniture(table, audience)
    if board is not None and kinds & POSITION:
        shown["position"] = board.shown(viewpoint(table, audience.seats))
        if _is_list_new(table, written, audience):
            shown["moves"] = visible_moves(table, audience)
    return shown


def _is_told(table: Table, act: acts.AnyAct, audience: Audience) -> bool:
    """Whether somebody is told of an act at all."""
    if isinstance(act, acts.Planned):
        return audience.seats == (act.seat,)
    return not isinstance(act, acts.Said) or audience.hears(table, act)


def _is_list_new(table: Table, written: LogLine, audience: Audience) -> bool:
    """Whether somebody is shown other moves than before, apart from the one just made."""
    if table.secrets and len(audience.seats) > 1:
        return True
    return any(
        isinstance(act, acts.TookBack)
        or (isinstance(act, acts.Moved) and act.ply == table.brought_to_light)
        for act in written.acts
    )


def act_shown(
    table: Table, act: acts.AnyAct, board: SharedBoard | None, audience: Audience
) -> dict[str, Any]:
    """One act as somebody sees it."""
    if isinstance(act, acts.Said):
        return said(act)
    shown: dict[str, Any] = msgspec.to_builtins(act)
    if isinstance(act, acts.Answered):
        text = REASONS.get(act.reason)
        shown["text"] = None if text is None else text._asdict()
    elif isinstance(act, acts.Opened | acts.Changed):
        shown["house"] = house_shown(table, act.house)
    if not isinstance(act, acts.Moved):
        for name in act.hidden:
            shown.pop(name, None)
    elif act.ply in table.secrets and not knows(table, audience.seats, act.seat):
        shown["move"] = None
    if board is not None and isinstance(act, ANIMATED):
        shown["events"] = board.match.events_for(viewpoint(table, audience.seats))
        if audience.language is not None:
            told = sentences(table.game, shown["events"])
            shown["told"] = [text.say(audience.language) for text in told]
    elif isinstance(act, acts.Ended) and audience.language is not None:
        told = [ending(table.game, act.winners, act.reason)]
        shown["told"] = [text.say(audience.language) for text in told]
    elif isinstance(act, acts.TookLeave):
        shown["spans"] = [list(span) for span in act.spans]
        if audience.language is not None and board is not None:
            shown["told"] = [leave_told(table, act, board.now).say(audience.language)]
    elif isinstance(act, PRESENCE) and board is not None and audience.language is not None:
        itself = act.seat in audience.seats and isinstance(act, acts.Back)  # who is back knows it
        news = [] if itself else [presence_told(table, act, board.now)]
        shown["told"] = [text.say(audience.language) for text in news]
    return shown


def said(act: acts.Said) -> dict[str, Any]:
    """Something that was said, without telling who is who in the house."""
    return {
        "act": "said",
        "name": act.name,
        "seat": act.seat,
        "channel": act.channel,
        "text": act.text,
        "house": act.house,
    }

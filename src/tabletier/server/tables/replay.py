"""A match from its set-up to where it stands, step by step, as somebody may see it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import View
from tabletier.games.kernel.errors import GameError
from tabletier.match.drawing import is_open, table_of
from tabletier.match.history import unfolding
from tabletier.match.match import Entry, Match
from tabletier.match.sentences import ending, sentences
from tabletier.server.background import paced
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.errors import refused_by_rules
from tabletier.server.tables.show import SharedBoard, seen_from, viewpoint, visible_moves
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import Audience

MOST = 1000
"""Steps told at most; of a longer match the last ones."""


class Film(NamedTuple):
    """All that a replay is made of: nothing of it changes while others play on."""

    match: Match | None
    """None before the start."""
    seats: tuple[int, ...]
    """Those that are looked from; none: a spectator's."""
    moves: tuple[str | None, ...]
    """The moves that stand; None for one that is still secret."""
    numbers: tuple[int, ...]
    """The number of each of them."""
    log: tuple[LogLine, ...]
    """Says when things were done."""
    reason: str
    """Why it ended, as the table has it: out of time is a resignation to the match."""

    def times(self) -> tuple[int | None, ...]:
        """When the match began, when each move that stands was made, and when it ended."""
        began, ended, made = None, None, dict[int, int]()
        for line in self.log:
            for act in line.acts:
                if isinstance(act, acts.Moved):
                    made[act.ply] = line.at
                elif isinstance(act, acts.Started):
                    began = line.at
                elif isinstance(act, acts.Ended):
                    ended = line.at
        return (began, *(made.get(ply) for ply in self.numbers), ended)


def film(table: Table, audience: Audience, log: Iterable[LogLine]) -> Film:
    """What is needed to replay a table."""
    looking = as_one(table, audience)
    moves, numbers = tuple(visible_moves(table, looking)), tuple(table.numbers)
    reason = "" if table.result is None else table.result.reason
    return Film(table.match, looking.seats, moves, numbers, tuple(log), reason)


def as_one(table: Table, audience: Audience) -> Audience:
    """Who looks back: people who share a screen look as spectators while each hides something."""
    if table.match is None or table.status == "over" or len(audience.seats) < 2:
        return audience
    seat = viewpoint(table, audience.seats)
    if not SharedBoard(table, table.match, table.touched).hides(seat):
        return audience
    return audience._replace(seats=())


def replayed(film: Film) -> dict[str, Any]:
    """The film, step by step. This takes a while: it is nothing for the event loop."""
    if film.match is None:
        return {"first": 0, "steps": []}
    matches, times = list(paced(unfolding(film.match))), film.times()
    first = max(0, len(matches) - MOST)
    steps = [
        step(
            matches[number],
            deed_of(matches, number),
            seen_from(matches[number].to_move, film.seats),
            film.moves[number - 1] if 0 < number <= len(film.moves) else None,
            times[number],
            film.reason,
        )
        for number in paced(range(first, len(matches)))
    ]
    return {"first": first, "steps": steps}


def deeds(film: Film) -> dict[str, Any]:
    """Who made each move that stands, and what it caused. This takes a while as well."""
    if film.match is None:
        return {"first": 0, "deeds": []}
    matches = list(paced(unfolding(film.match)))[: len(film.moves) + 1]
    first = max(0, len(film.moves) - MOST)
    made = [
        {
            "seat": deed.by,
            "move": film.moves[number],
            "events": matches[number + 1].events_for(
                seen_from(matches[number + 1].to_move, film.seats)
            ),
        }
        for number in paced(range(first, len(film.moves)))
        if (deed := deed_of(matches, number + 1)) is not None
    ]
    return {"first": first, "deeds": made}


def deed_of(matches: list[Match], number: int) -> Entry | None:
    """What led to one of a row of matches; None for the set-up."""
    return matches[number].log[len(matches[number - 1].log)] if number else None


def text_of(deed: Entry | None) -> str | None:
    """The move that was made; None where something else was done."""
    return deed.text if deed is not None and deed.act == "move" else None


def step(
    match: Match,
    deed: Entry | None,
    seat: int | None,
    move: str | None,
    at: int | None = None,
    reason: str = "",
) -> dict[str, Any]:
    """What was done, and what a seat (None: a spectator) saw then."""
    events = match.events_for(seat)
    told, result = sentences(match.game, events), match.result
    if result is not None:
        told.append(ending(match.game, result.winners, reason or result.reason))
    return {
        "seat": None if deed is None or deed.by < 0 else deed.by,
        "act": None if deed is None else deed.act,
        "move": move,
        "to_move": match.to_move,
        "view": view(match, seat),
        "events": events,
        "told": [text._asdict() for text in told],
        "at": at,
    }


def explored(match: Match, own_board: bool, moves: Sequence[str]) -> dict[str, Any]:
    """What would stand after some moves, where nothing is hidden or drawn. Raises Refused.

    This takes a while: it is nothing for the event loop.
    """
    try:
        for move in paced(moves):
            match = match.play(move)
    except GameError as error:
        raise refused_by_rules(error) from None
    over = match.to_move is None
    return {
        "to_move": match.to_move,
        "view": match.view(None)["table"] if own_board else table_of(match, None),
        "legal": match.legal_moves(),
        "events": match.events_for(None),
        "ask": None if over else match.ask()._asdict(),
    }


def view(match: Match, seat: int | None) -> View:
    """The table as a seat saw it; where nothing was hidden all saw the same."""
    return table_of(match, None if seat is None or is_open(match) else seat, moves=False)

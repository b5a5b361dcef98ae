"""Who is called for which line of a log."""

from tabletier.server.live.timers import opened
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.decide import Actor, Decision, decide, moved, playing
from tabletier.server.tables.notices import KINDS, USUAL, Notice, notices_of
from tabletier.server.tables.orders import ORDERS
from tests.server.pure import Desk


def told(desk: Desk, decision: Decision, person: str) -> dict[str, Notice]:
    """What the next line is worth, by person; whether or not the match after it is known."""
    line = LogLine(desk.table.number + 1, desk.now, decision.acts, person)
    opens = None if decision.opens is None else decision.opens[0]
    found = notices_of(desk.table, line, decision.match, opens)
    assert found == notices_of(desk.table, line, None, opens)
    desk.write(decision, person)
    return {notice.person: notice for notice in found}


def ordered(desk: Desk, person: str, do: str, **fields: object) -> dict[str, Notice]:
    order = ORDERS.validate_python({"do": do, "key": "", **fields})
    return told(desk, decide(desk.table, order, Actor(person, person.title()), desk.now), person)


def test_a_move_calls_whoever_is_to_move_then_and_nobody_else() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    mover, other = desk.mover, {"ann": "ben", "ben": "ann"}[desk.mover]
    move = playing(desk.table).legal_moves()[0]
    found = ordered(desk, mover, "move", move=move, ply=0)
    assert set(found) == {other}
    notice = found[other]
    assert notice.kinds == ("your_turn",)
    assert notice.about["by"] == mover.title()
    assert (notice.table, notice.number) == ("table", desk.table.number)
    assert move not in str(notice.about), "a move may be secret"


def test_who_moves_twice_and_who_plays_both_sides_is_not_called() -> None:
    desk = Desk("expion").seat_all("ann", "ann")
    move = playing(desk.table).legal_moves()[0]
    assert ordered(desk, "ann", "move", move=move, ply=0) == {}


def test_the_start_calls_the_others_and_whoever_is_to_move_only_once() -> None:
    desk = Desk("expion", {"players": 3})
    for person in ("ann", "ben", "cleo"):
        desk.order(person, "sit")
    found = ordered(desk, "ann", "start")
    first = desk.mover
    assert set(found) == {"ben", "cleo"}
    for person, notice in found.items():
        expected = ("your_turn", "started") if person == first else ("started",)
        assert notice.kinds == expected
    assert found.get(first) is None or found[first].about["turn"]


def test_the_last_to_sit_down_calls_the_host_who_can_begin() -> None:
    desk = Desk("expion", {"players": 3})
    desk.order("ann", "sit")
    assert ordered(desk, "ben", "sit") == {}
    found = ordered(desk, "cleo", "sit")
    assert found["ann"].kinds == ("asked",)
    assert found["ann"].about["question"] == "start"


def test_the_end_says_to_everybody_else_how_it_ended_for_them() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    found = ordered(desk, "ann", "resign")
    assert set(found) == {"ben"}
    assert found["ben"].kinds == ("ended",)
    assert (found["ben"].about["result"], found["ben"].about["reason"]) == ("won", "resignation")


def test_a_house_that_moves_calls_the_person_who_plays_it() -> None:
    desk = Desk("expion")
    desk.order("ann", "sit")
    desk.order("ann", "invite", seat=1, level=1)
    desk.order("ann", "start")
    while desk.table.level_to_move is None:
        desk.move()
    assert desk.table.to_move is not None
    match = playing(desk.table)
    move = match.legal_moves()[0]
    found = told(desk, moved(desk.table, match, desk.table.to_move, move, desk.now), "")
    assert found["ann"].kinds == ("your_turn",)
    assert found["ann"].about["by"] == desk.table.seats[1].opponent


def test_for_whom_a_stand_in_plays_is_not_called_to_move() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    mover, other = desk.mover, {"ann": "ben", "ben": "ann"}[desk.mover]
    desk.order(other, "leave")
    move = playing(desk.table).legal_moves()[0]
    assert ordered(desk, mover, "move", move=move, ply=0) == {}


def test_a_question_calls_the_others_unless_it_is_granted_at_once() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    found = ordered(desk, "ann", "ask", question="draw")
    assert found["ben"].kinds == ("asked",)
    assert found["ben"].about["question"] == "draw"
    free = Desk("expion", takeback="free").seat_all("ann", "ben")
    mover = free.mover
    free.move()
    assert ordered(free, mover, "ask", question="takeback") == {}, "it is the asker's turn again"


def test_a_take_back_that_is_granted_calls_its_asker() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    mover = desk.mover
    other = {"ann": "ben", "ben": "ann"}[mover]
    desk.move()
    desk.order(mover, "ask", question="takeback")
    assert ordered(desk, other, "answer", yes=True)[mover].kinds == ("your_turn",)


def test_a_rematch_is_asked_for_then_opened_elsewhere() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    desk.order("ann", "resign")
    found = ordered(desk, "ann", "rematch")
    assert found["ben"].kinds == ("rematch",)
    desk.order("ben", "rematch")
    found = told(desk, opened(desk.table, desk.now), "")
    assert set(found) == {"ann", "ben"}
    assert found["ann"].about["go"] not in ("", "table")


def test_what_is_said_and_who_comes_and_goes_calls_nobody() -> None:
    desk = Desk("expion").seat_all("ann", "ben")
    assert ordered(desk, "ann", "say", text="Hello") == {}
    assert told(desk, Decision((acts.Away(seat=0, until=0),)), "") == {}
    assert ordered(desk, "ann", "leave") == {}


def test_nobody_is_called_daily_who_did_not_ask() -> None:
    assert set(KINDS) - set(USUAL) == {"daily"}

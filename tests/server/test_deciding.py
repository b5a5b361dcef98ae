"""What may be asked of a table, by whom and when; pure, at times of our choosing."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from tabletier.server.live.uptime import resumed
from tabletier.server.tables import acts
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.orders import LONGEST_KEY, LONGEST_MOVE, Move, plain_move, read_message
from tabletier.server.tables.presence import gone
from tabletier.server.tables.seats import Clock
from tests.server.pure import START, Desk

MINUTE = 60_000


def refusal(desk: Desk, person: str, do: str, **fields: Any) -> str:
    """The code with which an order is refused, which changes nothing."""
    before = len(desk.log)
    with pytest.raises(Refused) as refused:
        desk.order(person, do, **fields)
    assert len(desk.log) == before
    for language in ("fr", "en"):
        assert refused.value.told(language)["text"].endswith(".")
    return refused.value.code


PLAIN = {"do": "move", "move": "e9-e8", "ply": 3, "key": "k"}
WRONG = [
    {"move": "e" * (LONGEST_MOVE + 1)},
    {"ply": -1},
    {"ply": 0.5},
    {"ply": None},
    {"key": "k" * (LONGEST_KEY + 1)},
    {"key": "é"},
    {"seat": 0},
    {"do": "moves"},
]


class TestReading:
    @pytest.mark.parametrize("fields", [{}, {"key": ""}, {"move": "e" * LONGEST_MOVE}, {"ply": 0}])
    def test_a_plain_move_is_what_the_model_reads(self, fields: dict[str, Any]) -> None:
        given = PLAIN | fields
        read, modelled = plain_move(json.dumps(given)), Move(**given)
        assert read is not None
        assert {name: getattr(read, name) for name in given} == modelled.model_dump()

    @pytest.mark.parametrize("fields", WRONG)
    def test_what_the_model_refuses_is_no_plain_move(self, fields: dict[str, Any]) -> None:
        text = json.dumps(PLAIN | fields)
        assert plain_move(text) is None
        with pytest.raises(ValidationError):
            read_message(text)


class TestMoving:
    def test_only_the_seat_to_move_moves(self) -> None:
        desk = Desk().seat_all()
        other = "ben" if desk.mover == "ann" else "ann"
        assert refusal(desk, other, "move", move="e9-e8", ply=0) == "table/not-your-turn"
        assert refusal(desk, "stranger", "move", move="e9-e8", ply=0) == "table/not-seated"

    def test_a_move_on_a_position_that_has_changed_is_stale(self) -> None:
        desk = Desk().seat_all()
        desk.move()
        desk.move()
        assert refusal(desk, desk.mover, "move", move="e9-e8", ply=0) == "table/stale"
        assert refusal(desk, desk.mover, "move", move="e9-e8", ply=7) == "table/stale"

    def test_an_illegal_move_names_its_rule(self) -> None:
        desk = Desk().seat_all()
        with pytest.raises(Refused) as refused:
            desk.move("b1-b2" if desk.mover == "ben" else "i2-h2")
        assert refused.value.code == "move/illegal"
        assert refused.value.rule is not None

    def test_nobody_moves_before_the_start_or_after_the_end(self) -> None:
        desk = Desk()
        assert refusal(desk, "ann", "move", move="e9-e8", ply=0) == "table/wrong-time"
        desk.seat_all().order("ann", "resign")
        assert refusal(desk, "ben", "move", move="e9-e8", ply=0) == "table/wrong-time"

    def test_a_key_is_remembered_with_its_line(self) -> None:
        desk = Desk().seat_all()
        line = desk.order(
            desk.mover,
            "move",
            key="k1",
            move=desk.table.match.legal_moves()[0],  # type: ignore[union-attr]
            ply=0,
        )
        assert desk.table.done[line.person, "k1"] == line.number
        assert desk.again().done == desk.table.done


class TestTakingBack:
    def test_the_others_must_agree(self) -> None:
        desk = Desk().seat_all()
        mover = desk.mover
        desk.move()
        other = desk.mover
        asked = desk.order(mover, "ask", question="takeback")
        assert [type(act) for act in asked.acts] == [acts.Asked]
        assert desk.table.question == "takeback"
        assert refusal(desk, mover, "ask", question="draw") == "table/wrong-time"
        agreed = desk.order(other, "answer", yes=True)
        assert [type(act) for act in agreed.acts] == [acts.Answered, acts.TookBack]
        assert desk.table.moves == []
        assert desk.mover == mover
        assert desk.table.plies == 1

    def test_who_declines_ends_the_question(self) -> None:
        desk = Desk().seat_all()
        mover = desk.mover
        desk.move()
        desk.order(mover, "ask", question="takeback")
        desk.order(desk.mover, "answer", yes=False)
        assert desk.table.question is None
        assert len(desk.table.moves) == 1

    def test_a_move_ends_the_question(self) -> None:
        desk = Desk().seat_all()
        mover = desk.mover
        desk.move()
        desk.order(mover, "ask", question="takeback")
        desk.move()
        assert desk.table.question is None
        assert refusal(desk, mover, "answer", yes=True) == "table/wrong-time"

    def test_the_askers_last_move_and_all_after_it_are_taken_back(self) -> None:
        desk = Desk(takeback="free").seat_all()
        asker = desk.mover
        for _ in range(4):
            desk.move()
        assert desk.mover == asker
        desk.order(asker, "ask", question="takeback")
        assert len(desk.table.moves) == 2
        assert desk.mover == asker

    def test_at_some_tables_nothing_is_taken_back(self) -> None:
        desk = Desk(takeback="never").seat_all()
        mover = desk.mover
        desk.move()
        assert refusal(desk, mover, "ask", question="takeback") == "table/wrong-time"

    def test_who_has_not_moved_has_nothing_to_take_back(self) -> None:
        desk = Desk().seat_all()
        assert refusal(desk, "ann", "ask", question="takeback") == "table/wrong-time"

    def test_all_of_three_must_agree(self) -> None:
        desk = Desk(options={"players": 3}).seat_all()
        mover = desk.mover
        desk.move()
        others = [person for person in ("ann", "ben", "cleo") if person != mover]
        desk.order(mover, "ask", question="takeback")
        desk.order(others[0], "answer", yes=True)
        assert len(desk.table.moves) == 1
        desk.order(others[1], "answer", yes=True)
        assert desk.table.moves == []

    def test_opponents_of_the_house_agree(self) -> None:
        desk = Desk()
        desk.order("ann", "sit", seat=0)
        desk.order("ann", "invite", seat=1, level=1)
        desk.order("ann", "start")
        desk.move()
        desk.order("ann", "ask", question="takeback")
        assert desk.table.moves == []


class TestEnding:
    def test_a_draw_is_agreed_by_all(self) -> None:
        desk = Desk().seat_all()
        desk.order("ann", "ask", question="draw")
        assert desk.table.status == "playing"
        ended = desk.order("ben", "answer", yes=True)
        assert desk.table.result is not None
        assert desk.table.result.winners == ()
        assert desk.table.result.reason == "agreement"
        assert ended.acts[-1] == acts.Ended(winners=[], reason="agreement", seed="seed")

    def test_who_resigns_loses(self) -> None:
        desk = Desk().seat_all()
        desk.order("ben", "resign")
        assert desk.table.result is not None
        assert desk.table.result.winners == (0,)
        assert desk.table.match is not None
        assert desk.table.match.result is not None

    def test_of_three_nobody_resigns_for_all(self) -> None:
        desk = Desk("punto", {"players": 3}).seat_all()
        with pytest.raises(Refused):
            desk.order("ann", "resign")
        desk.order("ann", "leave")
        assert desk.table.seats[0].level == desk.table.house.stand_in

    def test_the_seed_is_told_at_the_end_and_not_before(self) -> None:
        desk = Desk(seed="a seed nobody guesses").seat_all()
        desk.move()
        assert "nobody guesses" not in repr([desk.shown("ann"), desk.retold("ann")])
        desk.order("ann", "resign")
        assert desk.shown(None)["table"]["seed"] == "a seed nobody guesses"


class TestLeaving:
    def test_a_stand_in_plays_until_the_person_is_back(self) -> None:
        desk = Desk(stand_in=3).seat_all()
        mover = desk.mover
        desk.order(mover, "leave")
        seat = desk.table.seats_of(mover)[0]
        assert desk.table.level_to_move == 3
        line = desk.stand_in_moves()
        assert isinstance(line.acts[0], acts.Moved)
        assert line.acts[0].stand_in
        assert refusal(desk, mover, "leave") == "table/wrong-time"
        desk.order(mover, "return")
        assert desk.table.seats[seat].level is None
        assert refusal(desk, mover, "return") == "table/wrong-time"

    def test_who_moves_is_back(self) -> None:
        desk = Desk().seat_all()
        mover = desk.mover
        desk.order(mover, "leave")
        line = desk.move()
        assert [type(act) for act in line.acts] == [acts.Back, acts.Moved]
        assert isinstance(line.acts[1], acts.Moved)
        assert not line.acts[1].stand_in
        assert desk.table.seats[desk.table.seats_of(mover)[0]].level is None

    def test_a_stand_in_takes_the_seat_of_who_stays_away(self) -> None:
        desk = Desk(patience=120).seat_all()
        desk.write(gone(desk.table, ["ben"], {"ann"}, desk.now))
        assert desk.table.seats[1].away_until == START + 2 * MINUTE
        desk.now += 2 * MINUTE - 1
        with pytest.raises(Refused):
            desk.ring("ann")
        desk.now += 1
        line = desk.ring("ann")
        assert line.acts == (acts.StoodIn(seat=1, level=2),)
        with pytest.raises(Refused):  # what one server has done, another does not do again
            desk.ring("ann")

    def test_who_is_connected_to_another_server_is_not_replaced(self) -> None:
        desk = Desk().seat_all()
        desk.write(gone(desk.table, ["ben"], {"ann"}, desk.now))
        desk.now += 15 * MINUTE
        assert desk.ring("ann", "ben").acts == (acts.Back(seat=1),)


class TestClocks:
    def test_time_for_a_move(self) -> None:
        desk = Desk(clock=Clock("move", 30)).seat_all()
        desk.move(after=29_999)
        desk.move(after=29_999)
        desk.now += 30_000
        late = desk.table.to_move
        code = refusal(desk, desk.mover, "move", move="e9-e8", ply=2)
        assert code == "table/wrong-time"
        desk.ring()
        assert desk.table.result is not None
        assert desk.table.result.reason == "time"
        assert late not in desk.table.result.winners
        assert late is not None
        for told in (desk.told(None), desk.shown(None)):
            assert told["position"]["clock"]["left"][late] == 0
            assert told["position"]["clock"]["running"] is None

    def test_time_for_the_match_with_an_increment(self) -> None:
        desk = Desk(clock=Clock("total", 60, 2)).seat_all()
        desk.move(after=10_000)
        desk.move(after=5_000)
        assert sorted(desk.table.timing.left) == [52_000, 57_000]
        shown = desk.shown(None)["position"]["clock"]
        assert shown["running"] == desk.table.to_move

    def test_no_clock_never_rings(self) -> None:
        desk = Desk().seat_all()
        desk.now += 10**9
        with pytest.raises(Refused):
            desk.ring()
        desk.move()

    def test_while_the_house_is_closed_no_clock_runs_and_nobody_is_waited_for(self) -> None:
        desk = Desk(clock=Clock("total", 60)).seat_all()
        desk.now += 10_000
        desk.write(gone(desk.table, ["ben"], {"ann"}, desk.now))
        closed = desk.now + 5_000
        desk.now += 10 * MINUTE
        decision = resumed(desk.table, [(closed, desk.now - 1000)])
        desk.write(decision)
        assert desk.table.flag == desk.now + 45_000
        assert desk.table.seats[1].away_until == desk.now + 15 * MINUTE - 5_000
        with pytest.raises(Refused):  # once
            resumed(desk.table, [(closed, desk.now - 1000)])
        desk.move(after=1000)
        assert min(desk.table.timing.left) == 44_000

    def test_with_three_sides_a_stand_in_plays_for_who_is_late_once(self) -> None:
        desk = Desk("punto", {"players": 3}, clock=Clock("move", 30)).seat_all()
        desk.now += 30_000
        late = desk.table.to_move
        assert desk.ring().acts == (acts.StoodIn(seat=late, level=2),)  # type: ignore[arg-type]
        with pytest.raises(Refused):
            desk.ring()

"""Answers that somebody planned: legal when set, played at once, told to nobody else."""

from typing import Any

import pytest

from tabletier.server.tables import acts
from tabletier.server.tables.due import answered, awaited, is_answered, wakes_at
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.hours import DAY_MS
from tabletier.server.tables.plans import MOST_MOVES
from tests.server.pure import Desk
from tests.server.test_days import by_days

BEGUN = 2
"""Moves after which the tests plan."""


def begun(**clock: Any) -> Desk:
    """Two play by days, and Ann is to move: Ben may plan."""
    desk = by_days(**clock)
    for _ in range(BEGUN):
        desk.move()
    return desk


def moves_from(desk: Desk, *moves: str) -> tuple[str, ...]:
    """What may be played after some moves."""
    match = desk.table.match
    assert match is not None
    for move in moves:
        match = match.play(move)
    return match.legal_moves()


def line(desk: Desk, first: int = 0, answer: int = 0) -> list[str]:
    """A move of Ann's and an answer of Ben's."""
    theirs = moves_from(desk)[first]
    return [theirs, moves_from(desk, theirs)[answer]]


def play_answer(desk: Desk) -> Any:
    """The house plays what is planned."""
    return desk.write(answered(desk.table, desk.now)).acts


class TestPlaying:
    def test_an_answer_is_played_and_the_plan_goes_on(self) -> None:
        desk = begun()
        first = line(desk)
        deeper = [*first, moves_from(desk, *first)[0]]
        deeper.append(moves_from(desk, *deeper)[0])
        desk.order("ben", "plan", lines=[deeper])
        assert not is_answered(desk.table)
        desk.move(deeper[0])
        assert is_answered(desk.table)
        assert awaited(desk.table) is None
        assert wakes_at(desk.table) == desk.now + 60_000  # should a server be killed now
        (moved,) = play_answer(desk)
        assert (moved.seat, moved.move, moved.spent) == (1, deeper[1], 0)
        assert desk.shown("ben")["table"]["days"]["plan"] == [deeper[2:]]
        desk.move(deeper[2])
        play_answer(desk)
        assert desk.table.plans == {}
        assert desk.again() == desk.table

    def test_another_move_ends_the_plan(self) -> None:
        desk = begun()
        desk.order("ben", "plan", lines=[line(desk)])
        desk.move(moves_from(desk)[1])
        assert desk.table.plans == {}
        assert awaited(desk.table) == "ben"
        with pytest.raises(Refused):
            answered(desk.table, desk.now)

    def test_of_several_lines_those_stay_that_fit(self) -> None:
        desk = begun()
        desk.order("ben", "plan", lines=[line(desk, 0), line(desk, 1), line(desk, 2)])
        wanted = line(desk, 1)
        desk.move(wanted[0])
        (moved,) = play_answer(desk)
        assert moved.move == wanted[1]

    def test_it_is_put_away_taken_back_and_forgotten_at_the_end(self) -> None:
        desk = begun(end="loss")
        desk.order("ben", "plan", lines=[line(desk)])
        desk.order("ben", "plan", lines=[])
        assert desk.table.plans == {}
        desk.order("ben", "plan", lines=[line(desk)])
        desk.order("ben", "ask", question="takeback")
        desk.order("ann", "answer", yes=True)
        assert desk.table.plans == {}
        desk.move()
        desk.order("ben", "plan", lines=[line(desk)])
        desk.order("ann", "resign")
        assert desk.table.plans == {}

    def test_nothing_is_played_for_whoever_left_their_seat(self) -> None:
        desk = begun()
        wanted = line(desk)
        desk.order("ben", "plan", lines=[wanted])
        desk.order("ben", "leave")
        desk.move(wanted[0])
        assert not is_answered(desk.table)

    def test_a_question_is_answered_by_a_person_first(self) -> None:
        desk = begun()
        wanted = line(desk)
        desk.order("ben", "plan", lines=[wanted])
        desk.order("ann", "ask", question="draw")
        desk.move(wanted[0])
        assert desk.table.question == "draw"
        assert not is_answered(desk.table)
        desk.order("ben", "answer", yes=False)
        assert is_answered(desk.table)

    def test_a_plan_that_the_rules_refuse_is_put_away(self) -> None:
        desk = begun()
        wanted = line(desk)
        desk.order("ben", "plan", lines=[wanted])
        desk.move(wanted[0])
        desk.table.plans = {1: (("nonsense",),)}
        assert play_answer(desk) == (acts.Planned(seat=1, lines=()),)
        assert awaited(desk.table) == "ben"


class TestSetting:
    def test_every_move_must_be_legal(self) -> None:
        desk = begun()
        for wrong in ([line(desk)[0], "z9-z9"], ["a1-a1", line(desk)[1]]):
            with pytest.raises(Refused, match="Line 1, move") as refused:
                desk.order("ben", "plan", lines=[wrong])
            assert refused.value.status == 422
            assert refused.value.code == "move/notation" or refused.value.rule is not None

    def test_one_answer_to_everything(self) -> None:
        desk = begun()
        with pytest.raises(Refused, match="you answer the same move with"):
            desk.order("ben", "plan", lines=[line(desk, 0, 0), line(desk, 0, 1)])

    def test_a_line_ends_with_an_answer(self) -> None:
        desk = begun()
        first = line(desk)
        with pytest.raises(Refused, match="must end with a move of yours"):
            desk.order("ben", "plan", lines=[[*first, moves_from(desk, *first)[0]]])

    def test_what_is_said_twice_is_kept_once(self) -> None:
        desk = begun()
        first = line(desk)
        longer = [*first, moves_from(desk, *first)[0]]
        longer.append(moves_from(desk, *longer)[0])
        desk.order("ben", "plan", lines=[first, longer, longer])
        assert desk.table.plans == {1: (tuple(longer),)}

    def test_a_plan_stays_small(self) -> None:
        desk = begun()
        lines = []
        for first in range(12):
            found = line(desk, first)
            for _ in range(4):
                found.append(moves_from(desk, *found)[0])
            lines.append(found)
        with pytest.raises(Refused, match=f"{MOST_MOVES} moves at most"):
            desk.order("ben", "plan", lines=lines)

    def test_not_on_ones_own_turn_nor_at_a_shared_screen_nor_by_others(self) -> None:
        desk = begun()
        wanted = line(desk)
        with pytest.raises(Refused, match="It is your turn"):
            desk.order("ann", "plan", lines=[wanted])
        with pytest.raises(Refused, match="sits at this table"):
            desk.order("eve", "plan", lines=[wanted])
        shared = Desk(clock=desk.table.house.clock).seat_all("ann", "ann")
        with pytest.raises(Refused, match="shared screen"):
            shared.order("ann", "plan", lines=[wanted])

    @pytest.mark.parametrize(
        ("game", "options"), [("punto", {"players": 2}), ("point", {}), ("expion", {"players": 4})]
    )
    def test_not_where_something_is_hidden_or_drawn_or_more_than_two_play(
        self, game: str, options: dict[str, Any]
    ) -> None:
        desk = by_days(game, options)
        person = next(seat.person for seat in desk.table.seats if seat.person != desk.mover)
        assert person is not None
        with pytest.raises(Refused, match="nothing is hidden or drawn"):
            desk.order(person, "plan", lines=[["a", "b"]])
        assert not desk.shown(person)["table"]["days"]["plans"]


class TestTwinWorlds:
    """Whatever Ben plans, Ann and whoever looks on see the same."""

    def worlds(self) -> tuple[Desk, Desk]:
        one, other = begun(), begun()
        one.order("ben", "plan", lines=[line(one, 0, 0), line(one, 1, 0)])
        other.order("ben", "plan", lines=[line(other, 0, 1)])
        return one, other

    @pytest.mark.parametrize("person", ["ann", None, "eve"])
    def test_others_see_the_same(self, person: str | None) -> None:
        one, other = self.worlds()
        assert one.told("ben") != other.told("ben")
        assert one.told(person) == other.told(person) == {"type": "line", "number": 7, "acts": []}
        assert one.shown("ben") != other.shown("ben")
        for later in (0, DAY_MS):
            one.now += later
            other.now += later
            assert one.shown(person) == other.shown(person)
        assert one.retold(person) == other.retold(person)

    @pytest.mark.parametrize("person", ["ann", None])
    def test_even_that_it_departs_from_a_plan_is_not_seen(self, person: str | None) -> None:
        worlds = self.worlds()
        for desk in worlds:
            desk.move(moves_from(desk)[3])
        one, other = worlds
        assert one.told(person) == other.told(person)
        assert one.shown(person) == other.shown(person)

    def test_who_plans_sees_it(self) -> None:
        one, _ = self.worlds()
        (act,) = one.told("ben")["acts"]
        assert act == {"act": "planned", "seat": 1}
        assert one.told("ben")["table"]["days"]["plan"] == [line(one, 0, 0), line(one, 1, 0)]

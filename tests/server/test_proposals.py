"""Asking has manners: who asks can withdraw, a move says something, and every answer is told."""

from typing import Any

import pytest

from tabletier.server.tables import acts
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.proposals import KINDS, overtaken
from tests.server.pure import Desk
from tests.server.test_answers import against_the_house


def kinds(line: acts.LogLine) -> list[str]:
    return [type(act).__name__ for act in line.acts]


def asked(question: acts.Question = "takeback", **options: Any) -> tuple[Desk, str, str]:
    """Two people, of whom the first to move has moved and asks something; the table and both."""
    desk = Desk(options=options).seat_all()
    asker = desk.mover
    desk.move()
    desk.order(asker, "ask", question=question)
    return desk, asker, desk.mover


class TestWithdrawing:
    @pytest.mark.parametrize("question", ["takeback", "draw"])
    def test_whoever_asked_may_think_better_of_it(self, question: acts.Question) -> None:
        desk, asker, other = asked(question)
        with pytest.raises(Refused, match="not you"):
            desk.order(other, "withdraw")
        assert desk.order(asker, "withdraw").acts == (
            acts.Withdrawn(seat=desk.table.seats_of(asker)[0], question=question),
        )
        assert desk.told(other)["table"]["question"] is None
        assert desk.again().question is None
        with pytest.raises(Refused, match="Nothing was proposed"):
            desk.order(other, "answer", yes=True)
        desk.order(other, "ask", question="draw")  # the way is free for others

    def test_nobody_withdraws_what_was_not_asked(self) -> None:
        desk = Desk().seat_all()
        with pytest.raises(Refused, match="Nothing was proposed"):
            desk.order("ann", "withdraw")


class TestMovingMeanwhile:
    @pytest.mark.parametrize("question", ["takeback", "draw"])
    def test_who_moves_instead_of_answering_declines(self, question: acts.Question) -> None:
        desk, asker, other = asked(question)
        line = desk.move()
        assert line.acts[0] == acts.Answered(
            seat=desk.table.seats_of(other)[0],
            question=question,
            yes=False,
            reason="moved",
        )
        assert line.ply == 1
        told = desk.told(asker)
        assert told["table"]["question"] is None, "everybody is told that it is settled"
        assert told["acts"][0]["text"] is None
        assert desk.again().question is None

    def test_who_has_agreed_may_move_on(self) -> None:
        desk = Desk(options={"players": 3}).seat_all()
        desk.move()
        asker = desk.mover
        desk.move()
        first = next(p for p in ("ann", "ben", "cleo") if p not in (asker, desk.mover))
        desk.order(asker, "ask", question="takeback")
        desk.order(desk.mover, "answer", yes=True)
        desk.move()
        assert desk.table.question == "takeback"
        desk.order(first, "answer", yes=True)
        assert len(desk.table.moves) == 1, "the asker's move and what came after it are back"

    def test_an_offer_of_a_draw_outlasts_the_move_it_comes_with(self) -> None:
        desk = Desk().seat_all()
        asker = desk.mover
        desk.order(asker, "ask", question="draw")
        assert kinds(desk.move()) == ["Moved"]
        assert desk.again().question == "draw"
        desk.order(desk.mover, "answer", yes=True)
        assert desk.table.result == ((), "agreement")

    def test_a_takeback_is_withdrawn_by_the_askers_next_move(self) -> None:
        desk, asker, _ = asked("takeback")
        (seat,) = desk.table.seats_of(asker)
        assert overtaken(desk.table, seat) == (acts.Withdrawn(seat=seat, question="takeback"),)

    def test_the_house_moving_on_leaves_the_question_open(self) -> None:
        desk = against_the_house("ann", "ben", players=3)
        for _ in range(9):
            if desk.table.level_to_move is not None:
                desk.order("ben", "ask", question="takeback")
                assert kinds(desk.stand_in_moves()) == ["Moved"]
                break
            desk.move()
        assert desk.again().question == "takeback"
        before = len(desk.table.moves)
        desk.order("ann", "answer", yes=True)
        assert len(desk.table.moves) < before - 1


def test_an_old_log_forgets_its_question_with_the_next_move() -> None:
    desk = Desk().seat_all()
    desk.move()
    desk.write(acts_of(acts.Asked(seat=0, question="draw")))
    desk.move()
    assert desk.again().question is None


def acts_of(*found: acts.AnyAct) -> Any:
    from tabletier.server.tables.decide import Decision

    return Decision(found)


def test_every_question_has_its_kind() -> None:
    assert {*KINDS, "rematch"} == set(acts.Question.__args__)  # type: ignore[attr-defined]

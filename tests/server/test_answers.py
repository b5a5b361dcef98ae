"""The house is asked for a draw or a takeback, and answers for the seats it plays."""

import secrets
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tabletier.search.tree_search import Candidate, Thought
from tabletier.search.worker.pool import ThinkingFailed
from tabletier.server.live.bots import ROUNDS
from tabletier.server.tables import acts
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.proposals import house_answers, waiting
from tests.server.houses import OpenHouse
from tests.server.pure import Desk
from tests.server.visitors import Live, Visitor, served

Said = dict[int, acts.Reason]


def against_the_house(*persons: str, **options: Any) -> Desk:
    """A table where persons sit first and opponents of the house take the other seats."""
    desk = Desk(options=options)
    for person in persons:
        desk.order(person, "sit")
    for seat in range(len(persons), len(desk.table.seats)):
        desk.order(desk.table.host, "invite", seat=seat, level=1)
    desk.order(desk.table.host, "start")
    return desk


def say(desk: Desk, said: Said) -> acts.AnyAct:
    decision = house_answers(desk.table, desk.table.asked_at, said)
    return desk.write(decision).acts[-1]


class TestWhoMustAgree:
    def test_a_draw_waits_for_the_house(self) -> None:
        desk = against_the_house("ann")
        desk.order("ann", "ask", question="draw")
        assert (desk.table.status, waiting(desk.table)) == ("playing", [1])
        say(desk, {1: "even"})
        assert desk.table.result == ((), "agreement")
        assert desk.again().result == desk.table.result

    def test_who_was_declined_asks_again_after_a_move(self) -> None:
        desk = against_the_house("ann")
        desk.order("ann", "ask", question="draw")
        assert say(desk, {1: "ahead"}) == acts.Answered(
            seat=1, question="draw", yes=False, reason="ahead"
        )
        assert (desk.table.question, waiting(desk.table)) == (None, [])
        with pytest.raises(Refused, match="declined"):
            desk.order("ann", "ask", question="draw")
        desk.move()
        desk.order("ann", "ask", question="draw")
        assert waiting(desk.again()) == [1]

    def test_people_and_the_house_must_all_agree_in_whatever_order(self) -> None:
        desk = against_the_house("ann", "ben", players=4)
        desk.order("ann", "ask", question="draw")
        assert waiting(desk.table) == [2, 3]
        say(desk, {2: "even", 3: "even"})
        assert (desk.table.status, waiting(desk.table)) == ("playing", [])
        desk.order("ben", "answer", yes=True)
        assert desk.table.result == ((), "agreement")

    def test_one_opponent_who_plays_on_is_enough(self) -> None:
        desk = against_the_house("ann", "ben", players=4)
        desk.order("ann", "ask", question="draw")
        desk.order("ben", "answer", yes=True)
        assert desk.table.agreed == {0, 1}
        say(desk, {2: "even", 3: "ahead"})
        assert (desk.table.status, desk.table.question) == ("playing", None)

    def test_an_answer_to_another_question_changes_nothing(self) -> None:
        desk = against_the_house("ann")
        with pytest.raises(Refused):
            house_answers(desk.table, 0, {1: "even"})
        desk.order("ann", "ask", question="draw")
        asked = desk.table.asked_at
        desk.order("ann", "withdraw")
        with pytest.raises(Refused):
            house_answers(desk.table, asked, {1: "even"})
        desk.order("ann", "ask", question="draw")
        with pytest.raises(Refused):
            house_answers(desk.table, asked, {1: "even"})
        with pytest.raises(Refused):
            house_answers(desk.table, desk.table.asked_at, {0: "even"})

    def test_a_stand_in_answers_a_draw_and_takes_nothing_back(self) -> None:
        desk = Desk().seat_all()
        mover = desk.mover
        other = "ben" if mover == "ann" else "ann"
        seat = desk.table.seats_of(other)[0]
        desk.move()
        desk.order(other, "leave")
        desk.order(mover, "ask", question="takeback")
        assert (len(desk.table.moves), waiting(desk.table)) == (1, [seat])
        say(desk, {seat: "absent"})
        assert desk.table.question is None
        desk.order(mover, "ask", question="draw")
        assert waiting(desk.table) == [seat]
        desk.order(other, "answer", yes=True)  # they may still speak for themselves
        assert desk.table.status == "over"


class Oracle:
    """Thinks nothing, and says what a test wants to hear."""

    def __init__(self, mine: float | None) -> None:
        self._mine = mine
        self.asked: list[tuple[str, Any]] = []

    def submit(self, player: str, known: Any, seed: str) -> "Future[Thought]":
        assert seed
        self.asked.append((player, known))
        found: Future[Thought] = Future()
        if self._mine is None:
            found.set_exception(ThinkingFailed("no idea"))
        else:
            value = (1 - self._mine, self._mine)
            found.set_result(Thought("", value, (Candidate("", 1, value, 0),), 1))
        return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    folder: Path = tmp_path_factory.mktemp("answers")
    with served(folder) as house:
        house.wait_until_ready()
        yield house


@pytest.fixture
def ann(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Ann") as ann:
        yield ann


def played(live: Live, rounds: int) -> None:
    """Play some rounds against the house."""
    position = live.until("hello")["position"]
    while position["plies"] < 2 * rounds:
        if position["to_move"] == 0:
            live.send(do="move", move=position["legal"][0], ply=position["plies"])
        position = live.until_act("moved")["position"]
    while position["to_move"] != 0:
        position = live.until_act("moved")["position"]


class TestLive:
    @pytest.mark.parametrize(
        ("mine", "agrees", "reason", "words"),
        [
            (0.9, False, "ahead", "I am ahead, and play on."),
            (0.56, False, "ahead", "I am ahead, and play on."),
            (0.54, True, "even", "The match is even: agreed."),
            (0.1, True, "behind", "You are ahead: gladly."),
            (None, False, "unsure", "I cannot judge this position, and play on."),
        ],
    )
    def test_an_opponent_agrees_unless_it_is_ahead_and_says_why(
        self,
        house: OpenHouse,
        ann: Visitor,
        mine: float | None,
        agrees: bool,
        reason: str,
        words: str,
    ) -> None:
        answers, oracle = house.house.answers, Oracle(mine)
        table = ann.open("expion", seats=["me", 1], start=True)["id"]
        with ann.live(table) as live, pytest.MonkeyPatch.context() as patch:
            played(live, ROUNDS)
            patch.setattr(answers, "_minds", oracle)
            live.send(do="ask", question="draw", key=secrets.token_hex(4))
            told = live.until_act("answered")
            answered = told["acts"][0]
            assert answered.pop("text")["en"] == words
            assert answered == {
                "act": "answered",
                "seat": 1,
                "question": "draw",
                "yes": agrees,
                "reason": reason,
            }
            assert told["table"]["status"] == ("over" if agrees else "playing")
            assert len(oracle.asked) == 1

    def test_nobody_hears_of_a_draw_before_the_match_is_under_way(
        self, house: OpenHouse, ann: Visitor
    ) -> None:
        oracle = Oracle(0.0)
        table = ann.open("expion", seats=["me", 5], start=True)["id"]
        with ann.live(table) as live, pytest.MonkeyPatch.context() as patch:
            live.until("hello")
            patch.setattr(house.house.answers, "_minds", oracle)
            live.send(do="ask", question="draw")
            answered = live.until_act("answered")["acts"][0]
            assert (answered["yes"], answered["reason"]) == (False, "early")
            assert answered["text"]["fr"].startswith("Il est trop tôt")
            assert oracle.asked == []

    def test_a_real_opponent_answers(self, ann: Visitor) -> None:
        table = ann.open("barrier", seats=["me", 1], start=True)["id"]
        with ann.live(table) as live:
            played(live, ROUNDS)
            live.send(do="ask", question="draw")
            told = live.until_act("answered")
            assert told["acts"][0]["seat"] == 1
            over = told["table"]["status"] == "over"
            assert told["acts"][0]["yes"] is over

    def test_a_takeback_is_agreed_to_at_once(self, ann: Visitor) -> None:
        table = ann.open("expion", seats=["me", 1], start=True)["id"]
        with ann.live(table) as live:
            played(live, 1)
            live.send(do="ask", question="takeback")
            assert live.until_act("took_back")["position"]["to_move"] == 0

    def test_a_question_that_waited_while_the_house_was_closed_is_answered(
        self, tmp_path: Path
    ) -> None:
        with served(tmp_path) as before:
            before.house.hub.after.remove(before.house.answers.heard)  # it has no time to answer
            with Visitor(before.address, "Ann") as first:
                table = first.open("expion", seats=["me", 1], start=True)["id"]
                assert first.order(table, do="ask", question="draw").status_code == 200
                assert first.look(table)["table"]["question"] == "draw"
        with (
            served(tmp_path) as after,
            Visitor(after.address, "Ann", known=first) as again,
            again.live(table, after=1) as live,
        ):
            assert live.until_act("answered")["table"]["question"] is None

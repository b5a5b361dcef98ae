"""When a round ends, the next one waits until everybody has looked."""

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletier.games.kernel.registry import find
from tabletier.server.live.bots import Opponents
from tabletier.server.live.hub import Room
from tabletier.server.tables import acts, decision
from tabletier.server.tables.decide import moved, playing
from tabletier.server.tables.decision import LOOK_MS, wants_pause, with_pause
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.presence import next_alarm
from tabletier.server.tables.seats import Clock
from tests.server.pure import Desk
from tests.server.visitors import Visitor, served

GAME = next(key for key in ("barrier", "expion", "point", "punto") if find(key).pauses)
MOVES = 400


def ended_round(lookers: set[str], **house: Any) -> Desk:
    """A table for two at which a round has just ended; who looks on."""
    desk, dice = Desk(GAME, {"rounds_to_win": 3}, **house).seat_all(), random.Random(5)
    for _ in range(MOVES):
        desk.now += 1000
        match, seat = playing(desk.table), desk.table.to_move
        assert seat is not None
        decision = moved(desk.table, match, seat, dice.choice(match.legal_moves()), desk.now)
        pause = wants_pause(decision)
        desk.write(with_pause(desk.table, decision, lookers, desk.now) if pause else decision)
        if pause:
            return desk
    raise AssertionError("no round ended")


def go_on(desk: Desk) -> None:
    """Whoever is to move tries to."""
    desk.move(after=0)


class TestPause:
    def test_nobody_moves_and_no_clock_runs_until_all_have_looked(self) -> None:
        desk = ended_round({"ann", "ben"}, clock=Clock("total", 600))
        shown = desk.shown("ann")
        assert shown["table"]["pause"] == {"until": desk.now + LOOK_MS, "seats": [0, 1]}
        left, running = shown["position"]["clock"]["left"], shown["position"]["clock"]["running"]
        assert running is None
        desk.now += 3000
        assert desk.shown("ann")["position"]["clock"]["left"] == left
        with pytest.raises(Refused, match="People still look"):
            go_on(desk)
        desk.order("ann", "looked")
        assert desk.shown("ben")["table"]["pause"]["seats"] == [1]
        with pytest.raises(Refused):
            desk.order("ann", "looked")
        line = desk.order("ben", "looked")
        assert line.acts == (acts.HasLooked(seat=1), acts.WentOn())
        assert desk.told("ann")["position"]["clock"] == {
            "left": left,
            "running": desk.table.to_move,
        }
        desk.now += 1000
        go_on(desk)
        assert desk.again().timing == desk.table.timing

    def test_who_does_not_answer_is_waited_for_five_seconds(self) -> None:
        desk = ended_round({"ann", "ben"})
        desk.order("ann", "looked")
        assert next_alarm(desk.table) == desk.now + LOOK_MS
        with pytest.raises(Refused):
            desk.ring("ann")
        desk.now += LOOK_MS
        assert desk.ring("ann").acts == (acts.WentOn(),)
        assert desk.table.pause is None
        with pytest.raises(Refused):
            desk.ring("ann")

    def test_a_move_after_that_time_needs_no_alarm(self) -> None:
        desk = ended_round({"ann"})
        desk.now += LOOK_MS
        go_on(desk)
        assert desk.table.pause is None

    def test_where_nobody_looks_on_nothing_waits(self) -> None:
        desk = ended_round(set())
        assert desk.table.pause is None
        go_on(desk)

    def test_only_those_who_look_on_and_play_are_waited_for(self) -> None:
        desk = ended_round({"ben", "stranger"})
        assert desk.table.pause is not None
        assert desk.table.pause.seats == {1}


class Nobody:
    """Would think, if anybody asked."""

    def prepare(self, game: str, options: Any) -> None:
        pass

    def close(self) -> None:
        pass


def test_no_opponent_of_the_house_begins_before_it_is_over() -> None:
    async def look() -> None:
        opponents = Opponents(SimpleNamespace(after=[]), Nobody())  # type: ignore[arg-type]
        desk = ended_round({"ann", "ben"})
        desk.order(desk.mover, "leave")
        room = Room(desk.table)
        opponents.heard(room, None)
        assert not len(opponents)
        desk.now += LOOK_MS
        desk.ring()
        opponents.heard(room, None)
        assert len(opponents) == 1
        await opponents.close()

    asyncio.run(look())


def test_over_sockets_a_page_is_waited_for_and_a_program_s_move_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision, "LOOK_MS", 600_000)
    dice = random.Random(5)
    with ExitStack() as stack:
        house = stack.enter_context(served(tmp_path))
        ann, ben = (stack.enter_context(Visitor(house.address, name)) for name in ("Ann", "Ben"))
        for visitor in (ann, ben):  # a link that is not used for long may be closed meanwhile
            visitor.http.headers["Connection"] = "close"
        options = {"rounds_to_win": 3}
        table = ann.open(GAME, options=options, seats=["me", "open"])["id"]
        ben.order(table, do="sit")
        ann.order(table, do="start")
        page = stack.enter_context(ann.live(table, looks="true"))
        page.until("hello")
        stack.enter_context(ben.live(table)).until("hello")  # a program, which does not look
        paused = None
        while paused is None:
            mover = (ann, ben)[ann.look(table)["position"]["to_move"]]
            position = mover.look(table)["position"]
            move = dice.choice(position["legal"])
            mover.order(table, do="move", move=move, ply=position["plies"]).raise_for_status()
            told = page.until_act("moved")
            paused = next((act for act in told["acts"] if act["act"] == "paused"), None)
        assert paused["seats"] == [0]
        mover = (ann, ben)[told["position"]["to_move"]]
        if mover is ben:
            page.send(do="looked")
            page.until_act("went_on")
        # whoever moves has looked: nobody else is waited for, and the move is made
        mover.move(table)
        assert ann.look(table)["table"]["pause"] is None

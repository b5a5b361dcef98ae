"""Opponents that think elsewhere: through a queue in Redis, with a real worker."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.games.kernel.text import Text
from tabletier.search.hints import Hint
from tabletier.search.knowledge import knowledge_of
from tabletier.search.tree_search import Candidate, Thought
from tabletier.server.jobs.queue import (
    GIVEN_UP,
    LOOK,
    QUEUE,
    GivenUp,
    QueueMinds,
    TooLate,
    answering,
    pack,
    unpack,
)
from tests.server.houses import PATIENCE
from tests.server.visitors import Visitor, served


class TestParcels:
    @pytest.mark.parametrize("game", keys())
    def test_what_a_seat_knows_arrives_as_it_was_sent(self, game: str) -> None:
        match = tt.new(game, seed="parcel")
        for _ in range(6):
            match = match.play(match.legal_moves()[-1])
        known = knowledge_of(match)
        arrived = unpack(pack(("choose", "3", known, "seed")))
        assert arrived == ("choose", "3", known, "seed")
        assert repr(arrived[2]) == repr(known)

    def test_answers_arrive_as_they_were_sent(self) -> None:
        candidate = Candidate("e9-e8", 7, (0.25, 0.75), 0)
        thought = Thought("e9-e8", (0.25, 0.75), (candidate,), 7)
        hint = Hint("e9-e8", Text("ferme la base", "closes the base"), (1.0, 0.0), (candidate,))
        for sent in (thought, hint):
            arrived = unpack(pack(sent))
            assert type(arrived) is type(sent)
            assert repr(arrived) == repr(sent)

    def test_a_match_is_never_sent(self) -> None:
        with pytest.raises(TypeError):
            pack(tt.new("punto", seed="secret"))

    @pytest.mark.parametrize(
        "text", ['{"tuple": [1], "kind": "Popen"}', '{"a": 1}', "{", '{"tuple": 3}', "[" * 9000]
    )
    def test_nothing_else_is_unpacked(self, text: str) -> None:
        with pytest.raises(ValueError, match=r".*"):
            unpack(text)


@pytest.fixture
def worker(redis_url: str) -> Iterator[None]:
    environment = {**os.environ, "TABLETIER_REDIS_URL": redis_url, "TABLETIER_JIT": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tabletier", "worker", "--at-once=2"],
        env=environment,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline(), "the worker has ended"
        yield
    finally:
        process.terminate()
        code = process.wait(PATIENCE)
        process.stdout.close()
    assert code == 0


@pytest.mark.usefixtures("worker")
def test_an_opponent_moves_although_only_a_worker_thinks(tmp_path: Path, redis_url: str) -> None:
    with (
        served(data_dir=tmp_path, redis_url=redis_url, opponents=0) as house,
        Visitor(house.address, "Ann") as ann,
    ):
        table = ann.open("expion", seats=["me", 1], start=True)["id"]
        with ann.live(table) as live:
            position = live.until("hello")["position"]
            if position["to_move"] == 0:
                live.send(do="move", move=position["legal"][0], ply=position["plies"])
                live.until_act("moved")
            moved = live.until_act("moved")
            assert moved["acts"][0]["seat"] == 1


class Endless:
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        self.asked: list[Future[Any]] = []

    def submit(self, player: str, known: Any, seed: str) -> "Future[Any]":
        assert (player, known.game, seed) == ("5", keys()[0], "seed")
        self.asked.append(Future())
        return self.asked[-1]


class TestGivingUp:
    QUESTION = pack(("choose", "5", knowledge_of(tt.new(keys()[0], seed="s")), "seed"))

    def test_a_worker_stops_thinking_when_nobody_waits(self, redis_url: str) -> None:
        async def given_up_while_thinking() -> None:
            endless, given_up = Endless(), GivenUp(redis_url)
            think = answering(endless, given_up)  # type: ignore[arg-type] # as much as it needs
            thinking = asyncio.ensure_future(think(self.QUESTION, time.time(), "ticket 1"))
            while not endless.asked:
                await asyncio.sleep(0.01)
            await given_up.note("another ticket")
            done, _ = await asyncio.wait({thinking}, timeout=3 * LOOK)
            assert not done
            await given_up.note("ticket 1")
            with pytest.raises(TooLate):
                await thinking
            assert endless.asked[0].cancelled()
            with pytest.raises(TooLate):  # nor does another worker begin with it
                await think(self.QUESTION, time.time(), "ticket 1")
            assert len(endless.asked) == 1
            await given_up.close()

        asyncio.run(given_up_while_thinking())

    def test_the_house_notes_what_it_has_cancelled(self, redis_url: str) -> None:
        async def cancelled() -> int:
            minds, redis = QueueMinds(redis_url), Redis.from_url(redis_url)
            before = await redis.keys(GIVEN_UP + "*")
            asked = minds.submit("5", knowledge_of(tt.new(keys()[0], seed="s")), "seed")
            while not await redis.llen(QUEUE):
                await asyncio.sleep(0.01)
            asked.cancel()
            await minds.shut()
            noted = await redis.keys(GIVEN_UP + "*")
            await redis.delete(QUEUE, *noted)
            await redis.aclose()
            return len(noted) - len(before)

        assert asyncio.run(cancelled()) == 1

    def test_without_redis_thinking_goes_on(self) -> None:
        async def unreachable() -> bool:
            given_up = GivenUp("redis://127.0.0.1:1/0")
            await given_up.note("ticket")
            found = await given_up.has("ticket")
            await given_up.close()
            return found

        assert asyncio.run(unreachable()) is False


def test_a_worker_wants_to_know_where_the_questions_are() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "TABLETIER_REDIS_URL"}
    run = subprocess.run(
        [sys.executable, "-m", "tabletier", "worker", "--lang=en"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "TABLETIER_REDIS_URL" in run.stderr

"""Opponents in processes of their own: who answers, and what happens when one of them ends."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.search.knowledge import Knowledge, knowledge_of
from tabletier.search.players import BadPlayer
from tabletier.search.worker.pool import WorkerPool
from tabletier.search.worker.process import thought_on
from tabletier.search.worker.protocol import CHOOSE, Question, is_plain

PATIENCE = 300.0
"""Seconds until we say that it hangs; no test passes or fails by being quick."""
FIRST, SECOND = keys()[:2]
CORES = os.cpu_count() or 1


def opening(key: str) -> Knowledge:
    return knowledge_of(tt.new(key, seed="service"))


def wait_until(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody asks after does not."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self").exists():
        return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
    return subprocess.run(["kill", "-0", str(pid)], check=False).returncode == 0


@pytest.fixture
def thinkers() -> Iterator[WorkerPool]:
    """WorkerPool that never compile: they answer as those do whose game is not ready yet."""
    with WorkerPool(compiles=False) as service:
        yield service
        pids = service.processes()
    assert not any(map(lives, pids))


@pytest.mark.parametrize("key", keys())
def test_right_after_a_cold_start_the_interpreter_answers(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETIER_CACHE_DIR", str(tmp_path))
    match = tt.new(key, seed="cold")
    with WorkerPool() as service:
        service.prepare(key, match.options, ["tabletier"])
        thinking = service.submit("tabletier", knowledge_of(match), "x")
        assert thinking.result(PATIENCE).move in match.legal_moves()
        assert not thinking.compiled
        assert len(service.processes()) == 2


def test_compiled_code_answers_once_it_is_ready() -> None:
    with WorkerPool() as service:
        service.prepare(FIRST, opening(FIRST).options, ["tree"])
        wait_until(lambda: service.is_ready(FIRST, "tree"))
        swift = service.submit("tree:300", opening(FIRST), "x")
        other = service.submit("tree:300", opening(SECOND), "x")
        assert swift.compiled
        assert not other.compiled
        assert swift.result(PATIENCE).simulations == 300
        assert other.result(PATIENCE).move in tt.new(SECOND, seed="service").legal_moves()
        assert service.submit("tree:300", opening(FIRST), "x").compiled


@pytest.mark.parametrize("player", ["1", "2", "random", "plain:20"])
def test_the_answer_is_that_of_the_search_itself(thinkers: WorkerPool, player: str) -> None:
    for key in keys():
        first = thinkers.submit(player, opening(key), "a seed")
        second = thinkers.submit(player, opening(key), "a seed")
        assert first.result(PATIENCE).move in tt.new(key, seed="service").legal_moves()
        if player in ("random", "plain:20"):
            assert first.result(PATIENCE) == second.result(PATIENCE)


def test_hints_come_with_a_reason_in_both_languages(thinkers: WorkerPool) -> None:
    for key in keys():
        hint = thinkers.hint(opening(key), "x", seconds=0.2).result(PATIENCE)
        assert hint.move in tt.new(key, seed="service").legal_moves()
        assert hint.reason.fr
        assert hint.reason.en


def test_a_table_may_be_prepared_for_hints_too() -> None:
    with WorkerPool() as service:
        service.prepare(FIRST, opening(FIRST).options, [], hints=True)

        def would_be_compiled() -> bool:
            asked = service.hint(opening(FIRST), "x", seconds=0.05)
            asked.cancel()
            return asked.compiled

        wait_until(would_be_compiled)
        assert not service.is_ready(FIRST, "tree")


def test_cancelled_thoughts_stop_at_once(thinkers: WorkerPool) -> None:
    """As many endless thoughts as may go on at once: only if they stop, another gets its turn."""
    endless = [thinkers.submit("tree@600", opening(FIRST), str(n)) for n in range(CORES)]
    assert all(thinking.cancel() for thinking in endless)
    assert thinkers.submit("tree:2", opening(FIRST), "x").result(PATIENCE).simulations == 2


def test_an_event_loop_may_wait_for_it_and_give_up(thinkers: WorkerPool) -> None:
    async def impatient() -> str:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                asyncio.wrap_future(thinkers.submit("tree@600", opening(FIRST), "x")), 0.1
            )
        thought = await asyncio.wrap_future(thinkers.submit("tree:2", opening(FIRST), "x"))
        return str(thought.move)

    assert asyncio.run(impatient()) in tt.new(FIRST, seed="service").legal_moves()


def test_the_time_runs_from_the_question_on() -> None:
    late = Question(1, CHOOSE, "tree@60", opening(FIRST), "x", time.monotonic() - 61)
    began = time.monotonic()
    assert thought_on(late, threading.Event()).simulations <= 4
    assert time.monotonic() - began < 50


class TestAProcessThatEnds:
    def test_is_replaced_and_its_question_asked_again(self, thinkers: WorkerPool) -> None:
        thinking = thinkers.submit("tree:400", opening(FIRST), "x")
        (pid,) = thinkers.processes()
        os.kill(pid, signal.SIGKILL)
        assert thinking.result(PATIENCE).simulations == 400
        assert thinkers.processes() not in ([], [pid])
        assert thinkers.submit("tree:2", opening(FIRST), "y").result(PATIENCE).simulations == 2

    def test_even_when_it_happens_while_nobody_asks(self, thinkers: WorkerPool) -> None:
        thinkers.prepare(FIRST, opening(FIRST).options)
        (pid,) = thinkers.processes()
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: thinkers.processes() not in ([], [pid]))
        assert thinkers.submit("random", opening(FIRST), "y").result(PATIENCE).move

    def test_the_interpreter_stands_in_for_compiled_code(self) -> None:
        with WorkerPool() as service:
            service.prepare(FIRST, opening(FIRST).options, ["tree"])
            wait_until(lambda: service.is_ready(FIRST, "tree"))
            thinking = service.submit("tree@600", opening(FIRST), "x")
            os.kill(service.processes()[1], signal.SIGKILL)
            wait_until(lambda: not thinking.compiled)
            assert thinking.cancel()

    def test_again_and_again_is_given_up(
        self, thinkers: WorkerPool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tabletier.search.worker.protocol.RUN", "import sys; sys.exit(1)")
        thinking = thinkers.submit("tree:2", opening(FIRST), "x")
        with pytest.raises(RuntimeError, match="keep ending"):
            thinking.result(PATIENCE)
        with pytest.raises(RuntimeError, match="keep ending"):
            thinkers.submit("tree:2", opening(FIRST), "x").result(PATIENCE)


PROGRAM = """
import sys, time, tabletier as tt
from tabletier.search.knowledge import knowledge_of
from tabletier.search.worker.pool import WorkerPool
service = WorkerPool()
for key in sys.argv[1:]:
    service.prepare(key, tt.new(key, seed="x").options, ["tree"])
service.submit("tree@600", knowledge_of(tt.new(key, seed="x")), "x")
print(*service.processes(), flush=True)
if {leave!r} == "sleep":
    time.sleep(600)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM, None])
def test_nobody_is_left_behind(end: signal.Signals | None, tmp_path: Path) -> None:
    """Compiling or thinking, the processes end with their program, whatever ends that."""
    program = PROGRAM.format(leave="sleep" if end else "end")
    environment = {**os.environ, "TABLETIER_CACHE_DIR": str(tmp_path), "TABLETIER_JIT": "0"}
    with subprocess.Popen(
        [sys.executable, "-c", program, FIRST, SECOND],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 3
        if end is not None:
            assert all(map(lives, pids))
            parent.send_signal(end)
        parent.wait(PATIENCE)
    wait_until(lambda: not any(map(lives, pids)))


def test_only_what_a_seat_may_know_crosses(thinkers: WorkerPool) -> None:
    match = tt.new(FIRST, seed="x")
    for told in (match, opening(FIRST)._replace(table={"match": [match]})):
        with pytest.raises(TypeError, match="plain data"):
            thinkers.submit("1", told, "x")  # type: ignore[arg-type]
    assert thinkers.processes() == []


def test_knowledge_is_plain_data_in_every_game() -> None:
    for key in keys():
        match = tt.new(key, seed="x")
        for _ in range(4):
            match = match.play(match.legal_moves()[0])
        assert is_plain(knowledge_of(match))


def test_nonsense_is_refused_before_anything_starts(thinkers: WorkerPool) -> None:
    with pytest.raises(BadPlayer):
        thinkers.submit("genius", opening(FIRST), "x")
    assert thinkers.processes() == []


def test_what_goes_wrong_in_a_search_is_told(thinkers: WorkerPool) -> None:
    broken = opening(FIRST)._replace(table={})
    with pytest.raises(RuntimeError, match="Traceback"):
        thinkers.submit("1", broken, "x").result(PATIENCE)


def test_closing_cancels_and_nothing_may_be_asked_after() -> None:
    service = WorkerPool(compiles=False)
    thinking = service.submit("tree@600", opening(FIRST), "x")
    service.close()
    assert thinking.cancelled()
    with pytest.raises(RuntimeError, match="closed"):
        service.submit("1", opening(FIRST), "x")
    service.close()

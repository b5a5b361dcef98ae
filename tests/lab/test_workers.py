"""Several processes, and a Ray: the same games, and nothing lost when something dies."""

import fcntl
import gc
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import tabletier
from tabletier.games.kernel.extras import install_line
from tabletier.games.kernel.registry import keys
from tabletier.lab.arena import workers
from tabletier.lab.arena.plan import BadArena, Plan
from tabletier.lab.arena.standings import Report, as_json
from tabletier.lab.arena.tournament import WorkersLost, run, so_far

KEY = keys()[0]
SOURCES = Path(tabletier.__file__).parents[1]
PATIENCE = 180.0
"""Seconds that a busy machine may take for what is a matter of seconds."""


def without_times(found: Report) -> Any:
    plain = as_json(found)
    for standing in plain["standings"]:
        del standing["times"]
    return plain


def soon(happened: Any) -> None:
    """Wait until something is so."""
    late = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < late
        time.sleep(0.05)


def gone(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@contextmanager
def long_arena(results: Path, jobs: int = 2) -> Iterator[subprocess.Popen[str]]:
    """`tabletier arena` in a process group of its own, some games into many.

    Its processes run the rules as plain Python: they begin sooner, and the games are the same.
    """
    arguments = [KEY, "random", "random", "--games", "100000", "--seed", "long"]
    command = [sys.executable, "-m", "tabletier", "arena", *arguments, "--jobs", str(jobs)]
    process = subprocess.Popen(
        [*command, "--results", str(results), "--lang", "en"],
        env={**os.environ, "PYTHONPATH": str(SOURCES), "TABLETIER_JIT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        soon(lambda: lines(results) > 8 or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.slow
class TestProcesses:
    def test_two_processes_give_the_report_of_one_and_the_records_too(self, tmp_path: Path) -> None:
        plans = [
            Plan(KEY, ("random", "tree:20"), games=6, jobs=jobs, records=tmp_path / str(jobs))
            for jobs in (1, 2)
        ]
        one, two = (run(plan) for plan in plans)
        assert without_times(one) == without_times(two)
        records = [
            sorted(path.read_text("utf-8") for path in p.records.iterdir())
            for p in plans
            if p.records
        ]
        assert len(records[0]) == 6
        assert records[0] == records[1]
        assert all(standing.times.moves > 0 for standing in two.standings)

    def test_workers_find_the_games_that_this_process_finds(
        self, pebbles: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TABLETIER_JIT", "0")
        plans = [Plan(pebbles, ("random", "random"), games=8, jobs=jobs) for jobs in (1, 2)]
        one, two = (without_times(run(plan)) for plan in plans)
        assert one == two

    def test_ctrl_c_tells_what_was_finished_and_leaves_no_process(self, tmp_path: Path) -> None:
        results = tmp_path / "results.jsonl"
        with long_arena(results) as process:
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
            assert process.returncode == 130, err
            assert "Traceback" not in err
            assert f"to go on: tabletier arena --resume {results} --games 100000" in err
            assert "random #1 against random #2" in out
            soon(lambda: gone(process.pid))
        finished = lines(results) - 1
        found = so_far(Plan(KEY, ("random", "random"), 100_000, seed="long", results=results))
        assert 0 < found.games <= finished

    def test_killed_in_the_middle_it_goes_on_as_if_nothing_had_been(self, tmp_path: Path) -> None:
        results = tmp_path / "results.jsonl"
        with long_arena(results) as process:
            process.kill()
            process.wait()
            soon(lambda: gone(process.pid))  # the workers notice
        with results.open("a") as file:
            file.write('{"deck":3,"tu')
        count = max(20, lines(results) + 3)
        plan = Plan(KEY, ("random", "random"), games=count, seed="long")
        resumed = run(Plan(**{**vars(plan), "results": results}))
        assert resumed.finished
        assert without_times(resumed) == without_times(run(plan))

    def test_a_worker_that_dies_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TABLETIER_JIT", "0")
        results = tmp_path / "results.jsonl"
        plan = Plan(KEY, ("random", "random"), games=10_000, jobs=2, results=results)

        def shoot(_: Any) -> None:
            for child in multiprocessing.active_children():
                child.kill()

        with pytest.raises(WorkersLost):
            run(plan, shoot)
        assert lines(results) >= 2


@pytest.fixture
def one_ray(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests in other processes may not start a Ray meanwhile: `auto` would find it."""
    with (tmp_path_factory.getbasetemp().parent / "ray.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("one_ray")
class TestRay:
    # Ray does not wait for its own processes to end, and on a busy machine they take a while.
    @pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
    def test_a_local_ray_gives_the_report_of_this_process(self) -> None:
        plan = Plan(KEY, ("random", "tree:20"), games=6, jobs=2)
        assert without_times(run(Plan(**{**vars(plan), "ray": "local"}))) == without_times(
            run(Plan(**{**vars(plan), "jobs": 1}))
        )
        assert not workers._ray().is_initialized()
        gc.collect()

    @pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "auto", "nonsense"])
    def test_nobody_at_the_address_is_one_sentence(self, address: str) -> None:
        with pytest.raises(BadArena) as error:
            run(Plan(KEY, ("random", "random"), games=2, ray=address))
        assert f"No Ray answers at the address '{address}': " in error.value.text.en
        assert "\n" not in error.value.text.en


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadArena, match=re.escape(install_line("cluster").en)):
        workers._ray()


def test_the_environment_is_as_before_when_the_workers_are_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with workers.processes(2):
        assert os.environ["OMP_NUM_THREADS"] == os.environ["MKL_NUM_THREADS"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "MKL_NUM_THREADS" not in os.environ

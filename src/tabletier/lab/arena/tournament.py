"""Holding an arena: hand out the games, keep every result, stop when the plan or the test says."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import BadArena, Plan, Task, arena_of
from tabletier.lab.arena.play import Played, prepare
from tabletier.lab.arena.results import ResultsFile
from tabletier.lab.arena.standings import Referee, Report, report
from tabletier.lab.arena.workers import Pool, WorkersLost, here, processes

__all__ = ["BadArena", "Plan", "Report", "WorkersLost", "run"]

Listener = Callable[[Played], None]


def run(plan: Plan, hear: Listener = lambda _: None) -> Report:
    """Play what a plan asks for; `hear` is told of every game as soon as it is kept.

    Raises a GameError when the plan cannot be followed, and WorkersLost when a worker died. After
    that, or after Ctrl-C, a plan with a results file goes on where it stopped when it is run again.
    """
    arena = arena_of(plan)
    ledger = ResultsFile(plan, arena)
    _make_folder(plan.records)
    tasks = [task for task in arena.tasks(plan.records is not None) if _missing(task, ledger)]
    referee = Referee(plan.sprt, arena.round, ledger.played)
    if tasks and not referee.decided():
        prepare(tasks[0])
        with _pool(plan, len(tasks)) as pool, closing(pool(_while(tasks, referee))) as games:
            for played in games:
                _keep_record(plan.records, played)
                ledger.keep(played)
                hear(played)
                if referee.decided():
                    break
    return report(arena, ledger.played, plan.sprt)


def so_far(plan: Plan) -> Report:
    """What the results file of a plan says by now; nothing is played."""
    arena = arena_of(plan)
    return report(arena, ResultsFile(plan, arena).played, plan.sprt)


def _missing(task: Task, ledger: ResultsFile) -> bool:
    return (task.deck, task.turn) not in ledger.played


def _while(tasks: list[Task], referee: Referee) -> Iterator[Task]:
    """Hand out games as long as the referee wants more."""
    for task in tasks:
        if referee.decided():
            return
        yield task


def _pool(plan: Plan, games: int) -> AbstractContextManager[Pool]:
    if plan.ray is not None:
        from tabletier.lab.arena.cluster import cluster

        return cluster(plan.ray, plan.jobs)
    jobs = min(plan.jobs, games)
    return here() if jobs == 1 else processes(jobs)


def _make_folder(folder: Path | None) -> None:
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(folder, error) from error


def record_name(played: Played) -> str:
    """The file of a game's record."""
    return f"deck{played.deck + 1:05}-{played.turn + 1:02}.jsonl"


def _keep_record(folder: Path | None, played: Played) -> None:
    """Write a record so that at no moment half of it stands there."""
    if folder is None or played.record is None:
        return
    path = folder / record_name(played)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(played.record, "utf-8")
        beside.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        beside.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> BadArena:
    why = error.strerror or str(error)
    return BadArena(Text(f"Impossible d'écrire {path} : {why}.", f"Cannot write {path}: {why}."))

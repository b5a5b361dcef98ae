"""Holding an arena: hand out the games, keep every result, stop when the plan or the test says.

The results are in a file: a line that says which arena, then a line for every game. A line is
written in one go when its game is over, so whatever stops the arena, what was finished is kept;
half a line at the end is the game during which the machine went down.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import Arena, BadArena, Plan, Task, arena_of, lineups
from tabletier.lab.arena.play import Clocked, Played, prepare
from tabletier.lab.arena.standings import Referee, Report, report
from tabletier.lab.arena.workers import Pool, WorkersLost, here, processes

__all__ = ["BadArena", "Plan", "Report", "WorkersLost", "run"]

Listener = Callable[[Played], None]


FORMAT = 1
BEGINNING = b'{"arena":'
SAME = ("arena", "game", "version", "box", "options", "players", "seed", "opening")
"""What must be the same for an arena to go on."""
WISHES = ("games", "sprt")
"""What may change; it holds when an arena goes on and nothing else is said."""


class ResultsFile:
    """The file of one arena, open for more."""

    def __init__(self, plan: Plan, arena: Arena) -> None:
        """Open the plan's file, or begin it. Raises BadArena if it is that of another arena."""
        path = self.path = plan.results
        self.played: dict[tuple[int, int], Played] = {}
        if path is None:
            return
        header = _header_of(plan, arena)
        try:
            lines = _whole_lines(path)
            if lines:
                _check_header(path, lines[0], header)
                self.played = _games(path, lines[1:], arena)
            else:
                self._append(header)
        except OSError as error:
            raise _unwritable(path, error) from error

    def keep(self, played: Played) -> None:
        """Write a game down. Raises BadArena when the file cannot be written."""
        self.played[played.deck, played.turn] = played
        if self.path is not None:
            try:
                self._append(_line(played))
            except OSError as error:
                raise _unwritable(self.path, error) from error

    def _append(self, line: dict[str, Any]) -> None:
        assert self.path is not None
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            os.write(file, text.encode())
        finally:
            os.close(file)


def _header_of(plan: Plan, arena: Arena) -> dict[str, Any]:
    game = arena.game
    parts = (FORMAT, game.key, game.version, game.box, arena.options, arena.players, arena.seed)
    wishes = plan.games, plan.sprt
    header = dict(zip(SAME + WISHES, (*parts, arena.opening, *wishes), strict=True))
    same: dict[str, Any] = json.loads(json.dumps(header))
    return same


def plan_of(path: Path) -> Plan:
    """The arena that a file holds, as a plan to go on with it. Raises BadArena."""
    try:
        lines = _whole_lines(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    header = _header(path, lines[0] if lines else b"")
    try:
        claims = None if header["sprt"] is None else _pair(header["sprt"])
        players, games = tuple(map(str, header["players"])), int(header["games"])
        options, opening = dict(header["options"]), int(header["opening"])
    except (TypeError, ValueError) as error:
        raise _foreign(path) from error
    game, seed = header["game"], header["seed"]
    return Plan(game, players, games, options, seed, opening, results=path, sprt=claims)


def _pair(numbers: Any) -> tuple[float, float]:
    first, second = numbers
    return float(first), float(second)


def _whole_lines(path: Path) -> list[bytes]:
    """The lines of the file; what comes after the last line's end is cut off. Raises OSError."""
    if not path.exists():
        return []
    content = path.read_bytes()
    end = content.rfind(b"\n") + 1
    if end < len(content):
        if not content.startswith(BEGINNING[: len(content)]):
            raise _foreign(path)
        os.truncate(path, end)
    return content[:end].splitlines()


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if isinstance(header, dict):
        header.setdefault("opening", 0)  # files of 0.1.0 do not say it
    if not isinstance(header, dict) or header.keys() != {*SAME, *WISHES}:
        raise _foreign(path)
    return header


def _foreign(path: Path) -> BadArena:
    return BadArena(
        Text(
            f"{path} n'est pas un fichier de résultats d'arène.",
            f"{path} is not a results file of an arena.",
        )
    )


def _check_header(path: Path, line: bytes, wanted: dict[str, Any]) -> None:
    header = _header(path, line)
    for name in SAME:
        if header[name] != wanted[name]:
            there, here = (json.dumps(h[name], ensure_ascii=False) for h in (header, wanted))
            raise BadArena(
                Text(
                    f"{path} est celui d'une autre arène : « {name} » y vaut {there}, ici {here}.",
                    f"{path} belongs to another arena: '{name}' is {there} there, {here} here.",
                )
            )


def _games(path: Path, lines: list[bytes], arena: Arena) -> dict[tuple[int, int], Played]:
    found: dict[tuple[int, int], Played] = {}
    for number, line in enumerate(lines, start=2):
        try:
            played = _read(json.loads(line))
            if lineups(arena.sides, len(arena.players), played.deck)[played.turn] != played.lineup:
                raise ValueError("not a line-up of this deck")
            if len(played.points) != arena.sides or len(played.clocks) != len(arena.players):
                raise ValueError("not of this table")
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            raise BadArena(
                Text(
                    f"{path}, ligne {number} : ce n'est pas une partie de cette arène.",
                    f"{path}, line {number}: this is not a game of this arena.",
                )
            ) from error
        found.setdefault((played.deck, played.turn), played)
    return found


def _line(played: Played) -> dict[str, Any]:
    line = played._replace(record=None)._asdict()
    del line["record"]
    return {**line, "clocks": [list(clock) for clock in played.clocks]}


def _read(line: dict[str, Any]) -> Played:
    lineup, points = tuple(line["lineup"]), tuple(float(part) for part in line["points"])
    clocks = tuple(Clocked(int(m), float(c), float(w), float(x)) for m, c, w, x in line["clocks"])
    deck, turn, moves = (int(line[name]) for name in ("deck", "turn", "moves"))
    if deck < 0 or turn < 0 or not 0.999 < sum(points) < 1.001:
        raise ValueError("impossible")
    decided, reason = bool(line["decided"]), str(line["reason"])
    return Played(deck, turn, lineup, points, decided, reason, moves, clocks, None)


def _unwritable(path: Path, error: OSError) -> BadArena:
    why = error.strerror or str(error)
    return BadArena(Text(f"Impossible d'écrire {path} : {why}.", f"Cannot write {path}: {why}."))


def _unreadable(path: Path, error: OSError) -> BadArena:
    why = error.strerror or str(error)
    return BadArena(Text(f"Impossible de lire {path} : {why}.", f"Cannot read {path}: {why}."))


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
        from tabletier.lab.arena.workers import cluster

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

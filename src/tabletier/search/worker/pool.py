"""Opponents that answer in time, without keeping whoever asks from anything else.

Thinking goes on in other processes. For each game and engine one of them compiles the rules and the
search from the moment a table is set; until it has, one that interprets the same code answers, with
as many simulations as the time allows. What crosses is what a seat may know, and nothing else.
"""

import atexit
import itertools
import threading
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import TREE
from tabletier.search.knowledge import Knowledge
from tabletier.search.players import RANDOM, engine_for, everyone, find_player
from tabletier.search.worker.protocol import (
    CHOOSE,
    HINT,
    Child,
    Prepare,
    Question,
    Ready,
    Reply,
    Stop,
    is_plain,
)

INTERPRETER = ""
"""The key of the process that interprets all games."""
MOST_TRIES = 3
"""Ends of a process in a row, or of processes under one question, before we give it up."""


class ThinkingFailed(RuntimeError):
    """The search itself went wrong; the message is its traceback, for a report."""


class Thinking(Future[Any]):
    """The answer to come: a `Thought`, or a `Hint` where one was asked for.

    `cancel()` stops the thinking at once; `asyncio.wrap_future` makes it awaitable.
    """

    compiled: bool
    """Whether compiled code was asked, not the interpreted stand-in."""


@dataclass
class _Pending:
    """A question that is not answered yet."""

    question: Question
    thinking: Thinking
    engine: str
    child: Child | None = None
    tries: int = 0


class WorkerPool:
    """The processes that think, and the questions they work on. Close it, or use it in a `with`."""

    def __init__(self, compiles: bool = True) -> None:
        self._compiles = compiles
        self._lock = threading.RLock()
        self._children: dict[str, Child] = {}
        self._tables: dict[str, list[Prepare]] = {}
        self._ends: Counter[str] = Counter()
        self._cases: dict[int, _Pending] = {}
        self._numbers = itertools.count(1)
        self._closed = False
        atexit.register(self.close)

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(
        self,
        game: str,
        options: Options,
        players: Iterable[str] | None = None,
        hints: bool = False,
    ) -> None:
        """A table is being set: get ready for these opponents, without keeping anyone waiting.

        For all of the house where none are named.
        """
        rules = find(game)
        asked = everyone(rules) if players is None else players
        engines = dict.fromkeys(engine_for(find_player(text, rules), rules) for text in asked)
        if hints:
            engines[HINT] = None
        with self._lock:
            for engine in engines:
                table = Prepare(game, dict(options), engine)
                self._prepare(INTERPRETER, table)
                if self._compiles:
                    self._prepare(_key(game, engine), table)

    def _prepare(self, key: str, table: Prepare) -> None:
        tables = self._tables.setdefault(key, [])
        if table.engine != RANDOM and table not in tables:
            child = self._child(key)
            tables.append(table)
            if child is not None:
                child.send(table)

    def is_ready(self, game: str, player: str) -> bool:
        """Whether compiled code will answer for this opponent."""
        rules = find(game)
        return self._swift(game, engine_for(find_player(player, rules), rules)) is not None

    def submit(self, player: str, known: Knowledge, seed: str) -> Thinking:
        """Ask for an opponent's move. Raises BadPlayer; returns at once."""
        return self._ask(CHOOSE, player, known, seed)

    def hint(self, known: Knowledge, seed: str, seconds: float = 1.0) -> Thinking:
        """Ask for a good move with a reason in words."""
        return self._ask(HINT, f"{TREE}@{seconds:g}", known, seed)

    def processes(self) -> list[int]:
        """The processes at work, as the system numbers them."""
        with self._lock:
            return [child.pid for child in self._children.values()]

    def close(self) -> None:
        """End all processes; whatever was asked is cancelled."""
        with self._lock:
            self._closed = True
            cases, children = list(self._cases.values()), list(self._children.values())
            self._cases.clear()
            self._children.clear()
        atexit.unregister(self.close)
        for case in cases:
            case.thinking.cancel()
        for child in children:
            child.close()

    def _ask(self, work: str, text: str, known: Knowledge, seed: str) -> Thinking:
        asked = time.monotonic()
        _check(known)
        rules = find(known.game)
        player = find_player(text, rules)
        engine = HINT if work == HINT else engine_for(player, rules)
        question = Question(next(self._numbers), work, player.name, known, seed, asked)
        case = _Pending(question, Thinking(), engine)
        with self._lock:
            if self._closed:
                raise RuntimeError("these thinkers have been closed")
            players = () if work == HINT else (player.name,)
            self.prepare(known.game, known.options, players, hints=work == HINT)
            self._cases[question.number] = case
            self._pass_on(case)
        case.thinking.add_done_callback(lambda _: self._settle(question.number))
        return case.thinking

    def _pass_on(self, case: _Pending) -> None:
        """Hand a question to the process that answers best in time, if there still is one."""
        swift = self._swift(case.question.known.game, case.engine)
        case.thinking.compiled = swift is not None
        case.child = swift or self._child(INTERPRETER)
        case.tries += 1
        if case.child is None or case.tries > MOST_TRIES:
            del self._cases[case.question.number]
            case.thinking.set_exception(ThinkingFailed("the processes that think keep ending"))
        else:
            case.child.send(case.question)

    def _swift(self, game: str, engine: str) -> Child | None:
        """The process with this engine compiled for a game, if it is ready."""
        with self._lock:
            child = self._children.get(_key(game, engine))
            return child if child is not None and child.ready else None

    def _child(self, key: str) -> Child | None:
        """The process of this key, started if need be; None if it has ended too often."""
        child = self._children.get(key)
        if child is None and not self._closed and self._ends[key] < MOST_TRIES:
            child = Child(key, key != INTERPRETER, self._heard)
            self._children[key] = child
            for table in self._tables.get(key, []):
                child.send(table)
        return child

    def _settle(self, number: int) -> None:
        """Nobody waits for this answer any more; if it is still worked on, that was cancelled."""
        with self._lock:
            case = self._cases.pop(number, None)
            if case is not None and case.child is not None:
                case.child.send(Stop(number))

    def _heard(self, child: Child, message: Ready | Reply | None) -> None:
        """A process has something to say, or (None) has ended."""
        if message is None:
            self._replace(child)
        elif isinstance(message, Ready):
            with self._lock:
                child.ready = True
        else:
            with self._lock:
                self._ends[child.key] = 0
                case = self._cases.pop(message.number, None)
            if case is not None and case.thinking.set_running_or_notify_cancel():
                _tell(case.thinking, message)

    def _replace(self, child: Child) -> None:
        """A process has ended: another takes its place, and its questions are asked again."""
        with self._lock:
            if self._closed or self._children.get(child.key) is not child:
                return
            del self._children[child.key]
            self._ends[child.key] += 1
            self._child(child.key)
            for case in [case for case in self._cases.values() if case.child is child]:
                self._pass_on(case)


def _key(game: str, engine: str) -> str:
    """An engine compiled for a game has a process of its own: compiling another disturbs none."""
    return f"{game} {engine}"


def _check(known: object) -> None:
    """Nobody hands over a match by mistake, which would tell more than a seat may know."""
    if not isinstance(known, Knowledge) or not is_plain(known):
        raise TypeError(f"an opponent is told a Knowledge of plain data, not {type(known)}")


def _tell(thinking: Thinking, answer: Reply) -> None:
    if answer.trouble is None:
        thinking.set_result(answer.found)
    else:
        thinking.set_exception(ThinkingFailed(answer.trouble))

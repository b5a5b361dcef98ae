"""The results of an arena in a file: a line that says which arena, then a line for every game.

A line is written in one go when its game is over, so whatever stops the arena, what was finished
is kept; half a line at the end is the game during which the machine went down.
"""

import json
import os
from pathlib import Path
from typing import Any

from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import Arena, BadArena, Plan, lineups
from tabletier.lab.arena.play import Clocked, Played

FORMAT = 1
BEGINNING = b'{"arena":'
SAME = ("arena", "game", "version", "box", "options", "players", "seed")
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
    header = dict(zip(SAME + WISHES, (*parts, plan.games, plan.sprt), strict=True))
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
        options = dict(header["options"])
    except (TypeError, ValueError) as error:
        raise _foreign(path) from error
    game, seed = header["game"], header["seed"]
    return Plan(game, players, games, options, seed, results=path, sprt=claims)


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

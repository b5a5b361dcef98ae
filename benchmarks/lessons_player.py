"""Somebody who has just done the lessons, against the first levels of the house.

    python -m benchmarks.lessons_player             # twenty games each of levels 1, 2 and 3
    python -m benchmarks.lessons_player --write     # and the section of docs/opponents.md

The newcomer is a script that knows what a game's `lessons.toml` teaches and nothing else: win at
once where it can, do not let the other win at once, take what can be taken for nothing, go the way
the lessons point; among moves that seem as good, any. It looks at the board, at its own move and at
the answer to it, never at what is hidden, and it neither counts further nor weighs positions.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.neighbours import fingerprint
from benchmarks.page import put_section
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.report import machine
from tabletier.lab.statistics import share
from tabletier.match.match import Match
from tabletier.match.start import new
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import choose, find_player

PAGE = Path("docs/opponents.md")
COMMAND = "python -m benchmarks.lessons_player --write"
SEED = "lessons"
LEVELS = ("1", "2", "3")
WIN = 1000.0
Worth = Callable[[Match, str], float]
"""How good a move seems to a newcomer."""


def captures(match: Match, seat: int) -> int:
    """How many of the others' pieces the last move took, less one's own."""
    taken = (event for event in match.events() if event["type"] == "captured")
    return sum(1 if owner_of(match, event) != seat else -1 for event in taken)


def owner_of(match: Match, event: dict[str, Any]) -> int | None:
    """Whose piece was taken, where the event names a marble or who took a pawn."""
    if "marble" in event:
        owner: int = match.view(None)["table"]["owners"][event["marble"]]
        return owner
    return 1 - int(event["seat"])


def result_for(match: Match, seat: int) -> float:
    """What the end of a match is worth; nothing while it goes on."""
    if match.result is None:
        return 0.0
    return WIN if seat in match.result.winners else -WIN if match.result.winners else 0.0


def tactician(match: Match, move: str) -> float:
    """The lessons of games of capture: take, be crowned, push; but look at the answer."""
    seat = match.to_move
    assert seat is not None
    after = match.play(move)
    worth = result_for(after, seat) + captures(after, seat)
    worth += sum(promise(match, event, seat) for event in after.events())
    if after.to_move is None:
        return worth
    worst = 0.0
    for reply in after.legal_moves():
        answered = after.play(reply)
        worst = min(worst, result_for(answered, seat) + captures(answered, seat))
    return worth + worst


def promise(match: Match, event: dict[str, Any], seat: int) -> float:
    """What the lessons praise without its being won yet: a crown, a push towards an enemy camp."""
    if event["type"] == "crowned":
        return 0.5
    if event["type"] != "pushed":
        return 0.0
    before, after = event["from"], event["to"]
    if before[0] == after[0]:
        camp = "n" if after[1] > before[1] else "s"
    else:
        camp = "e" if after[0] > before[0] else "w"
    return 0.25 if match.view(None)["table"]["owners"][camp] != seat else -0.25


def collector(match: Match, move: str) -> float:
    """The lessons of Point: mix the first row, then get rid of the other colour."""
    seat = match.to_move
    assert seat is not None
    table = match.view(seat)["table"]
    kind, _, row = move.partition(" ")
    if kind == "row":
        return float(sum(a != b for a, b in pairwise(row)) >= 4)
    if kind in ("draw", "discard", "go", "regroup"):
        return 0.0
    if kind == "stop":
        return 1.0
    give, _, rest = move.removeprefix("take ").partition(">")
    other = "W" if table["colours"][seat] == "B" else "B"
    gain = give.count(other) - rest.partition("@")[0].count(other)
    pure = table["rows"][seat].count(other) == gain
    return WIN if pure else float(gain) if not move.startswith("take") or gain > 0 else -1.0


def liner(match: Match, move: str) -> float:
    """The lessons of Punto: complete a line, stand in the way of one, lengthen one's own."""
    seat = match.to_move
    assert seat is not None
    table = match.view(seat)["table"]
    side = next(n for n, team in enumerate(match.teams) if seat in team)
    card, _, place = move.partition("@")
    tops = {cell: stack[-1] for cell, stack in table["board"].items()} | {place: card}
    needed = 5 if len(match.teams) == 2 else 4
    longest, risky = 0, 0
    for window in windows(tops, needed):
        for colour, owner in table["colours"].items():
            mine = sum(tops.get(cell, "?")[0] == colour for cell in window)
            if owner == side and place in window:
                longest = max(longest, mine)
            open_left = all(
                tops.get(cell, "?")[0] == colour or tops.get(cell, "?1")[1] != "9"
                for cell in window
            )
            risky += owner not in (side, None) and mine >= needed - 1 and open_left
    return WIN if longest == needed else longest - 10.0 * (risky > 0)


def windows(tops: dict[str, str], needed: int) -> Iterator[list[str]]:
    """All straight lines of so many cells that begin at a card or just before one."""
    cells = {tuple(map(int, cell.split(","))) for cell in tops}
    begun = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    for x, y in sorted(begun):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            yield [f"{x + n * dx},{y + n * dy}" for n in range(needed)]


NEWCOMERS: dict[str, Worth] = {
    "barrier": tactician,
    "expion": tactician,
    "point": collector,
    "punto": liner,
}


class Score(NamedTuple):
    """How a newcomer did against a level."""

    level: str
    wins: int
    draws: int
    games: int


def move_of(match: Match, random: Random) -> str:
    """The newcomer's move: any of those that seem best."""
    worth = NEWCOMERS[match.game]
    moves = list(match.legal_moves())
    if len(moves) == 1:
        return moves[0]
    if len(moves) > MOST:
        moves = random.sample(moves, MOST)
    found = {move: worth(match, move) for move in moves}
    best = max(found.values())
    return random.choice([move for move, seems in found.items() if seems == best])


MOST = 60
"""Nobody new to a game looks at more moves than that."""


def play(game: str, level: str, number: int) -> float:
    """One game; the newcomer's points. Each deck is played from both sides."""
    deck, seat = divmod(number, 2)
    match, player = new(game, {}, f"{SEED} {deck}"), find_player(level, find(game))
    random = Random(f"{SEED} {game} {level} {number}")
    while match.to_move is not None:
        if match.to_move == seat:
            match = match.play(move_of(match, random))
        else:
            known = knowledge_of(match)
            match = match.play(choose(player, known, f"{SEED} {number} {len(match.log)}").move)
    assert match.result is not None
    winners = match.result.winners
    return 0.5 if not winners else float(seat in winners)


def scores(game: str, games: int, results: Path, kept_only: bool) -> list[Score]:
    """How the newcomer does against each of the levels; what was played before is read again."""
    found = []
    for level in LEVELS:
        kept = results / f"{game}-lessons-{level}-{games}-{fingerprint(find(game), (level,))}.json"
        if not kept.exists() and kept_only:
            found.append(Score(level, 0, 0, 0))
            continue
        if not kept.exists():
            points = [play(game, level, number) for number in range(games)]
            score = Score(level, points.count(1.0), points.count(0.5), games)
            kept.write_text(json.dumps(score._asdict()), "utf-8")
        found.append(Score(**json.loads(kept.read_text("utf-8"))))
        print(game, found[-1], flush=True)
    return found


def section(found: dict[str, list[Score]]) -> str:
    """The section of the page."""
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    told = (__doc__ or "").rpartition("\n\n")[2]
    lines = ["| game | " + " | ".join(f"against level {n}" for n in LEVELS) + " |"]
    lines.append("|---|" + "---|" * len(LEVELS))
    lines += [f"| {game} | " + " | ".join(map(cell, rows)) + " |" for game, rows in found.items()]
    made = f"{facts}, date {datetime.now(UTC).date()}, seed `{SEED}`. `{COMMAND}`"
    return "\n\n".join(["## Somebody who has just done the lessons", made, told, "\n".join(lines)])


def cell(score: Score) -> str:
    """One score, with the interval (95 %) of its share."""
    if not score.games:
        return "–"
    found = share(score.wins + score.draws // 2, score.games)
    drawn = f", {score.draws} drawn" if score.draws else ""
    return (
        f"**{score.wins} of {score.games}**{drawn} ({100 * found.low:.0f}–{100 * found.high:.0f} %)"
    )


def main() -> int:
    """Play, print, and write the section if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--results", type=Path, default=Path("build/ladder"))
    parser.add_argument("--kept", action="store_true", help="play nothing: only what is kept")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    asked.results.mkdir(parents=True, exist_ok=True)
    found = {
        game: scores(game, asked.games, asked.results, asked.kept) for game in asked.game or keys()
    }
    if asked.write:
        put_section(PAGE, "lessons", COMMAND, section(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Opponents of the house with a manner against their own level without one.

    python -m benchmarks.manners                        # everything, as the defaults say
    python -m benchmarks.manners --games 400 --level 2 --game NAME
    python -m benchmarks.manners --games 0 --choices 0 --write      # only write

Each manner of a level plays against the bare level at the usual table, each deck from both sides:
a half of the points means that both are as strong. The intervals (95 %) come from the spread of
decks. What a manner changes is counted in games of the bare level against itself: at every
decision each manner is asked too. How many of them it decides otherwise; and by how much its
moves are on average more careful, greedy and blocking than those of the bare level, in the units
of the game's `manners.py`: the largest figure of each column should stand in its own row.
Every game is kept in a results file at once (`--results`, build/manners by default), named after
what the level and the manners are like.
"""

import argparse
import hashlib
import inspect
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import tabletier as tt
from benchmarks.neighbours import cell, fingerprint, met
from benchmarks.page import put_section
from tabletier.games.kernel.contract import Game, Likes
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.arena.plan import Plan
from tabletier.lab.arena.standings import Report
from tabletier.lab.report import machine
from tabletier.search import manners
from tabletier.search.knowledge import Knowledge, knowledge_of
from tabletier.search.manners import after_move
from tabletier.search.players import choose, find_player, mannered
from tabletier.search.ranks import MANNERS

PAGE = Path("docs/opponents.md")
COMMAND = "python -m benchmarks.manners --write"
SEED = "manners"
KEYS = tuple(manner.key for manner in MANNERS)
Figures = dict[str, list[float]]
"""Per manner, summed up: decisions that differ, then how much its moves are liked by all three."""


def place(game: Game, level: str, asked: argparse.Namespace, what: str) -> Path:
    """The file that keeps what was found about a level: another for other levels and manners."""
    source = inspect.getsource(sys.modules[game.likes.__module__]) + inspect.getsource(manners)
    known = hashlib.sha256(source.encode()).hexdigest()[:8]
    results: Path = asked.results
    return results / f"{game.key}-{level}-{what}-{fingerprint(game, (level,))}-{known}"


def plan_for(game: Game, level: str, manner: str, asked: argparse.Namespace) -> Plan:
    """The games of a manner against the bare level."""
    return Plan(
        game.key,
        (f"{level}-{manner}", level),
        games=asked.games,
        jobs=asked.jobs,
        seed=SEED,
        results=place(game, level, asked, manner).with_suffix(".jsonl"),
    )


def decisions(game: Game, level: str, asked: argparse.Namespace) -> tuple[int, Figures] | None:
    """What the manners change in some games of a level against itself; None: not counted yet."""
    kept = place(game, level, asked, "choices").with_suffix(".json")
    if kept.exists():
        count, figures = json.loads(kept.read_text("utf-8"))
        return count, figures
    if not asked.choices:
        return None
    total: Figures = {manner: [0.0] * 4 for manner in KEYS}
    count = sum(decide_all(game, level, number, total) for number in range(asked.choices))
    kept.write_text(json.dumps((count, total)), "utf-8")
    return count, total


def decide_all(game: Game, level: str, number: int, total: Figures) -> int:
    """One game of a level against itself; what the manners would have done is added up."""
    match, count = tt.new(game.key, seed=f"{SEED} {number}"), 0
    while match.to_move is not None:
        known, seed = knowledge_of(match), f"{number} {len(match.moves)}"
        move = choose(find_player(level, game), known, seed).move
        if len(match.legal_moves()) > 1:
            count += 1
            add_up(game, level, known, seed, move, total)
        match = match.play(move)
    return count


def add_up(game: Game, level: str, known: Knowledge, seed: str, bare: str, total: Figures) -> None:
    """What each manner does at one decision, compared with the bare level."""
    plain = liked(game, known, bare)
    for manner, sums in total.items():
        move = choose(find_player(f"{level}-{manner}", game), known, seed).move
        found = plain if move == bare else liked(game, known, move)
        sums[0] += move != bare
        for column, (mine, other) in enumerate(zip(found, plain, strict=True), start=1):
            sums[column] += mine - other


def liked(game: Game, known: Knowledge, move: str) -> Likes:
    """How much each manner likes a move."""
    position = game.imagine(known.table, known.options, Random(0))
    state = game.setup(position, known.options)[0]
    return game.likes(state, after_move(game, state, move))


def row(manner: str, report: Report | None, found: tuple[int, Figures] | None) -> str:
    """A manner of a level as a row."""
    cells = [manner, cell(report)]
    if found is None:
        return "| " + " | ".join([*cells, "–", "–", "–", "–"]) + " |"
    count, figures = found
    changed, *more = figures[manner]
    cells.append(f"{100 * changed / count:.0f} %")
    return "| " + " | ".join([*cells, *(f"{part / count:+.2f}" for part in more)]) + " |"


def table(game: Game, level: str, asked: argparse.Namespace) -> str:
    """The manners of a level."""
    found = decisions(game, level, asked)
    lines = [
        f"| {game.key}, level {level} | share of the points | decides otherwise | "
        + " | ".join(f"more {manner}" for manner in KEYS)
        + " |",
        "|---|" + "---|" * (2 + len(KEYS)),
    ]
    return "\n".join(
        [*lines, *(row(key, met(plan_for(game, level, key, asked)), found) for key in KEYS)]
    )


def section(tables: list[str]) -> str:
    """The section of the page."""
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    made = f"{facts}, date {datetime.now(UTC).date()}, seed `{SEED}`. `{COMMAND}`"
    told = (__doc__ or "").partition("# only write\n\n")[2].partition("Every game is kept")[0]
    head = "In brackets the interval (95 %) and the number of games. Wanted: a half."
    return "\n\n".join(["## Manners", made, told.strip(), head, *tables])


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=400, help="of every manner of a level")
    parser.add_argument(
        "--choices", type=int, default=20, help="games whose decisions are looked at"
    )
    parser.add_argument("--level", action="append", help="only these, where a game has them")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--results", type=Path, default=Path("build/manners"))
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known = {level for game in asked.game or keys() for level in mannered(find(game))}
    if not known.issuperset(asked.level or ()):
        parser.error(f"levels with manners are {', '.join(sorted(known, key=int))}")
    return asked


def main() -> int:
    """Play, print the tables, write the section."""
    asked = read_arguments()
    asked.results.mkdir(parents=True, exist_ok=True)
    tables = []
    for game in map(find, asked.game or keys()):
        for level in mannered(game):
            if asked.level and level not in asked.level:
                continue
            tables.append(table(game, level, asked))
            print(tables[-1], "\n", flush=True)
    if asked.write:
        put_section(PAGE, "manners", COMMAND, section(tables))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

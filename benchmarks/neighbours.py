"""Each level against the one below, at every kind of table.

    python -m benchmarks.neighbours                      # everything, as the defaults say: hours
    python -m benchmarks.neighbours --games 100 --others 0 --short 0 --last 12 --game NAME
    python -m benchmarks.neighbours --games 0 --others 0 --short 0 --last 0 --write   # only write

A table is a way to sit down (how many players, in teams or alone), or the usual one with another
value of one option that changes play. Levels alternate around it, and each deck is played in every
line-up; where three play alone, each level has two places in turn. The share is what the higher
level took of all points: a half means that both are as strong. The intervals (95 %) come from the
spread of decks. All levels but the last think in simulations or positions, so their games are the
same on any machine; the last has a second a move (`--last`: how many games it gets at the usual
table), so in another column it thinks in simulations or positions too: a part of its second.
Games without luck begin with six random moves, the same for both games of a deck.
Every game is kept in a results file at once (`--results`, build/ladder by default), which is named
after what both levels are like: a level that was changed begins anew.
"""

import argparse
import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.page import kept_tables, put_section
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.arena.plan import Plan
from tabletier.lab.arena.standings import Report
from tabletier.lab.arena.tournament import run, so_far
from tabletier.lab.bulk import label, seatings
from tabletier.lab.report import machine
from tabletier.match.options import fill
from tabletier.search.levels import skill_of, skills_of
from tabletier.search.players import everyone, find_player, mannered

PAGE = Path("docs/opponents.md")
COMMAND = "python -m benchmarks.neighbours --write"
SEED = "neighbours"
FIRST_SEAT = "first_player"
"""Who begins is no other way to play: every deck is played from all sides."""
SHORT = "best:30000"
OPENING = 6
LONGER = 3
"""Where the last level but one thinks longer, SHORT thinks by so much longer than it."""
Step = tuple[str, str]
"""The lower player, then the higher one."""


class Kind(NamedTuple):
    """A kind of table: its options, and what sets it apart in words."""

    options: dict[str, Any]
    name: str


def kinds(game: Game) -> list[Kind]:
    """The usual table first, then every way to sit down, then every other value of one option."""
    found: dict[str, dict[str, Any]] = {}
    for options in (fill(game, None), *seatings(game), *one_by_one(game)):
        found.setdefault(label(game, options), options)
    return [Kind(options, name or "as usual") for name, options in found.items()]


def one_by_one(game: Game) -> Iterator[dict[str, Any]]:
    """The usual table with one option changed, where that is allowed."""
    for option in game.options:
        for value in option.values if option.key != FIRST_SEAT else ():
            try:
                yield fill(game, {option.key: value})
            except BadOption:
                continue


def short_of(game: Game) -> str:
    """Who stands for the strongest by positions, the same on any machine."""
    known = find_player(SHORT, game).budget.simulations or 0
    return f"best:{max(known, LONGER * (skills_of(game)[-2].simulations or 0))}"


def steps_of(game: Game) -> tuple[Step, ...]:
    """Who meets: each level the one below, and the last but one also who stands for the last."""
    names = everyone(game)
    return (*pairwise(names[:-1]), (names[-2], short_of(game)), (names[-2], names[-1]))


def opening(game: Game) -> int:
    """How many random moves begin a game: without luck two players would play the same again."""
    return OPENING if game.draws(fill(game, None)) == "never" else 0


def fingerprint(game: Game, players: tuple[str, ...]) -> str:
    """Says what some players are like, so that results of others are not taken for theirs."""
    skills = repr([skill_of(game, int(name)) for name in players if name in everyone(game)])
    return hashlib.sha256(skills.encode()).hexdigest()[:10]


def plan_for(game: Game, kind: Kind, step: Step, asked: argparse.Namespace) -> Plan:
    """The games of one step at one table; none if none are asked for."""
    usual = kind == kinds(game)[0]
    games = asked.games if usual else asked.others
    if step[1] not in mannered(game):
        games = 0 if not usual else asked.last if step[1] in everyone(game) else asked.short
    tail = kind.name.replace(" ", "-").replace("=", "")
    names = f"{step[1]}-{step[0]}".replace(":", "")
    name = f"{game.key}-{names}-{tail}-{fingerprint(game, step)}.jsonl"
    return Plan(
        game.key,
        step[::-1],
        games=games,
        options=kind.options,
        jobs=asked.jobs,
        seed=SEED,
        opening=opening(game),
        results=asked.results / name,
    )


def met(plan: Plan) -> Report | None:
    """Play what is asked for and read what was played; None when nothing was."""
    if plan.games:
        report = run(plan)
        first = report.standings[0]
        print(f"{plan.results}: {cell(report)}, {1000 * first.times.cpu:.1f} ms", flush=True)
        return report
    if plan.results is None or not plan.results.exists():
        return None
    return so_far(Plan(**{**vars(plan), "games": 100_000}))


def cell(report: Report | None) -> str:
    """A step at a table, as a cell."""
    if report is None or not report.games:
        return "–"
    share = report.standings[0].share
    low, high = 100 * share.low, 100 * share.high
    return f"**{100 * share.value:.0f} %** ({low:.0f}–{high:.0f}; {report.games})"


def table(game: Game, rows: list[tuple[Kind, list[Report | None]]]) -> str:
    """The steps of a game, a row for each table where somebody met."""
    lines = [
        f"### {game.key}: level against level",
        "",
        "| table | " + " | ".join(f"{high} over {low}" for low, high in steps_of(game)) + " |",
        "|---|" + "---|" * len(steps_of(game)),
    ]
    for kind, reports in rows:
        if any(report is not None and report.games for report in reports):
            lines.append(f"| {kind.name} | " + " | ".join(map(cell, reports)) + " |")
    return "\n".join(lines)


def section(tables: list[str]) -> str:
    """The section of the page."""
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    made = f"{facts}, date {datetime.now(UTC).date()}, seed `{SEED}`. `{COMMAND}`"
    told = (__doc__ or "").partition("# only write\n\n")[2].partition("Every game is kept")[0]
    head = "In brackets the interval (95 %) and the number of games. Wanted: 70 to 85 %."
    return "\n\n".join(["## Steps", made, told.strip(), head, *tables])


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=200, help="of every step at the usual table")
    parser.add_argument("--others", type=int, default=60, help="of every step at other tables")
    parser.add_argument(
        "--short", type=int, default=40, help=f"of {SHORT} or longer at the usual table"
    )
    parser.add_argument("--last", type=int, default=20, help="of the last level at the usual table")
    parser.add_argument("--table", action="append", help="only tables of this name")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--results", type=Path, default=Path("build/ladder"))
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Play, print the tables, write the section."""
    asked = read_arguments()
    asked.results.mkdir(parents=True, exist_ok=True)
    tables = dict[str, str]()
    for game in map(find, asked.game or keys()):
        rows = []
        for kind in kinds(game):
            if asked.table and kind.name not in asked.table:
                continue
            rows.append((kind, [met(plan_for(game, kind, step, asked)) for step in steps_of(game)]))
        if any(report is not None and report.games for _, reports in rows for report in reports):
            tables[game.key] = table(game, rows)
            print(tables[game.key], "\n", flush=True)
    if asked.write:
        kept = kept_tables(PAGE, "steps", tables)
        put_section(PAGE, "steps", COMMAND, section([*tables.values(), *kept]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""How strong and how quick our opponents are; writes its section of docs/benchmarks.md.

The strongest against textbook tree search, simulations a second. How far levels are apart is the
subject of `benchmarks.ladder`.

    python -m benchmarks.opponents                       # everything; hours on two cores
    python -m benchmarks.opponents --quick               # see that it runs
    python -m benchmarks.opponents --games 60 --only plain --game NAME
    python -m benchmarks.opponents --games 0 --write     # only write down what was found so far

Every game is kept in a results file at once (`--results`, build/opponents by default): run it
again and it goes on where it stopped.
"""

import argparse
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.page import put_section
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.arena.plan import Plan
from tabletier.lab.arena.standings import Report, Times
from tabletier.lab.arena.tournament import plan_of, run, so_far
from tabletier.lab.bulk import label, seatings
from tabletier.lab.report import machine
from tabletier.match.match import Match
from tabletier.match.start import new
from tabletier.search.knowledge import Budget, Knowledge, knowledge_of
from tabletier.search.players import BEST, PLAIN_NAME, Player, choose, engine_for

PAGE = Path("docs/benchmarks.md")
COMMAND = "python -m benchmarks.opponents --write"
SEED = "opponents"
SPEED_SIMULATIONS, SPEED_RUNS = 20_000, 3


class Speed(NamedTuple):
    """Simulations a second of processor time in one kind of match, at its first choice."""

    game: str
    options: str
    engine: str
    rate: float


def speeds(games: Iterable[Game], simulations: int) -> list[Speed]:
    """How quickly the strongest opponent looks around, in every way to sit down."""
    found = []
    for game in games:
        for options in seatings(game):
            known = knowledge_of(first_choice(new(game.key, options, "speed")))
            player = Player(BEST, BEST, Budget(simulations=simulations))
            choose(player, known, "warm")
            rates = [rate(player, known, f"{turn}") for turn in range(SPEED_RUNS)]
            engine = engine_for(player, game)
            found.append(Speed(game.key, label(game, options), engine, median(rates)))
            print(found[-1], flush=True)
    return found


def rate(player: Player, known: Knowledge, seed: str) -> float:
    """Simulations (or positions) a second of processor time, question and answer included."""
    began = time.process_time()
    thought = choose(player, known, seed)
    return thought.simulations / (time.process_time() - began)


def first_choice(match: Match) -> Match:
    """The match where somebody has more than one move for the first time."""
    while len(moves := match.legal_moves()) == 1:
        match = match.play(moves[0])
    return match


def plans(game: str, asked: argparse.Namespace) -> list[Plan]:
    """The arenas of a game that are asked for."""
    if asked.only == "speed":
        return []
    pair = f"{BEST}@{asked.seconds:g}", f"{PLAIN_NAME}@{asked.seconds:g}"
    results = asked.results / f"{game}-{pair[0]}-{pair[1]}.jsonl"
    games = max(2, asked.games)
    return [Plan(game, pair, games=games, jobs=asked.jobs, seed=SEED, results=results)]


def play(all_plans: list[Plan], games: int) -> list[Report]:
    """Play the arenas, or only read what was played before when no game is asked for."""
    found = []
    for plan in all_plans:
        if games:
            print(f"{plan.game}: {' against '.join(plan.players)}", flush=True)
            found.append(run(plan))
            print(row(found[-1]), flush=True)
        elif plan.results is not None and plan.results.exists():
            found.append(so_far(plan_of(plan.results)))
    return [report for report in found if report.games]


HEAD = """\
| game | opponents | games | points (95 %) | draws | moves/game | ms/move | longest over its time |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def row(report: Report) -> str:
    """One arena, as a row of a table."""
    first, second = report.standings
    low, high = 100 * first.share.low, 100 * first.share.high
    times = f"{1000 * first.times.wall:.0f} / {1000 * second.times.wall:.0f}"
    over = [late for late in map(lateness, (first.times, second.times)) if late > 0]
    return (
        f"| {report.game} | {first.player} – {second.player} | {report.games} "
        f"| **{100 * first.share.value:.1f} %** ({low:.1f}–{high:.1f}) | {first.draws} "
        f"| {report.moves:.0f} | {times} | {f'{max(over):.0%}' if over else '–'} |"
    )


def lateness(times: Times) -> float:
    """By how much the longest move took more than its time, as a share of that time."""
    if times.allowed is None or times.overstep is None:
        return 0.0
    return times.overstep / times.allowed


def section(found: list[Speed], reports: list[Report]) -> str:
    """The section of the page."""
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    made = f"{facts}, date {datetime.now(UTC).date()}, seed `{SEED}`."
    parts = [f"## Opponents\n\n{made}\n\n{INTRODUCTION}"]
    if found:
        lines = [
            f"| {s.game} | {s.options or 'usual'} | {s.engine} | {s.rate:,.0f} |" for s in found
        ]
        parts.append(SPEED_NOTE + "\n".join(lines))
    if reports:
        parts.append(PLAIN_NOTE + HEAD + "\n".join(map(row, reports)))
    return "\n\n".join(parts)


INTRODUCTION = """\
Games of the usual options (two players), both seats for every deck. Points: one a win, half a
draw; intervals come from the spread of decks. One thread each; games played at once share the
machine, so an opponent that goes by the clock has less than its due, and so has the other."""

SPEED_NOTE = """\
### Simulations a second

The strongest opponent at its first choice, per second of processor time, from question to answer,
median of three. `tree`: play-outs, cut short where the game can judge; `alphabeta`: positions.

| game | options | search | a second |
| --- | --- | --- | --- |
"""

PLAIN_NOTE = """\
### The strongest against textbook tree search

`plain` is UCT with random play-outs to the end; both have the same time for each move.

"""


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=200, help="games of every pair; 0: play none")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move, against plain")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", action="append", choices=keys(), help="only this one")
    parser.add_argument("--only", choices=("speed", "plain"))
    parser.add_argument("--results", type=Path, default=Path("build/opponents"))
    parser.add_argument("--write", action="store_true", help=f"write the section of {PAGE}")
    parser.add_argument("--quick", action="store_true", help="a few games, to see that it runs")
    asked = parser.parse_args()
    if asked.quick:
        asked.games, asked.seconds = 2, 0.01
    return asked


def main() -> None:
    """Play, print, and write the page if that is asked for."""
    asked = read_arguments()
    games = [find(key) for key in asked.game or keys()]
    asked.results.mkdir(parents=True, exist_ok=True)
    found = []
    if asked.only in (None, "speed"):
        found = speeds(games, 1000 if asked.quick else SPEED_SIMULATIONS)
    reports = play([plan for game in games for plan in plans(game.key, asked)], asked.games)
    text = section(found, reports)
    if asked.write:
        put_section(PAGE, "opponents", COMMAND, text)
    print(text)


if __name__ == "__main__":
    main()

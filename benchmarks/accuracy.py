"""Does the accuracy of an analysis tell strong from weak? Levels play, their matches are analysed.

    python -m benchmarks.accuracy                              # 100 matches a game
    python -m benchmarks.accuracy --matches 40 --game NAME --simulations 200 --jobs 2
    python -m benchmarks.accuracy --matches 0 --write          # only write down what was found

Neighbours meet, 1 and 2, 2 and 3 and so on, each as often and from both seats. A level's
accuracy is the mean over its matches, with the interval that holds the true mean (95 %, normal);
*above the next lower* compares it with that level in the matches that the two played against each
other. All levels but the last think in simulations or positions; the last stands for a budget.
Every match is kept in a results file at once (`--results`, build/accuracy by default), which is
named after what the levels are like: of others, and of more or fewer, nothing counts.
"""

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

from benchmarks.neighbours import fingerprint
from benchmarks.page import kept_tables, put_section
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.report import machine
from tabletier.match.match import Match
from tabletier.match.start import new
from tabletier.search.analysis import analyse
from tabletier.search.analysis.report import MARKS, accounts
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.players import choose, everyone, find_player, mannered

PAGE = Path("docs/benchmarks.md")
SEED = "accuracy"
NORMAL = 1.96
LONGEST = 300
"""Moves after which a match is analysed as it stands."""


class Job(NamedTuple):
    """One match to play and to analyse."""

    game: str
    number: int
    strongest: str
    simulations: int

    @property
    def lineup(self) -> tuple[int, int]:
        """The levels by seats: every pair in turn, then all of them with seats changed."""
        low = self.number % self.pairs + 1
        return (low + 1, low) if (self.number // self.pairs) % 2 else (low, low + 1)

    @property
    def pairs(self) -> int:
        """How many levels have another above them."""
        return len(mannered(find(self.game)))


class Played(NamedTuple):
    """What came of it, in the order of seats."""

    job: Job
    accuracy: tuple[float | None, ...]
    choices: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    """How many of each name: inaccuracies, mistakes, blunders."""


class Row(NamedTuple):
    """A level: its accuracy, and by how much it is above the next lower level."""

    level: int
    matches: int
    accuracy: tuple[float, float]
    """The mean and half of the interval."""
    above: tuple[float, float] | None
    named: tuple[float, ...]
    """Of a hundred choices, how many got each name."""


def play(job: Job) -> Match:
    """One match between the two levels."""
    seed = f"{SEED}/{job.game}/{job.number // (2 * job.pairs)}"
    names = [job.strongest if level > job.pairs else str(level) for level in job.lineup]
    players = [find_player(name, find(job.game)) for name in names]
    match = new(job.game, {}, seed)
    while match.to_move is not None and len(match.moves) < LONGEST:
        known = knowledge_of(match)
        thought = choose(players[known.seat], known, f"{seed}/{len(match.moves)}")
        match = match.play(thought.move)
    return match


def played(job: Job) -> Played:
    """One match, played and analysed."""
    found = accounts(analyse(play(job), Budget(simulations=job.simulations), SEED))
    return Played(
        job,
        tuple(account.accuracy for account in found),
        tuple(account.choices for account in found),
        tuple(tuple(account.marks[mark] for mark in MARKS) for account in found),
    )


def interval(samples: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of the interval that holds the true one."""
    if len(samples) < 2:
        return (mean(samples) if samples else math.nan), math.inf
    return mean(samples), NORMAL * stdev(samples) / math.sqrt(len(samples))


def rows(found: Iterable[Played]) -> list[Row]:
    """What the matches of one game say of each level."""
    found, table = list(found), list[Row]()
    for level in sorted({level for one in found for level in one.job.lineup}):
        own = [(one, one.job.lineup.index(level)) for one in found if level in one.job.lineup]
        shares = [one.accuracy[seat] for one, seat in own]
        known = [share for share in shares if share is not None]
        if not known:
            continue
        gaps = [
            first - second
            for one, seat in own
            if level - 1 in one.job.lineup
            and (first := one.accuracy[seat]) is not None
            and (second := one.accuracy[1 - seat]) is not None
        ]
        choices = sum(one.choices[seat] for one, seat in own)
        counts = (sum(one.marks[seat][k] for one, seat in own) for k in range(len(MARKS)))
        named = tuple(100 * count / max(1, choices) for count in counts)
        above = interval(gaps) if gaps else None
        table.append(Row(level, len(known), interval(known), above, named))
    return table


def table(game: str, found: list[Row]) -> str:
    """The levels of a game, the strongest first."""
    lines = [
        f"### {game}",
        "",
        "| level | matches | accuracy (95 %) | above the next lower | ?! ? ?? in 100 choices |",
        "|---|---|---|---|---|",
    ]
    for row in reversed(found):
        above = "" if row.above is None else f"{100 * row.above[0]:+.1f} ± {100 * row.above[1]:.1f}"
        named = " · ".join(f"{part:.1f}" for part in row.named)
        share = f"{100 * row.accuracy[0]:.1f} % ± {100 * row.accuracy[1]:.1f}"
        lines.append(f"| {row.level} | {row.matches} | {share} | {above} | {named} |")
    return "\n".join(lines)


def results_of(game: str, asked: argparse.Namespace) -> Path:
    """The file with the matches of a game's levels as they are now."""
    rules, folder = find(game), Path(asked.results)
    return folder / f"{game}-{fingerprint(rules, everyone(rules))}.jsonl"


def kept(path: Path) -> list[Played]:
    """The matches in a results file."""
    if not path.exists():
        return []
    return [_read(json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def _read(line: dict[str, Any]) -> Played:
    marks = tuple(tuple(counts) for counts in line["marks"])
    return Played(Job(*line["job"]), tuple(line["accuracy"]), tuple(line["choices"]), marks)


def measure(game: str, asked: argparse.Namespace) -> list[Played]:
    """Play what is missing of the matches asked for; everything that is known of the game."""
    path = results_of(game, asked)
    jobs = [Job(game, n, asked.strongest, asked.simulations) for n in range(asked.matches)]
    known = {one.job for one in kept(path)}
    missing = [job for job in jobs if job not in known]
    with ProcessPoolExecutor(asked.jobs) as pool, path.open("a", encoding="utf-8") as file:
        for one in pool.map(played, missing):
            file.write(json.dumps(one._asdict()) + "\n")
            file.flush()
            print(f"{game} {one.job.number}: {one.job.lineup} {one.accuracy}", flush=True)
    return kept(path)


def section(tables: Sequence[str], asked: argparse.Namespace) -> str:
    """The section of the page."""
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    made = f"{facts}, date {datetime.now(UTC).date()}, seed `{SEED}`."
    told = (__doc__ or "").rpartition("\n\n")[2].strip()
    looks = (
        f"Looks of {asked.simulations} simulations; the last level is `{asked.strongest}`. Matches "
        "kept from earlier runs count too; commit and load are those of the run that wrote this."
    )
    return "\n\n".join(["## Accuracy by level", made, told, looks, *tables])


def main() -> int:
    """Play, analyse, print the tables, write the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100, help="matches of each game")
    parser.add_argument("--simulations", type=int, default=200, help="of one look")
    parser.add_argument("--strongest", default="best@0.1", help="what stands for the last level")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--results", type=Path, default=Path("build/accuracy"))
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    asked.results.mkdir(parents=True, exist_ok=True)
    tables = dict[str, str]()
    for game in asked.game or keys():
        found = rows(measure(game, asked))
        if found:
            tables[game] = table(game, found)
            print(tables[game], "\n", flush=True)
    if asked.write:
        asked_for = f"--matches {asked.matches} --strongest {asked.strongest}"
        command = f"python -m benchmarks.accuracy {asked_for} --write"
        others = kept_tables(PAGE, "accuracy", tables)
        put_section(PAGE, "accuracy", command, section([*tables.values(), *others], asked))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

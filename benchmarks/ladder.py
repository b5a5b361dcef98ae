"""One Elo ladder a game, over random play, textbook tree search and all levels.

    python -m benchmarks.ladder                        # the pairs below, 100 games each: hours
    python -m benchmarks.ladder --games 40 --last 12 --jobs 16 --game NAME --write
    python -m benchmarks.ladder --games 0 --last 0 --write    # only write down what was found

Neighbours on the ladder meet, and those two steps apart; each deck is played from both sides. What
`benchmarks.neighbours` played at the usual table counts too. The ratings are those of Bradley and
Terry, fitted to all games together (a draw is half a win), with random play at 0; the intervals
(95 %) come from drawing decks anew. All levels but the last think in simulations or positions, as
the textbook search does, so their games are the same on any machine; the last depends on the
machine (`--last`: how many games its pairs get). `best:30000` is the last with so many simulations
instead of a second. Games without luck begin with six random moves, the same for both of a deck.
Every game is kept in a results file at once (`--results`, build/ladder by default), which is named
after what the levels are like: one that was changed begins anew.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.neighbours import fingerprint, kinds, opening, short_of, steps_of
from benchmarks.neighbours import plan_for as steps_plan
from benchmarks.page import kept_tables, put_section
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.arena.plan import Plan, arena_of
from tabletier.lab.arena.tournament import ResultsFile, run
from tabletier.lab.report import machine
from tabletier.search.players import everyone

PAGE = Path("docs/opponents.md")
SEED = "ladder"
PLAIN = "plain:1000"
RESAMPLES = 400
Points = dict[int, list[tuple[int, int, float]]]
"""Of each deck: who met whom, by number among `names_of`, and the share of the first."""


def rungs_of(game: Game) -> tuple[str, ...]:
    """Those who stand one above the other: random play, then every level."""
    return ("random", *everyone(game))


def names_of(game: Game) -> tuple[str, ...]:
    """All who stand on the ladder of a game."""
    return (*rungs_of(game), PLAIN, short_of(game))


def pairs_of(game: Game) -> tuple[tuple[str, str], ...]:
    """Who meets."""
    rungs, short = rungs_of(game), short_of(game)
    return (
        *pairwise(rungs),
        *zip(rungs[:-1], rungs[2:-1], strict=False),
        *((PLAIN, rung) for rung in rungs[1:5]),
        *((short, rung) for rung in rungs[-3:]),
    )


class Rung(NamedTuple):
    """One player of the ladder, its rating and the interval that holds the true one (95 %)."""

    name: str
    elo: float
    low: float
    high: float
    games: int


def plan_for(game: str, pair: tuple[str, str], asked: argparse.Namespace) -> Plan:
    """The games of one pair."""
    games = asked.last if everyone(find(game))[-1] in pair else asked.games
    name = "-".join(pair).replace(":", "")
    like = fingerprint(find(game), pair)
    results = asked.results / f"{game}-{name}-{like}.jsonl"
    if asked.only and asked.only not in pair:
        games = 0
    return Plan(
        game,
        pair,
        games=games,
        jobs=asked.jobs,
        seed=SEED,
        opening=opening(find(game)),
        results=results,
    )


def met_already(game: str, asked: argparse.Namespace) -> list[Plan]:
    """What `benchmarks.neighbours` played at the usual table counts too."""
    nothing = argparse.Namespace(games=0, others=0, short=0, last=0, jobs=1, results=asked.results)
    usual = kinds(find(game))[0]
    return [steps_plan(find(game), usual, step, nothing) for step in steps_of(find(game))]


def points_of(plans: Sequence[Plan]) -> Points:
    """The results of some pairs, deck by deck; decks of different pairs are told apart."""
    found: Points = defaultdict(list)
    names = names_of(find(plans[0].game))
    for number, plan in enumerate(plans):
        if plan.results is None or not plan.results.exists():
            continue
        plan = replace(plan, games=max(1, plan.games))
        first, second = (names.index(name) for name in plan.players)
        for played in ResultsFile(plan, arena_of(plan)).played.values():
            share = sum(p for p, who in zip(played.points, played.lineup, strict=True) if who == 0)
            found[number * 1_000_000 + played.deck].append((first, second, share))
    return found


def fit(games: NDArray[np.float64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bradley-Terry ratings in Elo, the first at 0 (Hunter's MM algorithm, 2004).

    `games[i, j]` counts games between i and j, `won[i]` the points of i. Half a win and half a loss
    against everybody one has met keeps a player who lost all games at a finite distance.
    """
    met = (games > 0) | (np.eye(len(won)) > 0)  # who met nobody stays where all began
    counted, points = games + met, won + met.sum(axis=1) / 2
    strength = np.ones(len(won))
    for _ in range(5000):
        before = strength
        shares = counted / (strength[:, None] + strength[None, :])
        strength = points / shares.sum(axis=1)
        strength /= strength[0]
        if np.allclose(strength, before, rtol=1e-9):
            break
    return np.asarray(400 * np.log10(strength), np.float64)


def tally(decks: list[list[tuple[int, int, float]]], size: int) -> NDArray[np.float64]:
    """Ratings of so many players from the games of some decks."""
    games, won = np.zeros((size,) * 2), np.zeros(size)
    for deck in decks:
        for first, second, share in deck:
            games[first, second] += 1
            games[second, first] += 1
            won[first] += share
            won[second] += 1 - share
    return fit(games, won)


def ladder(names: Sequence[str], points: Points) -> list[Rung]:
    """The players that have met somebody, strongest first."""
    decks = list(points.values())
    elo = tally(decks, len(names))
    random = np.random.default_rng(20)
    drawn = np.array(
        [
            tally([decks[n] for n in random.integers(0, len(decks), len(decks))], len(names))
            for _ in range(RESAMPLES)
        ]
    )
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    count = [sum(n in (a, b) for deck in decks for a, b, _ in deck) for n in range(len(names))]
    rungs = [Rung(name, elo[n], low[n], high[n], count[n]) for n, name in enumerate(names)]
    return sorted((rung for rung in rungs if rung.games), key=lambda rung: -rung.elo)


def table(game: str, rungs: list[Rung]) -> str:
    """A ladder as a table, from the top down."""
    lines = [
        f"### {game}",
        "",
        "| player | Elo (95 %) | above the next | games |",
        "|---|---|---|---|",
    ]
    for rung, below in zip(rungs, [*rungs[1:], None], strict=True):
        step = "" if below is None else f"+{rung.elo - below.elo:.0f}"
        spread = (
            "0" if rung.name == "random" else f"{rung.elo:.0f} ({rung.low:.0f}–{rung.high:.0f})"
        )
        lines.append(f"| {rung.name} | {spread} | {step} | {rung.games} |")
    return "\n".join(lines)


def section(tables: list[str], command: str) -> str:
    """The section of the page."""
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    made = f"{facts}, date {datetime.now(UTC).date()}, seed `{SEED}`."
    told = (__doc__ or "").partition("\n\n    ")[2].partition("\n\n")[2]
    told = told.partition("Every game is kept")[0].strip()
    return "\n\n".join(["## Ladders", made, f"`{command}`", told, *tables])


def main() -> int:
    """Play what is asked for, print the ladders, write the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument(
        "--last", type=int, default=40, help="games of the pairs with the last level"
    )
    parser.add_argument("--only", help="play no pairs without this one")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--results", type=Path, default=Path("build/ladder"))
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    games = asked.game or keys()
    if asked.only and not any(asked.only in names_of(find(game)) for game in games):
        parser.error(f"nobody on these ladders is called {asked.only}")
    asked.results.mkdir(parents=True, exist_ok=True)
    tables = dict[str, str]()
    for game in games:
        plans = [plan_for(game, pair, asked) for pair in pairs_of(find(game))]
        for plan in plans:
            if plan.games:
                run(plan)
        points = points_of([*plans, *met_already(game, asked)])
        if points:
            tables[game] = table(game, ladder(names_of(find(game)), points))
            print(tables[game], "\n", flush=True)
    if asked.write:
        command = f"python -m benchmarks.ladder --games {asked.games} --last {asked.last} --write"
        kept = kept_tables(PAGE, "ladders", tables)
        put_section(PAGE, "ladders", command, section([*tables.values(), *kept], command))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

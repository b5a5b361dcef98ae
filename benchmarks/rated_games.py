"""Matches of the house's levels at every kind of table, kept in files: food for rating models.

    python -m benchmarks.rated_games --games 200 --levels 1 2 3 --game NAME

Every game, and every even way to sit down to it (two alone, four alone, two against two …), gets so
many matches. Who sits where is drawn from the seed: partners differ, too. A match is a line in
build/ratings/GAME.jsonl at once; what is there already is not played again.
"""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.match.options import fill
from tabletier.match.start import new
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import choose, find_player

FOLDER = Path("build/ratings")
SEED = "ratings"


class PlayedMatch(NamedTuple):
    """A match of levels."""

    shape: str
    """How many players each side has: `1v1`, `2v2` …."""
    number: int
    sides: list[list[int]]
    """The levels of each side."""
    shares: list[float]
    """What each side took of the one point."""


def shapes_of(game: str) -> dict[str, dict[str, Any]]:
    """Every even kind of table of a game, and the options that lead to it."""
    rules, found = find(game), dict[str, dict[str, Any]]()
    choices = {o.key: o.values for o in rules.options if o.key in ("players", "teams")}
    for values in product(*choices.values()):
        try:
            options = fill(rules, dict(zip(choices, values, strict=True)))
        except GameError:
            continue
        sizes = [len(team) for team in rules.teams(options)]
        if len(set(sizes)) == 1:
            found.setdefault("v".join(map(str, sizes)), options)
    return found


def play_match(game: str, shape: str, number: int, levels: list[int]) -> PlayedMatch:
    """One match between levels drawn at random."""
    seed = f"{SEED} {game} {shape} {number}"
    random = Random(seed)
    match = new(game, shapes_of(game)[shape], seed)
    seats = [random.choice(levels) for _ in range(match.seats)]
    while match.to_move is not None:
        player = find_player(str(seats[match.to_move]), find(game))
        thought = choose(player, knowledge_of(match), f"{seed} {len(match.log)}", threads=1)
        match = match.play(thought.move)
    assert match.result is not None
    won = [any(seat in team for seat in match.result.winners) for team in match.teams]
    shared = won if any(won) else [True] * len(won)
    shares = [side / sum(shared) for side in shared]
    return PlayedMatch(shape, number, [[seats[s] for s in team] for team in match.teams], shares)


def played(game: str, folder: Path = FOLDER) -> list[PlayedMatch]:
    """The matches of a game that are kept."""
    file = folder / f"{game}.jsonl"
    if not file.exists():
        return []
    return [PlayedMatch(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def missing(game: str, games: int, folder: Path = FOLDER) -> Iterator[tuple[str, int]]:
    """What is to be played yet, all kinds of tables in turn."""
    done = {(match.shape, match.number) for match in played(game, folder)}
    for number in range(games):
        for shape in shapes_of(game):
            if (shape, number) not in done:
                yield shape, number


def main() -> int:
    """Play what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="matches of each kind of table")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--seconds", type=float, default=3600, help="stop after so long, each game")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for game in asked.game or keys():
        until, count = time.monotonic() + asked.seconds, 0
        with (asked.folder / f"{game}.jsonl").open("a", encoding="utf-8") as kept:
            for shape, number in missing(game, asked.games, asked.folder):
                if time.monotonic() > until:
                    break
                line = play_match(game, shape, number, asked.levels)._asdict()
                kept.write(json.dumps(line) + "\n")
                kept.flush()
                count += 1
        print(f"{game}: {count} more matches, {len(played(game, asked.folder))} kept", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

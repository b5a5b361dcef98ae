"""Which rating model foretells results best? Log loss on matches that the house's levels played.

    python -m benchmarks.rated_games --games 200     # plays the matches
    python -m benchmarks.ratings                     # compares the models on them
    python -m benchmarks.ratings --write             # and writes the section of docs/benchmarks.md

Every level appears under many names, and a name plays some twenty matches, so that the models meet
newcomers as a house does; the order of the matches and the names are drawn from a seed, ten times.
Each model says how likely each side is to win, is told the result, and goes on. The loss is the
mean of -log2 of what it gave to the side that won: `even chances` is what somebody loses who knows
nothing. `1v1` are tables for two alone, `more` those for three and more, `teams` the others.
What places and luck do was fitted to every second match (`benchmarks.anchors`); the losses are
those of the others. With a few hundred matches a game, differences below 0.02 or so are noise.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Protocol

from benchmarks.anchors import fit, levels_of
from benchmarks.page import put_section
from benchmarks.rated_games import FOLDER, SEED, PlayedMatch, played
from tabletier.games.kernel.registry import keys
from tabletier.lab.report import machine
from tabletier.server.ratings.anchors import USUAL
from tabletier.server.ratings.model import WIDEST, Rating, Setting, chances, rate, rest

PAGE = Path("docs/benchmarks.md")
RUNS, EACH = 10, 20
"""How often names and order are drawn; how many matches a name plays."""
MEAN = USUAL.levels[1].mu
Names = list[list[str]]


class Model(Protocol):
    """A way to rate."""

    def foretell(self, sides: Names, shape: str) -> list[float]:
        """How likely each side is to win."""

    def learn(self, sides: Names, shares: Sequence[float], shape: str) -> None:
        """Take in a result."""


class Even:
    """Knows nothing."""

    def foretell(self, sides: Names, shape: str) -> list[float]:  # noqa: ARG002
        """All the same."""
        return [1 / len(sides)] * len(sides)

    def learn(self, sides: Names, shares: Sequence[float], shape: str) -> None:
        """Nothing is learnt."""


class Elo:
    """Elo's step with a constant K, on the mean of a side; several sides share one softmax."""

    def __init__(self, k: float) -> None:
        self.k, self.known = k, defaultdict[str, float](lambda: MEAN)

    def foretell(self, sides: Names, shape: str) -> list[float]:  # noqa: ARG002
        """As Elo has it."""
        means = [sum(self.known[name] for name in side) / len(side) for side in sides]
        weights = [10 ** ((mean - max(means)) / 400) for mean in means]
        return [weight / sum(weights) for weight in weights]

    def learn(self, sides: Names, shares: Sequence[float], shape: str) -> None:
        """K times what was unexpected."""
        for side, share, chance in zip(sides, shares, self.foretell(sides, shape), strict=True):
            for name in side:
                self.known[name] += self.k * (share - chance)


class OpenSkill:
    """A model of openskill as it comes: its own beginning, scale and forecast."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.known: dict[str, Any] = {}

    def _teams(self, sides: Names) -> list[list[Any]]:
        for side in sides:
            for name in side:
                if name not in self.known:
                    self.known[name] = self.model.rating()
        return [[self.known[name] for name in side] for side in sides]

    def foretell(self, sides: Names, shape: str) -> list[float]:  # noqa: ARG002
        """As openskill foretells it."""
        found = [max(1e-6, chance) for chance in self.model.predict_win(self._teams(sides))]
        return [chance / sum(found) for chance in found]

    def learn(self, sides: Names, shares: Sequence[float], shape: str) -> None:  # noqa: ARG002
        """One winner, and the rest tied."""
        ranks = [float(-share) for share in shares]
        after = self.model.rate(self._teams(sides), ranks=ranks)
        for side, ratings in zip(sides, after, strict=True):
            self.known.update(zip(side, ratings, strict=True))


class Ours:
    """`server.ratings.model`; with what is known of places and luck, or without."""

    def __init__(self, places: dict[str, Setting] | None = None) -> None:
        self.places = places or {}
        self.known = defaultdict[str, Rating](lambda: Rating(MEAN, WIDEST))

    def _setting(self, shape: str) -> Setting:
        return self.places.get(shape) or Setting((0.0,) * len(shape.split("v")))

    def foretell(self, sides: Names, shape: str) -> list[float]:
        """As the house foretells it."""
        found = [[self.known[name] for name in side] for side in sides]
        return chances(found, self._setting(shape))

    def learn(self, sides: Names, shares: Sequence[float], shape: str) -> None:
        """As the house learns."""
        before = [[rest(self.known[name]) for name in side] for side in sides]
        after = rate(before, list(shares), self._setting(shape))
        for side, ratings in zip(sides, after, strict=True):
            self.known.update(zip(side, ratings, strict=True))


def models(places: dict[str, Setting]) -> dict[str, Model]:
    """All that are compared."""
    from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

    return {
        "even chances": Even(),
        "Elo, K = 32": Elo(32),
        "Elo, K = 64": Elo(64),
        "openskill PlackettLuce": OpenSkill(PlackettLuce()),
        "openskill BradleyTerryFull": OpenSkill(BradleyTerryFull()),
        "openskill ThurstoneMostellerFull": OpenSkill(ThurstoneMostellerFull()),
        "Glicko for many sides": Ours(),
        "the same, with places and luck": Ours(places),
    }


def kind_of(shape: str) -> str:
    """The column of a kind of table."""
    sizes = shape.split("v")
    if sizes[0] != "1":
        return "teams"
    return "1v1" if len(sizes) == 2 else "more"


def named(matches: list[PlayedMatch], random: Random) -> list[tuple[PlayedMatch, Names]]:
    """The matches in some order, their levels under names; nobody meets themselves."""
    order = random.sample(matches, len(matches))
    seats = defaultdict[int, int](int)
    for match in order:
        for side in match.sides:
            for level in side:
                seats[level] += 1
    names = {
        level: [f"{level}-{n}" for n in range(max(8, count // EACH))]
        for level, count in seats.items()
    }
    found = []
    for match in order:
        drawn = {level: random.sample(people, 8) for level, people in names.items()}
        found.append((match, [[drawn[level].pop() for level in side] for side in match.sides]))
    return found


def losses(
    matches: list[PlayedMatch], places: dict[str, Setting], runs: int
) -> dict[str, dict[str, float]]:
    """The mean loss of every model, by kind of table and over all."""
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for run in range(runs):
        told = named(matches, Random(f"names {run}"))
        for name, model in models(places).items():
            for match, sides in told:
                found = model.foretell(sides, match.shape)
                loss = -math.fsum(
                    share * math.log2(chance)
                    for share, chance in zip(match.shares, found, strict=True)
                )
                sums[name]["all"].append(loss)
                sums[name][kind_of(match.shape)].append(loss)
                model.learn(sides, match.shares, match.shape)
    return {
        name: {kind: math.fsum(values) / len(values) for kind, values in by_kind.items()}
        for name, by_kind in sums.items()
    }


def halves(game: str, folder: Path) -> tuple[list[PlayedMatch], dict[str, Setting]]:
    """Every other match of a game, and what the rest says of places and luck."""
    levels = [mu for mu, _ in levels_of(game, PAGE.read_text("utf-8"))]
    matches, places = played(game, folder), {}
    for shape in {match.shape for match in matches}:
        fitted = fit([m for m in matches if m.shape == shape and m.number % 2], levels)
        places[shape] = Setting(tuple(fitted["offsets"]), fitted["spread"])
    return [match for match in matches if match.number % 2 == 0], places


def table(game: str, count: int, found: dict[str, dict[str, float]]) -> str:
    """The losses as a table."""
    kinds = [kind for kind in ("1v1", "more", "teams", "all") if kind in found["even chances"]]
    lines = [
        f"### {game}: {count} matches",
        "",
        f"| model | {' | '.join(kinds)} |",
        "|---" * (1 + len(kinds)) + "|",
    ]
    for name, by_kind in found.items():
        lines.append(f"| {name} | {' | '.join(f'{by_kind[kind]:.3f}' for kind in kinds)} |")
    return "\n".join(lines)


def main() -> int:
    """Compare the models, print the tables, write the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    tables = []
    for game in asked.game or keys():
        matches, places = halves(game, asked.folder)
        if not matches:
            print(f"{game}: no matches yet; `python -m benchmarks.rated_games` plays some")
            continue
        tables.append(table(game, len(matches), losses(matches, places, asked.runs)))
        print(tables[-1], "\n", flush=True)
    if asked.write and tables:
        told = (__doc__ or "").rpartition("\n\n")[2].strip()
        command = "python -m benchmarks.ratings --write"
        about = ", ".join(f"{name} {value}" for name, value in machine().items())
        made = (
            f"{about}; {datetime.now(UTC).date()}, seeds `{SEED}` (matches), `names 0` … (names)."
        )
        parts = ["## Rating models", made, f"`{command}`", told, *tables]
        put_section(PAGE, "rating models", command, "\n\n".join(parts))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

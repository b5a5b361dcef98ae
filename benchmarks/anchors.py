"""What ratings begin with: the levels' strengths, what a place is worth, how much luck there is.

    python -m benchmarks.anchors          # prints what it finds
    python -m benchmarks.anchors --write  # writes ratings.toml into every game's folder

The levels' strengths and their intervals are those of the ladders on docs/opponents.md
(`benchmarks.ladder`). What each place gains (Elo) and by how much luck shrinks differences is
fitted to the matches that `benchmarks.rated_games` kept, for every kind of table (without any, what
the file says stays): the most likely figures, where offsets are thought to be some 20 Elo, and luck
to change differences by some 15 %.
"""

import argparse
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmarks.neighbours import short_of
from benchmarks.rated_games import FOLDER, PlayedMatch, played
from tabletier.games.kernel.registry import find, folder_of, keys
from tabletier.search.players import everyone
from tabletier.server.ratings.anchors import FILE, anchors_of
from tabletier.server.ratings.model import ELO, Z_95

PAGE = Path("docs/opponents.md")
ROW = re.compile(r"\| (\d+|best:\d+) \| (\d+) \((\d+)–(\d+)\)")
VAGUE = 250.0
"""The widest deviation: of a level with few games it is known at least that it is above others."""
OFFSET, LUCK = 20.0, 0.15
"""How far figures are thought to be from nothing: offsets in Elo, the logarithm of luck."""


def levels_of(game: str, page: str) -> list[tuple[float, float]]:
    """The strengths of a game's levels on its ladder, and their deviations."""
    ladders = page.partition("<!-- ladders: written by")[2].partition("<!-- ladders: end")[0]
    section = ladders.partition(f"### {game}\n")[2].partition("###")[0]
    rows = {n: (float(e), float(low), float(high)) for n, e, low, high in ROW.findall(section)}
    names, short = everyone(find(game)), short_of(find(game))
    if short in rows:
        rows.setdefault(names[-1], rows[short])  # who has not played is at least as strong as that
    found = {int(n): row for n, row in rows.items() if n.isdigit()}
    if sorted(found) != list(map(int, names)):
        raise SystemExit(f"{PAGE} has no ladder of {game}: run `python -m benchmarks.ladder`")
    return [
        (found[n][0], min(VAGUE, round((found[n][2] - found[n][1]) / (2 * Z_95), 1)))
        for n in sorted(found)
    ]


def loss_at(
    place: NDArray[np.float64], strengths: NDArray[np.float64], shares: NDArray[np.float64]
) -> float:
    """How unlikely the results are, with what is thought beforehand; `place`: offsets, luck."""
    offsets, luck = place[:-1] - place[:-1].mean(), place[-1]
    logits = (strengths + offsets) / (ELO * np.exp(luck))
    logits = logits - logits.max(axis=1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    prior = (offsets**2).sum() / (2 * OFFSET**2) + luck**2 / (2 * LUCK**2)
    return float(prior - (shares * logs).sum())


def fit(matches: list[PlayedMatch], levels: list[float]) -> dict[str, Any]:
    """What a kind of table does to chances, fitted by shrinking steps along each axis."""
    strengths = np.array(
        [[np.mean([levels[level - 1] for level in side]) for side in m.sides] for m in matches]
    )
    shares = np.array([match.shares for match in matches])
    place = np.zeros(shares.shape[1] + 1)
    steps = np.array([64.0] * shares.shape[1] + [0.5])
    best = loss_at(place, strengths, shares)
    while steps[-1] > 0.002:
        better = False
        for axis in range(len(place)):
            for sign in (1, -1):
                tried = place.copy()
                tried[axis] += sign * steps[axis]
                loss = loss_at(tried, strengths, shares)
                if loss < best:
                    place, best, better = tried, loss, True
        if not better:
            steps /= 2
    offsets = place[:-1] - place[:-1].mean()
    return {
        "offsets": [round(float(offset), 1) for offset in offsets],
        "spread": round(float(np.exp(place[-1])), 3),
    }


def anchors(game: str, page: str, folder: Path = FOLDER) -> dict[str, Any]:
    """All that ratings of a game begin with."""
    levels, matches = levels_of(game, page), played(game, folder)
    if not matches:  # kinds of tables stay as they were
        old = anchors_of(game)
        made = "python -m benchmarks.anchors --write, of the ladder; kinds of tables as before"
        return {"made": made, "levels": levels, "shapes": msgspec.to_builtins(old.shapes)}
    shapes = sorted({match.shape for match in matches}, key=lambda shape: (len(shape), shape))
    found = {
        shape: fit([m for m in matches if m.shape == shape], [mu for mu, _ in levels])
        for shape in shapes
    }
    made = f"python -m benchmarks.anchors --write, of the ladder and {len(matches)} matches"
    return {"made": made, "levels": levels, "shapes": found}


def written(found: dict[str, Any]) -> str:
    """The same as the file has it."""
    lines = [f'made = "{found["made"]}"', "levels = [  # strength and deviation, from the first on"]
    lines += [f"  [{mu:.0f}, {sigma}]," for mu, sigma in found["levels"]]
    lines.append("]")
    for shape, place in found["shapes"].items():
        lines += ["", f"[shapes.{shape}]"]
        lines += [
            f"{name} = {list(value) if isinstance(value, tuple) else value}"
            for name, value in place.items()
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print or write what is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    page = PAGE.read_text("utf-8")
    for game in asked.game or keys():
        text = written(anchors(game, page, asked.folder))
        print(f"# {game}\n{text}", flush=True)
        if asked.write:
            (folder_of(game) / FILE).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Add golden records: finished matches that must replay for ever, for the rules as they are today.

`python scripts/golden.py` adds what is missing for the versions of today; nothing is ever changed.
`python scripts/golden.py GAME '{"players": 3}'` adds one with these options.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import tabletier as tt
from tabletier.games.kernel.registry import find

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
USUAL: dict[str, list[dict[str, Any]]] = {
    "barrier": [{}, {"layout": "random", "tiles": "acute", "capture": "mandatory"}],
    "expion": [{}, {"players": 3}, {"players": 4, "special": "inner"}],
    "point": [{}, {"players": 3}, {"players": 4, "teams": True}],
    "punto": [{}, {"players": 3, "expert": True}, {"players": 4, "teams": True}],
}


def played(game: str, options: dict[str, Any]) -> tt.Match:
    """A match of random moves to its end."""
    dice = random.Random(f"{game} {options}")
    match = tt.new(game, options, seed=f"golden {game} {json.dumps(options)}")
    while match.to_move is not None:
        match = match.play(dice.choice(match.legal_moves()))
    return match


def add(game: str, options: dict[str, Any]) -> Path | None:
    """Write the record of such a match; None if there is one."""
    named = "-".join(f"{key}={value}" for key, value in sorted(options.items())) or "usual"
    file = FOLDER / f"{game}-{find(game).version}-{named}.jsonl"
    if file.exists():
        return None
    file.write_text(played(game, options).record(), "utf-8")
    return file


def main(arguments: list[str]) -> None:
    """Add what is asked for, or what is missing."""
    if arguments:
        wanted = {arguments[0]: [json.loads(arguments[1])] if len(arguments) > 1 else [{}]}
    else:
        wanted = {game: USUAL.get(game, [{}]) for game in tt.games()}
    for game, sets in wanted.items():
        for options in sets:
            print(add(game, options) or f"{game} {options}: there is one already")


if __name__ == "__main__":
    main(sys.argv[1:])

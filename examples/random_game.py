"""One match of random moves: the smallest program with Tabletier.

Try another game, or another seed:

    python examples/random_game.py --game expion --seed "any text"
"""

import argparse
import random
import sys

import tabletier as tt


def main(game: str, seed: str) -> None:
    """Play a match; the same seed gives the same match."""
    chance = random.Random(seed)
    match = tt.new(game, seed=seed)  # what is drawn during the match comes from this seed
    while match.result is None:
        move = chance.choice(match.legal_moves())
        match = match.play(move)  # a match is a value: this is the next one
    print(match)
    print(f"{len(match.moves)} moves; {match.result}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="expion", help=f"one of {', '.join(tt.games())}")
    parser.add_argument("--seed", default="a first match")
    given = parser.parse_args()
    try:
        main(given.game, given.seed)
    except tt.GameError as error:  # a sentence: no such game, …
        sys.exit(str(error))

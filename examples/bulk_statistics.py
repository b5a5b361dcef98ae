"""What random play says of a game: lengths, first-player advantage, ways to end.

    python examples/bulk_statistics.py --game expion --games 20000

The games are played in compiled code and come back as arrays, one row a game.
"""

import argparse
import sys
import time

import numpy as np

import tabletier as tt


def main(game: str, games: int, seed: str) -> None:
    """Play many games, and count."""
    tt.random_games(game, n=1)  # the first time, the rules are compiled
    began = time.perf_counter()
    played = tt.random_games(game, n=games, seed=seed)
    seconds = time.perf_counter() - began
    shortest, median, longest = np.percentile(played.lengths, [0, 50, 100])
    print(f"{games:,} games of {game}, {played.lengths.sum():,} moves in {seconds:.2f} s")
    print(f"moves a game: {shortest:.0f} to {longest:.0f}, half of them below {median:.0f}")
    for seat, share in enumerate(played.winners.mean(axis=0)):
        error = 1.96 * np.sqrt(share * (1 - share) / games)  # 19 times out of 20
        print(f"seat {seat} wins {share:6.1%} ± {error:.1%}")
    print(f"drawn        {(~played.winners.any(axis=1)).mean():6.1%}")
    for number, ending in enumerate(played.endings):
        print(f"{ending:12} {(played.reasons == number).mean():6.1%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="expion", help=f"one of {', '.join(tt.games())}")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", default="tabletier", help="the same games for the same seed")
    given = parser.parse_args()
    try:
        main(given.game, given.games, given.seed)
    except tt.GameError as error:
        sys.exit(str(error))

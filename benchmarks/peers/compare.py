"""Our games, search and opponent beside OpenSpiel's, on the same games, in one run.

    python -m benchmarks.peers.compare [--write] [--json FILE] [--games 100] [--seconds 0.03]

Needs `open_spiel` (`pip install tabletier[peers]`). Takes less than ten minutes; `--quick` a few
seconds, and says little. `--write` puts the tables into docs/benchmarks.md.
"""

import argparse
import json
import shlex
import sys
from pathlib import Path

from benchmarks.page import put_section
from benchmarks.peers import measuring, ours
from benchmarks.peers.duel import Duel, duel
from benchmarks.peers.report import SEED, Compared, as_json, place, section, verdicts

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
COMMAND = "make peers"


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=ours.KEYS, action="append", help="this one only")
    parser.add_argument("--games", type=int, default=100, help="games of each match (even)")
    parser.add_argument("--seconds", type=float, default=0.03, help="to think, each move")
    parser.add_argument(
        "--player", action="append", help="of ours: best and plain, or any other; the first counts"
    )
    parser.add_argument("--runs", type=int, default=7, help="of each measurement")
    parser.add_argument("--simulations", type=int, default=50_000, help="of each search measured")
    parser.add_argument("--quick", action="store_true", help="see that it runs")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    parser.add_argument("--page", type=Path, default=PAGE, help=argparse.SUPPRESS)
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    given = parser.parse_args(arguments)
    given.player = given.player or ["best", "plain"]
    if given.quick:
        given.games, given.seconds, given.runs, given.simulations = 2, 0.005, 2, 500
    if given.games < 2 or given.games % 2:
        parser.error("--games: an even number, each opening is played from both seats")
    return given


def progress(text: str) -> None:
    """Say on stderr how far it is."""
    print(text, end="\n" if not sys.stderr.isatty() else "\033[K\r", file=sys.stderr, flush=True)


def compared(key: str, given: argparse.Namespace) -> Compared:
    """Measure one game."""
    progress(f"{key}: random games")
    rates, lengths = measuring.rollouts(key, given.runs, 0.02 if given.quick else 0.5, SEED)
    progress(f"{key}: simulations")
    first = given.player[0]
    searches, table = measuring.simulations(key, first, given.runs, given.simulations, SEED)
    duels = tuple(fought(key, player, given) for player in given.player)
    return Compared(key, rates, lengths, searches, table, duels)


def fought(key: str, player: str, given: argparse.Namespace) -> Duel:
    """One of ours against the peer at equal time."""

    def told(played: int, score: float) -> None:
        if played % 10 == 0:
            progress(f"{key}: {player}: {played} of {given.games} games, {score:.1%}")

    return duel(key, player, given.seconds, given.games, told)


def command(arguments: list[str] | None) -> str:
    """What would do the same again, as it is typed."""
    words = [word for word in arguments or sys.argv[1:] if word != "--write"]
    return f'{COMMAND} PEERS="{shlex.join(words)}"' if words else COMMAND


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and write where asked to."""
    given = parsed(arguments)
    values = place()
    found = [compared(key, given) for key in given.game or ours.KEYS]
    text = section(found, values)
    print(text)
    print("\n".join(verdicts(found)))
    if given.json:
        given.json.write_text(json.dumps(as_json(found, values), indent=1) + "\n", "utf-8")
    if given.write:
        put_section(given.page, "peers", command(arguments), text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

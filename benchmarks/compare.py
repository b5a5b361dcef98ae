"""Compare two answers of `tabletier bench --json`: what became faster, what slower.

    python benchmarks/compare.py OLD.json NEW.json [--tolerance 0.15]

Exit code 1 if an option set lost more than the tolerance.
"""

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple


class Change(NamedTuple):
    """Moves a second of one option set, then and now."""

    name: str
    old: float
    new: float

    @property
    def factor(self) -> float:
        """Above 1: faster than before."""
        return self.new / self.old


def rates(report: Any) -> dict[str, float]:
    """Moves a second of every game and option set in a report."""
    return {
        f"{game['game']} {speed['label']}".strip(): speed["moves_per_second"]
        for game in report["games"]
        for speed in game["speeds"]
    }


def changes(old: Any, new: Any) -> list[Change]:
    """What both reports measured, the greatest loss first."""
    before, after = rates(old), rates(new)
    both = [Change(name, rate, after[name]) for name, rate in before.items() if name in after]
    return sorted(both, key=lambda change: change.factor)


def main(arguments: list[str] | None = None) -> int:
    """Print the comparison; 1 if something became too slow."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--tolerance", type=float, default=0.15)
    given = parser.parse_args(arguments)
    old, new = (json.loads(path.read_text("utf-8")) for path in (given.old, given.new))
    listed = changes(old, new)
    for change in listed:
        rate = f"{change.old / 1e6:7.2f} -> {change.new / 1e6:7.2f} M moves/s"
        print(f"{change.factor:5.2f} x  {rate}  {change.name}")
    slower = [change for change in listed if change.factor < 1 - given.tolerance]
    print(f"{len(listed)} compared, {len(slower)} slower by more than {given.tolerance:.0%}")
    return 1 if slower else 0


if __name__ == "__main__":
    raise SystemExit(main())

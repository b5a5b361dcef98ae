"""How quick the page is in a real browser: what the first room weighs, how soon one can play.

The measuring is done by `web/e2e/tools/speed.tool.ts`, with a house of its own and compiled rules;
this makes a table of what it found.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.page import put_section
from tabletier.lab.report import commit
from tabletier.server.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
COMMAND = "make speed"


def measured() -> dict[str, Any]:
    """Run the browser at a house, and read what it found."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "speed.json"
        pace = str(Settings.model_fields["pace"].default)
        outside = {"TABLETIER_SPEED": str(answer), "TABLETIER_JIT": "1", "TABLETIER_PACE": pace}
        outside["TABLETIER_FORBID_SKIPS"] = "1"
        tool = ["scripts/browser-tests", "--config", "playwright.tools.config.ts", "speed.tool"]
        subprocess.run(tool, cwd=ROOT, env={**os.environ, **outside}, check=True, stdout=sys.stderr)
        found: dict[str, Any] = json.loads(answer.read_text("utf-8"))
    return found


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def rows(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What was measured, what came out, and what it should be."""
    script, shift = found["script"], found["shift"]
    gaps = found["frames"]["gaps"]
    lines = [
        (
            f"JavaScript of the shelf, gzip, {script['files']} files",
            f"{script['bytes'] / 1000:.1f} kB",
            "≤ 150 kB",
        )
    ]
    for game, waits in found["interactive"].items():
        text = f"{median(waits):.0f} ms (worst of {len(waits)}: {max(waits):.0f})"
        lines.append((f"table of {game} can be played, after navigation", text, "≤ 1000 ms"))
    for game, touches in found["touch"].items():
        text = f"{median(touches):.0f} ms (95 %: {share(touches, 0.95):.0f}, of {len(touches)})"
        lines.append((f"{game}: from a touch to the drawn answer", text, "≤ 50 ms"))
    moves, seats = shift["moves"], shift["seats"]
    many = f"{moves} moves, {seats} seats, clock running"
    lines.append((f"shift of the layout, {many}", f"{shift['score']:.4f}", "0"))
    rate = f"{1000 * len(gaps) / sum(gaps):.0f} frames/s on average"
    prompt = f"{sum(gap < 25 for gap in gaps) / len(gaps):.0%} of {len(gaps)} within 25 ms"
    text = f"{rate} ({prompt}, 95 %: {share(gaps, 0.95):.0f} ms)"
    lines.append((f"motion, {many}", text, "60 frames/s"))
    return lines


def section(found: dict[str, Any]) -> str:
    """The section of the page."""
    load, cores = os.getloadavg()[0], os.cpu_count()
    ahead = f", at priority {os.nice(0)}" if os.nice(0) else ""
    table = "\n".join(f"| {what} | {value} | {goal} |" for what, value, goal in rows(found))
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    return f"""## The page in a browser

Chromium {found["browser"]} without a graphics card (everything is drawn by the processor), the
house on the same machine with compiled rules, {cores} cores, load {load:.1f} at the end{ahead};
{day}, commit {commit()}; tables as they come, without a seed.
Opponents move at the house's pace. A table can be played when its cells are drawn and listen; a
touch is answered when the frame after it has been drawn, the way to the house and back not
included.

| what | found | wanted |
| --- | --- | --- |
{table}"""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.relative_to(ROOT)}")
    arguments = parser.parse_args()
    text = section(measured())
    print(text)
    if arguments.write:
        put_section(PAGE, "page", COMMAND, text)


if __name__ == "__main__":
    main()

"""Studies and measurements as pages of Markdown, written by the commands and never by hand.

And on what they were made, in words that name no person's machine.
"""

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tabletier.games.kernel.compiler import JIT
from tabletier.games.kernel.contract import Game
from tabletier.lab.bench import RUNS, Calls, Speed, Startup, seed_of
from tabletier.lab.statistics import Share
from tabletier.lab.study import Finding

USUAL = "as usual"
GENERATED = "<!-- Written by `{command}`; run that again instead of editing this page. -->"
BENCH_GENERATED = """\
<!-- Written by `{command}`, as far as the next mark; run that again instead of editing. -->"""

STUDY_NOTES = """\
Every seat chooses uniformly among its legal moves; nobody plays well, and the figures say nothing
about good play. They say how a game behaves by itself: how long it lasts, how it ends, and whether
it helps to begin.

- **moves**: median, and from where to where nine games in ten lie (5–95 %);
- **decisive**: games with a winner;
- **first seat wins**: of the decisive games, those won by the side of the seat that had the first
  decision of the match (where it opens with choices made in secret, that is the lowest seat), and
  the 95 % interval (Wilson); *fair* is what it would win if beginning made no difference;
  ▲ beginning helps, ▼ it harms, · these games do not tell. One row in twenty misleads by chance,
  and where the same seat always begins, whatever else sets it apart is in the figure too;
- **ends**: every reason for which games ended, and how many did.
"""

BENCH_NOTES = """\
Whole games by the rules, played at random by one thread: draws of chance, ends of rounds and
checks for repetition included. A move is what a player would write down. Rates are per second of
processor time, the median of the runs, with the distance of the furthest run (±).
"""

CALL_NOTES = """\
Microseconds (medians) of a move in a match, of a question to the rules and of a step by them; then
seconds of processor time to the first random game, and to the first move of a match, in a new
process: cold, when nothing is compiled yet, and warm, in the next process.
"""


class Measured(NamedTuple):
    """Everything the benchmark measured of one game."""

    game: Game
    speeds: Sequence[Speed]
    calls: Calls
    startup: Startup | None


def percent(share: Share, digits: int = 1) -> str:
    """A share with its interval: `52.1 % (51.1–53.0)`."""
    if share.whole == 0:
        return "–"
    low, high = (f"{100 * bound:.{digits}f}" for bound in (share.low, share.high))
    return f"{100 * share.value:.{digits}f} % ({low}–{high})"


def whole_percent(share: Share) -> str:
    """A share without ado: `52 %`, `< 1 %` for little but not nothing."""
    if 0 < share.value < 0.005:
        return "< 1 %"
    return f"{100 * share.value:.0f} %"


def range_of(finding: Finding) -> str:
    """The length of games: `62 (31–118)`."""
    length = finding.length
    return f"{length.median} ({length.low}–{length.high})"


def ends(finding: Finding) -> str:
    """How games ended, the most frequent way first."""
    return ", ".join(
        f"{name.replace('_', ' ')} {whole_percent(part)}" for name, part in finding.reasons.items()
    )


def sign(finding: Finding) -> str:
    """▲ beginning helps, ▼ it harms, · these games do not tell."""
    return {"yes": "▲", "no": "▼", "?": "·"}[finding.advantage]


def study_page(findings: Sequence[Finding], command: str, seed: str, date: str) -> str:
    """The page of a study."""
    games = findings[0].games if findings else 0
    lines = [
        "# Random play",
        "",
        GENERATED.format(command=command),
        "",
        f"{games:,} games per option set, seed `{seed}`, {date}, commit {commit()}. Which games",
        "are played follows from the seed, so neither load nor machine changes a figure.",
        "",
        STUDY_NOTES,
    ]
    for key, group in groupby(findings, key=lambda finding: finding.game):
        listed = list(group)
        lines += [f"## {key} (rules version {listed[0].version})", ""]
        lines += _table(
            ("options", "moves", "decisive", "first seat wins", "fair", "", "ends"),
            (_study_row(finding) for finding in listed),
        )
    return "\n".join(lines)


def _study_row(finding: Finding) -> tuple[str, ...]:
    return (
        finding.label or USUAL,
        range_of(finding),
        percent(finding.decisive),
        percent(finding.first),
        f"{100 * finding.fair:.0f} %",
        sign(finding),
        ends(finding),
    )


def bench_page(
    measured: Sequence[Measured], machine: dict[str, str | int | bool], command: str, date: str
) -> str:
    """The page of a benchmark."""
    about = ", ".join(f"{name} {value}" for name, value in machine.items())
    seeds = f"seeds `{seed_of(0)}` to `{seed_of(RUNS - 1)}`"
    lines = ["# Benchmarks", "", BENCH_GENERATED.format(command=command), ""]
    lines += [f"{about}, {seeds}; {date}. Made by `{command}`.", ""]
    lines += ["## Random play on one core", "", BENCH_NOTES]
    for game, speeds, _, _ in measured:
        lines += [f"### {game.key} (rules version {game.version})", ""]
        lines += _table(
            ("options", "moves/s", "±", "ns/move", "games/s", "moves/game"), map(speed_row, speeds)
        )
    lines += ["## From Python", "", CALL_NOTES]
    return "\n".join([*lines, *_table(CALL_COLUMNS, map(call_row, measured))])


def with_rest(text: str, page: str) -> str:
    """A text in the place of a page's beginning; sections with marks of their own stay as they are.

    Other commands write those, `<!-- NAME: written by …`, each of which replaces its own only.
    """
    below = re.search(r"^<!-- [\w ]+: written by ", page, re.MULTILINE)
    return text.rstrip("\n") + "\n" + (f"\n{page[below.start() :]}" if below else "")


def speed_row(speed: Speed) -> tuple[str, ...]:
    """One line of the table of speeds."""
    return (
        speed.label or USUAL,
        f"{speed.moves_per_second / 1e6:.2f} M",
        f"{100 * speed.spread:.0f} %",
        f"{speed.nanoseconds_per_move:.0f}",
        f"{speed.games_per_second:,.0f}",
        f"{speed.mean_length:.0f}",
    )


CALL_COLUMNS = (
    "game",
    "Match.play µs",
    "to_move µs",
    "apply µs",
    "bulk cold s",
    "bulk warm s",
    "match cold s",
    "match warm s",
)


def call_row(measured: Measured) -> tuple[str, ...]:
    """One line of the table of calls and beginnings; what was not measured is a dash."""
    seconds = ("–",) * len(Startup._fields)
    if measured.startup is not None:
        seconds = tuple(f"{value:.1f}" for value in measured.startup)
    return (measured.game.key, *(f"{value:.1f}" for value in measured.calls), *seconds)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


CPU_INFO = Path("/proc/cpuinfo")


def processor() -> str:
    """The model of the processor, as well as the system can tell."""
    if CPU_INFO.exists():
        for line in CPU_INFO.read_text("utf-8", "replace").splitlines():
            name, _, model = line.partition(":")
            if name.strip() == "model name":
                return model.strip()
    return platform.processor() or platform.machine()


def commit() -> str:
    """Which state of the sources this is, as far as Git can tell: none for an installed package."""
    words = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        told = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        told = ""
    return told or "unknown"


def load() -> str:
    """How many programs wanted a processor in the last minute, on average."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def machine() -> dict[str, str | int | bool]:
    """Processor, cores, system, what runs the games in which versions, and how busy it is now."""
    return {
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "tabletier": version("tabletier"),
        "compiled": JIT,
        "commit": commit(),
        "load": load(),
    }

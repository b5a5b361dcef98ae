"""The figures as a section of docs/benchmarks.md."""

import statistics
from datetime import UTC, datetime
from typing import Any

from benchmarks.load.disk import told
from tabletier.lab.report import machine

TEXT = """## Many tables at once

{place}

`tabletier serve` with SQLite, every move on the disk before anybody is told; the
players are a second process on the same machine, over loopback, two sockets a table. {game}, moves
at random, without a seed, out of the lists of legal moves that the server sends. A move's time runs
from sending it until the last of both players has it. Load averages meanwhile were {load} on
{cores} cores. The disk alone needed between the runs, to keep 40 kB: {disk}.

| | measured | wanted |
| --- | --- | --- |
"""
MEASURED = {
    "held": """\
| {sockets:,} sockets at {tables:,} tables held: memory a socket | {kilobytes:.1f} kB | ≤ 60 kB |
| … in all, without opponents | {megabytes:.0f} MB | ≤ 500 MB |
""",
    "full": """\
| moves/s at all tables, durable; processor time | **{rate:,.0f}**; {cpu:.0f} µs a move | ≥ 2,000 |
""",
    "calm": """\
| p99 (p50) at {rate:,.0f} moves/s, half that | {p99:.1f} ms ({p50:.1f}) | ≤ 50 ms |
""",
    "half": """\
| p99 (p50) at {rate:,.0f} moves/s, half of the most | {p99:.1f} ms ({p50:.1f}) | |
""",
}
"""Rows of the table, by the measurement that they tell; where that broke off, they are left out."""

BESIDE = """
### Beside boardgame.io

boardgame.io 0.50.2's own server from npm on {node} in place of ours, its in-memory storage (nothing
is kept), a game of 36 cells without rules, moves not applied optimistically; the same client, its
messages over Socket.IO. Ours: as above, with rules, lists of legal moves and a disk. All tables
play as fast as they can; {runs} runs of each in turn, the median; the ratio is taken run by run.

| tables | moves/s: ours | peer | ratio | p50 / p99: ours | peer | CPU µs a move: ours / peer |
| --- | --- | --- | --- | --- | --- | --- |
"""


def section(found: dict[str, Any]) -> str:
    """What is written down."""
    if "disk" not in found:
        return "Nothing was measured."
    values = machine()
    place = ", ".join(f"{name} {value}" for name, value in values.items())
    text = TEXT.format(
        place=f"{place}; {datetime.now(UTC).date()}.",
        game=found["game"].capitalize(),
        load=", ".join(f"{load:.1f}" for load in found["load"]),
        cores=values["cores"],
        disk=told(found["disk"]),
    )
    if "held" in found:
        held = found["held"]
        sizes = {"kilobytes": held["per_socket"] / 1000, "megabytes": held["after"] / 1e6}
        found = found | {"held": held | sizes}
    text += "".join(row.format(**found[name]) for name, row in MEASURED.items() if name in found)
    if found["doubts"]:
        text += "\nNot as it should be: " + "; ".join(found["doubts"]) + ".\n"
    beside = [one | {"runs": list(filter(_compares, one["runs"]))} for one in found["beside"]]
    compared = [one for one in beside if one["runs"]]
    if not compared:
        return text
    rows = [_row(one) for one in compared]
    return text + BESIDE.format(node=_node(), runs=len(compared[0]["runs"])) + "\n".join(rows)


def _compares(run: dict[str, Any]) -> bool:
    """Whether both sides made moves."""
    return all(side in run and run[side]["moves"] for side in ("ours", "peer"))


def _row(one: dict[str, Any]) -> str:
    def middle(side: str, what: str) -> float:
        return statistics.median(float(run[side][what]) for run in one["runs"])

    ratios = [run["ours"]["rate"] / run["peer"]["rate"] for run in one["runs"]]
    spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
    cells = [
        str(one["tables"]),
        f"{middle('ours', 'rate'):,.0f}",
        f"{middle('peer', 'rate'):,.0f}",
        f"**{statistics.median(ratios):.2f} ×** ({spread})",
        *(f"{middle(side, 'p50'):.1f} / {middle(side, 'p99'):.1f} ms" for side in ("ours", "peer")),
        f"{middle('ours', 'cpu'):.0f} / {middle('peer', 'cpu'):.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def _node() -> str:
    import subprocess

    return "Node " + subprocess.run(
        ["node", "--version"], capture_output=True, encoding="ascii", check=True
    ).stdout.strip().lstrip("v")

"""What one run found, as a section of docs/benchmarks.md and as JSON."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from benchmarks.peers import openspiel
from benchmarks.peers.duel import Duel
from benchmarks.peers.measuring import Lengths, Rates
from tabletier.lab.report import machine

ROLLOUTS, SIMULATIONS, POINTS = 20.0, 5.0, 0.6
"""What we want to reach: so many times the peer's moves and simulations a second, and points."""


SEED = 1
"""Of the first run of each measurement; the next has the next. Openings are numbered."""


class Compared(NamedTuple):
    """Everything measured for one game."""

    key: str
    rollouts: Rates
    lengths: Lengths
    simulations: Rates
    at_the_table: float
    """Simulations a second as our opponent plays."""
    duels: tuple[Duel, ...]
    """Our opponent first, then others of ours."""


INTRODUCTION = """\
Connect Four and Breakthrough, written against our contract (`benchmarks/peers/`), beside the same
games in {peer}: its C++, called from the Python package it ships. Both sides run in
one process on one thread, in turn; rates are per second of processor time. Ratios are taken run by
run: the median, with the lowest and the highest.
"""

ROLLOUT_NOTE = """\
### Random games

Whole games from the opening position, nothing kept. Ours: `lab/playouts.py`, as for the games of
the house. The peer's: one call of `MCTSBot.mcts_search` with a single simulation, whose
`RandomRolloutEvaluator` plays all the games in C++. It counts games, not moves: its moves are its
games times the mean length of random games that it played step by step (in brackets, with ours).
"""

SIMULATION_NOTE = """\
### Simulations of tree search

From the opening position, as many on either side. *Alike*: UCT with the same constant, every move
tried once first, children laid out on the second visit, one random play-out to the end a
simulation, wins proven; ours is timed from question to answer. *At the table*: as our opponent of
the next table grows its trees, with what it knows of the game.
"""

DUEL_NOTE = """\
### At equal time

Against `MCTSBot` (UCT {uct:.2f}, one rollout a simulation, wins proven, {memory} MB): *best*, our
opponent as it plays at the table, whose play-outs know a little of the game (`search.py`: who
wins at once, what must be stopped); and *plain*, our textbook search without any knowledge, as the
peer's. Each opening of two random moves is played twice, seats changed; both think by the clock and
stop early when the result is proven, the peer with a limit a tenth higher (more while its mean is
below ours). Points: one a win, half a draw.
"""


def heading(values: dict[str, Any]) -> str:
    """On what it was measured, and when."""
    return ", ".join(f"{name} {value}" for name, value in values.items())


def place() -> dict[str, Any]:
    """The machine, the versions and the day."""
    day = datetime.now(UTC).date().isoformat()
    return {**machine(), "peer": openspiel.edition(), "date": day, "seed": SEED}


def table(titles: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [titles, ("---",) * len(titles), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def factor(rates: Rates) -> str:
    """How many times theirs, and between what the runs lie."""
    return f"**{rates.ratio:.1f} ×** ({rates.ratios[0]:.1f}–{rates.ratios[-1]:.1f})"


def rollout_row(one: Compared) -> tuple[str, ...]:
    """Moves a second."""
    us, them = one.rollouts.median
    lengths = f"{one.lengths.ours:.2f} ({one.lengths.theirs:.2f})"
    return one.key, f"{us / 1e6:.1f} M", f"{them / 1e6:.2f} M", factor(one.rollouts), lengths


def simulation_row(one: Compared) -> tuple[str, ...]:
    """Simulations a second."""
    us, them = one.simulations.median
    table_rate = f"{one.at_the_table:,.0f}"
    return one.key, f"{us:,.0f}", f"{them:,.0f}", factor(one.simulations), table_rate


def duel_row(duel: Duel) -> tuple[str, ...]:
    """Points and times."""
    low, high = duel.interval
    return (
        duel.key,
        duel.player,
        str(len(duel.points)),
        f"**{100 * duel.score:.1f} %** ({100 * low:.1f}–{100 * high:.1f})",
        f"{1000 * duel.ours.mean():.1f} / {1000 * duel.theirs.mean():.1f}",
        f"{1000 * duel.ours.mean_busy():.1f} / {1000 * duel.theirs.mean_busy():.1f}",
        f"{duel.draws}",
        f"{duel.moves / len(duel.points):.0f}",
    )


def section(found: list[Compared], values: dict[str, Any]) -> str:
    """The section "Peers" of the page."""
    peer = values["peer"]
    return "\n".join(
        [
            "## Peers\n",
            f"{heading(values)}.\n",
            INTRODUCTION.format(peer=peer),
            ROLLOUT_NOTE,
            table(
                ("game", "ours, moves/s", "peer, moves/s", "ratio", "moves/game"),
                [rollout_row(one) for one in found],
            ),
            SIMULATION_NOTE,
            table(
                ("game", "ours, alike", "peer", "ratio, alike", "ours, at the table"),
                [simulation_row(one) for one in found],
            ),
            DUEL_NOTE.format(uct=openspiel.UCT_C, memory=openspiel.MEMORY_MB),
            table(
                (
                    "game",
                    "our opponent",
                    "games",
                    "points (95 %)",
                    "ms/move, ours / peer",
                    "of processor time",
                    "draws",
                    "moves/game",
                ),
                [duel_row(duel) for one in found for duel in one.duels],
            ),
        ]
    )


def verdicts(found: list[Compared]) -> list[str]:
    """What we wanted to reach, and whether this run did."""
    lines = []
    for one in found:
        for name, value, wanted in (
            ("rollouts, times the peer's", one.rollouts.ratio, ROLLOUTS),
            ("simulations, times the peer's", one.simulations.ratio, SIMULATIONS),
            ("points at equal time", one.duels[0].score, POINTS),
        ):
            mark = "reached" if value >= wanted else "MISSED"
            lines.append(f"{mark}: {one.key}: {name}: {value:.2f} (wanted {wanted:g})")
    return lines


def as_json(found: list[Compared], values: dict[str, Any]) -> dict[str, Any]:
    """Everything as plain values."""
    return {"machine": values, "games": [_plain(one) for one in found]}


def _plain(one: Compared) -> dict[str, Any]:
    return {
        "game": one.key,
        "rollouts": one.rollouts.as_json(),
        "lengths": one.lengths._asdict(),
        "simulations": one.simulations.as_json(),
        "simulations_at_the_table": one.at_the_table,
        "duels": [_plain_duel(duel) for duel in one.duels],
    }


def _plain_duel(duel: Duel) -> dict[str, Any]:
    return {
        "player": duel.player,
        "points": duel.points,
        "score": duel.score,
        "interval": duel.interval,
        "moves": duel.moves,
        "seconds_a_move": {"ours": duel.ours.mean(), "peer": duel.theirs.mean()},
        "busy_a_move": {"ours": duel.ours.mean_busy(), "peer": duel.theirs.mean_busy()},
    }

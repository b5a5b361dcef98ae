"""Bars under the ribbon: whom luck helped at each move, and who threw chances away."""

from typing import NamedTuple
from xml.sax.saxutils import escape

from tabletier.games.kernel.text import Language, Text
from tabletier.search.analysis import Analysis, Ply
from tabletier.search.analysis.chart.svg import LEFT, RIGHT, WIDTH, Frame, text
from tabletier.search.hints import percent

HEAD, LANE, GAP = 34.0, 46.0, 22.0
"""Room above the first row of bars, the height of a row, and the room between rows."""
SMALL = 0.004
"""A bar for less than this would not be seen."""


class Lane(NamedTuple):
    """A row of bars."""

    name: Text
    kind: str
    """Which part of the swing: `luck` or `skill`."""


LUCK = Lane(Text("hasard", "luck"), "luck")
LOST = Lane(Text("perdu", "lost"), "skill")


def lanes_of(analysis: Analysis) -> list[Lane]:
    """The rows that have something to show."""
    return [
        lane
        for lane in (LUCK, LOST)
        if any(part for ply in analysis.plies for part in getattr(ply, lane.kind))
    ]


def bars(
    analysis: Analysis, lane: Lane, frame: Frame, top: float, language: Language, prefix: str
) -> list[str]:
    """One row of bars, all on the same scale: the highest bar of the row fills it."""
    shown = [(ply, *_bar(ply, lane)) for ply in analysis.plies]
    highest = max((size for _, _, size in shown), default=0.0)
    low, room = top + LANE, frame.x(1) - frame.x(0)
    width = min(14.0, max(1.0, room * 0.7))
    found = [
        (
            f'<path class="edge" d="M{LEFT:g} {low:g}H{WIDTH - RIGHT:g}" stroke="#1d2530" '
            'stroke-width=".8"/>'
        ),
        text(LEFT - 8, low - 2, lane.name.say(language), "faint", 12, 'text-anchor="end"'),
        text(LEFT - 8, top + 10, _points(highest, language), "faint", 12, 'text-anchor="end"'),
    ]
    for ply, side, size in shown:
        if size < SMALL:
            continue
        high = LANE * size / highest
        x = frame.x(ply.number - 0.5) - width / 2
        found.append(
            f'<rect class="edge {lane.kind}" x="{x:.1f}" y="{low - high:.1f}" '
            f'width="{width:.1f}" height="{high:.1f}" fill="url(#{prefix}-side-{side})" '
            f'stroke="#1d2530" stroke-width=".6"><title>'
            f"{escape(_told(ply, lane, size, language))}</title></rect>"
        )
    return found


def _bar(ply: Ply, lane: Lane) -> tuple[int, float]:
    """Whose bar it is and how long: the side that luck helped most, or the one that erred."""
    if lane is LOST:
        return ply.side, -ply.skill[ply.side]
    side = max(range(len(ply.luck)), key=lambda number: ply.luck[number])
    return side, ply.luck[side]


def _points(size: float, language: Language) -> str:
    return percent(size).say(language)


def _told(ply: Ply, lane: Lane, size: float, language: Language) -> str:
    name = lane.name
    points = percent(size)
    return Text(
        f"Coup {ply.number}, {ply.move} : {name.fr} {points.fr}",
        f"Move {ply.number}, {ply.move}: {name.en} {points.en}",
    ).say(language)

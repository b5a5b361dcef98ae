"""A match as a picture: each side's chances as one band of a ribbon, move after move.

Written as SVG by hand, with nothing but shapes and text. Each side has a colour, a pattern and a
label, so that it can be read in black and white; paper and text follow the reader's light or dark
theme. Under the ribbon, bars tell what luck gave and what mistakes threw away.
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from tabletier.games.kernel.text import Language, Text
from tabletier.search.analysis import Analysis, Ply
from tabletier.search.analysis.bands import (
    HIGH,
    LEFT,
    RIGHT,
    STYLE,
    TOP,
    WIDTH,
    Frame,
    axes,
    bands,
    headline,
    labels,
    marks,
    patterns,
    text,
)
from tabletier.search.hints import percent

__all__ = ["ribbon"]

FOOT = 14.0


def ribbon(
    analysis: Analysis,
    names: Sequence[str],
    language: Language = "en",
    title: str = "Tabletier",
    prefix: str = "ribbon",
) -> str:
    """The picture of an analysis; `names` are those of the sides, and `prefix` begins every id."""
    frame, lanes = Frame(len(analysis.values)), lanes_of(analysis)
    below = TOP + HIGH + HEAD
    height = below + (LANE + GAP) * len(lanes) + FOOT
    parts = [
        *_opening(_described(analysis, names, language), language, title, prefix, height),
        *patterns(len(analysis.teams), prefix),
        f'<rect class="paper" width="{WIDTH:g}" height="{height:g}" fill="#ffffff"/>',
        *headline(names, title, prefix),
        *bands(analysis, names, frame, prefix),
        *axes(frame, len(analysis.plies), language),
        *marks(analysis, frame, language),
        *labels(analysis, names, frame),
    ]
    for number, lane in enumerate(lanes):
        parts += bars(analysis, lane, frame, below + (LANE + GAP) * number, language, prefix)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _opening(
    described: str, language: Language, title: str, prefix: str, height: float
) -> list[str]:
    """The first lines of the file: its size, and what there is to see for those who cannot."""
    return [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
            f'width="{WIDTH:g}" height="{height:g}" role="img" lang="{language}" '
            f'aria-labelledby="{prefix}-title {prefix}-desc">'
        ),
        f'<title id="{prefix}-title">{escape(title)}</title>',
        f'<desc id="{prefix}-desc">{escape(described)}</desc>',
        f"<style>{STYLE}</style>",
    ]


def _described(analysis: Analysis, names: Sequence[str], language: Language) -> str:
    """The picture in a few words."""
    last = analysis.values[-1] if analysis.values else ()
    chances = zip(names, last, strict=False)
    shares = ", ".join(f"{name} {percent(chance).say(language)}" for name, chance in chances)
    moves, marked = len(analysis.plies), sum(ply.mark is not None for ply in analysis.plies)
    return Text(
        f"Chances de gain de chaque camp au fil de {moves} coups. "
        f"À la fin : {shares}. Coups critiqués : {marked}.",
        f"Each side's chances to win over {moves} moves. "
        f"At the end: {shares}. Moves criticised: {marked}.",
    ).say(language)


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

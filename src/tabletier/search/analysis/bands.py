"""The ribbon itself: bands, their names, the axes, and the signs of mistakes above it.

First the paper that everything is drawn on: sizes, colours and patterns.
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from tabletier.games.kernel.text import Language, Text
from tabletier.search.analysis import Analysis, Ply
from tabletier.search.evaluation import Value
from tabletier.search.hints import percent

WIDTH, LEFT, RIGHT = 960.0, 64.0, 24.0
TOP, HIGH = 106.0, 260.0
"""Where the ribbon begins, and how high it is."""
COLOURS = ("#2f6fb0", "#e5a93c", "#3f9b78", "#b0568c", "#8a6d3b", "#6a61c9", "#c2543c", "#5f7f8c")
PATTERNS = (
    '<path d="M0 10 10 0" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.6"/>',
    '<circle cx="3" cy="3" r="1.5" fill="#2b1c00" fill-opacity=".4"/>',
    '<path d="M0 5H10" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.6"/>',
    '<path d="M0 0 10 10M0 10 10 0" stroke="#ffffff" stroke-opacity=".4" stroke-width="1.2"/>',
    '<path d="M5 0V10" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.6"/>',
    '<path d="M0 0 10 10" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.6"/>',
    '<rect x="3" y="3" width="4" height="4" fill="#ffffff" fill-opacity=".45"/>',
    '<path d="M0 5H10M5 0V10" stroke="#ffffff" stroke-opacity=".4" stroke-width="1.2"/>',
)
SIZE = 10
INK, FAINT = "#1d2530", "#556070"
FONTS = (
    "system-ui,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans','Noto Sans',"
    "sans-serif"
)
STYLE = (
    f"text{{font-family:{FONTS}}}"
    "@media (prefers-color-scheme:dark){"
    ".paper{fill:#14181f}.ink{fill:#e8ecf2}.faint{fill:#a9b4c2}.edge{stroke:#e8ecf2}"
    ".inaccuracy{fill:#f0b35a}.mistake{fill:#ff9166}.blunder{fill:#ff7b86}}"
)


class Frame(NamedTuple):
    """Where things go: `columns` points from the left to the right edge."""

    columns: int

    def x(self, point: float) -> float:
        """How far to the right the moment before move `point` + 1 lies."""
        return LEFT + (WIDTH - LEFT - RIGHT) * point / max(1, self.columns - 1)

    def y(self, share: float) -> float:
        """How far down a height lies, 1 being the top of the ribbon."""
        return TOP + HIGH * (1.0 - share)


def colour(side: int) -> str:
    """The colour of a side."""
    return COLOURS[side % len(COLOURS)]


def patterns(sides: int, prefix: str) -> list[str]:
    """Each side's pattern on its colour, to be filled with."""
    return ["<defs>", *(_pattern(side, prefix) for side in range(sides)), "</defs>"]


def _pattern(side: int, prefix: str) -> str:
    return (
        f'<pattern id="{prefix}-side-{side}" width="{SIZE}" height="{SIZE}" '
        f'patternUnits="userSpaceOnUse"><rect width="{SIZE}" height="{SIZE}" '
        f'fill="{colour(side)}"/>{PATTERNS[side % len(PATTERNS)]}</pattern>'
    )


def text(
    x: float, y: float, content: str, kind: str = "ink", size: int = 13, extra: str = ""
) -> str:
    """A line of text; `content` is escaped already."""
    fill = FAINT if kind == "faint" else INK
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}"'
        f"{' ' + extra if extra else ''}>{content}</text>"
    )


SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
SIGN_COLOURS = {"inaccuracy": "#8a5600", "mistake": "#b8430f", "blunder": "#b3001b"}
MARK_NAMES = {
    "inaccuracy": Text("imprécision", "inaccuracy"),
    "mistake": Text("erreur", "mistake"),
    "blunder": Text("gaffe", "blunder"),
}
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_TICKS = 16
ROOM = 0.1
"""A band is given its name where it is at least this high."""


def headline(names: Sequence[str], title: str, prefix: str) -> list[str]:
    """The title, and which side has which colour and pattern."""
    found = [text(LEFT, 30, escape(title), size=18, extra='font-weight="600"')]
    x = LEFT
    for side, name in enumerate(names):
        found.append(
            f'<rect class="edge" x="{x:.1f}" y="44" width="22" height="14" rx="2" '
            f'fill="url(#{prefix}-side-{side})" stroke="#1d2530" stroke-width=".8"/>'
        )
        found.append(text(x + 29, 56, escape(name)))
        x += 29 + 8.2 * len(name) + 26
    return found


def bands(analysis: Analysis, names: Sequence[str], frame: Frame, prefix: str) -> list[str]:
    """One band per side, the first on top."""
    found, tops = [], [1.0] * len(analysis.values)
    for side, name in enumerate(names):
        bottoms = below(analysis, side, tops)
        there = [f"{frame.x(k):.1f},{frame.y(top):.1f}" for k, top in enumerate(tops)]
        back = [f"{frame.x(k):.1f},{frame.y(low):.1f}" for k, low in enumerate(bottoms)]
        found.append(
            f'<polygon class="band" fill="url(#{prefix}-side-{side})" stroke="#ffffff" '
            f'stroke-width="1.4" stroke-linejoin="round" points="{" ".join(there + back[::-1])}">'
            f"<title>{escape(name)}</title></polygon>"
        )
        tops = bottoms
    return found


def below(analysis: Analysis, side: int, tops: list[float]) -> list[float]:
    """Where the band of a side ends that begins at these heights."""
    return [top - value[side] for top, value in zip(tops, analysis.values, strict=True)]


def labels(analysis: Analysis, names: Sequence[str], frame: Frame) -> list[str]:
    """Each side's name in its band, where there is room for it; above everything else."""
    found, tops = [], [1.0] * len(analysis.values)
    for side, name in enumerate(names):
        found += _label(name, side, analysis.values, tops, frame)
        tops = below(analysis, side, tops)
    return found


def _label(
    name: str, side: int, values: Sequence[Value], tops: list[float], frame: Frame
) -> list[str]:
    """A side's name in the highest part of its band, if it fits anywhere."""
    reach = max(1, round(len(values) * 4.2 * len(name) / (WIDTH - LEFT - RIGHT)))
    middles = range(reach, len(values) - reach) or range(len(values) // 2, len(values) // 2 + 1)

    def room(k: int) -> float:
        return min(
            values[j][side] for j in range(max(0, k - reach), min(len(values), k + reach + 1))
        )

    best = max(middles, key=lambda k: (room(k), -abs(k - len(values) / 2)))
    if room(best) < ROOM:
        return []
    middle = tops[best] - values[best][side] / 2
    width = 8.2 * len(name) + 16
    x, y = frame.x(best), frame.y(middle)
    x = min(max(x, LEFT + width / 2 + 4), WIDTH - RIGHT - width / 2 - 4)
    pill = (
        f'<rect x="{x - width / 2:.1f}" y="{y - 11:.1f}" width="{width:.1f}" height="22" '
        'rx="11" fill="#ffffff" fill-opacity=".9"/>'
    )
    words = (
        f'<text x="{x:.1f}" y="{y + 4.6:.1f}" font-size="13" font-weight="600" fill="#1d2530" '
        f'text-anchor="middle">{escape(name)}</text>'
    )
    return [pill, words]


def axes(frame: Frame, moves: int, language: Language) -> list[str]:
    """Percent at the left, numbers of moves below."""
    found, right = [], WIDTH - RIGHT
    for quarter in range(5):
        y = frame.y(quarter / 4)
        if 0 < quarter < 4:
            found.append(
                f'<path d="M{LEFT:g} {y:.1f}H{right:g}" stroke="#ffffff" stroke-opacity=".75" '
                'stroke-width="1" stroke-dasharray="2 4"/>'
            )
        label = percent(quarter / 4).say(language)
        found.append(text(LEFT - 8, y + 4, label, "faint", 12, 'text-anchor="end"'))
    step = next((tick for tick in TICKS if moves / tick <= MOST_TICKS), TICKS[-1])
    low = TOP + HIGH
    for number in range(step, moves + 1, step):
        x = frame.x(number)
        found.append(
            f'<path class="edge tick" d="M{x:.1f} {low:g}v5" stroke="#1d2530" stroke-width="1"/>'
        )
        found.append(text(x, low + 18, str(number), "faint", 12, 'text-anchor="middle"'))
    name = Text("coups", "moves").say(language)
    return [*found, text(LEFT - 8, low + 18, name, "faint", 12, 'text-anchor="end"')]


def marks(analysis: Analysis, frame: Frame, language: Language) -> list[str]:
    """A sign above the ribbon for every move that is criticised, with its story as a tooltip."""
    found, taken = [], [-100.0, -100.0]
    for ply in analysis.plies:
        if ply.mark is None:
            continue
        x = frame.x(ply.number - 0.5)
        row = 0 if x - taken[0] >= 17 or taken[0] <= taken[1] else 1
        taken[row] = x
        sign = (
            f'<text class="{ply.mark}" x="{x:.1f}" y="{TOP - 8 - 16 * row:.1f}" font-size="14" '
            f'font-weight="700" fill="{SIGN_COLOURS[ply.mark]}" text-anchor="middle">'
            f"{SIGNS[ply.mark]}</text>"
        )
        found.append(
            f'<g class="mark"><title>{escape(story(ply, language))}</title>'
            f'<path d="M{x:.1f} {TOP - 4:g}V{TOP + HIGH:g}" stroke="#ffffff" stroke-width="1.3" '
            f'stroke-opacity=".85" stroke-dasharray="5 4"/>{sign}</g>'
        )
    return found


def story(ply: Ply, language: Language) -> str:
    """A criticised move in a sentence."""
    if ply.mark is None or ply.other is None:
        return ply.move
    before, after = percent(ply.before[ply.side]), percent(ply.after[ply.side])
    mark = MARK_NAMES[ply.mark]
    return Text(
        f"Coup {ply.number}, joueur {ply.seat + 1}, {ply.move} : {mark.fr} ; "
        f"{ply.other.move} gardait {before.fr}, ceci {after.fr}.",
        f"Move {ply.number}, player {ply.seat + 1}, {ply.move}: {mark.en}; "
        f"{ply.other.move} kept {before.en}, this {after.en}.",
    ).say(language)

"""The paper the ribbon is drawn on: sizes, colours and patterns."""

from typing import NamedTuple

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

"""A match as a picture: each side's chances as one band of a ribbon, move after move.

Written as SVG by hand, with nothing but shapes and text. Each side has a colour, a pattern and a
label, so that it can be read in black and white; paper and text follow the reader's light or dark
theme. Under the ribbon, bars tell what luck gave and what mistakes threw away.
"""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from tabletier.games.kernel.text import Language, Text
from tabletier.search.analysis import Analysis
from tabletier.search.analysis.chart.bands import axes, bands, headline, labels, marks
from tabletier.search.analysis.chart.bars import GAP, HEAD, LANE, bars, lanes_of
from tabletier.search.analysis.chart.svg import HIGH, STYLE, TOP, WIDTH, Frame, patterns
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

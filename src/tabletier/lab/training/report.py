"""How a training went: a page of Markdown and its curve as a picture."""

from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.lab.training.strength import Strength

WIDE, HIGH, EDGE = 640, 320, 48
UNKNOWN = Strength(0, 0.0, 0.0)
COLOURS = ("#7a5c1e", "#2b6cb0", "#2f7d4f", "#a23b3b", "#6b4fa0", "#444444")


class Generation(NamedTuple):
    """What one generation learned."""

    generation: int
    positions: int
    loss: float
    handmade: float
    curve: tuple[tuple[float, float], ...]
    """Per epoch: the loss on what was learned from, and on what was held back."""
    strength: Strength = UNKNOWN
    """Against the hand-made judgement."""

    @classmethod
    def of(cls, about: dict[str, Any]) -> "Generation":
        """From what `weights.json` says."""
        curve = tuple((float(a), float(b)) for a, b in about["curve"])
        return cls(about["generation"], about["positions"], about["loss"], about["handmade"], curve)


def write_report(folder: Path, game: Game, steps: list[Generation]) -> None:
    """Write `report.md` and `curve.svg`."""
    (folder / "curve.svg").write_text(curve_svg(steps), "utf-8")
    (folder / "report.md").write_text(page(game, steps), "utf-8")


def page(game: Game, steps: list[Generation]) -> str:
    """The page."""
    rows = [
        f"| {step.generation} | {step.positions:,} | {step.loss:.4f} | {step.handmade:.4f} | "
        f"{step.strength.games} | {_percent(step.strength)} |"
        for step in steps
    ]
    return "\n".join(
        [
            f"# What {game.name.en} has learned",
            "",
            "Cross-entropy on positions that were held back, of the network and of the hand-made",
            "judgement; a generation learns from its own positions and all earlier ones. Then",
            "games against the hand-made judgement from random openings, at equal positions.",
            "",
            "| generation | positions | learned | hand-made | games | points |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
            "![loss by epoch](curve.svg)",
            "",
        ]
    )


def _percent(strength: Strength) -> str:
    return f"{100 * strength.share:.1f} ± {100 * strength.reach:.1f} %"


def curve_svg(steps: list[Generation]) -> str:
    """The loss on positions held back, epoch by epoch, a line for each generation."""
    lines = [[tested for _, tested in step.curve] for step in steps]
    levels = [loss for line in lines for loss in line] + [step.handmade for step in steps]
    low, high = min(levels), max(levels)
    reach = max(high - low, 1e-9)
    longest = max(len(line) for line in lines)

    def x(epoch: int) -> float:
        return EDGE + (WIDE - 2 * EDGE) * epoch / max(1, longest - 1)

    def y(loss: float) -> float:
        return EDGE + (HIGH - 2 * EDGE) * (high - loss) / reach

    drawn, right, dashed = [], WIDE - EDGE + 4, 'stroke-dasharray="4 4" stroke'
    for number, (step, line) in enumerate(zip(steps, lines, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{x(k):.1f},{y(loss):.1f}" for k, loss in enumerate(line))
        drawn += [
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<path d="M{EDGE} {y(step.handmade):.1f}H{WIDE - EDGE}" {dashed}="{colour}"/>',
            f'<text x="{right}" y="{y(line[-1]) + 4:.1f}" fill="{colour}">{step.generation}</text>',
        ]
    marks = [f'<text x="4" y="{y(level) + 4:.1f}">{level:.3f}</text>' for level in (low, high)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="12" role="img">'
        "<title>Loss on positions held back, by epoch and generation; dashed: by hand</title>"
        '<rect width="100%" height="100%" fill="#ffffff"/>'
        + "".join(drawn + marks)
        + f'<text x="{WIDE // 2}" y="{HIGH - 12}" text-anchor="middle">epochs 1 … {longest}; '
        "dashed: hand-made</text></svg>\n"
    )

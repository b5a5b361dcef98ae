"""Markdown as a terminal shows it: plain lines, wrapped, without signs that only mark things up."""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from tabletier.cli.terminal import WIDEST

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

FENCE = "```"
ASIDE = ("<!--", "-->")
PICTURE = re.compile(r"^!\[([^\]]*)\]\(pictures/([^.)]+)\.[^)]*\)$")
CODE_SIGN = "\ue001"
ENDS_A_PARAGRAPH = ("#", "|", "- ", FENCE)


def blocks(text: str) -> Iterator[list[str]]:
    """Headings, paragraphs, list items, tables and drawings, each as its lines; [] for a gap."""
    block: list[str] = []
    for line in _visible_lines(text):
        drawing = bool(block) and block[0].startswith(FENCE)
        if drawing and line.startswith(FENCE):
            yield [*block, line]
            block = []
        elif drawing or (block and _continues_block(block, line)):
            block.append(line)
        else:
            if block:
                yield block
            block = [line] if line.strip() else []
            if not block:
                yield []
    if block:
        yield block


def _visible_lines(text: str) -> Iterator[str]:
    """The lines of a text without what is written for programs only."""
    aside = False
    for line in text.splitlines():
        aside = aside or line.startswith(ASIDE[0])
        if not aside:
            yield line
        aside = aside and not line.endswith(ASIDE[1])


def _continues_block(block: list[str], line: str) -> bool:
    """Whether a line belongs to the block before it."""
    if block[0].startswith("|"):
        return line.startswith("|")
    return bool(line.strip()) and block[0][0] != "#" and not line.startswith(ENDS_A_PARAGRAPH)


def show(text: str, console: "Console", draw: Callable[[str], str | None] | None = None) -> None:
    """Print a text; no line ends in blanks. `draw` has the drawing of a picture, by its name."""
    width = min(console.width, WIDEST)
    with console.capture() as capture:
        for empty, group in groupby(blocks(text), key=lambda block: not block):
            if empty:
                console.print()
                continue
            for block in group:
                console.print(_render_picture(block, draw) or _render_block(block), width=width)
    shown = re.sub(r" +((?:\x1b\[[0-9;]*m)*)$", r"\1", capture.get(), flags=re.MULTILINE)
    console.file.write(shown)


def _render_picture(
    block: list[str], draw: Callable[[str], str | None] | None
) -> "RenderableType | None":
    """A picture as signs, or what one would see; None for a block that is none."""
    from rich.text import Text

    found = PICTURE.match(block[0])
    if found is None:
        return None
    drawn = None if draw is None else draw(found[2])
    if drawn is None:
        return inline(found[1])
    signs = Text.from_markup(drawn)
    signs.no_wrap, signs.overflow = True, "ignore"
    return signs


def _render_block(block: list[str]) -> "RenderableType":
    from rich.padding import Padding
    from rich.text import Text

    first = block[0]
    if first.startswith(FENCE):
        return Text("\n".join(block[1:-1]), no_wrap=True, overflow="ignore")
    if first.startswith("|"):
        return _table(block)
    if first.startswith("#"):
        return f"[bold underline]{inline(first.lstrip('#').strip())}[/]"
    sentence = " ".join(line.strip() for line in block)
    if first.startswith("- "):
        return Padding(_item(sentence.removeprefix("- ")), (0, 0, 0, 2))
    return inline(sentence)


def _item(sentence: str) -> "RenderableType":
    """An item of a list, its further lines under its first word."""
    from rich.table import Table

    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_row("-", inline(sentence))
    return row


def _table(block: list[str]) -> "RenderableType":
    """A table in columns, a line under its heads."""
    from rich import box
    from rich.table import Table

    heads, _, *rows = ([inline(cell.strip()) for cell in _cells(line)] for line in block)
    table = Table(*heads, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    return table


def _cells(line: str) -> list[str]:
    return line.strip().removeprefix("|").removesuffix("|").split("|")


def inline(text: str) -> str:
    """A line with rich markup: bold stands out, links lose their address, code its quotes."""
    from rich.markup import escape

    codes: list[str] = re.findall(r"`([^`]+)`", text)
    shown = re.sub(r"`[^`]+`", CODE_SIGN, text)
    shown = escape(re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", shown))
    shown = re.sub(r"\*\*(.+?)\*\*", r"[bold]\1[/]", shown)
    shown = re.sub(r"(?<![\\*])\*(?![\s*])(.+?)(?<!\\)\*", r"[italic]\1[/]", shown)
    shown = re.sub(r"\\([*_])", r"\1", shown)
    for code in codes:
        shown = shown.replace(CODE_SIGN, f"[cyan]{escape(code)}[/]", 1)
    return shown

"""What the terminal shows: Markdown as plain lines, a match as a picture and sentences."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tabletier.cli.errors import cite_rule
from tabletier.cli.i18n import language, say, tell
from tabletier.cli.terminal import WIDEST
from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import stopped
from tabletier.match import sentences
from tabletier.match.match import Entry, Match

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


ACTS = ("move", "resign", "agree")


def player(seat: int, names: Sequence[str] = ()) -> str:
    """A seat's player: by name where there is one; else people count from one."""
    return tell(sentences.player(seat, names))


def players(seats: Sequence[int], names: Sequence[str] = ()) -> str:
    """Several players: `Player 1, Player 3`."""
    return ", ".join(player(seat, names) for seat in seats)


def name_list(names: Sequence[str]) -> str:
    """Who played: `Player 1: Anne, Player 3: Paul`; nothing where nobody has a name."""
    named = [(seat, name) for seat, name in enumerate(names) if name]
    return ", ".join(say("player.named", player=player(seat), name=name) for seat, name in named)


def question(match: Match, you: bool) -> str:
    """Whose turn it is and what is expected."""
    seat = match.to_move
    assert seat is not None
    wanted = stopped(tell(match.ask()))
    return say("turn.you" if you else "turn", player=player(seat), wanted=wanted)


def happenings(match: Match, seat: int | None) -> list[str]:
    """What the last move caused, as this seat (None: a spectator) may know it."""
    return [tell(text) for text in sentences.happenings(match, seat)]


def picture(match: Match, seat: int | None) -> str:
    """The table as this seat sees it, with rich markup."""
    return find(match.game).picture(match.view(seat)["table"], language())


def refusal(why: Refusal) -> str:
    """Why a move is refused, with its rule."""
    return cite_rule(tell(why.text), why.rule)


def ending(match: Match, people: Sequence[int] = (), names: Sequence[str] = ()) -> str:
    """How the match ended, said to the people at this keyboard; `names`: who played."""
    result = match.result
    assert result is not None
    if len(people) == 1 and people[0] in result.winners:
        return say("result.you", reason=tell(sentences.reason(match.game, result.reason)))
    return tell(sentences.ending(match.game, result.winners, result.reason, names))


def actions(match: Match) -> list[Entry]:
    """What the players did, in order; draws belong to the action they follow."""
    return [entry for entry in match.log if entry.act in ACTS]


def is_secret(match: Match, seat: int | None) -> bool:
    """Whether the last move names something that this seat (None: a spectator) may not know yet.

    That is a value which the seat's own account of the move leaves out, and which is not public
    either: a choice made in secret, until it is revealed.
    """
    told = match.events_for(seat)
    public = json.dumps([match.view(None)["table"], match.events_for(None)])
    kept_back = [
        value
        for event, seen in zip(match.events(), told, strict=True)
        for key, value in event.items()
        if isinstance(value, str) and value and seen.get(key) != value
    ]
    named = actions(match)[-1].text
    return any(value in named and value not in public for value in kept_back)

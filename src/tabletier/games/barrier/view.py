"""What a seat at a table of Barrier may know (everything), and the table drawn in lines of text."""

from typing import Any, Literal

from tabletier.games.barrier.board import CELLS, DIRECTIONS, cell_name, on_barrier, place_of
from tabletier.games.barrier.notation import MARKS, PLAYERS, all_arrows
from tabletier.games.barrier.position import position
from tabletier.games.barrier.shapes import View
from tabletier.games.barrier.state import QUIET_LIMIT, State, owner
from tabletier.games.kernel.text import Language, Text

GLYPHS = dict(zip(DIRECTIONS, "↑↗→↘↓↙←↖", strict=True))
MARK_GLYPHS = ("•", "–")
PAWN_STYLES = {"y": "yellow", "c": "cyan"}
FILES = "abcdefgh"
WIDTH = 5
ARROWS_OF: tuple[Literal["arrows"], Literal["dash_arrows"]] = ("arrows", "dash_arrows")
WARNING = QUIET_LIMIT // 2  # from here on the count is shown (BARRIER-28)


def view(state: State, memory: Any, seat: int | None) -> View:
    """Barrier is played with open tiles: everybody sees the position and every arrow.

    `arrows` says where each tile number with a dot leads, `dash_arrows` the same of dashes (they
    are equal unless the box says otherwise), `owners` whose each barrier square is (BARRIER-6).
    """
    dots, dashes = (all_arrows(state.table.tiles, side) for side in (0, 1))
    squares = [cell for cell in CELLS if on_barrier(cell)]
    return {
        **position(state, memory),
        "arrows": dots,
        "dash_arrows": dashes,
        "owners": {cell_name(cell): owner(place_of(cell)) for cell in squares},
    }


def picture(table: View, language: str) -> str:
    """The board and the tiles in hand, in lines of text with rich markup."""
    lang: Language = "fr" if language == "fr" else "en"
    width = WIDTH + _heads(table) - 2
    files = "   " + "".join(f"{name:^{width + 1}}" for name in FILES).rstrip()
    bars = ["─" * width] * 8
    lines = [files, f"  ┌{'┬'.join(bars)}┐"]
    for row in range(8, 0, -1):
        cells = "│".join(_cell(table, f"{name}{row}") for name in FILES)
        lines += [f"{row} │{cells}│ {row}", f"  ├{'┼'.join(bars)}┤"]
    lines[-1] = f"  └{'┴'.join(bars)}┘"
    return "\n".join([*lines, files, "", *_sides(table, lang), *_legend(table, lang)])


def _cell(table: View, name: str) -> str:
    """Five characters or more: a pawn; on the barrier also the tile's two ways out and its mark."""
    pawn = table["pawns"].get(name, " ")
    drawn = f"[bold {PAWN_STYLES[pawn.lower()]}]{pawn}[/]" if pawn != " " else " "
    if name not in table["owners"]:
        return f"  {drawn}  " + " " * (_heads(table) - 2)
    mark, tile = MARK_GLYPHS[table["owners"][name]], table["tiles"].get(name)
    ways = _ways(table, tile, table["owners"][name]) if tile else ""
    ways += " " * (_heads(table) - len(ways))
    return f" {drawn}[green]{ways}[/][dim]{mark}[/]"


def _ways(table: View, tile: int, side: int) -> str:
    return "".join(GLYPHS[name] for name in table[ARROWS_OF[side]][str(tile)])


def _heads(table: View) -> int:
    """How many heads the arrows have at most; two, unless the box says otherwise."""
    return max(2, *(len(arrow) for key in ARROWS_OF for arrow in table[key].values()))


def _sides(table: View, lang: Language) -> list[str]:
    lines = []
    for side, letter in enumerate("yc"):
        mark = ">" if side == table["to_move"] else " "
        name = f"[bold {PAWN_STYLES[letter]}]{PLAYERS[side].say(lang)} ({letter})[/]"
        where = Text(
            f"cases à {MARKS[side].fr} {MARK_GLYPHS[side]}",
            f"{MARKS[side].en} squares {MARK_GLYPHS[side]}",
        ).say(lang)
        lines.append(f"{mark} {name} — {where} — {_count(table, letter).say(lang)}")
        lines += _hand(table, side, lang)
    return lines


def _count(table: View, letter: str) -> Text:
    """How many pawns a side has, and how many of them are crowned."""
    pawns = [pawn for pawn in table["pawns"].values() if pawn.lower() == letter]
    count, crowned = len(pawns), sum(pawn.isupper() for pawn in pawns)
    several, kings = "s" if count > 1 else "", "s" if crowned > 1 else ""
    return Text(
        f"{count} pion{several}, {crowned} couronné{kings}",
        f"{count} pawn{'' if count == 1 else 's'}, {crowned} crowned",
    )


def _hand(table: View, side: int, lang: Language) -> list[str]:
    """The tiles that a side has still to lay, with their arrows."""
    tiles = [f"{tile} [green]{_ways(table, tile, side)}[/]" for tile in table["hands"][side]]
    label = Text("à poser :", "to lay:").say(lang)
    return [f"    {label} {'  '.join(tiles)}"] if tiles else []


def _legend(table: View, lang: Language) -> list[str]:
    lines = [
        Text("  Majuscule : pion couronné.", "  A capital is a crowned pawn.").say(lang),
        Text(
            "  Flèches : les seules sorties d'une case barrière.",
            "  Arrows are the only ways out of a barrier square.",
        ).say(lang),
    ]
    if table["quiet"] >= WARNING:
        lines.append(
            Text(
                f"  Coups sans prise ni couronnement : {table['quiet']} sur {QUIET_LIMIT}.",
                f"  Moves without a capture or a crowning: {table['quiet']} of {QUIET_LIMIT}.",
            ).say(lang)
        )
    return lines

"""What a seat at a table of Punto may know (PUNTO-30), and the table drawn in lines of text."""

from typing import Any

from tabletier.games.kernel.text import Language, Text
from tabletier.games.punto.cards import has_neutral
from tabletier.games.punto.events import HIDDEN
from tabletier.games.punto.notation import FARTHEST, LETTERS, NAMES, place_name
from tabletier.games.punto.position import Stacks, position
from tabletier.games.punto.shapes import View
from tabletier.games.punto.state import State

STYLES = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}


def view(state: State, memory: Stacks, seat: int | None) -> View:
    """PUNTO-30. Everything lying open, one's own hand, and what all can work out by counting.

    `unseen` lists, per side, the cards of its own colours that this seat cannot see; nobody can
    tell a face-down pile from a hidden hand. Of the neutral colour only the cards not yet seen
    anywhere are listed, and how many of them each side has: who holds which is unknown to all.
    """
    known = position(state, memory)
    hidden_hands = bool(state.table.expert)
    shown = [
        cards if not hidden_hands or owner == seat else [HIDDEN] * len(cards)
        for owner, cards in enumerate(known["hands"])
    ]
    sides = len(known["piles"])
    unseen = [list(pile) for pile in known["piles"]]
    for owner, cards in enumerate(known["hands"]):
        if HIDDEN in shown[owner]:
            unseen[owner % sides] += cards
    neutral = next((c for c in LETTERS if known["colours"][c] is None), None)
    result: View = {
        "board": known["board"],
        "colours": known["colours"],
        "pile_sizes": known["pile_sizes"],
        "trophies": known["trophies"],
        "rounds_won": known["rounds_won"],
        "to_move": known["to_move"],
        "void_rounds": known["void_rounds"],
        "hands": shown,
        "unseen": [sorted(c for c in cards if c[0] != neutral) for cards in unseen],
    }
    if has_neutral(state.table.mode):
        cards = [card for side in unseen for card in side if card[0] == neutral] + known["out"]
        result["neutral_unseen"] = sorted(cards)
        result["neutral_counts"] = [sum(c[0] == neutral for c in side) for side in unseen]
        result["out"] = len(known["out"])
    return result


def picture(table: View, language: str) -> str:
    """The cloth, the sides and the cards in hand, in lines of text with rich markup."""
    lang: Language = "fr" if language == "fr" else "en"
    return "\n".join([*_cloth(table["board"]), "", *_sides(table, lang)])


def _card(text: str) -> str:
    """A card in its colour; without colour the letter still tells."""
    if text == HIDDEN:
        return "??"
    return f"[bold {STYLES[text[0]]}]{text}[/]"


def _cloth(board: dict[str, list[str]]) -> list[str]:
    """The cards with a free margin where the square may still grow."""
    places = [tuple(map(int, place.split(","))) for place in board] or [(0, 0)]
    (x0, x1), (y0, y1) = (grown([place[axis] for place in places]) for axis in (0, 1))
    lines = []
    for y in range(y1, y0 - 1, -1):
        cells = (_cell(board.get(f"{x},{y}")) for x in range(x0, x1 + 1))
        lines.append(f"{y:>4} " + "".join(cells) + f" {_name(0, y)[1:]}")
    files = "".join(f"{_name(x, 0)[:1]:>3}   " for x in range(x0, x1 + 1))
    numbers = "".join(f"{x:>3}   " for x in range(x0, x1 + 1))
    return ["     " + files.rstrip(), *lines, "     " + numbers.rstrip()]


def _name(x: int, y: int) -> str:
    """The name of a place; columns and rows where no card may ever go have none."""
    return place_name((x, y)) if max(abs(x), abs(y)) <= FARTHEST else " "


def grown(numbers: list[int]) -> tuple[int, int]:
    """PUNTO-13. The span of columns or rows, with a margin where the square may still grow."""
    low, high = min(numbers), max(numbers)
    margin = 1 if high - low < 5 else 0
    return low - margin, high + margin


def _cell(stack: list[str] | None) -> str:
    """Six characters: the top card, and +n for n cards under it."""
    if not stack:
        return "  .   "
    under = f"+{len(stack) - 1}" if len(stack) > 1 else "  "
    return f" {_card(stack[-1])}{under} "


_LABELS = {
    "side": Text("Camp", "Side"),
    "player": Text("Joueur", "Player"),
    "colon": Text(" :", ":"),
    "pile": Text("pile", "pile"),
    "hand": Text("en main", "in hand"),
    "rounds": Text("manches", "rounds"),
    "trophies": Text("trophées", "trophies"),
    "neutral": Text("neutre", "neutral"),
}


def _sides(table: View, lang: Language) -> list[str]:
    def label(key: str) -> str:
        return _LABELS[key].say(lang)

    lines, sides = [], len(table["rounds_won"])
    for side in range(sides):
        colours = [c for c in LETTERS if table["colours"][c] == side]
        names = ", ".join(f"[{STYLES[c]}]{NAMES[c].say(lang)} ({c})[/]" for c in colours)
        won = f"{label('rounds')} {table['rounds_won'][side]}"
        trophies = " ".join(map(_card, table["trophies"][side]))
        won += f", {label('trophies')} {trophies}" if trophies else ""
        lines.append(f"{label('side')} {side + 1} — {names} — {won}")
        seats = range(side, len(table["pile_sizes"]), sides)
        lines += [_seat(table, seat, label) for seat in seats]
    neutral = [c for c in LETTERS if table["colours"][c] is None]
    if neutral:
        lines.append(f"{label('neutral').capitalize()} — {NAMES[neutral[0]].say(lang)}")
    return lines


def _seat(table: View, seat: int, label: Any) -> str:
    hand = " ".join(map(_card, table["hands"][seat]))
    mark = ">" if seat == table["to_move"] else " "
    shown = f", {label('hand')} {hand}" if hand else ""
    pile = f"{label('pile')} {table['pile_sizes'][seat]}"
    return f" {mark} {label('player')} {seat + 1}{label('colon')} {pile}{shown}"

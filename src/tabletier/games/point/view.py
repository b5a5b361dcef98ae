"""What a seat at a table of Point may know, and the table drawn in lines of text."""

from typing import Any

from tabletier.games.kernel.text import Language, Text
from tabletier.games.point.cards import turned
from tabletier.games.point.notation import NAMES
from tabletier.games.point.position import pile_cards, position
from tabletier.games.point.shapes import View
from tabletier.games.point.state import ROWS, TEAMS, State

STYLES = {"B": "bold white on grey23", "W": "bold black on grey93"}
WIDE = 20
"""Rows up to this long have every place numbered, longer ones every fifth."""


def secret(state: State) -> bool:
    """POINT-5. Rows are chosen in secret."""
    return state.phase == ROWS


def view(state: State, memory: Any, seat: int | None) -> View:
    """POINT-5. Everything but the order of the pile and rows that are still secret.

    `chosen` says who has laid out a row. `pile` lists what is left in the pile: it can be worked
    out from the cards that are open or were.
    """
    known = position(state, memory)
    rows = known["rows"]
    hides = secret(state)
    shown = [row if not hides or owner == seat else None for owner, row in enumerate(rows)]
    return {
        **known,
        "rows": shown,
        "chosen": [row is not None for row in rows],
        "pile": pile_cards(state.cards.pile),
        "teams": state.table.mode == TEAMS,
    }


def picture(table: View, language: str) -> str:
    """The bank and the piles, then each row with its places and cards."""
    lang: Language = "fr" if language == "fr" else "en"
    longest = max(len(row or "") for row in table["rows"])
    width = 3 if longest <= WIDE else 2
    lines = _middle(table, lang)
    for seat in range(len(table["rows"])):
        lines += ["", *_seat(table, seat, width, lang)]
    return "\n".join(lines)


_LABELS = {
    "bank": Text("Banque", "Bank"),
    "pile": Text("Pioche", "Pile"),
    "used": Text("cartes utilisées", "used cards"),
    "one used": Text("carte utilisée", "used card"),
    "rebuilt": Text("refaite", "rebuilt"),
    "offer": Text("Carte visible", "Card left face up"),
    "player": Text("Joueur", "Player"),
    "collects": Text("collectionne", "collects"),
    "stopped": Text("s’est arrêté", "has stopped"),
    "with": Text("avec le joueur", "with player"),
    "cards": Text("cartes", "cards"),
    "hidden": Text("(rang posé, encore secret)", "(row laid out, still secret)"),
    "missing": Text("(rang à choisir)", "(row to be chosen)"),
    "or": Text("ou", "or"),
}


def _label(key: str, lang: Language) -> str:
    return _LABELS[key].say(lang)


def _middle(table: View, lang: Language) -> list[str]:
    bank, rebuilds = table["bank"], table["rebuilds"]
    again = f" ({_label('rebuilt', lang)} {rebuilds}×)" if rebuilds else ""
    colon = " :" if lang == "fr" else ":"
    pawns = f"{_pawn('B')} × {bank['B']}   {_pawn('W')} × {bank['W']}"
    used = len(table["used"])
    one = used == 1 or (used == 0 and lang == "fr")
    piles = f"{len(table['pile'])}{again}, {used} {_label('one used' if one else 'used', lang)}"
    both = (("bank", pawns), ("pile", piles))
    lines = ["     ".join(f"{_label(key, lang)}{colon} {text}" for key, text in both)]
    if table["offer"] is not None:
        lines.append(f"{_label('offer', lang)}{colon} {_both(table['offer'], lang)}")
    return lines


def _seat(table: View, seat: int, width: int, lang: Language) -> list[str]:
    row, hand, to_move = table["rows"][seat], table["hands"][seat], table["to_move"] == seat
    lines = [_title(table, seat, lang)]
    if row is None:
        key = "hidden" if table["chosen"][seat] else "missing"
        return [*lines, f"    {_label(key, lang)}"]
    lines.append("    " + _ruler(len(row), width))
    lines.append("    " + "".join(" " * (width - 1) + _pawn(pawn) for pawn in row))
    if hand:
        cards = [_both(card, lang) if to_move else _card(card) for card in hand]
        lines += _cards(cards, 2 if to_move else 4, _label("cards", lang))
    return lines


def _cards(cards: list[str], abreast: int, label: str) -> list[str]:
    """A hand in lines of so many cards, the first under its label."""
    starts = range(0, len(cards), abreast)
    indents = [f"    {label if start == 0 else ' ' * len(label)} " for start in starts]
    hand = ["   ".join(cards[start : start + abreast]) for start in starts]
    return [indent + line for indent, line in zip(indents, hand, strict=True)]


def _title(table: View, seat: int, lang: Language) -> str:
    colour = table["colours"][seat]
    parts = [f"{'>' if table['to_move'] == seat else ' '} {_label('player', lang)} {seat + 1}"]
    if table["teams"]:
        parts.append(f"{_label('with', lang)} {(seat ^ 2) + 1}")
    if colour is not None:
        parts.append(f"{_label('collects', lang)} {_pawn(colour)} {NAMES[colour].say(lang)}")
    if table["stopped"][seat]:
        parts.append(_label("stopped", lang))
    return ", ".join(parts)


def _ruler(length: int, width: int) -> str:
    """The numbers of the places, each over its pawn."""
    marks = [
        str(place) if width == 3 or place == 1 or place % 5 == 0 else ""
        for place in range(1, length + 1)
    ]
    return "".join(f"{mark:>{width}}" for mark in marks)


def _pawn(pawn: str) -> str:
    """A pawn in its colour; without colour the letter still tells."""
    return f"[{STYLES[pawn]}]{pawn}[/]"


def _card(card: str) -> str:
    return "=".join("".join(map(_pawn, side)) for side in card.split("="))


def _both(card: str, lang: Language) -> str:
    """POINT-12. A card in both readings."""
    return f"{_card(card)} {_label('or', lang)} {_card(turned(card))}"

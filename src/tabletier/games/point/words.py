"""Pawns, cards, readings and rows of Point in words, as a player reads them aloud."""

from collections.abc import Iterable
from itertools import groupby

from tabletier.games.kernel.texts import Text
from tabletier.games.kernel.wording import counted

NAMES = {"B": Text("noir", "black"), "W": Text("blanc", "white")}


def pawns_named(pawns: str) -> Text:
    """Pawns from left to right: blanc-noir, white-black."""
    names = [NAMES[pawn] for pawn in pawns]
    return Text("-".join(name.fr for name in names), "-".join(name.en for name in names))


def card_named(card: str) -> Text:
    """A card as it is printed: blanc-noir = noir-blanc-blanc."""
    sides = [pawns_named(side) for side in card.split("=")]
    return Text(" = ".join(side.fr for side in sides), " = ".join(side.en for side in sides))


def reading_named(formula: str) -> Text:
    """A way to use a card: blanc-noir contre noir-blanc-blanc, white-black for …."""
    give, take = (pawns_named(side) for side in formula.split(">"))
    return Text(f"{give.fr} contre {take.fr}", f"{give.en} for {take.en}")


def use_named(formula: str, place: int) -> Text:
    """A use of a card with its place: blanc-noir contre noir-blanc-blanc, place 6."""
    reading = reading_named(formula)
    return Text(f"{reading.fr}, place {place}", f"{reading.en}, place {place}")


def row_named(row: str) -> Text:
    """A row in groups, from its owner's left to right: 2 noirs, 1 blanc; 2 black, 1 white."""
    runs = [(len(list(run)), NAMES[pawn]) for pawn, run in groupby(row)]
    fr = [f"{count} {name.fr}{'s' * (count > 1)}" for count, name in runs]
    return Text(", ".join(fr), ", ".join(f"{count} {name.en}" for count, name in runs))


def some_pawns(count: int, colour: Text) -> Text:
    """So many pawns of a colour, none included: aucun pion noir, deux pions blancs."""
    if count == 0:
        return Text(f"aucun pion {colour.fr}", f"no {colour.en} pawns")
    return counted(count, Text(f"pion {colour.fr}", f"{colour.en} pawn"))


def cards_named(cards: Iterable[str]) -> Text:
    """Cards one after another, with a word before the last."""
    names = [card_named(card) for card in cards]
    fr, en = [name.fr for name in names], [name.en for name in names]
    if len(names) == 1:
        return names[0]
    return Text(f"{' ; '.join(fr[:-1])} et {fr[-1]}", f"{'; '.join(en[:-1])} and {en[-1]}")

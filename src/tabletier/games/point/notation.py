"""Texts of Point: cards (`WB=BWW`), rows (`BBWW…`), moves and draws.

row BBWWBBWWWWBB      lay out a row              draw      a card from the pile
WB>BWW@6              use a card of the hand     stop      play no more
take WB>BWW@6         use the card left face up  go on     play on with a pure row
discard WB=BWW        leave a card face up       regroup WB=BWW,BB=WWW,…
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.errors import unreadable
from tabletier.games.kernel.text import Text, counted
from tabletier.games.point.cards import (
    CARD_BITS,
    FORMULAS,
    GIVE,
    GIVE_SIZE,
    ONE_CARD,
    TAKE,
    TAKE_SIZE,
    TEXTS,
    bits,
)
from tabletier.games.point.rules.choices import (
    DISCARD,
    DRAW_CARD,
    GO_ON,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
)
from tabletier.games.point.rules.exchange import CHOSEN
from tabletier.games.point.state import (
    DEAL,
    DRAW,
    LOTS,
    PURE,
    RANDOM_ROWS,
    ROW,
    ROWS,
    START,
    TEAMS,
    Row,
    State,
)

KIND_OF = {card: kind for kind, card in enumerate(TEXTS)}
FORMULA_OF = {
    text: formula
    for formula in reversed(range(2 * len(TEXTS)))
    for text in [">".join(TEXTS[formula >> 1][:: -1 if formula & 1 else 1].split("="))]
}
WORDS = {"draw": DRAW_CARD, "stop": STOP, "go on": GO_ON}

ROW_TEXT = re.compile("row ([BW]{1,48})")
USE_TEXT = re.compile("(take )?([BW]{1,6}>[BW]{1,6})@([1-9][0-9]?)")
DISCARD_TEXT = re.compile("discard ([BW]{1,6}=[BW]{1,6})")
REGROUP_TEXT = re.compile("regroup ([BW=,]{1,120})")


class Words(NamedTuple):
    """A well-formed move, taken apart."""

    verb: str
    row: str = ""
    formula: str = ""
    place: int = 0
    cards: tuple[str, ...] = ()


def pawns(black: int, size: int) -> str:
    """An arrangement of pawns as text."""
    return "".join("B" if (black >> k) & 1 else "W" for k in range(size))


def write_row(row: Row) -> str:
    """A row as text, from its owner's left to right."""
    return pawns(row.black, (row.black | row.white).bit_length())


def write_formula(formula: int) -> str:
    """POINT-12. A reading of a card as text: `WB>BWW`."""
    columns = (int(FORMULAS[formula, column]) for column in (GIVE, GIVE_SIZE, TAKE, TAKE_SIZE))
    give, give_size, take, take_size = columns
    return f"{pawns(give, give_size)}>{pawns(take, take_size)}"


def hand_cards(hand: int) -> list[str]:
    """The cards of a hand as texts, sorted."""
    cards = []
    while hand:
        cards.append(TEXTS[(hand & ONE_CARD) - 1])
        hand >>= CARD_BITS
    return cards


def pack(cards: tuple[str, ...]) -> int:
    """Sorted cards of the box as a hand."""
    return sum((KIND_OF[card] + 1) << (CARD_BITS * k) for k, card in enumerate(cards))


def parse(text: str) -> Words | None:
    """The parts of a well-formed move, None if the text is not one."""
    if text in WORDS:
        return Words(verb=text)
    if found := ROW_TEXT.fullmatch(text):
        return Words(verb="row", row=found[1])
    if found := USE_TEXT.fullmatch(text):
        return Words(verb="take" if found[1] else "use", formula=found[2], place=int(found[3]))
    if found := DISCARD_TEXT.fullmatch(text):
        return Words(verb="discard", cards=(found[1],)) if found[1] in KIND_OF else None
    if found := REGROUP_TEXT.fullmatch(text):
        cards = tuple(found[1].split(","))
        known = all(card in KIND_OF for card in cards) and list(cards) == sorted(cards)
        return Words(verb="regroup", cards=cards) if known else None
    return None


def read(state: State, text: str) -> Steps | None:
    """The step that a text stands for, None if it can be none here. Raises BadNotation."""
    words = parse(text)
    if words is None:
        here = expected(state)
        raise unreadable(text, f"écrivez {here.fr}", f"write {here.en}")
    if words.verb in WORDS:
        return (WORDS[words.verb],)
    if words.verb == "row":
        return (bits(words.row),) if len(words.row) == ROW else None
    if words.verb == "discard":
        return (DISCARD + KIND_OF[words.cards[0]],)
    if words.verb == "regroup":
        return (REGROUP + pack(words.cards),) if len(words.cards) == CHOSEN else None
    if words.formula not in FORMULA_OF or words.place > PLACES:
        return None
    base = TAKE_OFFER if words.verb == "take" else USE_CARD
    return (base + PLACES * FORMULA_OF[words.formula] + words.place - 1,)


def expected(state: State) -> Text:
    """What may be written here, with an example."""
    if state.phase == ROWS:
        return Text(
            "row puis douze pions, six B et six W, par exemple row BBWWBBWWWWBB",
            "row, then twelve pawns, six B and six W, for example row BBWWBBWWWWBB",
        )
    if state.phase == START:
        return Text(
            "draw pour piocher, take WB>BWW@6 pour utiliser la carte visible, ou stop",
            "draw to draw a card, take WB>BWW@6 to use the card left face up, or stop",
        )
    if state.phase == PURE:
        return Text("stop ou go on", "stop or go on")
    regroup = state.table.mode == TEAMS
    return Text(
        "les pions donnés, >, les pions pris, @ et la place, par exemple WB>BWW@6, "
        "ou discard WB=BWW (côté court d’abord)"
        + (", ou regroup et quatre cartes triées séparées par des virgules" if regroup else ""),
        "the pawns given, >, the pawns taken, @ and the place, for example WB>BWW@6, "
        "or discard WB=BWW (shorter side first)"
        + (", or regroup and four sorted cards with commas between them" if regroup else ""),
    )


def write(state: State, steps: Steps) -> str:
    """The text of a move, or of what chance drew."""
    step = steps[0]
    if state.phase in (ROWS, RANDOM_ROWS):
        return f"row {pawns(step, ROW)}"
    if state.phase == LOTS:
        return f"starts {step}"
    if state.phase in (DEAL, DRAW):
        return f"{'deal' if state.phase == DEAL else 'draw'} {TEXTS[step]}"
    if step >= REGROUP:
        return f"regroup {','.join(hand_cards(step - REGROUP))}"
    if step >= DISCARD:
        return f"discard {TEXTS[step - DISCARD]}"
    if step >= USE_CARD:
        return write_use(step)
    return next(word for word, number in WORDS.items() if number == step)


def write_use(step: int) -> str:
    """The text of a use of a card from the hand, or of the one left face up."""
    formula, place = (step >> 6) & 127, step & (PLACES - 1)
    verb = "take " if step >= TAKE_OFFER else ""
    return f"{verb}{write_formula(formula)}@{place + 1}"


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

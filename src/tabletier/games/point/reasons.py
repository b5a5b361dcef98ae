"""Why a card of Point cannot be used, discarded or regrouped so; asked of the rules themselves."""

from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.texts import Text
from tabletier.games.point.deck import FORMULAS, NEED_BLACK, NEED_WHITE, TEXTS
from tabletier.games.point.exchange import affordable, fits, places
from tabletier.games.point.notation import (
    FORMULA_OF,
    KIND_OF,
    Words,
    hand_cards,
    write_formula,
    write_row,
)
from tabletier.games.point.piles import holds
from tabletier.games.point.regroup import CHOSEN, may_regroup, pool_of
from tabletier.games.point.state import NO_CARD, State, has_stopped, partner, row_of


def use_in_hand(state: State, words: Words) -> Refusal:
    """POINT-11. Why a card cannot be used so: not held, the bank too poor, or the wrong place."""
    if words.formula not in FORMULA_OF:
        return no_such_card(words.formula)
    formula = FORMULA_OF[words.formula]
    if not holds(state.cards.hands[state.turn], formula >> 1):
        return _not_held(state, formula)
    return not_here(state, formula, words.place)


def use_of_offer(state: State, words: Words) -> Refusal:
    """POINT-19. Why the card left face up cannot be taken and used so."""
    if state.cards.offer == NO_CARD:
        return Refusal(
            "offer/none",
            "POINT-19",
            Text(
                "Aucune carte visible n’est à prendre : piochez (draw) (POINT-19).",
                "No card is left face up to take: draw one (POINT-19).",
            ),
        )
    if words.formula not in FORMULA_OF:
        return no_such_card(words.formula)
    formula, card = FORMULA_OF[words.formula], TEXTS[state.cards.offer]
    if formula >> 1 != state.cards.offer:
        readings = _readings(card)
        return Refusal(
            "offer/other-card",
            "POINT-19",
            Text(
                f"La carte visible est {card} et se lit {readings.fr}, "
                f"pas {words.formula} (POINT-19).",
                f"The card left face up is {card} and reads {readings.en}, "
                f"not {words.formula} (POINT-19).",
            ),
        )
    return not_here(state, formula, words.place)


def no_such_card(formula: str) -> Refusal:
    """POINT-34. No card of the box has this reading."""
    return Refusal(
        "card/none-such",
        "POINT-34",
        Text(
            f"Aucune carte de la boîte ne se lit {formula} (POINT-34).",
            f"No card of the box reads {formula} (POINT-34).",
        ),
    )


def _not_held(state: State, formula: int) -> Refusal:
    """POINT-11, POINT-12. The card is not in hand; perhaps one is that was read wrongly."""
    hand, text = state.cards.hands[state.turn], write_formula(formula)
    swapped = FORMULA_OF.get(">".join(reversed(text.split(">"))))
    if swapped is not None and holds(hand, swapped >> 1):
        card = TEXTS[swapped >> 1]
        readings = _readings(card)
        return Refusal(
            "card/read-wrongly",
            "POINT-12",
            Text(
                f"La carte {card} se lit {readings.fr} : retournée, elle se lit à l’envers, "
                f"donc pas {text} (POINT-12).",
                f"The card {card} reads {readings.en}: turned round it reads backwards, "
                f"so not {text} (POINT-12).",
            ),
        )
    needed, held = TEXTS[formula >> 1], listed(hand_cards(hand))
    return Refusal(
        "card/not-in-hand",
        "POINT-11",
        Text(
            f"{text} demande la carte {needed}, que vous n’avez pas : "
            f"vous avez {held.fr} (POINT-11).",
            f"{text} needs the card {needed}, which you do not hold: "
            f"you hold {held.en} (POINT-11).",
        ),
    )


def not_here(state: State, formula: int, place: int) -> Refusal:
    """POINT-13, POINT-15. The card is there, but the bank cannot pay or the pawns do not fit."""
    if not affordable(state.bank, formula):
        return _bank_short(state, formula)
    give = write_formula(formula).split(">")[0]
    row = row_of(state.rows, state.turn)
    text, found = write_row(row), fits(row, formula)
    there = text[place - 1 : place - 1 + len(give)]
    starts = [str(k + 1) for k in range(len(text)) if (found >> k) & 1]
    where = Text(
        f"{give} commence en {', '.join(starts)}" if starts else f"{give} ne s’y trouve nulle part",
        f"{give} begins at {', '.join(starts)}" if starts else f"{give} is nowhere in it",
    )
    seen = Text(
        f"à partir de la place {place} votre rang montre {there}"
        if there
        else f"votre rang finit à la place {len(text)}",
        f"from place {place} your row shows {there}" if there else f"your row ends at {len(text)}",
    )
    cells = tuple(str(place + k) for k in range(len(give)))
    return Refusal(
        "row/not-there",
        "POINT-13",
        Text(
            f"Il faut donner {give}, côte à côte et dans cet ordre : {seen.fr} ; "
            f"{where.fr} (POINT-13).",
            f"You must give {give}, side by side and in this order: {seen.en}; "
            f"{where.en} (POINT-13).",
        ),
        cells,
    )


def _bank_short(state: State, formula: int) -> Refusal:
    give, take = write_formula(formula).split(">")
    black, white = state.bank.black + give.count("B"), state.bank.white + give.count("W")
    short_black = int(FORMULAS[formula, NEED_BLACK]) - state.bank.black
    short_white = int(FORMULAS[formula, NEED_WHITE]) - state.bank.white
    lacks = [f"{n} {c}" for n, c in ((short_black, "B"), (short_white, "W")) if n > 0]
    return Refusal(
        "bank/short",
        "POINT-15",
        Text(
            f"La banque ne peut pas rendre {take} : avec votre {give} elle aurait {black} B et "
            f"{white} W, il lui manque {' et '.join(lacks)} (POINT-15).",
            f"The bank cannot pay {take}: with your {give} it would hold {black} B and {white} W, "
            f"it is short of {' and '.join(lacks)} (POINT-15).",
        ),
    )


def discard_refused(state: State, words: Words) -> Refusal:
    """POINT-17, POINT-18. The card is not in hand, or one of the cards must be used."""
    card, hand = words.cards[0], state.cards.hands[state.turn]
    if not holds(hand, KIND_OF[card]):
        held = listed(hand_cards(hand))
        return Refusal(
            "card/not-in-hand",
            "POINT-18",
            Text(
                f"Vous n’avez pas la carte {card} : vous avez {held.fr} (POINT-18).",
                f"You do not hold the card {card}: you hold {held.en} (POINT-18).",
            ),
        )
    use = some_use(state)
    return Refusal(
        "card/must-use",
        "POINT-17",
        Text(
            "On n’écarte une carte que si aucune ne peut servir ; "
            f"vous pouvez jouer {use}, par exemple (POINT-17).",
            f"A card is discarded only if none can be used; you can play {use}, "
            "for example (POINT-17).",
        ),
    )


def some_use(state: State) -> str | None:
    """POINT-17. The first use of a card in hand, None if there is none."""
    row = row_of(state.rows, state.turn)
    for card in hand_cards(state.cards.hands[state.turn]):
        for formula in (2 * KIND_OF[card], 2 * KIND_OF[card] + 1):
            found = places(row, state.bank, formula)
            if found:
                return f"{write_formula(formula)}@{(found & -found).bit_length()}"
    return None


def regroup_refused(state: State, words: Words) -> Refusal:
    """POINT-28. Why partners may not regroup their cards so."""
    code, fr, en = _regroup_reason(state, words)
    return Refusal(code, "POINT-28", Text(f"{fr} (POINT-28).", f"{en} (POINT-28)."))


def _regroup_reason(state: State, words: Words) -> tuple[str, str, str]:
    if not may_regroup(state):
        if has_stopped(state, partner(state.turn)):
            return (
                "regroup/alone",
                "Votre partenaire s’est arrêté : vous avez déjà toutes ses cartes",
                "Your partner has stopped: you have all the cards already",
            )
        return (
            "regroup/once",
            "On ne regroupe les cartes qu’une fois par tour : utilisez-en une",
            "Cards are regrouped once a turn only: use one now",
        )
    if len(words.cards) != CHOSEN:
        return (
            "regroup/size",
            f"Vous gardez quatre cartes, pas {len(words.cards)}",
            f"You keep four cards, not {len(words.cards)}",
        )
    pool = hand_cards(pool_of(state))
    missing = next((c for c in words.cards if words.cards.count(c) > pool.count(c)), None)
    if missing is not None:
        held = listed(pool)
        there = pool.count(missing)
        return (
            "regroup/not-there",
            f"À vous deux, vous avez {held.fr}, donc {there} fois {missing}",
            f"The two of you hold {held.en}: {missing} is there {there} times",
        )
    return (
        "regroup/same",
        "C’est déjà votre main : échangez au moins une carte",
        "That is your hand already: exchange at least one card",
    )


def _readings(card: str) -> Text:
    straight, other = (write_formula(2 * KIND_OF[card] + k) for k in (0, 1))
    return Text(f"{straight} ou {other}", f"{straight} or {other}")


def listed(cards: list[str]) -> Text:
    """Some cards in words."""
    names = ", ".join(cards[:-1])
    return Text(f"{names} et {cards[-1]}", f"{names} and {cards[-1]}")

"""Why a card of Point cannot be used, discarded or regrouped so; asked of the rules themselves."""

from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.text import AND, Text, joined, series
from tabletier.games.point.cards import FORMULAS, NEED_BLACK, NEED_WHITE, TEXTS, holds
from tabletier.games.point.notation import (
    FORMULA_OF,
    KIND_OF,
    NAMES,
    Words,
    card_named,
    cards_named,
    hand_cards,
    pawns_named,
    reading_named,
    some_pawns,
    use_named,
    write_formula,
    write_row,
)
from tabletier.games.point.rules.exchange import (
    CHOSEN,
    affordable,
    fits,
    may_regroup,
    places,
    pool_of,
)
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
        return refusal(
            "offer/none",
            "POINT-19",
            "Aucune carte visible n’est à prendre : piochez",
            "No card is left face up to take: draw one",
        )
    if words.formula not in FORMULA_OF:
        return no_such_card(words.formula)
    formula, card = FORMULA_OF[words.formula], TEXTS[state.cards.offer]
    if formula >> 1 != state.cards.offer:
        readings, tried = _readings(card), reading_named(words.formula)
        return refusal(
            "offer/other-card",
            "POINT-19",
            f"La carte visible échange {readings.fr}, pas {tried.fr}",
            f"The card left face up exchanges {readings.en}, not {tried.en}",
        )
    return not_here(state, formula, words.place)


def no_such_card(formula: str) -> Refusal:
    """POINT-34. No card of the box has this reading."""
    tried = reading_named(formula)
    return refusal(
        "card/none-such",
        "POINT-34",
        f"Aucune carte de la boîte n’échange {tried.fr}",
        f"No card of the box exchanges {tried.en}",
    )


def _not_held(state: State, formula: int) -> Refusal:
    """POINT-11, POINT-12. The card is not in hand; perhaps one is that was read wrongly."""
    hand, text = state.cards.hands[state.turn], write_formula(formula)
    swapped = FORMULA_OF.get(">".join(reversed(text.split(">"))))
    if swapped is not None and holds(hand, swapped >> 1):
        readings, tried = _readings(TEXTS[swapped >> 1]), reading_named(text)
        return refusal(
            "card/read-wrongly",
            "POINT-12",
            f"Votre carte échange {readings.fr} : retournée, elle se lit à l’envers, "
            f"donc pas {tried.fr}",
            f"Your card exchanges {readings.en}: turned round it reads backwards, "
            f"so not {tried.en}",
        )
    needed, held = card_named(TEXTS[formula >> 1]), cards_named(hand_cards(hand))
    return refusal(
        "card/not-in-hand",
        "POINT-11",
        f"Il y faudrait la carte {needed.fr}, que vous n’avez pas : vous avez {held.fr}",
        f"That takes the card {needed.en}, which you do not hold: you hold {held.en}",
    )


def not_here(state: State, formula: int, place: int) -> Refusal:
    """POINT-13, POINT-15. The card is there, but the bank cannot pay or the pawns do not fit."""
    if not affordable(state.bank, formula):
        return _bank_short(state, formula)
    pawns = write_formula(formula).split(">")[0]
    row = row_of(state.rows, state.turn)
    text, give = write_row(row), pawns_named(pawns)
    seen, where = _seen(text, place, len(pawns)), _where(fits(row, formula), len(text))
    cells = tuple(str(place + k) for k in range(len(pawns)))
    return refusal(
        "row/not-there",
        "POINT-13",
        f"Il faut donner {give.fr}, côte à côte et dans cet ordre : {seen.fr} ; {where.fr}",
        f"You must give {give.en}, side by side and in this order: {seen.en}; {where.en}",
        *cells,
    )


def _seen(row: str, place: int, size: int) -> Text:
    """What stands in a row from a place on, if anything does."""
    if place > len(row):
        last = len(row)
        return Text(f"votre rang finit à la place {last}", f"your row ends at place {last}")
    there = pawns_named(row[place - 1 : place - 1 + size])
    return Text(
        f"à partir de la place {place} votre rang montre {there.fr}",
        f"from place {place} your row shows {there.en}",
    )


def _where(found: int, size: int) -> Text:
    """Where in a row the pawns to be given begin, if they do anywhere."""
    starts = [str(k + 1) for k in range(size) if (found >> k) & 1]
    if not starts:
        return Text("ces pions ne s’y suivent nulle part", "these pawns stand nowhere in it")
    fr, en = joined(starts, "ou"), joined(starts, "or")
    return Text(f"ces pions s’y suivent à partir de la place {fr}", f"they stand from place {en}")


def _bank_short(state: State, formula: int) -> Refusal:
    give, take = write_formula(formula).split(">")
    black = some_pawns(state.bank.black + give.count("B"), NAMES["B"])
    white = some_pawns(state.bank.white + give.count("W"), NAMES["W"])
    short_black = int(FORMULAS[formula, NEED_BLACK]) - state.bank.black
    short_white = int(FORMULAS[formula, NEED_WHITE]) - state.bank.white
    lacks = [some_pawns(n, NAMES[c]) for n, c in ((short_black, "B"), (short_white, "W")) if n > 0]
    short = series(lacks, AND)
    given, taken = pawns_named(give), pawns_named(take)
    return refusal(
        "bank/short",
        "POINT-15",
        f"La banque ne peut pas rendre {taken.fr} : avec votre {given.fr} elle aurait "
        f"{black.fr} et {white.fr}, il lui manque {short.fr}",
        f"The bank cannot pay {taken.en}: with your {given.en} it would hold "
        f"{black.en} and {white.en}, it is short of {short.en}",
    )


def discard_refused(state: State, words: Words) -> Refusal:
    """POINT-17, POINT-18. The card is not in hand, or one of the cards must be used."""
    card, hand = words.cards[0], state.cards.hands[state.turn]
    if not holds(hand, KIND_OF[card]):
        held, name = cards_named(hand_cards(hand)), card_named(card)
        return refusal(
            "card/not-in-hand",
            "POINT-18",
            f"Vous n’avez pas la carte {name.fr} : vous avez {held.fr}",
            f"You do not hold the card {name.en}: you hold {held.en}",
        )
    use = some_use(state)
    assert use is not None  # else the card could be discarded
    return refusal(
        "card/must-use",
        "POINT-17",
        "On n’écarte une carte que si aucune ne peut servir ; "
        f"vous pouvez échanger {use.fr}, par exemple",
        f"A card is discarded only if none can be used; you can exchange {use.en}, for example",
    )


def some_use(state: State) -> Text | None:
    """POINT-17. The first use of a card in hand, None if there is none."""
    row = row_of(state.rows, state.turn)
    for card in hand_cards(state.cards.hands[state.turn]):
        for formula in (2 * KIND_OF[card], 2 * KIND_OF[card] + 1):
            found = places(row, state.bank, formula)
            if found:
                return use_named(write_formula(formula), (found & -found).bit_length())
    return None


def regroup_refused(state: State, words: Words) -> Refusal:
    """POINT-28. Why partners may not regroup their cards so."""
    code, fr, en = _regroup_reason(state, words)
    return refusal(code, "POINT-28", fr, en)


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
        held, name, there = cards_named(pool), card_named(missing), pool.count(missing)
        return (
            "regroup/not-there",
            f"À vous deux, vous avez {held.fr}, donc {there} fois {name.fr}",
            f"The two of you hold {held.en}: {name.en} is there {there} times",
        )
    return (
        "regroup/same",
        "C’est déjà votre main : échangez au moins une carte",
        "That is your hand already: exchange at least one card",
    )


def _readings(card: str) -> Text:
    straight, other = (reading_named(write_formula(2 * KIND_OF[card] + k)) for k in (0, 1))
    return Text(f"{straight.fr} ou {other.fr}", f"{straight.en} or {other.en}")

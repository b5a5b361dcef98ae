"""What the cards of a hand of Point would make of a row, and why partners stop or regroup."""

from typing import NamedTuple

from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.text import Text, number
from tabletier.games.point.cards import CARD_BITS, FORMULAS, NEED_BLACK, NEVER, ONE_CARD, TEXTS
from tabletier.games.point.notation import card_named, some_pawns
from tabletier.games.point.rules.exchange import affordable, fits, places, row_after
from tabletier.games.point.state import (
    SEATS,
    TEAM_GOAL,
    TEAMS,
    Row,
    State,
    has_stopped,
    own_pawns,
    partner,
    row_of,
    unwanted,
    wanted,
    won_by,
)


class Scene(NamedTuple):
    """A choice and what is needed to judge it."""

    before: State
    step: int
    after: State
    seat: int
    own: Text
    """The colour the seat collects, in words."""
    wrong: Text
    hand: list[int]
    """The seat's different cards after the choice."""
    gain: int
    """How many unwanted pawns fewer its row has."""


class CardUse(NamedTuple):
    """A use of a card: how many unwanted pawns fewer it leaves, and whether it wins."""

    gain: int
    wins: bool
    formula: int
    place: int


def kinds(hand: int) -> list[int]:
    """The different cards of a hand."""
    found = []
    while hand:
        found.append((hand & ONE_CARD) - 1)
        hand >>= CARD_BITS
    return sorted(set(found))


def burden(state: State, row: Row, seat: int) -> int:
    """POINT-23. How many pawns of the other colour a row of a seat would hold."""
    return popcount((row.black | row.white) ^ own_pawns(state.colours, row, seat))


def plans(state: State, seat: int, cards: list[int]) -> list[CardUse]:
    """POINT-11. Every use of these cards in a seat's row, the best first."""
    row, other = row_of(state.rows, seat), row_of(state.rows, partner(seat))
    found = []
    for formula in (2 * kind + turned for kind in cards for turned in (0, 1)):
        spots = places(row, state.bank, formula)
        for place in range(spots.bit_length()):
            if (spots >> place) & 1:
                new = row_after(row, formula, place)
                wins = won_by(state.table.mode, state.colours, new, other, seat)
                gain = unwanted(state, seat) - burden(state, new, seat)
                found.append(CardUse(gain=gain, wins=wins, formula=formula, place=place))
    return sorted(found, key=lambda plan: (not plan.wins, -plan.gain, plan.formula, plan.place))


def best(state: State, seat: int, cards: list[int]) -> CardUse | None:
    """The use that wins or else leaves the fewest unwanted pawns; None if no card can be used."""
    return next(iter(plans(state, seat, cards)), None)


def rivals(state: State, seat: int) -> list[int]:
    """POINT-26, POINT-30. The seats of other sides that still play, in the order of their turns."""
    seats = SEATS[state.table.mode]
    others = [(seat + k) % seats for k in range(1, seats)]
    if state.table.mode == TEAMS:
        others.remove(partner(seat))
    return [other for other in others if not has_stopped(state, other)]


def groups(plane: int) -> int:
    """How many groups of neighbours a plane of a row has."""
    return popcount(plane & ~(plane << 1))


def readings(state: State, row: Row) -> tuple[int, int]:
    """POINT-12, POINT-15. How many readings of cards fit a row, of those the bank can pay."""
    payable = [
        formula
        for formula in range(len(FORMULAS))
        if FORMULAS[formula, NEED_BLACK] < NEVER and affordable(state.bank, formula)
    ]
    return sum(fits(row, formula) != 0 for formula in payable), len(payable)


def stops(scene: Scene) -> Text | None:
    """POINT-30, POINT-31. A row of one colour is kept, the cards go to the partner."""
    pawns = some_pawns(wanted(scene.before, scene.seat), scene.own)
    return Text(
        f"garde votre rang de {pawns.fr} et donne vos cartes à votre partenaire",
        f"keeps your row of {pawns.en} and hands your cards to your partner",
    )


def goes_on(scene: Scene) -> Text | None:
    """POINT-27, POINT-33. The row may still grow towards the twelve pawns of a team."""
    have = wanted(scene.before, scene.seat)
    if have >= TEAM_GOAL:
        return None
    pawns, rest = some_pawns(have, scene.own), number(TEAM_GOAL - have)
    return Text(
        f"continue : avec vos {pawns.fr} il en faudrait {rest.fr} à votre partenaire",
        f"plays on: beside your {pawns.en} your partner would need {rest.en}",
    )


def regroups(scene: Scene) -> Text | None:
    """POINT-28. The seat, or its partner, gets a card that does more for its row."""
    for seat in (scene.seat, partner(scene.seat)):
        hands = (scene.before.cards.hands[seat], scene.after.cards.hands[seat])
        had, has = (best(scene.before, seat, kinds(hand)) for hand in hands)
        if has is not None and _better(had, has):
            return _given(scene, seat, has)
    return None


def _better(had: CardUse | None, has: CardUse) -> bool:
    return has.gain > 0 and (had is None or (has.wins, has.gain) > (had.wins, had.gain))


def _given(scene: Scene, seat: int, plan: CardUse) -> Text:
    card, pawns = card_named(TEXTS[plan.formula >> 1]), some_pawns(plan.gain, scene.wrong)
    if seat != scene.seat:
        return Text(
            f"donne à votre partenaire la carte {card.fr}, qui peut ôter {pawns.fr} de son rang",
            f"gives your partner the card {card.en}, which can rid that row of {pawns.en}",
        )
    if plan.wins:
        return Text(
            f"prend en main la carte {card.fr}, qui peut gagner",
            f"takes the card {card.en} in hand, which can win",
        )
    return Text(
        f"prend en main la carte {card.fr}, qui peut ôter {pawns.fr}",
        f"takes the card {card.en} in hand, which can rid your row of {pawns.en}",
    )

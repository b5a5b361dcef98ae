"""Why partners of Point stop, play on or regroup, in words; see `remarks.py`."""

from tabletier.games.kernel.texts import Text
from tabletier.games.kernel.wording import number
from tabletier.games.point.deck import TEXTS
from tabletier.games.point.plans import Plan, Scene, best, kinds
from tabletier.games.point.state import TEAM_GOAL, partner, wanted
from tabletier.games.point.words import card_named, some_pawns


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


def _better(had: Plan | None, has: Plan) -> bool:
    return has.gain > 0 and (had is None or (has.wins, has.gain) > (had.wins, had.gain))


def _given(scene: Scene, seat: int, plan: Plan) -> Text:
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

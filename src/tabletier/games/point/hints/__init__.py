"""Why a choice of Point is worth making, in words; the weightiest reason comes first.

All hands lie open and only rows are ever secret, before the deal: there the own row alone is
looked at. What a card could do next is said with the bank as the move leaves it.
"""

from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.text import Reason, Text, first_reason, number
from tabletier.games.point.cards import TEXTS, hand_size
from tabletier.games.point.distance import said, turns
from tabletier.games.point.hints.plans import (
    Scene,
    best,
    goes_on,
    groups,
    kinds,
    plans,
    readings,
    regroups,
    rivals,
    stops,
)
from tabletier.games.point.notation import (
    NAMES,
    card_named,
    reading_named,
    some_pawns,
    write_formula,
)
from tabletier.games.point.rules import PILE_SPENT, outcome
from tabletier.games.point.rules.choices import DISCARD, DRAW_CARD, GO_ON, REGROUP, STOP, TAKE_OFFER
from tabletier.games.point.rules.exchange import fits
from tabletier.games.point.state import (
    FINISHED,
    NO_CARD,
    ROW,
    ROWS,
    TEAMS,
    Row,
    State,
    own_pawns,
    pure,
    row_of,
    unwanted,
    wanted,
)


def remark(before: State, steps: Steps, after: State) -> Text | None:
    """The weightiest reason for a choice, None without one."""
    step, seat = steps[0], before.turn
    if before.phase == ROWS:
        return _row(before, step)
    black = (before.colours >> seat) & 1
    own, wrong = (NAMES["B"], NAMES["W"]) if black else (NAMES["W"], NAMES["B"])
    hand = kinds(after.cards.hands[seat])
    gain = unwanted(before, seat) - unwanted(after, seat)
    scene = Scene(
        before=before, step=step, after=after, seat=seat, own=own, wrong=wrong, hand=hand, gain=gain
    )
    return first_reason(scene, (_wins, *_reasons(step)))


def _with_turns(reason: Reason[Scene]) -> Reason[Scene]:
    """POINT-21. A reason, and how far from home the exchange leaves the row."""

    def told(scene: Scene) -> Text | None:
        text = reason(scene)
        left = None if scene.before.table.mode == TEAMS else turns(scene.after, scene.seat)
        if text is None or left is None:
            return text
        aside = said(left)
        return Text(f"{text.fr} ({aside.fr})", f"{text.en} ({aside.en})")

    return told


def _reasons(step: int) -> tuple[Reason[Scene], ...]:
    """What may be said of each kind of choice."""
    if step >= REGROUP:
        return (regroups,)
    if step >= DISCARD:
        return (_discards,)
    simple = {DRAW_CARD: _draws, STOP: stops, GO_ON: goes_on}
    return (simple[step],) if step in simple else USES


def _row(before: State, pattern: int) -> Text | None:
    """POINT-4. A row in which many readings of cards find a place."""
    count, payable = readings(before, Row(pattern, pattern ^ ((1 << ROW) - 1)))
    if 2 * count < payable:
        return None
    return Text(
        f"donne une place à {count} des {payable} lectures de cartes que la banque peut payer",
        f"has a place for {count} of the {payable} readings of cards that the bank can pay",
    )


def _wins(scene: Scene) -> Text | None:
    """POINT-21, POINT-23, POINT-27. The choice ends the match, and the mover's side wins it."""
    if scene.after.phase != FINISHED:
        return None
    winners, reason = outcome(scene.after)
    if not (winners >> scene.seat) & 1:
        return None
    if reason == PILE_SPENT:
        return Text(
            "épuise la pioche et gagne au compte des pions",
            "uses up the pile and wins by the count of pawns",
        )
    if scene.before.table.mode == TEAMS:
        return Text(
            f"rend votre rang tout {scene.own.fr} et fait gagner votre équipe",
            f"makes your row all {scene.own.en} and wins the game for your team",
        )
    return Text(
        f"rend votre rang tout {scene.own.fr} et gagne la partie",
        f"makes your row all {scene.own.en} and wins the game",
    )


def _purifies(scene: Scene) -> Text | None:
    """POINT-30. A partner's row is of one colour, which does not win yet."""
    row = row_of(scene.after.rows, scene.seat)
    if not scene.gain or not pure(scene.after.colours, row, scene.seat):
        return None
    pawns = some_pawns(wanted(scene.after, scene.seat), scene.own)
    return Text(
        f"fait de votre rang un rang d’une seule couleur : {pawns.fr}",
        f"makes your row one of a single colour: {pawns.en}",
    )


def _thwarts(scene: Scene) -> Text | None:
    """POINT-15. Another side could have won with a card it holds; the bank cannot pay it now."""
    for rival in rivals(scene.before, scene.seat):
        cards = kinds(scene.before.cards.hands[rival])
        had, has = (best(state, rival, cards) for state in (scene.before, scene.after))
        if had is not None and had.wins and not (has is not None and has.wins):
            text = reading_named(write_formula(had.formula))
            return Text(
                f"prive le joueur {rival + 1} de la victoire : "
                f"la banque ne peut plus payer {text.fr}",
                f"keeps player {rival + 1} from winning: the bank can no longer pay {text.en}",
            )
    return None


def _sets_up(scene: Scene) -> Text | None:
    """POINT-21. A card that stays in hand would win next."""
    plan = best(scene.after, scene.seat, scene.hand)
    if plan is None or not plan.wins:
        return None
    text = reading_named(write_formula(plan.formula))
    return Text(
        f"prépare la victoire : {text.fr} rendra votre rang tout {scene.own.fr}",
        f"prepares the win: {text.en} will make your row all {scene.own.en}",
    )


def _cleans(scene: Scene) -> Text | None:
    """POINT-1. Fewer pawns of the other colour."""
    if scene.gain <= 0:
        return None
    gone, left = some_pawns(scene.gain, scene.wrong), number(unwanted(scene.after, scene.seat))
    return Text(
        f"ôte {gone.fr} de votre rang, où il en reste {left.fr}",
        f"rids your row of {gone.en} and leaves {left.en}",
    )


def _starves(scene: Scene) -> Text | None:
    """POINT-15. The bank is left without the colour that another side collects."""
    colour = 1 - ((scene.before.colours >> scene.seat) & 1)
    banks = (scene.before.bank, scene.after.bank)
    had, has = (bank.black if colour else bank.white for bank in banks)
    seats = rivals(scene.before, scene.seat)
    if has or not had or all((scene.before.colours >> seat) & 1 != colour for seat in seats):
        return None
    return Text(
        f"ne laisse aucun pion {scene.wrong.fr} à la banque",
        f"leaves no {scene.wrong.en} pawn in the bank",
    )


def _gathers(scene: Scene) -> Text | None:
    """POINT-13. The unwanted pawns stand in fewer groups, so that one card can take more."""
    planes = []
    for state in (scene.before, scene.after):
        row = row_of(state.rows, scene.seat)
        planes.append((row.black | row.white) ^ own_pawns(state.colours, row, scene.seat))
    had, has = map(groups, planes)
    if scene.gain < 0 or has >= had:
        return None
    count = number(has)
    plural = "s" if has > 1 else ""
    return Text(
        f"rassemble les pions {scene.wrong.fr}s de votre rang en {count.fr} groupe{plural}",
        f"gathers the {scene.wrong.en} pawns of your row into {count.en} group{plural}",
    )


def _keeps(scene: Scene) -> Text | None:
    """POINT-16. A card that stays in hand can take unwanted pawns next."""
    plan = best(scene.after, scene.seat, scene.hand)
    if scene.gain < 0 or plan is None or plan.gain <= 0:
        return None
    card, pawns = card_named(TEXTS[plan.formula >> 1]), some_pawns(plan.gain, scene.wrong)
    return Text(
        f"garde la carte {card.fr}, qui pourra ôter {pawns.fr}",
        f"keeps the card {card.en}, which can rid your row of {pawns.en} next",
    )


def _adds(scene: Scene) -> Text | None:
    """POINT-23. More pawns of the own colour, and no more of the other."""
    more = wanted(scene.after, scene.seat) - wanted(scene.before, scene.seat)
    if scene.gain < 0 or more <= 0:
        return None
    pawns = some_pawns(more, scene.own)
    return Text(f"ajoute {pawns.fr} à votre rang", f"adds {pawns.en} to your row")


def _least(scene: Scene) -> Text | None:
    """POINT-17. A card must be used, and every use does as much harm or more."""
    if scene.step >= TAKE_OFFER or scene.gain > 0:
        return None
    others = plans(scene.before, scene.seat, kinds(scene.before.cards.hands[scene.seat]))
    if any(plan.gain > scene.gain for plan in others):
        return None
    if scene.gain == 0:
        return Text(
            f"est un échange sans dommage : aucun autre n’ôterait plus de pions {scene.wrong.fr}s",
            f"is an exchange without harm: no other takes away more {scene.wrong.en} pawns",
        )
    pawns = some_pawns(-scene.gain, scene.wrong)
    return Text(
        f"est l’échange le moins mauvais : {pawns.fr} de plus",
        f"is the least harmful exchange: {pawns.en} more",
    )


def _discards(scene: Scene) -> Text | None:
    """POINT-18, POINT-20. A card is left that the next player, or the own row, has no use for."""
    kind, row = scene.step - DISCARD, row_of(scene.before.rows, scene.seat)
    card = card_named(TEXTS[kind])
    if scene.after.cards.offer == NO_CARD:
        return Text(
            f"laisse la carte {card.fr}, que le joueur suivant ne peut pas utiliser",
            f"leaves the card {card.en}, which the next player cannot use",
        )
    if not any(fits(row, 2 * kind + turned) for turned in (0, 1)):
        return Text(
            f"écarte la carte {card.fr}, qui n’a aucune place dans votre rang",
            f"discards the card {card.en}, which fits nowhere in your row",
        )
    return None


def _draws(scene: Scene) -> Text | None:
    """POINT-10, POINT-19. A card from the pile rather than the one left face up."""
    offer = scene.before.cards.offer
    plan = None if offer == NO_CARD else best(scene.before, scene.seat, [offer])
    if plan is not None and plan.gain <= 0:
        card = card_named(TEXTS[offer])
        return Text(
            f"pioche, car la carte {card.fr} n’ôterait aucun pion {scene.wrong.fr} de votre rang",
            f"draws, for the card {card.en} would not rid your row of any {scene.wrong.en} pawn",
        )
    cards = number(hand_size(scene.before.cards.hands[scene.seat]) + 1)
    return Text(
        f"pioche, pour choisir entre {cards.fr} cartes", f"draws, to choose among {cards.en} cards"
    )


USES = (
    _purifies,
    _thwarts,
    _sets_up,
    _with_turns(_cleans),
    _starves,
    *map(_with_turns, (_gathers, _keeps, _adds, _least)),
)

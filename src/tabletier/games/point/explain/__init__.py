"""Why a move of Point is refused, and what is expected; asked of the rules themselves."""

from collections.abc import Callable

from tabletier.games.kernel.contract import Refusal, refusal
from tabletier.games.kernel.text import Text, number
from tabletier.games.point.cards import TEXTS
from tabletier.games.point.explain.cards import (
    discard_refused,
    regroup_refused,
    some_use,
    use_in_hand,
    use_of_offer,
)
from tabletier.games.point.notation import FORMULA_OF, NAMES, Words, parse, row_named, some_pawns
from tabletier.games.point.rules.exchange import may_regroup
from tabletier.games.point.rules.turn import may_stop
from tabletier.games.point.state import (
    HALF,
    NO_CARD,
    PURE,
    ROW,
    ROWS,
    START,
    TEAMS,
    State,
    has_stopped,
    partner,
    pure,
    row_of,
)

EXAMPLE = "BBWWBBWWWWBB"

TEAM_VERBS = {
    "regroup": ("POINT-28", Text("On ne regroupe ses cartes", "Cards are regrouped")),
    "stop": ("POINT-30", Text("On ne s’arrête", "Players stop")),
    "go on": ("POINT-30", Text("On ne choisit de continuer", "Players choose to go on")),
}
"""What exists in teams only: the rule, and how a sentence about it begins."""


def refuse(state: State, text: str) -> Refusal:
    """Why a well-formed move is not legal."""
    words = parse(text)
    assert words is not None  # whoever asks has read it
    if words.verb in TEAM_VERBS and state.table.mode != TEAMS:
        return _teams_only(words.verb)
    if state.phase == ROWS:
        return _row_first(words)
    if words.verb == "row":
        return refusal(
            "row/laid",
            "POINT-5",
            "Les rangs sont posés : ils ne changent plus que par des échanges",
            "The rows are laid out: only exchanges change them now",
        )
    if state.phase == PURE:
        return refusal(
            "turn/stop-or-go-on",
            "POINT-30",
            "Votre rang est d’une seule couleur : décidez d’abord de vous arrêter ou de continuer",
            "Your row is of one colour: decide first whether you stop or go on",
        )
    return (_BEFORE if state.phase == START else _AFTER)[words.verb](state, words)


def _teams_only(verb: str) -> Refusal:
    rule, deed = TEAM_VERBS[verb]
    return refusal(
        "turn/teams-only",
        rule,
        f"{deed.fr} qu’en équipes, à quatre joueurs, deux contre deux",
        f"{deed.en} only in teams, four players, two against two",
    )


def _row_first(words: Words) -> Refusal:
    if words.verb != "row":
        example = row_named(EXAMPLE)
        return refusal(
            "row/first",
            "POINT-5",
            f"Chacun choisit d’abord son rang, par exemple {example.fr}",
            f"Everyone chooses a row first, for example {example.en}",
        )
    black, white = (some_pawns(words.row.count(colour), NAMES[colour]) for colour in "BW")
    half = number(HALF)
    return refusal(
        "row/wrong-pawns",
        "POINT-4",
        f"Votre rang a {black.fr} et {white.fr} : il faut {number(ROW).fr} pions, "
        f"{half.fr} noirs et {half.fr} blancs",
        f"Your row has {black.en} and {white.en}: it takes {number(ROW).en} pawns, "
        f"{half.en} black and {half.en} white",
    )


def _draw_first(state: State, words: Words) -> Refusal:
    """POINT-10, POINT-19. A card of the hand is used, discarded or regrouped after drawing."""
    formula = FORMULA_OF.get(words.formula)
    if words.verb == "use" and formula is not None and formula >> 1 == state.cards.offer:
        return refusal(
            "offer/write-take",
            "POINT-19",
            "Pour utiliser la carte visible, il faut la prendre ; "
            "pour une carte de votre main, piochez d’abord",
            "To use the card left face up, take it; for a card of your hand, draw first",
        )
    return refusal(
        "turn/draw-first",
        "POINT-28" if words.verb == "regroup" else "POINT-10",
        "Piochez d’abord : on joue avec quatre cartes en main",
        "Draw first: you play with four cards in hand",
    )


def _drawn_already(state: State, words: Words) -> Refusal:
    return refusal(
        "turn/drawn",
        "POINT-10",
        "Vous avez déjà pioché : utilisez une carte ou, si aucune ne sert, écartez-en une",
        "You have drawn already: use a card or, if none can be used, discard one",
    )


def _too_late_to_take(state: State, words: Words) -> Refusal:
    return refusal(
        "offer/gone",
        "POINT-19",
        "On prend la carte visible au lieu de piocher : vous avez pioché, jouez de votre main",
        "The card left face up is taken instead of drawing: you have drawn, play from your hand",
    )


def _cannot_stop(state: State, words: Words) -> Refusal:
    """POINT-30, POINT-32. Too late, not pure, or the partner has stopped."""
    if not pure(state.colours, row_of(state.rows, state.turn), state.turn):
        return refusal(
            "stop/not-pure",
            "POINT-30",
            "On ne s’arrête qu’avec un rang d’une seule couleur, la sienne",
            "You may stop only with a row of one colour, your own",
        )
    if has_stopped(state, partner(state.turn)):
        return refusal(
            "stop/partner-stopped",
            "POINT-32",
            "Votre partenaire s’est arrêté : vous devez continuer",
            "Your partner has stopped: you must go on",
        )
    return refusal(
        "stop/too-late",
        "POINT-30",
        "On s’arrête juste après un échange ou avant de piocher ; vous avez pioché, il faut jouer",
        "You stop right after an exchange or before drawing; you have drawn and must play",
    )


def _nothing_to_go_on_from(state: State, words: Words) -> Refusal:
    return refusal(
        "turn/no-question",
        "POINT-30",
        "On choisit de continuer juste après un échange ; au début du tour, il suffit de piocher",
        "Whether to go on is decided right after an exchange; at the start of a turn just draw",
    )


_Reason = Callable[[State, Words], Refusal]
_BEFORE: dict[str, _Reason] = {
    "use": _draw_first,
    "discard": _draw_first,
    "regroup": _draw_first,
    "take": use_of_offer,
    "stop": _cannot_stop,
    "go on": _nothing_to_go_on_from,
}
_AFTER: dict[str, _Reason] = {
    "use": use_in_hand,
    "discard": discard_refused,
    "regroup": regroup_refused,
    "take": _too_late_to_take,
    "draw": _drawn_already,
    "stop": _cannot_stop,
    "go on": _nothing_to_go_on_from,
}


def ask(state: State) -> Text:
    """What the seat to move must decide."""
    if state.phase == ROWS:
        return Text(
            "choisissez votre rang (B noir, W blanc), "
            "par exemple row BBWWBBWWWWBB ou row WWBBWWBBWWBB",
            "choose your row (B black, W white), for example row BBWWBBWWWWBB or row WWBBWWBBWWBB",
        )
    if state.phase == PURE:
        return Text(
            "arrêtez-vous (stop) ou continuez (go on), votre rang étant d’une seule couleur",
            "stop or go on, now that your row is of one colour",
        )
    return _ask_before(state) if state.phase == START else _ask_after(state)


def _ask_before(state: State) -> Text:
    fr, en = ["piochez (draw)"], ["draw"]
    if state.cards.offer != NO_CARD:
        card = TEXTS[state.cards.offer]
        fr.append(f"utilisez la carte visible {card} (take donné>pris@place)")
        en.append(f"use the card left face up, {card} (take given>taken@place)")
    if may_stop(state, state.turn):
        fr.append("arrêtez-vous (stop)")
        en.append("stop")
    return Text(", ou ".join(fr), ", or ".join(en))


def _ask_after(state: State) -> Text:
    fr, en = "utilisez une de vos cartes (donné>pris@place)", "use one of your cards"
    en += " (given>taken@place)"
    if some_use(state) is None:
        fr = "laissez une carte visible (discard carte), puisque aucune ne peut servir"
        en = "leave a card face up (discard card), as none can be used"
    if may_regroup(state):
        fr += ", ou regroupez d’abord les cartes avec votre partenaire (regroup cartes)"
        en += ", or first regroup cards with your partner (regroup cards)"
    return Text(fr, en)

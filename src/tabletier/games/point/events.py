"""What a step of Point caused, as events to animate and as sentences to read."""

from collections.abc import Callable
from typing import Any

from tabletier.games.kernel.text import Text
from tabletier.games.point.cards import TEXTS, amount
from tabletier.games.point.notation import (
    card_named,
    cards_named,
    hand_cards,
    pawns,
    pawns_named,
    row_named,
    write_formula,
    write_row,
)
from tabletier.games.point.position import colours_of
from tabletier.games.point.rules import PILE_SPENT, outcome
from tabletier.games.point.rules.choices import (
    DISCARD,
    DRAW_CARD,
    GO_ON,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
)
from tabletier.games.point.shapes import (
    CardDrawn,
    Dealt,
    Discarded,
    Event,
    Lots,
    Pawn,
    PileSpent,
    PlayedOn,
    Pure,
    Rebuilt,
    Regrouped,
    RowChosen,
    RowDrawn,
    RowsRevealed,
    SetAside,
    Stopped,
    Used,
)
from tabletier.games.point.state import (
    DEAL,
    DRAW,
    FINISHED,
    LOTS,
    NO_CARD,
    RANDOM_ROWS,
    ROW,
    ROWS,
    SEATS,
    State,
    partner,
    pure,
    row_of,
)


def events(before: State, step: int, after: State) -> list[Event]:
    """What one choice or draw caused, in order."""
    seat = before.turn
    if before.phase == ROWS:
        return _row_chosen(before, step, after)
    if before.phase == RANDOM_ROWS:
        return [{"type": "row_drawn", "seat": seat, "row": pawns(step, ROW)}]
    if before.phase == LOTS:
        return [{"type": "lots", "seat": step, "colours": colours_of(after)}]
    if before.phase in (DEAL, DRAW):
        return [_drawn(before, step)]
    return [*_choice(before, step, after), *_aftermath(before, step, after)]


def _drawn(before: State, card: int) -> Dealt | CardDrawn:
    if before.phase == DEAL:
        return {"type": "dealt", "seat": before.turn, "card": TEXTS[card]}
    return {"type": "drawn", "seat": before.turn, "card": TEXTS[card]}


def _row_chosen(before: State, step: int, after: State) -> list[Event]:
    chosen: RowChosen = {"type": "row_chosen", "seat": before.turn, "row": pawns(step, ROW)}
    if after.phase == ROWS:
        return [chosen]
    seats = range(SEATS[after.table.mode])
    rows = [write_row(row_of(after.rows, seat)) for seat in seats]
    return [chosen, {"type": "rows_revealed", "rows": rows}]


def _choice(before: State, step: int, after: State) -> list[Event]:
    """What the seat did."""
    seat, other = before.turn, partner(before.turn)
    if step == DRAW_CARD:
        return []
    if step == GO_ON:
        return [{"type": "went_on", "seat": seat}]
    if step == STOP:
        cards = hand_cards(before.cards.hands[seat])
        return [{"type": "stopped", "seat": seat, "partner": other, "cards": cards}]
    if step >= REGROUP:
        hands = [hand_cards(after.cards.hands[who]) for who in (seat, other)]
        return [{"type": "regrouped", "seat": seat, "partner": other, "hands": hands}]
    if step >= DISCARD:
        return [{"type": "discarded", "seat": seat, "card": TEXTS[step - DISCARD]}]
    return _used(before, step, after)


def _used(before: State, step: int, after: State) -> list[Event]:
    seat, formula = before.turn, (step >> 6) & 127
    give, take = write_formula(formula).split(">")
    row = row_of(after.rows, seat)
    used: Used = {
        "type": "used",
        "seat": seat,
        "card": TEXTS[formula >> 1],
        "from": "offer" if step >= TAKE_OFFER else "hand",
        "give": give,
        "take": take,
        "place": (step & (PLACES - 1)) + 1,
        "row": write_row(row),
        "bank": {"B": after.bank.black, "W": after.bank.white},
    }
    if not pure(after.colours, row, seat):
        return [used]
    size = (row.black | row.white).bit_count()
    return [used, {"type": "pure", "seat": seat, "pawns": size}]


def _aftermath(before: State, step: int, after: State) -> list[Event]:
    """What became of the card left face up, and of the pile."""
    caused: list[Event] = []
    left = before.cards.offer
    if DISCARD <= step < REGROUP:
        left = step - DISCARD
    taken = TAKE_OFFER <= step < DISCARD
    if left != NO_CARD and not taken and after.cards.offer == NO_CARD:
        caused.append({"type": "set_aside", "card": TEXTS[left]})
    if after.cards.rebuilds > before.cards.rebuilds:
        times, cards = after.cards.rebuilds, amount(after.cards.pile)
        caused.append({"type": "rebuilt", "times": times, "cards": cards})
    if after.phase == FINISHED and outcome(after)[1] == PILE_SPENT:
        caused.append({"type": "pile_spent"})
    return caused


def event_view(event: Event, seat: int | None) -> Event:
    """POINT-5. What a seat sees: no row of others before all rows are revealed."""
    if event["type"] == "row_chosen" and event["seat"] != seat:
        return {**event, "row": None}
    return event


def tell(event: Event) -> Text:
    """An event in a sentence."""
    return _TELLERS[event["type"]](event)


def brief(event: Event) -> Text | None:
    """An event in fewer words: of cards regrouped, whoever plays says theirs; the rest follows."""
    if event["type"] != "regrouped":
        return None
    who, other = _player(event["seat"]), _player(event["partner"])
    mine = cards_named(event["hands"][0])
    return Text(
        f"{who.fr} prend {mine.fr}, {other.fr} le reste.",
        f"{who.en} takes {mine.en}, {other.en} the rest.",
    )


def _player(seat: int) -> Text:
    return Text(f"Joueur {seat + 1}", f"Player {seat + 1}")


def _tell_row(event: RowChosen | RowDrawn) -> Text:
    who, row = _player(event["seat"]), event["row"]
    if row is None:
        return Text(f"{who.fr} a choisi son rang.", f"{who.en} has chosen a row.")
    laid = row_named(row)
    return Text(f"{who.fr} pose le rang : {laid.fr}.", f"{who.en} lays out a row: {laid.en}.")


def _tell_revealed(event: RowsRevealed) -> Text:
    rows = [(_player(seat), row_named(row)) for seat, row in enumerate(event["rows"])]
    return Text(
        "Les rangs sont montrés — " + " ; ".join(f"{who.fr} : {r.fr}" for who, r in rows) + ".",
        "The rows are shown — " + "; ".join(f"{who.en}: {r.en}" for who, r in rows) + ".",
    )


def _tell_dealt(event: Dealt) -> Text:
    who, card = _player(event["seat"]), card_named(event["card"])
    return Text(f"{who.fr} reçoit la carte {card.fr}.", f"{who.en} is dealt the card {card.en}.")


def _tell_lots(event: Lots) -> Text:
    who, colours = _player(event["seat"]), event["colours"]
    what = Text("tous collectionnent le noir", "everyone collects black")
    if "W" in colours:
        black, white = (_seats_of(colours, colour) for colour in "BW")
        what = Text(
            f"noir pour {black.fr}, blanc pour {white.fr}",
            f"black for {black.en}, white for {white.en}",
        )
    return Text(
        f"Tirage au sort : {what.fr} ; {who.fr} commence.",
        f"Lots are drawn: {what.en}; {who.en} starts.",
    )


def _seats_of(colours: list[Pawn], colour: str) -> Text:
    players = [_player(seat) for seat, own in enumerate(colours) if own == colour]
    return Text(" et ".join(who.fr for who in players), " and ".join(who.en for who in players))


def _tell_drawn(event: CardDrawn) -> Text:
    who, card = _player(event["seat"]), card_named(event["card"])
    return Text(f"{who.fr} pioche la carte {card.fr}.", f"{who.en} draws the card {card.en}.")


def _tell_used(event: Used) -> Text:
    who, row = _player(event["seat"]), row_named(event["row"])
    give, take = pawns_named(event["give"]), pawns_named(event["take"])
    first, last = event["place"], event["place"] + len(event["give"]) - 1
    at_fr = f"place {first}" if first == last else f"places {first} à {last}"
    at_en = f"place {first}" if first == last else f"places {first} to {last}"
    open_fr, open_en = "", ""
    if event["from"] == "offer":
        open_fr, open_en = "prend la carte visible, ", "takes the card left face up, "
    return Text(
        f"{who.fr} {open_fr}donne {give.fr} ({at_fr}) et prend {take.fr} : {row.fr}.",
        f"{who.en} {open_en}gives {give.en} ({at_en}) and takes {take.en}: {row.en}.",
    )


def _tell_pure(event: Pure) -> Text:
    who, size = _player(event["seat"]), event["pawns"]
    return Text(
        f"Le rang de {who.fr} est d’une seule couleur : {size} pions.",
        f"The row of {who.en} is of one colour: {size} pawns.",
    )


def _tell_discarded(event: Discarded) -> Text:
    who, card = _player(event["seat"]), card_named(event["card"])
    return Text(
        f"{who.fr} ne peut utiliser aucune carte et laisse {card.fr} visible.",
        f"{who.en} can use no card and leaves {card.en} face up.",
    )


def _tell_set_aside(event: SetAside) -> Text:
    card = card_named(event["card"])
    return Text(
        f"Personne ne prend {card.fr} : la carte est écartée.",
        f"Nobody takes {card.en}: the card is put aside.",
    )


def _tell_rebuilt(event: Rebuilt) -> Text:
    times, cards = event["times"], event["cards"]
    return Text(
        f"La pioche est vide : les {cards} cartes utilisées sont mélangées (fois n° {times}).",
        f"The pile is empty: the {cards} used cards are shuffled (time no. {times}).",
    )


def _tell_spent(event: PileSpent) -> Text:
    return Text(
        "La pioche est épuisée pour de bon : on compte les pions.",
        "The pile is spent for good: the pawns are counted.",
    )


def _tell_regrouped(event: Regrouped) -> Text:
    who, other = _player(event["seat"]), _player(event["partner"])
    mine, theirs = (cards_named(hand) for hand in event["hands"])
    return Text(
        f"{who.fr} et {other.fr} regroupent leurs cartes — "
        f"{who.fr} : {mine.fr} — {other.fr} : {theirs.fr}.",
        f"{who.en} and {other.en} regroup their cards — "
        f"{who.en}: {mine.en} — {other.en}: {theirs.en}.",
    )


def _tell_stopped(event: Stopped) -> Text:
    who, other = _player(event["seat"]), _player(event["partner"])
    return Text(
        f"{who.fr} s’arrête et donne ses cartes à {other.fr}.",
        f"{who.en} stops and hands over the cards to {other.en}.",
    )


def _tell_went_on(event: PlayedOn) -> Text:
    who = _player(event["seat"])
    return Text(f"{who.fr} continue.", f"{who.en} goes on.")


_TELLERS: dict[str, Callable[[Any], Text]] = {
    "row_chosen": _tell_row,
    "row_drawn": _tell_row,
    "rows_revealed": _tell_revealed,
    "dealt": _tell_dealt,
    "lots": _tell_lots,
    "drawn": _tell_drawn,
    "used": _tell_used,
    "pure": _tell_pure,
    "discarded": _tell_discarded,
    "set_aside": _tell_set_aside,
    "rebuilt": _tell_rebuilt,
    "pile_spent": _tell_spent,
    "regrouped": _tell_regrouped,
    "stopped": _tell_stopped,
    "went_on": _tell_went_on,
}

"""What a step of Punto caused, as events to animate and as sentences to read."""

from collections.abc import Callable
from typing import Any

from tabletier.games.kernel.bits import field
from tabletier.games.kernel.text import Text
from tabletier.games.punto.board import CELLS, Board, lay, lines, lying, top_value
from tabletier.games.punto.cards import SECOND_COLOUR, left_of, needed_in, owner, seats_in, sides_in
from tabletier.games.punto.notation import (
    FEMININE,
    LETTERS,
    NAMES,
    card_name,
    colour_letter,
    place_name,
    place_of,
    read_place,
    write_card,
    write_place,
)
from tabletier.games.punto.position import card_list, colour_owners
from tabletier.games.punto.rules import drawer
from tabletier.games.punto.rules.rounds import trophy_after_block, trophy_of_line
from tabletier.games.punto.shapes import (
    Blocked,
    CardDrawn,
    ColoursDrawn,
    Event,
    Left,
    LineMade,
    NewRound,
    Placed,
    RoundWon,
    Shared,
    Skipped,
    Starts,
    Turned,
    Void,
)
from tabletier.games.punto.state import (
    CARD_BITS,
    COLOURS,
    FINISHED,
    PLACE,
    SHARE,
    SIZE_BITS,
    SKIPPING,
    STARTER,
    TURN_OVER,
    WON_BITS,
    State,
)

HIDDEN = "?"


def events(before: State, step: int, after: State) -> list[Event]:
    """What one placement or draw caused, in order."""
    if before.phase == COLOURS:
        return [{"type": "colours", "colours": colour_owners(before.table.mode, step)}]
    if before.phase == STARTER:
        return [{"type": "starts", "seat": step}]
    if before.phase == SHARE:
        return _shared(before, after)
    caused = _placed(before, step) if before.phase == PLACE else _drawn(before, step)
    return [caused, *(_round_over(before, step, after) or _skipped(before, after))]


def _drawn(before: State, step: int) -> CardDrawn | Turned:
    seat, card = drawer(before), write_card(before.letters, step)
    if before.table.expert:
        return {"type": "drawn", "seat": seat, "card": card}
    return {"type": "turned", "seat": seat, "card": card}


def _skipped(before: State, after: State) -> list[Event]:
    """PUNTO-33. The seats without a card that were passed over on the way to the next."""
    mode, expert = before.table.mode, before.table.expert
    draws = expert and before.phase == PLACE and after.phase == TURN_OVER
    drew = before.phase != PLACE and not (expert and before.phase == TURN_OVER)
    if before.table.edition & SKIPPING == 0 or draws or drew:
        return []
    caused: list[Event] = []
    seat = left_of(mode, before.turn)
    while seat != after.turn:
        caused.append({"type": "skipped", "seat": seat})
        seat = left_of(mode, seat)
    return caused


def _shared(before: State, after: State) -> list[Event]:
    """PUNTO-4, PUNTO-18. After the last card of a deal: every side's neutral cards, at once."""
    if after.phase == SHARE:
        return []
    piles = after.cards.piles[: sides_in(before.table.mode)]
    cards = [card_list(after, side, pile & SECOND_COLOUR) for side, pile in enumerate(piles)]
    left = card_list(before, 0, after.cards.out ^ before.cards.out)
    caused: list[Event] = [{"type": "shared", "cards": cards}]
    return [*caused, {"type": "left", "cards": left}] if left else caused


def _placed(before: State, step: int) -> Placed:
    card, cell = step // CELLS, step % CELLS
    letters, board = before.letters, before.board
    covered = None
    if (lying(board) >> cell) & 1:
        colour = next(c for c in range(4) if (board.tops[c] >> cell) & 1)
        covered = write_card(letters, 9 * colour + top_value(board, cell) - 1)
    return {
        "type": "placed",
        "seat": before.turn,
        "card": write_card(letters, card),
        "at": write_place(place_of(board.origin, cell)),
        "covered": covered,
    }


def _round_over(before: State, step: int, after: State) -> list[Event]:
    """The end of a round, if it ended, and the beginning of the next, if there is one."""
    cleared = after.board.tops == (0, 0, 0, 0) and before.board.tops != (0, 0, 0, 0)
    if after.phase != FINISHED and not cleared:
        return []
    mode, board, length = before.table.mode, before.board, needed_in(before.table.mode)
    if before.phase == PLACE:
        board = lay(board, step // CELLS, step % CELLS)
    caused: list[Event] = []
    if before.phase != PLACE or not _lined_up(mode, board, step // CELLS // 9):
        length -= 1
        caused.append({"type": "blocked", "seat": _stuck_seat(before)})
    gained = [
        side
        for side in range(sides_in(mode))
        if field(after.score.won, side, WON_BITS) > field(before.score.won, side, WON_BITS)
    ]
    last = after.phase == FINISHED
    caused += _won(before, board, gained[0], length, last) if gained else [{"type": "void"}]
    left = card_list(before, 0, after.cards.out ^ before.cards.out)
    if left:
        caused.append({"type": "left", "cards": left})
    if after.phase != FINISHED:
        caused.append({"type": "new_round", "starts": after.turn})
    return caused


def _lined_up(mode: int, board: Board, colour: int) -> bool:
    """PUNTO-14, PUNTO-15. Whether a card of this colour completed a line; neutral ones never do."""
    owned = owner(mode, colour) < sides_in(mode)
    return owned and lines(board.tops[colour], needed_in(mode)) != 0


def _stuck_seat(before: State) -> int:
    """PUNTO-20. Who could not place: the one who turned a card over, else the next in turn."""
    turned_over = before.phase != PLACE and not before.table.expert
    return before.turn if turned_over else _next_seat(before)


def _next_seat(before: State) -> int:
    """PUNTO-33. Whose turn comes after a placement: the left neighbour, unless it is skipped."""
    mode, last = before.table.mode, before.turn
    order = [(last + k) % seats_in(mode) for k in range(1, seats_in(mode) + 1)]
    if before.table.edition & SKIPPING:
        return next((seat for seat in order if _cards_left(before, seat)), order[0])
    return order[0]


def _cards_left(before: State, seat: int) -> int:
    """How many cards a seat has once the card in play is laid."""
    held = sum(
        field(cards, seat, CARD_BITS) > 0 for cards in (before.cards.hand, before.cards.spare)
    )
    laid = before.phase == PLACE and seat == before.turn
    return field(before.cards.sizes, seat, SIZE_BITS) + held - laid


def _won(before: State, board: Board, side: int, length: int, last: bool) -> list[Event]:
    """PUNTO-16. The winner's lines and trophy, which the last round leaves where it lies."""
    mode, letters = before.table.mode, before.letters
    caused: list[Event] = []
    for colour in range(4):
        cells = lines(board.tops[colour], length) if owner(mode, colour) == side else 0
        if cells:
            places = [place_of(board.origin, c) for c in range(CELLS) if (cells >> c) & 1]
            at = [write_place(p) for p in places]
            letter = colour_letter(letters, colour)
            caused.append({"type": "line", "side": side, "colour": letter, "cells": at})
    if length == needed_in(mode):
        trophy = trophy_of_line(board, mode, side)
    else:
        trophy = trophy_after_block(board, mode, side, before.score.trophies[side])
    won: RoundWon = {
        "type": "round_won",
        "side": side,
        "trophy": write_card(letters, trophy),
        "laid_aside": not last,
    }
    return [*caused, won]


def event_view(event: Event, seat: int | None) -> Event:
    """PUNTO-30. What a seat sees: no expert draws of others, no face of a shared neutral card."""
    if event["type"] == "drawn" and event["seat"] != seat:
        return {**event, "card": HIDDEN}
    if event["type"] == "shared":
        return {**event, "cards": [[HIDDEN] * len(cards) for cards in event["cards"]]}
    if event["type"] == "left":
        return {**event, "cards": [HIDDEN] * len(event["cards"])}
    return event


def tell(event: Event) -> Text:
    """An event in a sentence."""
    return _TELLERS[event["type"]](event)


def _player(seat: int) -> Text:
    return Text(f"Joueur {seat + 1}", f"Player {seat + 1}")


def _name(card: str) -> Text:
    return Text("une carte", "a card") if card == HIDDEN else card_name(card)


def _tell_colours(event: ColoursDrawn) -> Text:
    parts_fr, parts_en = [], []
    for letter in LETTERS:
        side = event["colours"][letter]
        parts_fr.append(f"{NAMES[letter].fr} : {'neutre' if side is None else f'camp {side + 1}'}")
        parts_en.append(f"{NAMES[letter].en}: {'neutral' if side is None else f'side {side + 1}'}")
    return Text(
        "Couleurs tirées au sort — " + ", ".join(parts_fr) + ".",
        "Colours drawn by lot — " + ", ".join(parts_en) + ".",
    )


def _tell_starts(event: Starts) -> Text:
    who = _player(event["seat"])
    return Text(f"{who.fr} commence.", f"{who.en} starts.")


def _tell_shared(event: Shared) -> Text:
    counts = [len(cards) for cards in event["cards"]]
    fr, en = f"chaque camp en a {counts[0]}", f"each side has {counts[0]}"
    if len(set(counts)) > 1:
        fr = ", ".join(f"{count} pour le camp {side}" for side, count in enumerate(counts, 1))
        en = ", ".join(f"{count} for side {side}" for side, count in enumerate(counts, 1))
    return Text(
        f"Les cartes neutres sont réparties : {fr}.", f"The neutral cards are shared out: {en}."
    )


def _tell_left(event: Left) -> Text:
    count = len(event["cards"])
    return Text(
        f"Cartes neutres retirées du jeu : {count}.", f"Neutral cards out of the game: {count}."
    )


def _tell_drawn(event: CardDrawn) -> Text:
    who, card = _player(event["seat"]), _name(event["card"])
    return Text(f"{who.fr} pioche {card.fr}.", f"{who.en} draws {card.en}.")


def _tell_turned(event: Turned) -> Text:
    who, card = _player(event["seat"]), _name(event["card"])
    return Text(f"{who.fr} retourne {card.fr}.", f"{who.en} turns over {card.en}.")


def _tell_placed(event: Placed) -> Text:
    who, card = _player(event["seat"]), _name(event["card"])
    at = place_name(read_place(event["at"]))
    if event["covered"] is None:
        return Text(f"{who.fr} pose {card.fr} en {at}.", f"{who.en} places {card.en} on {at}.")
    under = _name(event["covered"])
    return Text(
        f"{who.fr} couvre {under.fr} avec {card.fr} en {at}.",
        f"{who.en} covers {under.en} with {card.en} on {at}.",
    )


def _tell_blocked(event: Blocked) -> Text:
    who = _player(event["seat"])
    return Text(
        f"{who.fr} ne peut rien poser : la manche est bloquée.",
        f"{who.en} cannot place a card: the round is blocked.",
    )


def _tell_skipped(event: Skipped) -> Text:
    who = _player(event["seat"])
    return Text(
        f"{who.fr} n’a plus de carte et passe son tour.",
        f"{who.en} has no card left and is passed over.",
    )


def _tell_line(event: LineMade) -> Text:
    colour = event["colour"]
    places = ", ".join(place_name(read_place(at)) for at in event["cells"])
    return Text(f"Ligne {FEMININE[colour]} : {places}.", f"A line of {NAMES[colour].en}: {places}.")


def _tell_won(event: RoundWon) -> Text:
    side, card = event["side"] + 1, _name(event["trophy"])
    if not event["laid_aside"]:
        return Text(
            f"La manche et la partie pour le camp {side} ; trophée resté en jeu : {card.fr}.",
            f"The round and the match for side {side}; trophy, left on the cloth: {card.en}.",
        )
    return Text(
        f"La manche pour le camp {side} ; trophée : {card.fr}.",
        f"The round for side {side}; trophy: {card.en}.",
    )


def _tell_void(event: Void) -> Text:
    return Text("Manche nulle : personne ne la gagne.", "The round is void: nobody wins it.")


def _tell_new_round(event: NewRound) -> Text:
    who = _player(event["starts"])
    return Text(f"Nouvelle manche : {who.fr} commence.", f"A new round: {who.en} starts.")


_TELLERS: dict[str, Callable[[Any], Text]] = {
    "colours": _tell_colours,
    "starts": _tell_starts,
    "shared": _tell_shared,
    "left": _tell_left,
    "drawn": _tell_drawn,
    "turned": _tell_turned,
    "placed": _tell_placed,
    "blocked": _tell_blocked,
    "skipped": _tell_skipped,
    "line": _tell_line,
    "round_won": _tell_won,
    "void": _tell_void,
    "new_round": _tell_new_round,
}

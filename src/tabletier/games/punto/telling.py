"""What a step of Punto caused, as events to animate and as sentences to read."""

from typing import Any

from tabletier.games.kernel.bits import field
from tabletier.games.kernel.contract import Event
from tabletier.games.kernel.texts import Text
from tabletier.games.punto.blocked import trophy_after_block, trophy_of_line
from tabletier.games.punto.board import CELLS, lines, lying, top_value
from tabletier.games.punto.cards import NEEDED, SIDES, owner
from tabletier.games.punto.notation import (
    NAMES,
    card_name,
    colour_letter,
    place_of,
    write_card,
    write_place,
)
from tabletier.games.punto.position import card_list, colour_owners
from tabletier.games.punto.rules import draw, drawer, place
from tabletier.games.punto.state import (
    COLOURS,
    FINISHED,
    LINED_UP,
    PLACE,
    SHARE,
    STARTER,
    STUCK,
    WON_BITS,
    State,
)

HIDDEN = "?"


def events(before: State, step: int, after: State) -> list[Event]:
    """What one placement or draw caused, in order."""
    letters = before.letters
    if before.phase == COLOURS:
        return [{"type": "colours", "colours": colour_owners(before.table.mode, step)}]
    if before.phase == STARTER:
        return [{"type": "starts", "seat": step}]
    if before.phase == SHARE:
        return _shared(before, step, after)
    if before.phase == PLACE:
        caused, middle = [_placed(before, step)], place(before, step // CELLS, step % CELLS)
    else:
        verb = "drawn" if before.table.expert else "turned"
        seat = drawer(before)
        caused = [{"type": verb, "seat": seat, "card": write_card(letters, step)}]
        middle = draw(before, step)
    if middle.phase in (LINED_UP, STUCK):
        caused += _round_over(middle, after)
    return caused


def _shared(before: State, card: int, after: State) -> list[Event]:
    side = before.cards.shares % 3
    shared: Event = {"type": "shared", "side": side, "card": write_card(before.letters, card)}
    left = card_list(before, 0, after.cards.out ^ before.cards.out) if after.phase != SHARE else []
    return [shared, {"type": "left", "cards": left}] if left else [shared]


def _placed(before: State, step: int) -> Event:
    card, cell = step // CELLS, step % CELLS
    letters, board = before.letters, before.board
    covered = None
    if (lying(board) >> cell) & 1:
        colour = next(c for c in range(4) if (board.tops[c] >> cell) & 1)
        covered = write_card(letters, 9 * colour + top_value(board, cell) - 1)
    at = write_place(place_of(board.origin, cell))
    placed = {"seat": before.turn, "card": write_card(letters, card), "at": at, "covered": covered}
    return {"type": "placed", **placed}


def _round_over(middle: State, after: State) -> list[Event]:
    """The end of a round and, if the match goes on, the beginning of the next."""
    caused: list[Event] = []
    if middle.phase == STUCK:
        caused.append({"type": "blocked", "seat": middle.turn})
    gained = [
        side
        for side in range(SIDES[middle.table.mode])
        if field(after.score.won, side, WON_BITS) > field(middle.score.won, side, WON_BITS)
    ]
    caused += _won(middle, gained[0]) if gained else [{"type": "void"}]
    left = card_list(middle, 0, after.cards.out ^ middle.cards.out)
    if left:
        caused.append({"type": "left", "cards": left})
    if after.phase != FINISHED:
        caused.append({"type": "new_round", "starts": after.turn})
    return caused


def _won(middle: State, side: int) -> list[Event]:
    mode, board = middle.table.mode, middle.board
    if middle.phase == LINED_UP:
        length, trophy = NEEDED[mode], trophy_of_line(board, mode, side)
    else:
        length = NEEDED[mode] - 1
        trophy = trophy_after_block(board, mode, side, middle.score.trophies[side])
    caused: list[Event] = []
    for colour in range(4):
        cells = lines(board.tops[colour], length) if owner(mode, colour) == side else 0
        if cells:
            places = [place_of(board.origin, c) for c in range(CELLS) if (cells >> c) & 1]
            letter = colour_letter(middle.letters, colour)
            at = [write_place(p) for p in places]
            caused.append({"type": "line", "side": side, "colour": letter, "cells": at})
    won = {"side": side, "trophy": write_card(middle.letters, trophy)}
    return [*caused, {"type": "round_won", **won}]


def event_view(event: Event, seat: int | None) -> Event:
    """PUNTO-30. What a seat sees: no expert draws of others, no face of a shared neutral card."""
    if event["type"] == "drawn" and event["seat"] != seat:
        return {**event, "card": HIDDEN}
    if event["type"] == "shared":
        return {**event, "card": HIDDEN}
    if event["type"] == "left":
        return {**event, "cards": [HIDDEN] * len(event["cards"])}
    return event


def tell(event: Event) -> Text:
    """An event in a sentence."""
    return _TELLERS[event["type"]](event)


def _player(seat: int) -> Text:
    return Text(f"Joueur {seat + 1}", f"Player {seat + 1}")


def _side(side: int) -> Text:
    return Text(f"Le camp {side + 1}", f"Side {side + 1}")


def _name(card: str) -> Text:
    return Text("une carte", "a card") if card == HIDDEN else card_name(card)


def _tell_colours(event: Event) -> Text:
    parts_fr, parts_en = [], []
    for letter, side in event["colours"].items():
        parts_fr.append(f"{NAMES[letter].fr} : {'neutre' if side is None else f'camp {side + 1}'}")
        parts_en.append(f"{NAMES[letter].en}: {'neutral' if side is None else f'side {side + 1}'}")
    return Text(
        "Couleurs tirées au sort — " + ", ".join(parts_fr) + ".",
        "Colours drawn by lot — " + ", ".join(parts_en) + ".",
    )


def _tell_starts(event: Event) -> Text:
    who = _player(event["seat"])
    return Text(f"{who.fr} commence.", f"{who.en} starts.")


def _tell_shared(event: Event) -> Text:
    who = _side(event["side"])
    return Text(f"{who.fr} reçoit une carte neutre.", f"{who.en} gets a neutral card.")


def _tell_left(event: Event) -> Text:
    count = len(event["cards"])
    return Text(
        f"Cartes neutres retirées du jeu : {count}.", f"Neutral cards out of the game: {count}."
    )


def _tell_drawn(event: Event) -> Text:
    who, card = _player(event["seat"]), _name(event["card"])
    return Text(f"{who.fr} pioche {card.fr}.", f"{who.en} draws {card.en}.")


def _tell_turned(event: Event) -> Text:
    who, card = _player(event["seat"]), _name(event["card"])
    return Text(f"{who.fr} retourne {card.fr}.", f"{who.en} turns over {card.en}.")


def _tell_placed(event: Event) -> Text:
    who, card, at = _player(event["seat"]), _name(event["card"]), event["at"]
    if event["covered"] is None:
        return Text(f"{who.fr} pose {card.fr} en {at}.", f"{who.en} places {card.en} at {at}.")
    under = _name(event["covered"])
    return Text(
        f"{who.fr} couvre {under.fr} avec {card.fr} en {at}.",
        f"{who.en} covers {under.en} with {card.en} at {at}.",
    )


def _tell_blocked(event: Event) -> Text:
    who = _player(event["seat"])
    return Text(
        f"{who.fr} ne peut rien poser : la manche est bloquée.",
        f"{who.en} cannot place a card: the round is blocked.",
    )


def _tell_line(event: Event) -> Text:
    colour, cells = NAMES[event["colour"]], " ".join(event["cells"])
    return Text(f"Ligne {colour.fr} : {cells}.", f"A line of {colour.en}: {cells}.")


def _tell_won(event: Event) -> Text:
    who, card = _side(event["side"]), _name(event["trophy"])
    return Text(
        f"{who.fr} gagne la manche ; {card.fr} est son trophée.",
        f"{who.en} wins the round; {card.en} is its trophy.",
    )


def _tell_void(event: Event) -> Text:
    return Text("Manche nulle : personne ne la gagne.", "The round is void: nobody wins it.")


def _tell_new_round(event: Event) -> Text:
    who = _player(event["starts"])
    return Text(f"Nouvelle manche : {who.fr} commence.", f"A new round: {who.en} starts.")


_TELLERS: dict[str, Any] = {
    "colours": _tell_colours,
    "starts": _tell_starts,
    "shared": _tell_shared,
    "left": _tell_left,
    "drawn": _tell_drawn,
    "turned": _tell_turned,
    "placed": _tell_placed,
    "blocked": _tell_blocked,
    "line": _tell_line,
    "round_won": _tell_won,
    "void": _tell_void,
    "new_round": _tell_new_round,
}

"""Positions that cannot stand on the table, and what is said about each."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import MODES, position, table
from tests.games.punto.games import somewhere

Position = dict[str, Any]
Change = Callable[[Position], Any]


def small(mode: str = "M4") -> Position:
    return position(mode, "r1 g2/b3\n*y4 .", {0: "r5"})


def changed(key: str, value: Any) -> Change:
    return lambda given: {**given, key: value}


def without(key: str) -> Change:
    return lambda given: {k: v for k, v in given.items() if k != key}


CASES: dict[str, tuple[str, Change, str, str]] = {
    "a key is missing": ("M4", without("out"), "la clé « out »", "the key 'out' is missing"),
    "a key too many": ("M4", changed("turn", 0), "est inconnue", '"turn" is unknown'),
    "a colour is missing": (
        "M4",
        changed("colours", {"r": 0, "g": 1, "b": 2}),
        "nomme r, g, b et y",
        "names r, g, b and y",
    ),
    "a side that is not there": (
        "M4",
        changed("colours", {"r": 0, "g": 1, "b": 2, "y": 4}),
        "la couleur y appartient à un camp de 0 à 3",
        "the colour y belongs to a side from 0 to 3",
    ),
    "a side with two colours of four": (
        "M4",
        changed("colours", {"r": 0, "g": 1, "b": 2, "y": 2}),
        "chaque camp a 1 couleur,",
        "each side has 1 colour,",
    ),
    "a neutral colour among four": (
        "M4",
        changed("colours", {"r": 0, "g": 1, "b": 2, "y": None}),
        "chaque camp a 1 couleur,",
        "each side has 1 colour,",
    ),
    "no such card": (
        "M4",
        changed("trophies", [["r0"], [], [], []]),
        "une liste de cartes comme r5 était attendue, pas ['r0']",
        "in 'trophies' a list of cards such as r5 was expected, not ['r0']",
    ),
    "three piles for four sides": (
        "M4",
        changed("piles", [[]] * 3),
        "a 4 listes",
        "has 4 lists",
    ),
    "no board": ("M4", changed("board", "bogus"), "un objet de places", 'cards, not "bogus"'),
    "no list": ("M4", changed("out", 7), "dans « out », une liste", "in 'out' a list of cards"),
    "no such place": (
        "M4",
        changed("board", {"0;0": ["y4"]}),
        '"0;0" n\'est pas une place',
        '"0;0" is not a place',
    ),
    "a place that is no text": (
        "M4",
        changed("board", {10**5000: ["y4"]}),
        "n'est pas une place",
        "is not a place",
    ),
    "a stack that does not rise": (
        "M4",
        changed("board", {"0,0": ["y4", "g2"]}),
        "des cartes de plus en plus fortes",
        "strictly rising",
    ),
    "nothing in the middle": (
        "M4",
        changed("board", {"1,0": ["y4"]}),
        "est en 0,0",
        "first card is at 0,0",
    ),
    "two groups": (
        "M4",
        changed("board", {"0,0": ["y4"], "2,0": ["g2"]}),
        "n'en touche aucune autre",
        "touches no other",
    ),
    "a card is missing": (
        "M4",
        changed("hands", [[], [], [], []]),
        "la carte r5 s'y trouve 1 fois",
        "the card r5 is there 1 times",
    ),
    "sizes that do not add up": (
        "M4",
        changed("pile_sizes", [15, 17, 17, 17]),
        "« pile_sizes » dit 15",
        "'pile_sizes' says 15",
    ),
    "a trophy too many": (
        "M4",
        lambda given: {**_as_trophy(given, 0, "r9"), "rounds_won": [0, 0, 0, 0]},
        "plus de trophées que de manches",
        "more trophies than rounds won",
    ),
    "a trophy too few": (
        "M4",
        changed("rounds_won", [1, 0, 0, 0]),
        "chaque manche gagnée laisse un trophée",
        "each round won leaves one trophy",
    ),
    "more rounds than agreed": (
        "M4",
        changed("rounds_won", [3, 0, 0, 0]),
        "« rounds_won » a 4 nombres de 0 à 2",
        "'rounds_won' has 4 numbers from 0 to 2, got [3, 0, 0, 0]",
    ),
    "already won": (
        "M4",
        changed("rounds_won", [2, 0, 0, 0]),
        "la partie serait déjà finie",
        "the match would be over already",
    ),
    "no such seat": (
        "M4",
        changed("to_move", 4),
        "« to_move » va de 0 à 3, pas 4",
        "'to_move' runs from 0 to 3, not 4",
    ),
    "true is not a number": ("M4", changed("void_rounds", True), "pas true", "not true"),
    "another seat has turned over": (
        "M4",
        changed("to_move", 1),
        "le joueur 1 ne peut pas avoir 1 carte en main",
        "player 1 cannot hold 1 card in hand",
    ),
    "over, but nothing has ended it": (
        "M4",
        changed("to_move", None),
        "rien n'a terminé la partie",
        "nothing has ended the match",
    ),
    "a trophy of another side": (
        "M4",
        lambda given: {**_as_trophy(given, 0, "g9"), "rounds_won": [1, 0, 0, 0]},
        "la carte g9 n'est pas à sa place",
        "the card g9 cannot be with player 1",
    ),
    "a card left the game among four": (
        "M4",
        lambda given: _left(given, 3, "y9"),
        "la carte y9 n'est pas neutre",
        "the card y9 is not neutral and cannot have left the game",
    ),
    "a coloured card left the game": (
        "M3",
        lambda given: _left(given, 1, "g9"),
        "la carte g9 n'est pas neutre",
        "the card g9 is not neutral and cannot have left the game",
    ),
}


def _as_trophy(given: Position, side: int, card: str) -> Position:
    """A card out of its owner's pile as a trophy of a side."""
    owner = given["colours"][card[0]]
    taken = _without_card(given, owner, card)
    trophies = [[card] if s == side else [] for s in range(len(given["piles"]))]
    return {**taken, "trophies": trophies}


def _left(given: Position, owner: int, card: str) -> Position:
    return {**_without_card(given, owner, card), "out": [card]}


def _without_card(given: Position, owner: int, card: str) -> Position:
    piles = [list(pile) for pile in given["piles"]]
    piles[owner].remove(card)
    sizes = [size - (seat == owner) for seat, size in enumerate(given["pile_sizes"])]
    return {**given, "piles": piles, "pile_sizes": sizes}


@pytest.mark.rule("PUNTO-1", "PUNTO-2", "PUNTO-4", "PUNTO-12", "PUNTO-13", "PUNTO-16")
@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_said_in_both_languages(name: str) -> None:
    mode, change, fr, en = CASES[name]
    with pytest.raises(tt.BadPosition) as caught:
        tt.setup("punto", change(small(mode)), MODES[mode])
    assert caught.value.code == "position/bad"
    assert fr in caught.value.text.fr
    assert en in caught.value.text.en
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("mode", ["M3", "M4"])
def test_the_position_they_were_made_of_is_good(mode: str) -> None:
    match = tt.setup("punto", small(mode), MODES[mode], seed="x")
    assert match.position() == small(mode)


@pytest.mark.rule("PUNTO-26", "PUNTO-27")
class TestExpertHands:
    @pytest.mark.parametrize("hand", ["", "g1", "g1 g2 g3"])
    def test_with_a_pile_one_holds_two_cards(self, hand: str) -> None:
        with pytest.raises(tt.BadPosition):
            table("M2", "b1", {0: "r1 r2", 1: hand.replace("g", "b")}, expert=True)

    def test_the_seat_to_move_must_be_able_to_place(self) -> None:
        hands = {0: "", 1: "g1 g2", 2: "b1 b2", 3: "y1 y2"}
        with pytest.raises(tt.BadPosition, match="player 1 could not place a card"):
            table("M4", "r1-9 y3 r1-9", hands, expert=True)


def exchanged(rng: random.Random, given: Position) -> Position:
    """A position whose cards are all there, but some have changed places with others."""
    broken = copy.deepcopy(given)
    lists = [*broken["piles"], *broken["hands"], *broken["trophies"], *broken["board"].values()]
    lists.append(broken["out"])
    for _ in range(rng.randint(1, 3)):
        source, target = rng.choice(lists), rng.choice(lists)
        if source and target and rng.random() < 0.7:
            here, there = rng.randrange(len(source)), rng.randrange(len(target))
            source[here], target[there] = target[there], source[here]
        elif source:
            target.append(source.pop(rng.randrange(len(source))))
    for key in ("to_move", "void_rounds"):
        if rng.random() < 0.1:
            broken[key] = rng.choice((None, 0, 1, 2, 3))
    return broken


@pytest.mark.rule("PUNTO-1")
@pytest.mark.parametrize("part", range(4))
def test_all_72_cards_in_other_places_stand_and_can_be_played_or_are_refused(part: int) -> None:
    """What else may be wrong with a position is tried for every game (tests/conformance)."""
    rng, stood, refused = random.Random(f"positions {part}"), 0, 0
    for number in range(25):
        start = somewhere(1000 * part + number)
        for _ in range(40):
            try:
                match = tt.setup("punto", exchanged(rng, start.position()), start.options, "x")
            except tt.BadPosition:
                refused += 1
                continue
            stood += 1
            moves = match.legal_moves()
            assert bool(moves) == (match.result is None)
            if moves:
                match = match.play(rng.choice(moves))
            again = tt.setup("punto", match.position(), match.options)
            assert again.position() == match.position()
            assert again.legal_moves() == match.legal_moves()
    assert stood > 20
    assert refused > 200


@pytest.mark.parametrize(
    ("board", "rule", "cells"),
    [
        ({"1,0": ["y4"]}, "PUNTO-11", ("0,0",)),
        ({"0,0": ["y4"], "2,0": ["g2"], "2,1": ["g3"]}, "PUNTO-10", ("2,0", "2,1")),
        ({"0,0": ["y4", "g2"]}, "PUNTO-12", ("0,0",)),
        ({f"{x},0": ["y4"] for x in range(-3, 4)}, "PUNTO-13", ("-3,0", "3,0")),
        ({"0,0": ["y4"], "1,0": ["y4"], "1,1": ["y4"]}, "PUNTO-1", ("0,0", "1,0", "1,1")),
    ],
)
def test_what_is_wrong_on_the_table_is_pointed_at(
    board: dict[str, list[str]], rule: str, cells: tuple[str, ...]
) -> None:
    position = {**tt.new("punto", seed="cells").position(), "board": board}
    with pytest.raises(tt.BadPosition) as refusal:
        tt.setup("punto", position)
    assert (refusal.value.rule, refusal.value.cells) == (rule, cells)

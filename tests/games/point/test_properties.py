"""What holds in every position of every random game."""

from itertools import chain
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.kernel.random import scale
from tabletier.games.point import rules
from tabletier.games.point.position import pile_cards
from tabletier.games.point.state import State
from tests.games.point import plain
from tests.games.point.tables import ALL_OPTIONS, FEW, GAME, listed, state_at, walk

OPTIONS = st.sampled_from(ALL_OPTIONS)
SEEDS = st.integers(0, 1_000_000)
LONGEST = 64 * 4 * 4
"""At most 4 times through 64 cards, and in each turn draw, regroup, use, and stop or go on."""

SWAP = str.maketrans("BW", "WB")


@FEW
@given(OPTIONS, SEEDS)
def test_games_end_and_say_why(options: dict[str, Any], seed: int) -> None:
    states = list(walk(options, seed))
    assert len(states) < LONGEST
    seats, reason = rules.outcome(states[-1])
    assert seats < 1 << options["players"]
    assert rules.REASONS[reason] in ("pure", "pile")
    assert seats or rules.REASONS[reason] == "pile"
    assert listed(states[-1]) == []


@FEW
@given(OPTIONS, SEEDS)
def test_no_pawn_and_no_card_is_lost(options: dict[str, Any], seed: int) -> None:
    pawns = 24 if options["bank"] == "box" else 6 * options["players"]
    for state in walk(options, seed):
        known = GAME.position(state, None)
        if None in known["rows"]:
            continue
        assert all(len(row) >= 2 for row in known["rows"])
        for colour in "BW":
            there = sum(row.count(colour) for row in known["rows"]) + known["bank"][colour]
            assert there == pawns
        offer = [] if known["offer"] is None else [known["offer"]]
        places = (pile_cards(state.cards.pile), known["used"], offer, *known["hands"])
        assert sorted(chain.from_iterable(places)) == plain.DECK


@FEW
@given(OPTIONS, SEEDS, st.integers(0, 2**32 - 1))
def test_moves_are_ascending_and_random_move_picks_one(
    options: dict[str, Any], seed: int, word: int
) -> None:
    for state in list(walk(options, seed))[:-1]:
        moves = listed(state)
        assert moves == sorted(set(moves))
        assert 0 < len(moves) <= rules.MAX_MOVES
        assert rules.random_move(state, word) == moves[scale(word, len(moves))]
        for black, white in zip(state.rows.black, state.rows.white, strict=True):
            assert black & white == 0  # no place twice
            assert (black | white) & ((black | white) + 1) == 0  # and no gap


@FEW
@given(OPTIONS, SEEDS)
def test_applying_a_move_leaves_the_state_alone(options: dict[str, Any], seed: int) -> None:
    state = state_at(options, seed, seed % 150)
    before = GAME.position(state, None)
    for move in listed(state)[:20]:
        rules.apply(state, move)
    assert GAME.position(state, None) == before


def a_turn(options: dict[str, Any], seed: int) -> State:
    """A state in the middle of a random game; the rows are laid out before."""
    return state_at({**options, "rows": "random"}, seed, seed % 150)


def swapped_colours(known: dict[str, Any]) -> dict[str, Any]:
    """The position with black and white exchanged everywhere."""
    return {
        **known,
        "rows": [row.translate(SWAP) for row in known["rows"]],
        "colours": [colour.translate(SWAP) for colour in known["colours"]],
        "hands": [[card.translate(SWAP) for card in hand] for hand in known["hands"]],
        "bank": {"B": known["bank"]["W"], "W": known["bank"]["B"]},
        "offer": known["offer"] and known["offer"].translate(SWAP),
        "used": [card.translate(SWAP) for card in known["used"]],
    }


def mirrored_card(card: str) -> str:
    return "=".join(side[::-1] for side in card.split("="))


def mirrored(known: dict[str, Any]) -> dict[str, Any]:
    """The position with every row and every arrangement read from right to left."""
    return {
        **known,
        "rows": [row[::-1] for row in known["rows"]],
        "hands": [[mirrored_card(card) for card in hand] for hand in known["hands"]],
        "offer": known["offer"] and mirrored_card(known["offer"]),
        "used": [mirrored_card(card) for card in known["used"]],
    }


def mirrored_move(move: str, length: int) -> str:
    verb, _, rest = move.rpartition(" ")
    if "@" in move:
        formula, place = rest.split("@")
        give, take = formula.split(">")
        at = length - (int(place) - 1) - len(give) + 1
        return f"{verb} {give[::-1]}>{take[::-1]}@{at}".strip()
    if "=" in move:
        return f"{verb} {','.join(sorted(mirrored_card(card) for card in rest.split(',')))}"
    return move


def swapped_move(move: str) -> str:
    verb, _, rest = move.rpartition(" ")
    if "=" in move:
        return f"{verb} {','.join(sorted(card.translate(SWAP) for card in rest.split(',')))}"
    return f"{verb} {rest.translate(SWAP)}".strip()


@FEW
@given(st.sampled_from([o for o in ALL_OPTIONS if o["players"] != 3]), SEEDS)
def test_exchanging_the_colours_exchanges_the_moves(options: dict[str, Any], seed: int) -> None:
    state, options = a_turn(options, seed), {**options, "rows": "random"}
    match = tt.setup("point", GAME.position(state, None), options)
    other = tt.setup("point", swapped_colours(match.position()), options)
    assert set(other.legal_moves()) == {swapped_move(move) for move in match.legal_moves()}


@FEW
@given(OPTIONS, SEEDS)
def test_mirrored_rows_and_cards_have_the_mirrored_moves(
    options: dict[str, Any], seed: int
) -> None:
    state, options = a_turn(options, seed), {**options, "rows": "random"}
    match = tt.setup("point", GAME.position(state, None), options)
    other = tt.setup("point", mirrored(match.position()), options)
    length = len(match.position()["rows"][match.to_move or 0])
    expected = {mirrored_move(move, length) for move in match.legal_moves()}
    assert set(other.legal_moves()) == expected


@FEW
@given(OPTIONS, SEEDS, st.integers(1, 3))
def test_seats_are_only_names(options: dict[str, Any], seed: int, by: int) -> None:
    """Everybody moves on by some seats: the same moves, and in the end the same winners."""
    seats = options["players"]
    states = list(walk(options, seed))
    for state in (states[-2], states[-1]):
        known = GAME.position(state, None)
        if None in known["rows"]:
            continue
        turned = {
            key: value[-by % seats :] + value[: -by % seats] if isinstance(value, list) else value
            for key, value in known.items()
            if key != "used"
        }
        seat = known["to_move"]
        turned |= {"used": known["used"], "to_move": None if seat is None else (seat + by) % seats}
        match = tt.setup("point", known, options)
        other = tt.setup("point", turned, options)
        assert other.legal_moves() == match.legal_moves()
        if match.result is not None and other.result is not None:
            winners = {(winner + by) % seats for winner in match.result.winners}
            assert set(other.result.winners) == winners

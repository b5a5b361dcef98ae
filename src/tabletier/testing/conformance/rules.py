"""The verbs of the rules keep the promises of the contract in every state of whole games."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tabletier.games.kernel.contract import CHANCE, OVER, Game
from tabletier.games.kernel.random import scale
from tabletier.games.kernel.registry import find
from tabletier.testing.conformance.tables import Trial
from tabletier.testing.conformance.walks import UNTOUCHED, flat, node_at, shape, walk, walked

pytestmark = pytest.mark.clause("rules.py")

TOP = 1 << 63
SMALLEST_MARKER = -1000
WORDS = (0, 1, 0x55555555, 0x80000000, 0xDEADBEEF, 0xFFFFFFFF)


@pytest.mark.clause("to_move, legal_moves, random_move")
class TestListing:
    def test_steps_are_listed_ascending_and_unique_within_the_buffer(
        self, wide_table: Trial
    ) -> None:
        for node in walked(wide_table):
            if node.seat == CHANCE:
                continue
            assert node.steps == sorted(set(node.steps)), "legal_moves: ascending and unique"
            assert len(node.steps) <= wide_table.game.rules.MAX_MOVES
            assert set(node.room) == {UNTOUCHED}, "legal_moves: never beyond MAX_MOVES"

    def test_somebody_can_always_go_on_until_the_game_is_over(self, wide_table: Trial) -> None:
        for node in walked(wide_table):
            assert node.seat in (CHANCE, OVER, *wide_table.seats)
            assert bool(node.steps) == (node.seat != OVER), "legal_moves: none exactly when over"

    def test_a_random_step_is_the_listed_one(self, wide_table: Trial) -> None:
        random_move: Any = getattr(wide_table.game.rules, "random_move", None)
        if random_move is None:
            return  # the listed one is taken, see kernel/fallbacks.py
        for node in walked(wide_table):
            if node.seat in wide_table.seats:
                for word in WORDS:
                    listed = node.steps[scale(word, len(node.steps))]
                    assert random_move(node.state, word) == listed, "random_move: the listed one"


@pytest.mark.clause("draws(options)")
def test_chance_draws_when_the_game_says_so(table: Trial) -> None:
    seats = [node.seat for node in walked(table)]
    first = next(ply for ply, seat in enumerate(seats) if seat != CHANCE)
    found = "play" if CHANCE in seats[first:] else "start" if first else "never"
    if table.game.draws is not Game.__dataclass_fields__["draws"].default:
        assert table.game.draws(table.options) == found, "draws: never, start or play"


@pytest.mark.clause("State, apply, unfinished, repetition_key")
class TestStates:
    def test_a_state_is_whole_numbers_in_the_same_shape_for_ever(self, wide_table: Trial) -> None:
        expected = shape(wide_table.game.start(wide_table.options))
        for node in walked(wide_table):
            assert shape(node.state) == expected, "State: always of the same shape"
            assert all(type(leaf) is int for leaf in flat(node.state)), "State: integers only"
            assert all(SMALLEST_MARKER < leaf < TOP for leaf in flat(node.state))

    def test_asking_and_applying_leaves_a_state_alone(self, table: Trial) -> None:
        game = table.game
        for node in walked(table):
            before = repr(node.state)
            for step in set(node.steps):
                assert game.rules.apply(node.state, step) == game.rules.apply(node.state, step)
            assert node_at(game, node.state) == node
            assert repr(node.state) == before

    def test_a_move_that_goes_on_stays_with_its_seat(self, wide_table: Trial) -> None:
        unfinished: Any = getattr(wide_table.game.rules, "unfinished", None)
        if unfinished is None:
            return
        last = None
        for node in walked(wide_table):
            if unfinished(node.state):
                assert last is not None
                assert node.seat == last.seat
            last = node

    def test_positions_are_told_apart_by_whole_numbers(self, table: Trial) -> None:
        key_of: Any = getattr(table.game.rules, "repetition_key", None)
        if key_of is None:
            return
        keys = [key_of(node.state) for node in walked(table) if node.seat != CHANCE]
        assert len({len(key) for key in keys}) == 1
        assert all(type(part) is int for key in keys for part in key)


@pytest.mark.clause("tickets, chance, apply, write")
class TestChance:
    def test_every_ticket_gives_a_draw_that_has_a_text_and_can_be_applied(
        self, table: Trial
    ) -> None:
        game = table.game
        for node in walked(table):
            if node.seat != CHANCE:
                continue
            texts = {step: game.write(node.state, (step,)) for step in set(node.steps)}
            assert all(text.isascii() and text.strip() for text in texts.values())
            assert len(set(texts.values())) == len(texts)
            for step in texts:
                after = game.rules.apply(node.state, step)
                assert game.rules.to_move(after) in (CHANCE, OVER, *table.seats)

    def test_the_chances_of_all_draws_add_up_to_one(self, table: Trial) -> None:
        for node in walked(table):
            if node.seat == CHANCE:
                tickets = table.game.rules.tickets(node.state)
                chances = [Fraction(n, tickets) for n in Counter(node.steps).values()]
                assert tickets >= 1
                assert sum(chances) == 1


@pytest.mark.clause("outcome, REASONS")
class TestTheEnd:
    def test_the_winners_sit_at_the_table_and_the_reason_is_known(self, wide_table: Trial) -> None:
        rules = wide_table.game.rules
        for seed in ("end 1", "end 2", "end 3"):
            *_, last = walk(wide_table, seed)
            winners, reason = rules.outcome(last.state)
            assert 0 <= winners < 1 << len(wide_table.seats), "outcome: a bit per winning seat"
            assert 0 <= reason < len(rules.REASONS), "outcome: an index into REASONS"

    def test_reasons_are_names(self, key: str) -> None:
        game = find(key)
        assert len(set(game.rules.REASONS)) == len(game.rules.REASONS) > 0
        assert all(reason.isidentifier() for reason in game.rules.REASONS)
        assert set(game.yields_to_repetition) <= set(game.rules.REASONS)

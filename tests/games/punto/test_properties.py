"""What holds in every match: no card is lost, texts come back, and every match ends."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tests.games.punto.boards import CARDS, SIDES
from tests.games.punto.games import STYLES, all_options, played, somewhere
from tests.games.punto.ledger import Ledger

NUMBERS = st.integers(0, 10**9)
TWO_OF_EACH = Counter(dict.fromkeys(CARDS, 2))
ALL = list(all_options())


class TestNoCardIsLost:
    @pytest.mark.rule("PUNTO-1", "PUNTO-17", "PUNTO-18")
    @settings(max_examples=25)
    @given(number=NUMBERS)
    def test_72_cards_after_every_event_and_the_events_tell_where_they_are(
        self, number: int
    ) -> None:
        options = ALL[number % len(ALL)]
        ledger = None
        for match in played(options, number, STYLES[number % 4]):
            ledger = ledger or Ledger(match.seats, len(match.teams))
            for event in match.events():
                ledger.read(event)
                assert ledger.count() == TWO_OF_EACH
            position = match.position()
            assert ledger.position() == {key: position[key] for key in ledger.position()}

    @pytest.mark.rule("PUNTO-29")
    @settings(max_examples=25)
    @given(number=NUMBERS)
    def test_pile_sizes_add_up_to_the_piles(self, number: int) -> None:
        position = somewhere(number).position()
        sides = len(position["piles"])
        for side, pile in enumerate(position["piles"]):
            assert sum(position["pile_sizes"][side::sides]) == len(pile)


class TestEveryMatchEnds:
    @pytest.mark.rule("PUNTO-2", "PUNTO-25")
    @settings(max_examples=20)
    @given(number=NUMBERS)
    def test_after_at_most_72_placements_a_round(self, number: int) -> None:
        options = ALL[number % len(ALL)]
        placements, rounds = 0, 0
        match = None
        for match in played(options, number, STYLES[number // 120 % 4]):
            kinds = [event["type"] for event in match.events()]
            placements += kinds.count("placed")
            assert placements <= 72
            if "blocked" in kinds or "round_won" in kinds:
                placements, rounds = 0, rounds + 1
        assert match is not None
        assert match.result is not None
        wins = len(match.teams) * (options["rounds_to_win"] - 1) + 1
        assert rounds <= 3 * wins


class TestComingBack:
    @settings(max_examples=60)
    @given(number=NUMBERS)
    def test_a_position_comes_back_from_its_text(self, number: int) -> None:
        match = somewhere(number)
        position = json.loads(json.dumps(match.position()))
        assert position == match.position()
        again = tt.setup("punto", position, match.options, seed="again")
        assert again.position() == position
        assert again.legal_moves() == match.legal_moves()
        assert again.to_move == match.to_move
        assert again.result == match.result
        for seat in (None, *range(match.seats)):
            assert again.view(seat) == match.view(seat)

    @settings(max_examples=40)
    @given(number=NUMBERS)
    def test_moves_are_sorted_unique_and_come_back_from_their_texts(self, number: int) -> None:
        match = somewhere(number)
        moves, before = match.legal_moves(), match.position()
        assert list(moves) == sorted(set(moves))
        for move in random.Random(number).sample(moves, min(4, len(moves))):
            after = match.play(move)
            assert after.moves == (*match.moves, move)
            assert match.position() == before

    @settings(max_examples=40)
    @given(number=NUMBERS, reveal=st.booleans())
    def test_a_record_comes_back_from_its_text(self, number: int, reveal: bool) -> None:
        match = somewhere(number)
        text = match.record(reveal=reveal)
        again = tt.load(text)
        assert again.record(reveal=reveal) == text
        assert again.position() == match.position()
        assert again.log == match.log
        assert again.result == match.result
        assert tt.verify(text).deal_verified is reveal

    @settings(max_examples=20)
    @given(number=NUMBERS)
    def test_a_match_from_a_position_has_a_record_too(self, number: int) -> None:
        match = somewhere(number)
        again = tt.setup("punto", match.position(), match.options, seed="from a position")
        for move in again.legal_moves()[:1]:
            again = again.play(move)
        assert tt.load(again.record()).position() == again.position()

    @settings(max_examples=20)
    @given(number=NUMBERS)
    def test_the_same_seed_and_moves_give_the_same_match(self, number: int) -> None:
        match = somewhere(number)
        again = tt.new("punto", match.options, seed=match.seed)
        for move in match.moves:
            again = again.play(move)
        assert again.record() == match.record()

    def test_a_secret_seed_lets_one_read_but_not_play_on(self) -> None:
        match = tt.new("punto", {"players": 2}, seed="secret")
        hidden = tt.load(match.record(reveal=False))
        assert hidden.seed is None
        assert hidden.commitment == match.commitment
        with pytest.raises(tt.SeedHidden):
            hidden.play(hidden.legal_moves()[0])


def test_the_modes_of_these_tests_are_all_there_are() -> None:
    assert len(ALL) == len(SIDES) * 2 * 2 * 5

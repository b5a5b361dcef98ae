"""A record is the match: written, read, and checked to the last draw."""

import json
import pickle

import pytest

import tabletier as tt
from tabletier.testing.conformance.tables import Trial

pytestmark = pytest.mark.clause("write, read, apply, chance")


class TestRoundTrip:
    def test_a_whole_match_is_read_back_equal(self, wide_table: Trial) -> None:
        match = wide_table.whole_match("wide")[-1]
        text = match.record()
        checked = tt.verify(text)
        assert checked.match == match == tt.load(text)
        assert checked.deal_verified
        assert checked.match.record() == text

    def test_so_is_a_match_that_goes_on_with_all_it_shows(self, table: Trial) -> None:
        for match in table.sample(5):
            again = tt.load(match.record())
            assert again == match
            assert again.result is None
            assert again.events() == match.events()
            assert again.legal_moves() == match.legal_moves()
            move = match.legal_moves()[0]
            assert again.play(move) == match.play(move)

    def test_a_match_travels_to_another_process_as_it_is(self, table: Trial) -> None:
        for match in (*table.sample(2), table.whole_match()[-1]):
            sent = pickle.loads(pickle.dumps(match))
            assert sent == match
            assert hash(sent) == hash(match) == hash(tt.load(match.record()))
            assert sent.legal_moves() == match.legal_moves()

    def test_every_line_is_json_and_stands_alone(self, table: Trial) -> None:
        text = table.whole_match()[-1].record()
        lines = text.splitlines()
        assert text == "\n".join(lines) + "\n"
        assert len(lines) == 2 + len(table.whole_match()[-1].log)
        assert all(isinstance(json.loads(line), dict) for line in lines)

    def test_the_same_seed_and_moves_give_the_same_record(self, table: Trial) -> None:
        whole = table.whole_match()[-1]
        again = table.new()
        for move in whole.moves:
            again = again.play(move)
        assert again.record() == whole.record()


class TestTheSecretSeed:
    def test_without_it_a_record_can_be_read_but_the_deal_not_checked(self, table: Trial) -> None:
        for match in (*table.sample(3), table.whole_match()[-1]):
            text = match.record(reveal=False)
            assert match.seed is not None
            assert match.seed not in text
            checked = tt.verify(text)
            assert not checked.deal_verified
            assert checked.match.seed is None
            assert checked.match.position() == match.position()
            assert checked.match.legal_moves() == match.legal_moves()
            assert checked.match.commitment == match.commitment
            assert checked.match.record() == text

    def test_it_can_be_played_on_until_chance_must_draw(self, table: Trial) -> None:
        for match in table.sample(6):
            secret = tt.load(match.record(reveal=False))
            move = match.legal_moves()[-1]
            after = match.play(move)
            if any(entry.act == "draw" for entry in after.log[len(match.log) :]):
                with pytest.raises(tt.SeedHidden):
                    secret.play(move)
                assert secret.legal_moves() == match.legal_moves()
            else:
                assert secret.play(move).position() == after.position()

    def test_another_seed_gives_another_commitment_and_keeps_the_rules(self, table: Trial) -> None:
        one, other = table.new("one"), table.new("other")
        assert one.commitment != other.commitment
        assert (one.teams, one.seats, one.options) == (other.teams, other.seats, other.options)
        assert table.new("one") == one

"""Where a match's luck comes from: committed to, derived, and the same for everybody."""

import hashlib
import hmac
from collections.abc import Callable

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Game
from tabletier.match.seed import commitment, fresh_seed, ticket

SPACE = 1 << 256


def stub(*values: int) -> Callable[[bytes, bytes, str], bytes]:
    """A digest that gives these values one after the other."""
    left = list(values)

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        attempt = len(values) - len(left)
        assert (key, message, name) == (b"seed", f"tabletier/1 7 {attempt}".encode(), "sha256")
        return left.pop(0).to_bytes(32, "big")

    return digest


class TestTheCommitment:
    def test_it_is_the_sha256_of_the_seed(self) -> None:
        expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        assert commitment("abc") == expected
        assert commitment("é") == hashlib.sha256(b"\xc3\xa9").hexdigest()

    def test_a_fresh_seed_is_256_bits_that_nobody_has_seen(self) -> None:
        fresh = {fresh_seed() for _ in range(100)}
        assert len(fresh) == 100
        assert all(len(bytes.fromhex(seed)) == 32 for seed in fresh)


class TestTickets:
    def test_a_ticket_is_the_keyed_hash_of_the_number_of_the_draw(self) -> None:
        for number in range(20):
            value = hmac.new(b"seed", f"tabletier/1 {number} 0".encode(), hashlib.sha256).digest()
            for count in (1, 2, 6, 36, 924):
                assert ticket("seed", number, count) == int.from_bytes(value, "big") % count

    @pytest.mark.parametrize("count", [1, 2, 3, 6, 36, 924])
    def test_every_ticket_has_the_same_share_of_the_numbers(
        self, monkeypatch: pytest.MonkeyPatch, count: int
    ) -> None:
        """Numbers that are taken: 0 to limit - 1, and limit is a multiple of the count."""
        limit = SPACE - SPACE % count
        for value in (0, 1, count, limit - count, limit - 1):
            monkeypatch.setattr("tabletier.match.seed.hmac.digest", stub(value))
            assert ticket("seed", 7, count) == value % count
        assert limit % count == 0
        assert SPACE - limit < count

    @pytest.mark.parametrize("count", [3, 6, 36, 924])
    def test_numbers_of_the_last_incomplete_stretch_are_thrown_away(
        self, monkeypatch: pytest.MonkeyPatch, count: int
    ) -> None:
        limit = SPACE - SPACE % count
        monkeypatch.setattr("tabletier.match.seed.hmac.digest", stub(limit, SPACE - 1, 5))
        assert ticket("seed", 7, count) == 5 % count

    def test_nothing_is_thrown_away_where_the_stretches_fit(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tabletier.match.seed.hmac.digest", stub(SPACE - 1))
        assert ticket("seed", 7, 8) == 7

    def test_all_tickets_come_up_about_equally_often(self) -> None:
        counts = [0] * 6
        for number in range(6000):
            counts[ticket("any seed", number, 6)] += 1
        deviation = (6000 * 1 / 6 * 5 / 6) ** 0.5
        assert all(abs(count - 1000) < 5 * deviation for count in counts)


class TestSeedsOfAMatch:
    def test_a_match_promises_its_seed(self, toy: Game) -> None:
        match = tt.new(toy.key, seed="any text")
        assert match.seed == "any text"
        assert match.commitment == commitment("any text")

    def test_without_a_seed_every_match_has_its_own(self, toy: Game) -> None:
        assert tt.new(toy.key).seed != tt.new(toy.key).seed

    def test_draws_follow_from_the_seed_and_the_number_in_the_log(self, toy: Game) -> None:
        for number in range(30):
            seed = f"seed {number}"
            match = tt.new(toy.key, seed=seed)
            first = 2 if ticket(seed, 0, 3) == 2 else 1
            assert match.log == ((-1, "draw", f"+{first}"),)
            match = match.play(f"+{4 - first}")
            second = 2 if ticket(seed, 2, 3) == 2 else 1
            assert [entry.text for entry in match.log] == [
                f"+{first}",
                f"+{4 - first}",
                f"+{second}",
            ]

    @pytest.mark.parametrize(
        "seed",
        ["", "x" * 1001, "\ud800", 1, b"x", True, [], 10**5000],
        ids=lambda v: type(v).__name__,
    )
    def test_what_cannot_be_a_seed_is_refused(self, toy: Game, seed: str) -> None:
        with pytest.raises(tt.BadOption, match="1 to 1000 characters"):
            tt.new(toy.key, seed=seed)
        with pytest.raises(tt.BadOption, match="1 to 1000 characters"):
            tt.setup(toy.key, {"total": 1, "turn": 0}, seed=seed)

    @pytest.mark.parametrize("seed", ["x", "x" * 1000, "é" * 1000, "\x00", "\n", '"', "\U0001f3b2"])
    def test_any_other_text_is_a_seed_and_its_record_can_be_read(
        self, toy: Game, seed: str
    ) -> None:
        match = tt.new(toy.key, seed=seed)
        assert tt.load(match.record()) == match

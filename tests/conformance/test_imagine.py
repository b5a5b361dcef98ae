"""An imagined match agrees with what the seat to move may know, and says nothing of the rest."""

import json
import random
from collections import Counter, defaultdict
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE
from tabletier.match.imagining import imagined_seed, reimagined_from_view
from tabletier.match.match import Match
from tabletier.match.seed import commitment
from tabletier.testing.conformance.tables import Trial
from tabletier.testing.conformance.twins import TwinWorld, can_be_seen
from tests.conformance.test_hidden import all_partings, all_twins

SAMPLES = 12
WORLDS = 600
FAR, FEW = 4.5, 3
"""Standard deviations that no frequency strays, and some more where it is small: tens of thousands
are compared, all from fixed seeds."""


def hides(match: Match) -> bool:
    return match._game.hidden(match.view(match.to_move)["table"])


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Everything that a position says, one thing each; cards of a list are a multiset."""
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in leaves(part, (*path, key))]
    if isinstance(value, list) and value and not isinstance(value[0], (str, int)):
        return [leaf for key, part in enumerate(value) for leaf in leaves(part, (*path, key))]
    if isinstance(value, list):
        return [(*path, item) for item in value]
    return [(*path, json.dumps(value))]


def frequencies(positions: list[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    return Counter(leaf for position in positions for leaf in set(leaves(position)))


class TestAWorld:
    def test_looks_to_the_seat_to_move_as_the_match_does(self, table: Trial) -> None:
        for number, match in enumerate(table.sample(SAMPLES)):
            world, seat = match.imagine(number), match.to_move
            assert world.view(seat) == match.view(seat)
            assert world.legal_moves() == match.legal_moves()
            assert world.ask() == match.ask()
            assert world.seen == match.seen

    def test_can_stand_on_the_table_with_every_check(self, table: Trial) -> None:
        for number, match in enumerate(table.sample(SAMPLES)):
            world = match.imagine(number)
            again = tt.setup(table.key, world.start, table.options, seed="any")
            assert again.position() == world.position()
            assert again.legal_moves() == world.legal_moves()

    def test_is_played_to_its_end(self, table: Trial) -> None:
        for number, match in enumerate(table.sample(4)):
            dice, world = random.Random(f"{table} {number}"), match.imagine(number)
            moves = 0
            while world.to_move is not None:
                world = world.play(dice.choice(world.legal_moves()))
                moves += 1
            assert len(world.moves) == moves
            assert world.result is not None

    def test_has_a_seed_that_comes_from_what_was_asked_for_alone(self, table: Trial) -> None:
        matches = table.sample(3)
        assert {match.imagine("same").seed for match in matches} == {imagined_seed("same")}
        for match in matches:
            assert match.seed is not None
            world = match.imagine(match.seed)
            assert world.seed not in (match.seed, None)
            assert world.commitment == commitment(world.seed or "")
            assert (world.log, world.events()) == ((), ())
            assert match.imagine().seed != match.imagine().seed

    def test_is_the_same_for_the_same_seed(self, table: Trial) -> None:
        for match in table.sample(3):
            assert match.imagine(7) == match.imagine(7)
            assert match.imagine("7").seed != match.imagine(7).seed


class TestWhatIsHidden:
    def test_twin_worlds_are_imagined_alike(self, wide_table: Trial) -> None:
        game, compared = wide_table.game, 0
        for parting in all_partings(wide_table):
            for twins in all_twins(wide_table, parting):
                seat = twins.one.node.seat
                if seat in twins.fooled and seat >= 0 and can_be_seen(game, twins):
                    one, other = (match_in(wide_table, world) for world in (twins.one, twins.other))
                    assert one.imagine(compared) == other.imagine(compared)
                    compared += 1
        hidden = any(map(hides, wide_table.whole_match("wide")[:-1]))
        assert compared > 0 or not hidden

    @pytest.mark.slow
    def test_the_quick_way_and_the_slow_way_come_upon_every_world_as_often(
        self, table: Trial
    ) -> None:
        dark = [match for match in table.sample(SAMPLES) if hides(match)]
        for match in dark[:: max(1, len(dark) // 2)][:2]:
            seat = match.decider()
            quick = frequencies([match.imagine(n).position() for n in range(WORLDS)])
            game, slow_positions = match._game, []
            for number in range(WORLDS):
                state, memory = reimagined_from_view(match, seat, f"slow {number}")
                slow_positions.append(game.position(state, memory))
            slow = frequencies(slow_positions)
            for leaf in {*quick, *slow}:
                both = quick[leaf] + slow[leaf]
                spread = (2 * both * (1 - both / (2 * WORLDS))) ** 0.5
                assert abs(quick[leaf] - slow[leaf]) <= FAR * spread / 2**0.5 + FEW, leaf

    def test_the_quick_way_is_no_way_round_the_view(self, table: Trial) -> None:
        """It changes nothing that the seat sees, and something wherever there is a secret."""
        for match in table.sample(SAMPLES):
            positions = {json.dumps(match.imagine(n).position()) for n in range(12)}
            assert (len(positions) > 1) == (hides(match) and chosen(match))


def chosen(match: Match) -> bool:
    """Whether what is hidden is there already: secret choices may be still to come."""
    seat = match.decider()
    ways = {str(reimagined_from_view(match, seat, str(n))) for n in range(12)}
    return len(ways) > 1


class TestWhatIsYetToBeDrawn:
    def test_comes_as_often_as_the_rules_say(self, table: Trial) -> None:
        match = next((m for m in table.sample(SAMPLES) if draws_next(m)), None)
        if match is None:
            return
        move = next(m for m in match.legal_moves() if draws_after(match, m))
        worlds = range(WORLDS)
        drawn = Counter(match.imagine(number).play(move).log[1].text for number in worlds)
        expected: dict[str, float] = defaultdict(float)
        seen_through = worlds if hides(match) else range(1)  # nothing hidden: one tells of all
        for number in seen_through:
            waiting = match.imagine(number, chance="explicit").play(move)
            for text, chance in waiting.chances().items():
                expected[text] += float(chance) * WORLDS / len(seen_through)
        assert set(drawn) <= set(expected)
        for text, mean in expected.items():
            spread = (mean * (1 - mean / WORLDS)) ** 0.5
            assert abs(drawn[text] - mean) <= FAR * spread + FEW, text


def draws_after(match: Match, move: str) -> bool:
    return match.imagine(1, chance="explicit").play(move).to_move == CHANCE


def draws_next(match: Match) -> bool:
    return any(draws_after(match, move) for move in match.legal_moves()[:40])


def match_in(table: Trial, world: TwinWorld) -> Match:
    """A match that stands where a world does."""
    start = table.new()
    return start._with(
        _state=world.node.state, _memory=world.memory, _waiting=(world.node.seat, 0), _log=()
    )


class TestRefusals:
    def test_a_match_that_is_over_is_not_imagined_on(self, key: str) -> None:
        match = tt.new(key, seed="x").draw_by_agreement()
        with pytest.raises(tt.GameOver):
            match.imagine(1)

    def test_while_a_draw_is_due_nobody_is_to_move(self, table: Trial) -> None:
        match = tt.new(table.key, table.options, chance="explicit")
        if match.to_move == tt.CHANCE:
            with pytest.raises(tt.DrawDue):
                match.imagine(1)

    @pytest.mark.parametrize("seed", [1.5, b"x", True, ()])
    def test_a_seed_is_a_text_or_a_number(self, key: str, seed: Any) -> None:
        with pytest.raises(tt.BadOption, match="text or a whole number"):
            tt.new(key).imagine(seed)

    def test_nobody_played_it_so_it_has_no_record(self, key: str) -> None:
        world = tt.new(key, seed="x").imagine(1)
        with pytest.raises(tt.NotAllowed, match="has no record"):
            world.record()
        with pytest.raises(tt.NotAllowed, match="has no history"):
            tt.analyse(world, simulations=1)

"""Generic sources, loaded once for each game, and the crossing between Python and the rules."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import scale
from tabletier.games.kernel.specialise import specialise
from tests.kernel.toy import REST, TOY, State

BRIDGE = "tabletier.games.kernel.bridge"
MOVE = -1


@pytest.fixture(scope="module")
def bridge() -> Any:
    return specialise(BRIDGE, TOY)


class TestTheBridge:
    def test_a_move_is_followed(self, bridge: Any) -> None:
        assert bridge.advance(State(5, 1, 0), 3, MOVE) == (3, State(8, 0, 0), 0, 0)

    def test_a_move_after_which_chance_draws_tells_the_number_of_tickets(self, bridge: Any) -> None:
        assert bridge.advance(State(3, 0, 0), 1, MOVE) == (1, State(4, 1, 1), CHANCE, 3)

    def test_a_ticket_draws_whatever_step_is_named(self, bridge: Any) -> None:
        for ticket, step in ((0, 1), (1, 1), (2, 2)):
            after = State(4 + step, 1, 0)
            assert bridge.advance(State(4, 1, 1), 9, ticket) == (step, after, 1, 0)

    def test_the_last_move_leaves_nobody_to_move(self, bridge: Any) -> None:
        assert bridge.advance(State(10, 0, 0), 2, MOVE) == (2, State(12, 1, 0), OVER, 0)

    def test_who_is_waited_for(self, bridge: Any) -> None:
        assert bridge.waiting(State(0, 0, 1)) == (CHANCE, 3)
        assert bridge.waiting(State(5, 1, 0)) == (1, 0)
        assert bridge.waiting(State(12, 1, 0)) == (OVER, 0)

    def test_a_step_is_listed_or_not(self, bridge: Any) -> None:
        moves = np.empty(TOY.rules.MAX_MOVES, np.int64)
        listed = [n for n in range(-2, 6) if bridge.is_listed(State(5, 0, 0), n, moves)]
        assert listed == [1, 2, 3]
        resting = [n for n in range(-2, 6) if bridge.is_listed(State(REST, 0, 0), n, moves)]
        assert resting == [0, 1, 2, 3]
        assert not bridge.is_listed(State(12, 0, 0), 1, moves)

    def test_states_stay_what_they_are_on_both_sides(self, bridge: Any) -> None:
        _, after, _, _ = bridge.advance(State(5, 1, 0), 3, MOVE)
        assert isinstance(after, State)
        assert [type(item) for item in after] == [int, int, int]


class TestSpecialising:
    def test_a_source_is_loaded_once_for_a_game(self, bridge: Any) -> None:
        assert specialise(BRIDGE, TOY) is bridge
        assert sys.modules[f"{BRIDGE}_{TOY.key}"] is bridge
        assert bridge.GAME is TOY

    def test_another_game_with_the_same_key_is_refused(self, bridge: Any) -> None:
        with pytest.raises(ValueError, match="another game with the same key"):
            specialise(BRIDGE, replace(TOY, version="2"))

    def test_a_source_that_is_not_there_is_named(self) -> None:
        with pytest.raises(ModuleNotFoundError, match=r"tabletier\.games\.kernel\.nothing"):
            specialise("tabletier.games.kernel.nothing", TOY)

    def test_a_source_that_breaks_leaves_nothing_behind(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "broken_source.py").write_text("seen = MAX_MOVES\n1 / 0\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        with pytest.raises(ZeroDivisionError):
            specialise("broken_source", TOY)
        assert f"broken_source_{TOY.key}" not in sys.modules

    def test_a_source_finds_the_verbs_and_the_facts(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "asking_source.py").write_text(
            "facts = (MAX_MOVES, REASON_COUNT, REPEATS, YIELDING)\n"
            "verbs = (to_move, legal_moves, tickets, chance, apply, outcome, repetition_key)\n"
            "rest = (random_step, unfinished)\n"
        )
        monkeypatch.syspath_prepend(str(tmp_path))
        source = specialise("asking_source", TOY)
        rules = TOY.rules
        assert source.facts == (4, 2, True, 0b10)
        assert source.verbs[:3] == (rules.to_move, rules.legal_moves, rules.tickets)
        assert source.verbs[3:6] == (rules.chance, rules.apply, rules.outcome)
        random_step, unfinished = source.rest
        moves = np.empty(rules.MAX_MOVES, np.int64)
        for bits in (0, 1 << 30, 1 << 31, 0xFFFFFFFF):
            assert random_step(State(5, 0, 0), bits, moves) == 1 + scale(bits, 3)
        assert not unfinished(State(5, 0, 0))

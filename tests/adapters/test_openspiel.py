"""OpenSpiel's own simulation, pickling and playthroughs; what players may not know is hidden."""

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.generate_playthrough import playthrough, replay
from open_spiel.python.observation import make_observation

import tabletier as tt
from tabletier.adapters.openspiel import NAMES, name_of, parameter
from tabletier.games.kernel.registry import find, keys
from tabletier.match.spaces import extent_of
from tests.adapters.tables import SEATINGS, label

ENDS = [
    keys()[0],
    *(pytest.param(key, marks=pytest.mark.thorough) for key in keys()[1:-1]),
    keys()[-1],
]
"""One game without chance and one that draws before every move; all by `make thorough`."""


@pytest.fixture(autouse=True, scope="module")
def _flags() -> None:
    """Playthroughs ask for flags of the command line, of which there are none."""
    flags.FLAGS(["pytest"])


def loaded(key: str, options: dict[str, Any] | None = None) -> Any:
    known = {option.key: option for option in find(key).options}
    given = {name: parameter(known[name], value) for name, value in (options or {}).items()}
    return pyspiel.load_game(name_of(key), given)


def walked(game: Any, seed: str, steps: int) -> Any:
    dice, state = random.Random(seed), game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
def test_their_random_simulation(key: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(key, options), num_sims=1, serialize=False, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("key", keys())
def test_their_random_simulation_with_serialization(key: str) -> None:
    pyspiel.random_sim_test(loaded(key), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
def test_games_and_states_are_pickled(key: str, options: dict[str, Any]) -> None:
    game = loaded(key, options)
    assert pickle.loads(pickle.dumps(game)) == game
    state = walked(game, "pickle", 25)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert len(state.history()) + 1 == len(copy.history())


@pytest.mark.parametrize("key", ENDS)
def test_a_playthrough_is_replayed_line_by_line(key: str) -> None:
    state = walked(loaded(key), "playthrough", 12)
    text = playthrough(name_of(key), state.history(), seed=1)
    assert replay_of(text) == text
    assert "provides_information_state_string = True" in text


def replay_of(text: str) -> str:
    return "".join(replay_lines(text))


def replay_lines(text: str) -> list[str]:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "playthrough.txt"
        path.write_text(text, "utf-8")
        original, now = replay(str(path))
        assert original == text
        return [now]


@pytest.mark.parametrize("key", keys())
def test_chance_is_one_draw_at_a_time_with_the_chances_of_the_rules(key: str) -> None:
    game = loaded(key)
    state, nodes = game.new_initial_state(), 0
    dice = random.Random(key)
    while not state.is_terminal() and nodes < 30:
        if state.is_chance_node():
            nodes += 1
            chances = state.walk.match.chances()
            found = dict(state.chance_outcomes())
            assert len(found) <= game.max_chance_outcomes()
            assert [state.action_to_string(-1, n) for n in found] == list(chances)
            assert list(found.values()) == [float(chance) for chance in chances.values()]
            before = len(state.walk.match.log)
            state.apply_action(dice.choice(list(found)))
            assert len(state.walk.match.log) == before + 1
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        if len(state.history()) > 400:
            break
    assert nodes > 0 or find(key).draws(game_options(game)) == "never"


@pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
def test_it_is_told_how_long_a_match_can_be(key: str, options: dict[str, Any]) -> None:
    game, extent = loaded(key, options), extent_of(key, options)
    assert game.max_game_length() == extent.actions
    assert game.max_chance_nodes_in_history() == extent.draws
    assert game.max_chance_outcomes() == extent.outcomes
    assert game.max_history_length() == extent.actions + extent.draws


def game_options(game: Any) -> dict[str, Any]:
    return dict(game.new_initial_state().walk.match.options)


@pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
def test_returns_are_those_of_the_result(key: str, options: dict[str, Any]) -> None:
    state = walked(loaded(key, options), "whole", 30_000)
    result = state.walk.result
    seats = range(state.num_players())
    expected = [0.0 if not result.winners else 1.0 if s in result.winners else -1.0 for s in seats]
    assert state.returns() == expected
    kind = state.get_game().get_type().utility
    if kind == pyspiel.GameType.Utility.ZERO_SUM:
        assert sum(expected) == 0


class TestWhatPlayersKnow:
    def test_tensors_are_observations_and_strings_are_views(self) -> None:
        for key in keys():
            state = walked(loaded(key), "know", 20)
            while state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            for seat in range(state.num_players()):
                flat = state.walk.observation(seat).flat()
                assert np.array_equal(state.observation_tensor(seat), flat)
                assert np.array_equal(state.information_state_tensor(seat), flat)
                assert '"to_move"' in state.observation_string(seat)
                assert '"seen"' in state.information_state_string(seat)

    def test_the_observer_names_its_parts(self) -> None:
        game = loaded(keys()[0])
        observation = make_observation(game)
        state = walked(game, "parts", 5)
        observation.set_from(state, 0)
        assert set(observation.dict) == {"planes", "scalars"}
        seen = state.walk.observation(0)
        assert np.array_equal(observation.dict["planes"], seen.planes)
        assert np.array_equal(observation.dict["scalars"], seen.scalars)
        with pytest.raises(ValueError, match="takes no parameters"):
            game.make_py_observer(None, {"colour": True})

    @pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
    def test_information_states_differ_only_in_what_was_seen(
        self, key: str, options: dict[str, Any]
    ) -> None:
        """All ways that a draw may go: equal to a player exactly where its events look equal."""
        game = loaded(key, options)
        compared = 0
        state = game.new_initial_state()
        dice = random.Random("infostates")
        while not state.is_terminal() and len(state.history()) < 60:
            if state.is_chance_node():
                children = [state.child(n) for n in state.legal_actions()[:6]]
                for player in range(game.num_players()):
                    strings = [child.information_state_string(player) for child in children]
                    views = [str(c.walk.match.view(player)) for c in children]
                    events = [str(c.walk.match.events_for(player)) for c in children]
                    for one in range(len(children)):
                        same = views[0] == views[one] and events[0] == events[one]
                        assert (strings[0] == strings[one]) == same
                        compared += one > 0
            state.apply_action(dice.choice(state.legal_actions()))
        assert compared > 0 or find(key).draws(game_options(game)) != "play"


def test_options_are_parameters() -> None:
    assert set(NAMES) >= {name_of(key) for key in keys()}
    for key in keys():
        for option in find(key).options:
            for value in option.values[:2]:
                try:
                    agreed = tt.new(key, {option.key: value}).options
                except tt.BadOption:
                    continue
                game = pyspiel.load_game(f"{name_of(key)}({option.key}={parameter(option, value)})")
                assert game_options(game) == agreed

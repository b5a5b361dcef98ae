"""The guests keep the promises of the contract, and read and refuse as the house does."""

import os
from random import Random
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.random import scale
from tabletier.games.kernel.registry import find
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.tree_search import think
from tests.kernel.processes import SOURCES, run_python
from tests.peers.boards import KEYS, random_position, steps_of

WORDS = (0, 1, 0x55555555, 0x80000000, 0xDEADBEEF, 0xFFFFFFFF)


@pytest.mark.parametrize("key", KEYS)
class TestTheContract:
    def test_a_random_move_is_the_listed_one(self, key: str) -> None:
        game = find(key)
        rules: Any = game.rules
        for plies in range(0, 60, 3):
            state = random_position(key, plies, plies).ours
            steps = steps_of(game, state)
            assert steps == sorted(set(steps))
            for word in WORDS if steps else ():
                assert rules.random_move(state, word) == steps[scale(word, len(steps))]

    def test_positions_and_texts_go_out_and_come_in_again(self, key: str) -> None:
        for seed in range(10):
            match, random = tt.new(key, seed=str(seed)), Random(seed)
            while match.to_move is not None:
                match = match.play(random.choice(match.legal_moves()))
                again = tt.setup(key, match.position())
                assert again._state == match._state
                assert again.legal_moves() == match.legal_moves()
                assert all(match.explain(move) is None for move in match.legal_moves())
            assert tt.load(match.record()).result == match.result

    def test_every_event_and_question_has_words_and_the_table_a_picture(self, key: str) -> None:
        match, random = tt.new(key, seed="words"), Random(4)
        while match.to_move is not None:
            assert match.ask().fr != match.ask().en
            match = match.play(random.choice(match.legal_moves()))
            told = [find(key).tell(event) for event in match.events() if event["type"] != "over"]
            assert all(text.fr and text.en for text in told)
            assert find(key).picture(match.view(None)["table"], "fr").count("\n") >= 6

    def test_search_finds_its_way_in_it(self, key: str) -> None:
        known = knowledge_of(tt.new(key, seed="search"))
        thought = think(known, Budget(simulations=300), "seed")
        assert thought == think(known, Budget(simulations=300), "seed")
        assert thought.move in tt.new(key, seed="search").legal_moves()

    def test_plain_python_plays_the_same_games(self, key: str) -> None:
        code = (
            "from random import Random\n"
            "import tabletier as tt\n"
            "from tabletier.games.kernel.registry import register\n"
            f"register('benchmarks.peers.{key}')\n"
            "for seed in range(3):\n"
            f"    match, random = tt.new('{key}', seed='x'), Random(seed)\n"
            "    while match.to_move is not None:\n"
            "        match = match.play(random.choice(match.legal_moves()))\n"
            "    print(match.result, match.moves)\n"
        )
        path = os.pathsep.join(map(str, (SOURCES, SOURCES.parent)))
        plain = run_python(code, PYTHONPATH=path, TABLETIER_JIT="0")
        assert plain == run_python(code, PYTHONPATH=path)

"""One source, a module per game: their code stays apart, and is compiled once and for all."""

import dataclasses
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletier.games.kernel.specialise import specialise
from tabletier.lab.bulk import PLAYOUTS, play_games, streams
from tests.lab.toys import DICE, LADDER

ROOT = Path(__file__).resolve().parents[2]

CACHE_STATS = """
import json
from tabletier.games.kernel.specialise import specialise
from tabletier.lab.bulk import PLAYOUTS, play_games
from tabletier.match.options import fill
from tests.lab.toys import DICE, LADDER

counts = []
for game in (DICE, LADDER):
    lengths = play_games(game, fill(game, None), 20, "cache").lengths.tolist()
    stats = specialise(PLAYOUTS, game).play_many.stats
    counts.append([sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), lengths])
print(json.dumps(counts))
"""


def run(program: str, **environment: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"TABLETIER_JIT": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_second_process_finds_everything_compiled(tmp_path: Path) -> None:
    first = run(CACHE_STATS, TABLETIER_CACHE_DIR=str(tmp_path))
    again = run(CACHE_STATS, TABLETIER_CACHE_DIR=str(tmp_path))
    assert [(hits, misses) for hits, misses, _ in first] == [(0, 1), (0, 1)]
    assert [(hits, misses) for hits, misses, _ in again] == [(1, 0), (1, 0)]
    assert [lengths for _, _, lengths in first] == [lengths for _, _, lengths in again]


def test_each_game_keeps_its_compiled_code_in_a_folder_of_its_own(tmp_path: Path) -> None:
    """Numba names files after the source; in one folder they would mix, and reading what is
    there for one game would import the others."""
    run(CACHE_STATS, TABLETIER_CACHE_DIR=str(tmp_path))
    kept = [path.relative_to(tmp_path).parts for path in tmp_path.rglob("playouts.play_many*.nbi")]
    assert sorted(parts[2] for parts in kept) == sorted([DICE.key, LADDER.key])


def test_threads_that_ask_at_the_same_time_get_the_same_finished_module() -> None:
    game = dataclasses.replace(DICE, key=f"{DICE.key}_threads")
    with ThreadPoolExecutor(8) as pool:
        modules = list(pool.map(lambda _: specialise(PLAYOUTS, game), range(64)))
    assert {id(module) for module in modules} == {id(modules[0])}
    assert len(play_games(game, {}, 3, "threads").lengths) == 3


def test_two_games_in_one_process_do_not_mix() -> None:
    dice, ladder = specialise(PLAYOUTS, DICE), specialise(PLAYOUTS, LADDER)
    assert dice is not ladder
    assert dice.apply is DICE.rules.apply
    assert ladder.apply is LADDER.rules.apply
    before = play_games(DICE, {}, 20, "mix").lengths.tolist()
    play_games(LADDER, {"top": 9, "patience": 8, "lazy": True}, 20, "mix")
    assert play_games(DICE, {}, 20, "mix").lengths.tolist() == before


def test_a_game_is_loaded_once() -> None:
    assert specialise(PLAYOUTS, DICE) is specialise(PLAYOUTS, DICE)


def test_another_game_under_the_same_key_is_refused() -> None:
    specialise(PLAYOUTS, DICE)
    impostor = dataclasses.replace(DICE, version="2")
    with pytest.raises(ValueError, match="another game with the same key"):
        specialise(PLAYOUTS, impostor)


def test_a_source_that_does_not_exist_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"tabletier\.lab\.nowhere"):
        specialise("tabletier.lab.nowhere", DICE)


def test_a_source_that_fails_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_baked.py").write_text("BAKED = True\nraise RuntimeError('not yet')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for _ in range(2):
        with pytest.raises(RuntimeError, match="not yet"):
            specialise("half_baked", DICE)


class TestFallbacks:
    """A game that leaves out an optional verb gets one that does the same."""

    def test_a_random_step_is_the_listed_move_that_the_word_stands_for(self) -> None:
        playouts: Any = specialise(PLAYOUTS, LADDER)
        state = LADDER.start({"top": 9, "patience": 8, "lazy": True})
        buffer, words = np.zeros(3, np.int64), (0, (1 << 32) // 3 + 1, (1 << 32) - 1)
        assert [playouts.random_step(state, word, buffer) for word in words] == [0, 1, 2]

    def test_a_game_s_own_random_move_is_used(self) -> None:
        playouts: Any = specialise(PLAYOUTS, DICE)
        state, untouched = DICE.rules.apply(DICE.start({}), 3), np.full(2, 9, np.int64)
        steps = [playouts.random_step(state, word, untouched) for word in (0, (1 << 32) - 1)]
        assert steps == [1, 2]
        assert untouched.tolist() == [9, 9]

    def test_steps_are_moves_and_positions_do_not_count_unless_the_game_says_so(self) -> None:
        dice: Any = specialise(PLAYOUTS, DICE)
        ladder: Any = specialise(PLAYOUTS, LADDER)
        assert not dice.unfinished(DICE.start({}))
        assert (dice.REPEATS, ladder.REPEATS) == (False, True)
        assert (dice.YIELDING, ladder.YIELDING) == (0, 0b10)
        assert (dice.REASON_COUNT, ladder.MAX_MOVES) == (1, 3)


def test_streams_for_one_game_are_an_array_too() -> None:
    assert streams(1, "one").shape == (1,)

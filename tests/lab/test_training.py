"""Training: self-play is repeatable and resumes, examples are what the positions say, reports."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tabletier.cli.main import root
from tabletier.games.kernel.columns import load
from tabletier.games.kernel.extras import install_line
from tabletier.games.kernel.network import LANES, MOST, OFFSET
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.weights import ABOUT, ARRAYS, LARGEST, Weights, save_weights
from tabletier.lab.training import shards
from tabletier.lab.training.examples import LATER, PROVEN, examples_of, targets_of
from tabletier.lab.training.fit import cross_entropy, whole
from tabletier.lab.training.report import Generation, write_report
from tabletier.lab.training.run import BadTraining, Training, learner, shards_of, train
from tabletier.lab.training.strength import against_handmade
from tabletier.search.alphabeta_parts import CERTAIN, WIN

LEARNERS = [key for key in keys() if hasattr(find(key).heuristics, "network")]


def wanted(key: str, folder: Path, number: int = 0, teacher: Path | None = None) -> Any:
    return shards.ShardOrder(key, "seed", 1 + (teacher is not None), number, folder, teacher, 60)


def random_weights(key: str, folder: Path) -> Path:
    rows, heads = find(key).heuristics.network.MADE_OF  # type: ignore[union-attr]
    draw = np.random.default_rng(1)
    made = Weights(
        draw.integers(-60, 61, (rows, LANES)).astype(np.int16),
        draw.integers(-(10**6), 10**6, (heads, 1 + LANES)).astype(np.int32),
    )
    save_weights(folder, made, {})
    return folder


@pytest.mark.parametrize("key", LEARNERS)
def test_a_shard_is_made_by_its_seed_and_number_alone(key: str, tmp_path: Path) -> None:
    teacher = random_weights(key, tmp_path / "teacher")
    for made_by in (None, teacher):
        first, again = (
            shards.load_shard(shards.make(wanted(key, _folder(tmp_path / name), 3, made_by)))
            for name in "ab"
        )
        assert (first.states == again.states).all()
        assert (first.facts == again.facts).all()
        assert len(first.states) == 60
    other = shards.load_shard(shards.make(wanted(key, tmp_path / "a", 4)))
    assert not (
        other.states == shards.load_shard(tmp_path / "a" / shards.name_of(1, 3)).states
    ).all()


def _folder(path: Path) -> Path:
    path.mkdir(exist_ok=True)
    return path


@pytest.mark.parametrize("key", LEARNERS)
def test_what_is_there_is_not_played_again(key: str, tmp_path: Path) -> None:
    heard: list[Path] = []
    both = [wanted(key, tmp_path, number) for number in (0, 1)]
    shards.make(both[0])
    written = (tmp_path / shards.name_of(1, 0)).stat().st_mtime_ns
    shards.make_all(both, 1, heard.append)
    assert heard == [tmp_path / shards.name_of(1, 1)]
    assert (tmp_path / shards.name_of(1, 0)).stat().st_mtime_ns == written


@pytest.mark.parametrize("key", LEARNERS)
def test_positions_values_and_results_belong_together(key: str, tmp_path: Path) -> None:
    game = find(key)
    shard = shards.load_shard(shards.make(wanted(key, tmp_path)._replace(positions=600)))
    like = game.start(shard.options)
    states = [load(like, shard.states, row) for row in range(len(shard.states))]
    seats = [game.rules.to_move(state) for state in states]
    sides = {seat: side for side, team in enumerate(game.teams(shard.options)) for seat in team}
    assert [sides[seat] for seat in seats] == shard.facts[:, 2].tolist()
    assert set(shard.facts[:, 1].tolist()) <= {-1, 0, 1}
    won = shard.facts[np.abs(shard.facts[:, 0]) >= CERTAIN]
    assert (np.sign(won[:, 0]) == won[:, 1]).mean() > 0.8
    seen = examples_of(game, shard)
    assert seen.rows.shape[1] == MOST
    assert len(seen.rows) == len(seen.targets) == len(seen.leads) <= len(states)
    assert 0 <= seen.targets.min() <= seen.targets.max() <= 1


def test_a_target_is_what_the_search_says_from_there_on_to_the_result() -> None:
    facts = np.array([[250, 1, 0, 0], [WIN - 3, -1, 1, 1], [0, 0, 1, 0]])
    first, second, other = targets_of(facts, 250)
    sure = np.exp(-PROVEN) * 2
    assert other == pytest.approx(0.5)
    assert second == pytest.approx(1 - LATER, abs=sure)  # proven, and lost all the same
    assert first == pytest.approx((1 - LATER) / (1 + np.exp(-1)) + LATER * LATER, abs=sure)


def test_whole_numbers_stay_in_their_lanes() -> None:
    rows = np.array([[9.0, -9.0, 0.5] + [0.0] * (LANES - 3)])
    made = whole(rows, np.full((1, 1 + LANES), 0.25), 100)
    assert made.rows[0, :3].tolist() == [OFFSET - 1, 1 - OFFSET, 128]
    assert set(made.heads[0].tolist()) == {25 * 256}
    assert cross_entropy([0.0, 0.0], [0.5, 1.0]) == pytest.approx(np.log(2))


def test_generations_learn_from_the_one_before_and_a_folder_from_one_run(tmp_path: Path) -> None:
    run = Training(LEARNERS[0], tmp_path, positions=35_000)
    assert [shard.teacher for shard in shards_of(run, 1)] == [None] * 4
    assert {shard.teacher for shard in shards_of(run, 2)} == {tmp_path / "generation-1"}
    (tmp_path / "training.json").write_text(json.dumps({"game": "another"}), "utf-8")
    with pytest.raises(BadTraining, match="another training"):
        train(run)


@pytest.mark.parametrize("key", LEARNERS)
def test_strength_is_measured_from_random_openings_both_ways(key: str) -> None:
    game = find(key)
    rows, heads = game.heuristics.network.MADE_OF  # type: ignore[union-attr]
    nothing = Weights(np.zeros((rows, LANES), np.int16), np.zeros((heads, 1 + LANES), np.int32))
    options = shards.choices(game)[0]
    found = against_handmade(game, nothing, options, 4, 30, "seed")
    assert found == against_handmade(game, nothing, options, 4, 30, "seed")
    assert found.games == 8
    if game.heuristics.network.ON_TOP:  # type: ignore[union-attr]
        assert found == (8, 0.5, 0.0)  # nothing is added: both sides judge alike, pair by pair


def test_a_game_without_a_network_says_so() -> None:
    other = next(key for key in keys() if key not in LEARNERS)
    with pytest.raises(BadTraining, match="no network to train") as refused:
        learner(other)
    assert all(find(key).name.en in str(refused.value) for key in LEARNERS)


def test_the_report_has_a_row_and_a_line_for_each_generation(tmp_path: Path) -> None:
    chooser = random.Random(1)
    curve = [[0.6 - 0.01 * k, 0.61 - 0.01 * k + 0.001 * chooser.random()] for k in range(8)]
    about = {"generation": 1, "positions": 1000, "loss": 0.54, "handmade": 0.55, "curve": curve}
    steps = [Generation.of(about), Generation.of({**about, "generation": 2, "positions": 2000})]
    write_report(tmp_path, find(LEARNERS[0]), steps)
    assert (tmp_path / "report.md").read_text("utf-8").count("| 0.5400 |") == 2
    assert (tmp_path / "curve.svg").read_text("utf-8").count("<polyline") == 2


@pytest.mark.parametrize("key", LEARNERS)
def test_weights_that_a_game_ships_say_where_they_come_from(key: str) -> None:
    folder = Path(find(key).heuristics.network.__file__).parent  # type: ignore[union-attr]
    about = json.loads((folder / ABOUT).read_text("utf-8"))
    assert about["licence"] == "MIT"
    assert about["positions"] > 100_000
    assert about["check"]["loss"] > 0
    assert 0 < about["loss"] < about["handmade"]
    assert (folder / ARRAYS).stat().st_size < LARGEST


def test_without_pytorch_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    told = CliRunner().invoke(
        root, ["train", LEARNERS[0], "--to", str(tmp_path / "new"), "--lang", "en"]
    )
    assert told.exit_code == 2
    assert install_line("train").en in told.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Name a game and a folder"),
        (("chess",), "chess"),
        ((LEARNERS[0], "--positions", "0"), "--positions"),
    ],
)
def test_a_mistake_in_the_command_is_told(arguments: tuple[str, ...], sentence: str) -> None:
    told = CliRunner().invoke(root, ["--lang", "en", "train", *arguments])
    assert told.exit_code == 2
    assert sentence in told.stderr

"""Files of weights: the same bytes for the same weights, and a sentence for whatever is damaged."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from tabletier.games.kernel.network import LANES, OFFSET
from tabletier.games.kernel.weights import (
    ABOUT,
    ARRAYS,
    BadWeights,
    Weights,
    load_weights,
    save_weights,
)

MADE_OF = (5, 2)


def some(largest: int = 9) -> Weights:
    random = np.random.default_rng(1)
    return Weights(
        random.integers(-largest, largest + 1, (5, LANES)).astype(np.int16),
        random.integers(-900, 900, (2, 1 + LANES)).astype(np.int32),
    )


def restate(folder: Path) -> None:
    """Let the second file state the hash that the first has now."""
    digest = hashlib.sha256((folder / ARRAYS).read_bytes()).hexdigest()
    (folder / ABOUT).write_text(json.dumps({"sha256": digest}), "utf-8")


def test_what_was_saved_is_loaded_and_says_where_it_comes_from(tmp_path: Path) -> None:
    weights = some()
    digest = save_weights(tmp_path, weights, {"seed": 7})
    loaded = load_weights(tmp_path, MADE_OF)
    assert (loaded.rows == weights.rows).all()
    assert (loaded.heads == weights.heads).all()
    about = json.loads((tmp_path / ABOUT).read_text("utf-8"))
    assert about == {"sha256": digest, "licence": "MIT", "seed": 7}
    assert save_weights(tmp_path / "again", weights, {}) == digest


def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    save_weights(tmp_path, some(), {})
    raw = (tmp_path / ARRAYS).read_bytes()
    (tmp_path / ARRAYS).write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    with pytest.raises(BadWeights, match=r"hash is not the one .* Install tabletier again"):
        load_weights(tmp_path, MADE_OF)
    for broken in (b"", raw[:40], b"PK\x03\x04 no archive"):
        (tmp_path / ARRAYS).write_bytes(broken)
        restate(tmp_path)
        with pytest.raises(BadWeights, match="cannot be understood"):
            load_weights(tmp_path, MADE_OF)


def test_missing_files_and_weights_for_other_inputs_are_told_too(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="cannot be read"):
        load_weights(tmp_path, MADE_OF)
    save_weights(tmp_path, some(), {})
    with pytest.raises(BadWeights, match="made of"):
        load_weights(tmp_path, (6, 2))
    (tmp_path / ABOUT).write_text("[]", "utf-8")
    with pytest.raises(BadWeights, match="cannot be understood"):
        load_weights(tmp_path, MADE_OF)


def test_weights_that_would_overflow_a_lane_are_refused(tmp_path: Path) -> None:
    heavy = some()
    heavy.rows[1, 1] = OFFSET
    save_weights(tmp_path, heavy, {})
    with pytest.raises(BadWeights, match="too large"):
        load_weights(tmp_path, MADE_OF)
    save_weights(tmp_path, Weights(some().rows.astype(np.float32), some().heads), {})
    with pytest.raises(BadWeights, match="whole numbers"):
        load_weights(tmp_path, MADE_OF)

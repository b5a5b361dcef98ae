"""The command that makes the weights of the strongest again, on a few positions."""

from ast import literal_eval
from pathlib import Path

import numpy as np
import pytest

from benchmarks import barrier_weights
from benchmarks.barrier_weights import TERMS, Positions
from tabletier.games.barrier.search import ALL_PAWNS, EARLY, LATE, SPREAD, WEIGHTS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where some positions are kept that were played."""
    return tmp_path_factory.mktemp("weights")


def test_some_positions_are_played_kept_and_fitted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert barrier_weights.main(["--positions", "2000", "--results", str(folder)]) == 0
    played, *first = capsys.readouterr().out.splitlines()
    assert played == "positions-1-00000.npz"
    assert first[1].startswith("EARLY = (")
    assert first[2].startswith("LATE = (")
    assert barrier_weights.main(["--positions", "0", "--results", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == first


def test_what_is_seen_of_a_position_is_its_terms_for_yellow(folder: Path) -> None:
    """Targets are yellow's chances, whoever is to move: they go with yellow's lead."""
    barrier_weights.main(["--positions", "2000", "--results", str(folder)])
    found = barrier_weights.read(folder)
    assert found.terms.shape == (len(found.left), TERMS)
    assert len(WEIGHTS) == len(EARLY) == len(LATE) == TERMS
    assert found.left.max() <= 1.0
    assert ((found.targets > 0) & (found.targets < 1)).all()
    ahead = found.terms @ np.array(WEIGHTS) / SPREAD
    assert np.corrcoef(ahead, found.targets)[0, 1] > 0


def test_weights_that_were_there_are_found_again() -> None:
    random = np.random.default_rng(1)
    terms = random.integers(-2, 3, (40_000, TERMS)).astype(float)
    left = random.integers(2, ALL_PAWNS + 1, 40_000) / ALL_PAWNS
    early, late = np.array(EARLY), np.array(LATE)
    lead = left * (terms @ early) + (1 - left) * (terms @ late)
    targets = 1 / (1 + np.exp(-lead / SPREAD))
    found = Positions(terms, left, targets, np.arange(40_000))
    _, *rows = barrier_weights.told(found).splitlines()
    told = [literal_eval(row.partition(" = ")[2]) for row in rows]
    assert np.array(told) == pytest.approx(np.array([EARLY, LATE]), abs=6)  # a little ridge

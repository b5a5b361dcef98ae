"""`benchmarks/compare.py` says what became slower, from two reports."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.compare import changes, main


def report(**rates: float) -> dict[str, Any]:
    speeds = [{"label": label, "moves_per_second": rate} for label, rate in rates.items()]
    return {"games": [{"game": "toy", "speeds": speeds}]}


def test_only_what_both_measured_is_compared_the_greatest_loss_first() -> None:
    found = changes(report(a=100.0, b=100.0, gone=1.0), report(b=50.0, a=200.0, fresh=1.0))
    assert [(change.name, change.factor) for change in found] == [("toy b", 0.5), ("toy a", 2.0)]


@pytest.mark.parametrize(("now", "code"), [(86.0, 0), (84.0, 1)])
def test_a_loss_beyond_the_tolerance_fails(
    now: float, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(report(a=100.0)))
    new.write_text(json.dumps(report(a=now)))
    assert main([str(old), str(new)]) == code
    assert f"1 compared, {code} slower by more than 15%" in capsys.readouterr().out

"""What was written on an earlier day is read today: finished matches, and a table's log.

A golden file is never changed. New rules get new files (`scripts/golden.py`), old ones stay.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.match.record import verify
from tabletier.server.tables.acts import AnyAct, LogLine, read, written
from tabletier.server.tables.reading import absorb
from tabletier.server.tables.show import snapshot
from tabletier.server.tables.table import Table

FOLDER = Path(__file__).parent.parent / "golden"
RECORDS = sorted(FOLDER.glob("*-*.jsonl"))
LOGS = sorted(FOLDER.glob("log_*.json"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_replays_for_ever(file: Path) -> None:
    text = file.read_text("utf-8")
    match, deal_verified = verify(text)
    assert deal_verified
    assert match.result is not None
    assert match.record() == text
    assert tt.load(text).result == match.result


@pytest.mark.parametrize("game", keys())
def test_the_rules_of_today_have_a_record(game: str) -> None:
    version = find(game).version
    assert any(file.name.startswith(f"{game}-{version}-") for file in RECORDS), (
        "run scripts/golden.py"
    )


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_a_log_is_read_for_ever(file: Path) -> None:
    golden = json.loads(file.read_text("utf-8"))
    table = Table(golden["table"], golden["seed"])
    for number, (at, person, key, acts) in enumerate(golden["lines"], start=1):
        line = LogLine(number, at, read(json.dumps(acts)), person, key)
        assert read(written(line.acts)) == line.acts
        absorb(table, line)
    shown = snapshot(table, "ann", golden["now"])
    for part, value in golden["shown"].items():
        assert promised(json.loads(json.dumps(shown[part])), value) == value


def promised(shown: Any, golden: Any) -> Any:
    """What is shown, without the fields that were added since."""
    if isinstance(shown, dict) and isinstance(golden, dict):
        return {key: promised(shown[key], value) for key, value in golden.items() if key in shown}
    if isinstance(shown, list) and isinstance(golden, list) and len(shown) == len(golden):
        return [promised(*pair) for pair in zip(shown, golden, strict=True)]
    return shown


def test_everything_that_can_happen_is_in_a_log() -> None:
    seen = {
        type(act)
        for file in LOGS
        for *_, acts in json.loads(file.read_text("utf-8"))["lines"]
        for act in read(json.dumps(acts))
    }
    assert seen == set(AnyAct.__args__), "see scripts/golden_log.py"

"""docs/formats can be believed: it is made of what games declare and of what the engine plays."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scripts import formats
from tabletier.games.kernel.registry import find, house_keys
from tabletier.games.kernel.shapes import event_types, name_of, type_of
from tabletier.match.formats import examples, played
from tests.schemas import closed

BLOCK = re.compile(r"^### ?(\w+)\n|^## (\w+)\n|^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)
SCRIPT = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.fixture(params=house_keys())
def key(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def blocks(key: str) -> list[tuple[str, Any]]:
    """Every example of a page, with the heading that it stands under."""
    found, heading = [], ""
    for sub, main, text in BLOCK.findall((formats.DOCS / f"{key}.md").read_text("utf-8")):
        heading = sub or main or heading
        if text:
            found.append((heading, json.loads(text)))
    return found


def test_pages_and_schemas_are_up_to_date() -> None:
    made = formats.files()
    assert [path.name for path, text in made.items() if path.read_text("utf-8") != text] == []
    assert formats.main(["--check"]) == 0


def test_what_is_out_of_date_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(formats, "DOCS", tmp_path)
    assert formats.main([]) == 0
    assert formats.main(["--check"]) == 0
    one, *_, other = sorted(tmp_path.iterdir())
    one.write_text("something else", "utf-8")
    other.unlink()
    capsys.readouterr()
    assert formats.main(["--check"]) == 1
    assert set(capsys.readouterr().out.split()) >= {one.name, other.name}


def test_every_example_on_a_page_fits_its_schema(key: str) -> None:
    game = find(key)
    assert game.shapes is not None
    shapes = {"Position": game.shapes.position, "View": game.shapes.view}
    shapes |= {type_of(kind): kind for kind in event_types(game)}
    schema = closed(json.loads((formats.DOCS / f"{key}.schema.json").read_text("utf-8")))
    Draft202012Validator.check_schema(schema)
    found = blocks(key)
    assert [heading for heading, _ in found] == list(shapes)
    for heading, value in found:
        ref = f"#/$defs/{name_of(game, shapes[heading])}"
        Draft202012Validator({**schema, "$ref": ref}).validate(value)


def test_a_wrong_example_does_not_fit(key: str) -> None:
    schema = closed(json.loads((formats.DOCS / f"{key}.schema.json").read_text("utf-8")))
    (events,) = (name for name in schema["$defs"] if name.endswith("Event"))
    fits = Draft202012Validator({**schema, "$ref": f"#/$defs/{events}"}).is_valid
    for heading, value in blocks(key)[2:]:
        assert fits(value), heading
        assert not fits({**value, "surprise": 1})
        assert not fits({**value, "type": "surprise"})


def test_moves_are_written_as_the_page_writes_them(key: str) -> None:
    page = (formats.DOCS / f"{key}.md").read_text("utf-8")
    for example in examples(key):
        *_, before, after = played(key, example)
        assert example.moves[-1] in before.legal_moves()
        assert after.moves[-1] == example.moves[-1]
        assert f"| `{example.moves[-1]}` |" in page


def test_the_example_in_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    (script,) = SCRIPT.findall((formats.DOCS / "index.md").read_text("utf-8"))
    monkeypatch.chdir(formats.DOCS.parents[1])
    exec(script, {})

"""Box data: ours, or a collector's copy that is checked before anything uses it."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tabletier.games.kernel.box import admitted, load_box
from tabletier.games.kernel.compiler import source_key
from tabletier.games.kernel.errors import BadBox
from tabletier.games.kernel.text import Text

OURS = {"cells": [1, 2], "name": "é"}
SCHEMA = {
    "type": "object",
    "required": ["cells", "name"],
    "additionalProperties": False,
    "properties": {
        "cells": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2},
        "name": {"type": "string"},
    },
}


class Shelf:
    """A game's folder and a collector's folder."""

    def __init__(self, root: Path) -> None:
        self.game, self.collector = root / "chequers", root / "mine"
        self.game.mkdir()
        self.collector.mkdir()
        (self.game / "box.json").write_text(json.dumps(OURS), "utf-8")
        (self.game / "box.schema.json").write_text(json.dumps(SCHEMA), "utf-8")

    def correct(self, data: Any) -> Path:
        path = self.collector / "chequers.json"
        path.write_text(json.dumps(data), "utf-8")
        return path

    def refusal(self) -> BadBox:
        with pytest.raises(BadBox) as caught:
            load_box(self.game)
        return caught.value


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    made = Shelf(tmp_path)
    monkeypatch.setenv("TABLETIER_BOX_DIR", str(made.collector))
    return made


def test_without_a_collectors_folder_ours_is_used(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.correct({"cells": [3, 4], "name": "corrected"})
    for named in (None, ""):
        if named is None:
            monkeypatch.delenv("TABLETIER_BOX_DIR")
        else:
            monkeypatch.setenv("TABLETIER_BOX_DIR", named)
        box = load_box(shelf.game)
        assert box.data == OURS
        assert box.path == shelf.game / "box.json"


def test_without_a_copy_for_this_game_ours_is_used(shelf: Shelf) -> None:
    (shelf.collector / "draughts.json").write_text("{}")
    assert load_box(shelf.game).data == OURS


def test_a_corrected_copy_is_used_and_has_another_hash(shelf: Shelf) -> None:
    before = load_box(shelf.game)
    path = shelf.correct({"cells": [3, 4], "name": "é"})
    box = load_box(shelf.game)
    assert (box.data["cells"], box.path) == ([3, 4], path)
    assert box.digest != before.digest


def test_with_a_corrected_copy_one_is_told_that_the_sheet_describes_the_house_data(
    shelf: Shelf,
) -> None:
    house = Text("Reconstitué.", "Reconstructed.")
    assert admitted(house, load_box(shelf.game)) == house
    shelf.correct({"cells": [3, 4], "name": "é"})
    told = admitted(house, load_box(shelf.game))
    assert "chequers.json" in told.en
    assert "the rule sheet goes on describing those of the house" in told.en
    assert "la feuille de règles décrit toujours celles de la maison" in told.fr


def test_the_hash_is_that_of_the_data_however_the_file_is_laid_out(shelf: Shelf) -> None:
    before = load_box(shelf.game).digest
    canonical = '{"cells":[1,2],"name":"é"}'
    assert before == hashlib.sha256(canonical.encode()).hexdigest()
    text = json.dumps(dict(reversed(OURS.items())), indent=3)
    (shelf.collector / "chequers.json").write_text(text)
    assert load_box(shelf.game).digest == before


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"cells": [1, -2], "name": "x"}, "cells/1"),
        ({"cells": [1], "name": "x"}, "cells"),
        ({"cells": [1, 2]}, "/"),
        ({"cells": [1, 2], "name": "x", "more": 1}, "/"),
        ([], "/"),
        (None, "/"),
    ],
)
def test_a_copy_that_does_not_fit_the_schema_is_refused_with_the_place(
    shelf: Shelf, data: Any, place: str
) -> None:
    shelf.correct(data)
    error = shelf.refusal()
    assert error.code == "box/bad"
    assert f"at {place}, " in error.text.en
    assert f"à {place}, " in error.text.fr
    assert "chequers.json" in str(error)
    assert "TABLETIER_BOX_DIR" in error.text.en
    assert "TABLETIER_BOX_DIR" in error.text.fr


FAULTS: list[tuple[dict[str, Any], Any, str, str]] = [
    ({"required": ["a", "b"]}, {"a": 1}, "il manque « b »", '"b" is missing'),
    (
        {"additionalProperties": False, "properties": {"a": {}}, "patternProperties": {"^x": {}}},
        {"a": 1, "x1": 2, "extra": 3},
        "« extra » n'a rien à y faire",
        '"extra" does not belong there',
    ),
    ({"type": "array"}, 3, "une liste était attendue, pas 3", "a list was expected, not 3"),
    ({"type": "object"}, None, "un objet était attendu, pas null", "an object was expected, not n"),
    (
        {"type": "string", "pattern": "^[a-h][1-3]$"},
        "a4",
        "« a4 » n'a pas la forme ^[a-h][1-3]$",
        '"a4" is not of the form ^[a-h][1-3]$',
    ),
    ({"enum": ["N", "E"]}, "X", '"X" n\'est pas parmi : N, E', '"X" is not among: N, E'),
    ({"const": "point"}, "x", '"point" était attendu, pas "x"', '"point" was expected, not "x"'),
    ({"uniqueItems": True}, ["a1", "b2", "a1"], '"a1" y figure deux fois', '"a1" is there twice'),
    (
        {"minItems": 2},
        [1],
        "la liste a 1 élément, il en faut au moins 2",
        "the list has 1 item, at least 2 were expected",
    ),
    (
        {"minItems": 1, "maxItems": 2},
        [1, 2, 3],
        "la liste a 3 éléments, il en faut au plus 2",
        "the list has 3 items, at most 2 were expected",
    ),
    (
        {"minItems": 2, "maxItems": 2},
        [],
        "la liste a 0 élément, il en faut 2",
        "the list has 0 items, 2 were expected",
    ),
    ({"minimum": 1}, 0, "0 est moins que 1", "0 is less than 1"),
    ({"maximum": 8}, 9, "9 est plus que 8", "9 is more than 8"),
    ({"items": False}, [7], "[7] ne convient pas au schéma", "[7] does not fit the schema"),
]


@pytest.mark.parametrize(("schema", "data", "fr", "en"), FAULTS)
def test_a_fault_is_told_in_our_own_words(
    shelf: Shelf, schema: dict[str, Any], data: Any, fr: str, en: str
) -> None:
    (shelf.game / "box.schema.json").write_text(json.dumps(schema), "utf-8")
    shelf.correct(data)
    told = shelf.refusal().text
    assert f", {fr}" in told.fr
    assert f", {en}" in told.en
    assert "Le fichier de données chequers.json ne convient pas : à " in told.fr


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe{}", b"[" * 100_000, b'{"cells": ' + b"9" * 5000 + b"}"],
    ids=["empty", "cut", "not utf-8", "nested", "giant"],
)
def test_a_copy_that_is_not_json_is_refused(shelf: Shelf, content: bytes) -> None:
    (shelf.collector / "chequers.json").write_bytes(content)
    assert "not JSON" in shelf.refusal().text.en


def test_a_folder_in_place_of_the_copy_is_refused(shelf: Shelf) -> None:
    (shelf.collector / "chequers.json").mkdir()
    assert "cannot be read" in shelf.refusal().text.en


def test_a_folder_in_place_of_the_copy_does_not_keep_the_house_shut(shelf: Shelf) -> None:
    before = source_key()
    (shelf.collector / "chequers.json").mkdir()
    assert source_key() == before


@pytest.mark.parametrize("named", ["nowhere", "mine/chequers.json"], ids=["nothing", "a file"])
def test_a_collectors_folder_that_is_no_folder_is_refused(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    shelf.correct(OURS)
    folder = shelf.collector.parent / named
    monkeypatch.setenv("TABLETIER_BOX_DIR", str(folder))
    error = shelf.refusal()
    assert error.code == "box/bad"
    assert error.text.en.startswith(f"TABLETIER_BOX_DIR names '{folder}', which is no folder: ")
    assert error.text.fr.startswith(f"TABLETIER_BOX_DIR nomme « {folder} », qui n'est pas un ")


def test_a_game_that_lost_its_own_data_says_so(shelf: Shelf) -> None:
    (shelf.game / "box.json").unlink()
    assert "box.json" in shelf.refusal().text.en

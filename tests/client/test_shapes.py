"""What the client reads is what the house's OpenAPI describes."""

import inspect
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tabletier.client import acts, lobby, messages
from tabletier.client.client import AGREED
from tabletier.server.app import app_of
from tabletier.server.house import build
from tabletier.server.http.openapi import describe
from tabletier.server.settings import Settings

NAMES = {
    "Text": "TextShown",
    "Result": "ResultShown",
    "Clock": "ClockShown",
    "Terms": "TermsShown",
    "Seat": "SeatShown",
    "Beginning": "BeginningShown",
    "Pause": "PauseShown",
    "Quiet": "QuietShown",
    "Days": "DaysShown",
    "Position": "PositionShown",
    "Talk": "TalkShown",
    "TableState": "Furniture",
    "Saying": "SayingShown",
    "Player": "PlayerInLobby",
    "ListedTable": "TableInLobby",
    "Account": "AccountMade",
    "Token": "TokenShown",
    "NewToken": "TokenMade",
    "MoveValue": "MoveValued",
    "Ending": "EndingShown",
    "Hint": "HintShown",
    "Game": "GameShown",
    "Level": "LevelShown",
    "Manner": "MannerShown",
    "Opponent": "PersonShown",
}
"""What the house calls things otherwise."""
PARTLY = {"Game"}
"""Of these a program needs only some fields."""
SAME = {"string": str, "integer": int, "number": float, "boolean": bool}
STRUCTS = [
    kind
    for _, kind in inspect.getmembers(messages, inspect.isclass)
    if kind.__module__ == messages.__name__
]


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    app = app_of(build(Settings(data_dir=tmp_path_factory.mktemp("openapi"))))
    found: dict[str, Any] = describe(app)["components"]["schemas"]
    return found


def compare(kind: type[msgspec.Struct], schema: dict[str, Any], only_some: bool = False) -> None:
    described = schema["properties"].keys() - {"act", "type"}
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    fields.pop("act", None)
    assert fields.keys() <= described
    if not only_some:
        assert fields.keys() == described
    for name, field in fields.items():
        assert field.required <= (name in schema.get("required", ())), name
        told = schema["properties"][name].get("type")
        if told in SAME and isinstance(field.type, type):
            assert field.type is SAME[told], name


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_a_message(kind: type[msgspec.Struct], schemas: dict[str, Any]) -> None:
    name = kind.__name__
    compare(kind, schemas[NAMES.get(name, name)], name in PARTLY)


def test_every_act(schemas: dict[str, Any]) -> None:
    told = schemas["Act"]["discriminator"]["mapping"]
    assert acts.KINDS.keys() == told.keys()
    for tag, kind in acts.KINDS.items():
        compare(kind, schemas[told[tag].rsplit("/", 1)[1]])


def test_the_lobby_says_what_is_read(schemas: dict[str, Any]) -> None:
    said = schemas["LobbyMessage"]["discriminator"]["mapping"].keys()
    assert said == {"hello", "table", "gone", "bye"}
    source = Path(inspect.getfile(lobby)).read_text("utf-8")
    assert all(f'"{kind}"' in source for kind in said)


def test_what_a_newer_house_says_is_no_trouble() -> None:
    assert acts.act_of({"act": "danced", "seat": 1}) == acts.Other(
        fields={"act": "danced", "seat": 1}
    )
    assert acts.act_of({"act": "sat", "seat": 1, "name": "Ann", "hat": True}) == acts.Sat(
        seat=1, name="Ann"
    )
    assert isinstance(acts.act_of({"act": "sat", "seat": "first"}), acts.Other)
    text = msgspec.convert({"fr": "a", "en": "b", "de": "c"}, messages.Text)
    assert text == messages.Text(fr="a", en="b")


def test_what_is_agreed_when_a_table_is_opened(schemas: dict[str, Any]) -> None:
    own = {"game", "options", "seats", "start"}  # said otherwise, or by itself
    assert {*AGREED} == schemas["TableAsked"]["properties"].keys() - own

"""Somebody who reads nothing but our OpenAPI: a client made of it plays a whole game.

The client is made by `openapi-python-client`, as anybody would make one, and talks to a house that
listens on this machine.
"""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.server.app import openapi_text
from tabletier.server.limits import PUBLISHED
from tests.server.houses import PATIENCE, OpenHouse, open_house

NAME = "generated_tabletier"
LONGEST = 2000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("generated")) as found:
        yield found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The client, which can be imported while it is needed."""
    folder = tmp_path_factory.mktemp("client")
    generate(folder, "literal_enums: true\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield folder / NAME


def generate(folder: Path, settings: str = "") -> None:
    """Have the client made, as docs/protocol.md says, or with other settings."""
    described, config = folder / "openapi.json", folder / "config.yml"
    described.write_text(openapi_text(), "utf-8")
    config.write_text(f"post_hooks: []\n{settings}", "utf-8")
    tool = [str(Path(sys.executable).parent / "openapi-python-client"), "generate"]
    where = map(str, ("--path", described, "--output-path", folder / NAME, "--config", config))
    done = subprocess.run(
        [*tool, *where, "--meta", "none"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "will not be generated" not in done.stdout, done.stdout
    assert "Unable to" not in done.stdout, done.stdout


def part(name: str) -> Any:
    return importlib.import_module(f"{NAME}.{name}")


def visitor(house: OpenHouse, **known_by: str) -> Any:
    """Somebody who uses the client, by a token or without."""
    kind = "AuthenticatedClient" if known_by else "Client"
    patience = httpx.Timeout(PATIENCE)
    return getattr(part("client"), kind)(base_url=house.address, timeout=patience, **known_by)


def play(client: Any, table: str) -> Any:
    """Both seats of a table, the first legal move at odd plies and the last at even ones."""
    order, look, models = (
        part("api.tables.send_order"),
        part("api.tables.get_table"),
        part("models"),
    )
    for _ in range(LONGEST):
        seen = look.sync(table, client=client)
        assert isinstance(seen, models.Snapshot), seen
        if seen.position is None or not seen.position.legal:
            return seen
        legal, ply = seen.position.legal, seen.position.plies
        move = legal[ply * 7919 % len(legal)]
        body = models.Move(do="move", key=f"ply {ply}", move=move, ply=ply)
        done = order.sync(table, client=client, body=body)
        assert isinstance(done, models.Written), done
    raise AssertionError("a game without an end")


def test_it_has_every_operation_by_a_short_name(made: Path) -> None:
    schema = json.loads(openapi_text())
    operations = [one for methods in schema["paths"].values() for one in methods.values()]
    for operation in operations:
        name, (tag,) = operation["operationId"], operation["tags"]
        assert re.fullmatch(r"[a-z]+(_[a-z]+){0,3}", name), name
        assert (made / "api" / tag / f"{name}.py").is_file(), name
        assert operation["summary"], name
        assert not operation["summary"].endswith((".", ";")), name
    assert {operation["tags"][0] for operation in operations} == {
        tag["name"] for tag in schema["tags"]
    }
    assert len({operation["operationId"] for operation in operations}) == len(operations)


def values(schema: Any) -> Iterator[list[Any]]:
    """Every list of values that a schema allows."""
    if isinstance(schema, dict):
        if isinstance(schema.get("enum"), list):
            yield schema["enum"]
        for inner in schema.values():
            yield from values(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from values(inner)


def test_no_list_of_values_mixes_types_and_everybody_is_told_how_to_be_known() -> None:
    schema = json.loads(openapi_text())
    found = list(values(schema["components"])) + list(values(schema["paths"]))
    assert len(found) > 20
    assert [one for one in found if len(set(map(type, one))) > 1] == []
    assert schema["components"]["securitySchemes"].keys() == {"cookie", "token"}
    paths = schema["paths"]
    assert paths["/api/v1/tables"]["post"]["security"] == [{"cookie": []}, {"token": []}]
    assert paths["/api/v1/me/tokens"]["post"]["security"] == [{"cookie": []}]
    assert paths["/api/v1/me"]["get"]["security"] == [{}, {"cookie": []}, {"token": []}]
    assert "security" not in paths["/healthz"]["get"]


def test_a_person_opens_a_table_and_a_program_plays_it_to_the_end(
    made: Path, house: OpenHouse
) -> None:
    assert made.is_dir()
    models, client = part("models"), visitor(house)
    with client:
        me = part("api.people.create_guest").sync(
            client=client, body=models.GuestAsked(name="Ada", language="en")
        )
        assert isinstance(me, models.Me)
        asked = models.TokenAsked(label="a program", scopes=["read", "play", "tables"])
        token = part("api.people.create_token").sync(client=client, body=asked)
        assert isinstance(token, models.TokenMade), token
    program = visitor(house, token=token.token)
    with program:
        game = keys()[0]
        body = models.TableAsked(game=game, seats=["me", "me"], public=False)
        table = part("api.tables.create_table").sync(client=program, body=body)
        assert isinstance(table, models.Snapshot), table
        order = part("api.tables.send_order")
        if table.table.status == "open":
            start = models.Start(do="start", key="start")
            assert isinstance(order.sync(table.id, client=program, body=start), models.Written)
        wrong = models.Move(do="move", key="wrong", move="nonsense", ply=0)
        refused = order.sync(table.id, client=program, body=wrong)
        assert isinstance(refused, models.RefusalShown)
        assert refused.code.startswith("move/")
        last = play(program, table.id)
        assert last.table.status == "over"
        record = part("api.tables.get_record").sync_detailed(table.id, client=program)
    match = tt.load(record.content.decode())
    assert list(match.moves) == last.moves
    assert match.result is not None
    assert list(match.result.winners) == last.table.result.winners


def test_who_is_not_known_is_told_so(made: Path, house: OpenHouse) -> None:
    assert made.is_dir()
    models, client = part("models"), visitor(house)
    with client:
        body = models.TableAsked(game=keys()[0])
        refused = part("api.tables.create_table").sync_detailed(client=client, body=body)
    assert refused.status_code == 401
    assert isinstance(refused.parsed, models.RefusalShown)


def test_the_limits_are_told_as_this_house_has_them(
    made: Path, tmp_path: Path, house: OpenHouse
) -> None:
    assert made.is_dir()
    with visitor(house) as free:
        assert part("api.operation.list_limits").sync(client=free) == []
    with open_house(tmp_path, limits=2) as strict:
        told = strict.client().get("/limits").json()
    assert [(rate["name"], rate["burst"], rate["per_second"]) for rate in told] == [
        (rate.name, 2 * rate.burst, 2 * rate.per_second) for rate in PUBLISHED
    ]


def test_there_is_a_page_to_read_that_needs_nothing_from_elsewhere(house: OpenHouse) -> None:
    answer = house.client(under="").get("/api/docs")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script" not in answer.text
    assert "<code>/api/v1/limits</code> how often" in answer.text
    assert "<code>/api/v1/tables/{table_id}/live</code>" in answer.text
    assert "otherwise null" in answer.text
    assert "`" not in answer.text
    assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text)
    for methods in json.loads(openapi_text())["paths"].values():
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in answer.text
    links = set(re.findall(r'href="#([^"]+)"', answer.text))
    assert links - set(re.findall(r'id="([^"]+)"', answer.text)) == set()


PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def test_the_page_about_the_protocol_has_the_same_limits() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (\S+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert rows == [
        (rate.name, f"{rate.burst:g}", f"{60 * rate.per_second:g}", rate.what) for rate in PUBLISHED
    ], "python -m tabletier.server.limits prints the table"


def test_a_client_is_made_as_the_page_says_without_settings(tmp_path: Path) -> None:
    """Names of values differ in more than their case, too."""
    generate(tmp_path)
    assert (tmp_path / NAME / "models").is_dir()

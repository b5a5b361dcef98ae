"""What the house says has the shape that OpenAPI declares, field by field."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.text import Language
from tabletier.server.app import openapi_text
from tabletier.server.live.broadcast import retold
from tabletier.server.tables import acts
from tabletier.server.tables.acts import AnyAct
from tabletier.server.tables.decide import Decision
from tabletier.server.tables.hours import Quiet, Span
from tabletier.server.tables.seats import Clock
from tabletier.server.tables.show import snapshot
from tests.schemas import closed
from tests.server.houses import OpenHouse, open_house
from tests.server.pure import PERSONS, Desk, any_order
from tests.server.shapes import check, openapi
from tests.server.visitors import Visitor

WEB = Path(__file__).parents[2] / "web" / "src" / "lib" / "api" / "openapi.json"
TABLES: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in tt.games()),
    ("punto", {"players": 4, "teams": True, "expert": True}),
    ("point", {"players": 3}),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("shapes")) as house:
        house.wait_until_ready()
        yield house


def declared(union: str) -> set[str]:
    return set(openapi()["components"]["schemas"][union]["discriminator"]["mapping"])


def told(desk: Desk) -> Iterator[dict[str, Any]]:
    """What players and spectators are told of a table, with sentences and without."""
    listeners: list[tuple[str | None, Language | None]]
    listeners = [(PERSONS[0], None), (PERSONS[1], "fr"), (None, "en")]
    for person, language in listeners:
        yield from retold(desk.table, desk.log, 0, person, language=language)
        check("Snapshot", snapshot(desk.table, person, desk.now, language=language))


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_whole_match(game: str, options: dict[str, Any]) -> None:
    desk, dice = Desk(game, options, clock=Clock("total", 600, 5)), random.Random(game)
    check("Snapshot", desk.shown(PERSONS[0]))
    desk.seat_all()
    desk.order(PERSONS[0], "say", text="Bonne partie !")
    while desk.table.status == "playing":
        assert desk.table.match is not None
        desk.move(dice.choice(desk.table.match.legal_moves()))
    for line in told(desk):
        check("Line", line)


def test_every_kind_of_act_is_told_as_declared() -> None:
    seen: set[str] = set()
    for number in range(24):
        dice = random.Random(number)
        clock = Clock("days", 9000) if number % 4 == 1 else Clock()
        desk = Desk(tt.games()[number % len(tt.games())], takeback="free", patience=3, clock=clock)
        if number % 3:
            desk.seat_all()
            desk.move()
            desk.order(PERSONS[0], "ask", question="takeback")
            desk.write(Decision((acts.Away(seat=0, until=desk.now + 3000),)))
            desk.write(Decision((acts.Paused(seats=[0, 1], until=desk.now + 9000),)))
            desk.order(PERSONS[0], "pace", seconds=0)
            desk.order(PERSONS[0], "looked")
            desk.order(PERSONS[1], "looked")
        else:
            desk.order(PERSONS[0], "change", talk=False)
        for _ in range(60):
            any_order(desk, dice)
        if desk.table.status == "over":
            desk.write(Decision((acts.Rematched(table="another"),)))
        desk.write(Decision((acts.Resumed(closed=desk.now - 5),)))
        night = Quiet(0, 60, "UTC")
        desk.write(Decision((acts.KeptHours(seat=0, quiet=night, person=PERSONS[0]),)))
        desk.write(Decision((acts.TookLeave(seat=0, spans=(Span(desk.now, desk.now + 9),)),)))
        desk.write(Decision((acts.Planned(seat=0, lines=()),)))
        desk.write(Decision((acts.Became(person=PERSONS[2], account="account"),)))
        desk.write(Decision((acts.Forgotten(person=PERSONS[1]),)))
        for line in told(desk):
            check("Line", line)
            seen |= {act["act"] for act in line["acts"]}
    assert seen == declared("Act") == {kind.__struct_config__.tag for kind in AnyAct.__args__}


@pytest.mark.parametrize("field", ["told", "seat", "table"])
def test_a_field_too_many_is_noticed(field: str) -> None:
    desk = Desk().seat_all()
    line = desk.told(None)
    check("Line", line)
    line["acts"][0][f"new_{field}"] = 1
    with pytest.raises(AssertionError, match=f"new_{field}"):
        check("Line", line)


def test_what_is_open_stays_open() -> None:
    schemas = closed(openapi()["components"]["schemas"])
    assert schemas["Furniture"]["properties"]["options"]["additionalProperties"] is True
    assert schemas["PositionShown"]["additionalProperties"] is False


class TestOverTheWire:
    """The same, and the rest, from a real house."""

    def test_every_kind_of_message(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            table = ann.open("punto", seats=["me", "me"])["id"]
            with ann.live(table, tell="fr") as live:
                live.until("hello")
                for key in ("1", "1"):
                    live.send(do="start", key=key)
                assert live.until_act("started")["acts"][0]["told"]
                live.until("done")
                live.send(do="move", move="?", ply=0)
                live.until("refused")
                live.send(do="rubbish")
                live.until("refused")
                ann.http.post("/me/logout", json={"everywhere": True}).raise_for_status()
                live.until("bye")
                for message in live.heard:
                    check("Message", message)
                assert {message["type"] for message in live.heard} == declared("Message")

    def test_answers(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            opened = ann.open("point", seats=["me", 1], start=True, hints=True)
            check("Snapshot", opened)
            table = opened["id"]
            check("Catalogue", ann.http.get("/games").json())
            for entry in ann.http.get("/tables").json():
                check("TableInLobby", entry)
            (mine,) = ann.http.get("/me/tables").json()
            check("MyTable", mine)
            check("Me", ann.http.get("/me").json())
            check("Snapshot", ann.http.get(f"/tables/{table}", params={"tell": "fr"}).json())
            check("Written", ann.order(table, do="say", text="…").json())
            check("RefusalShown", ann.order(table, do="move", move="?", ply=0).json())
            check("Health", ann.http.get(f"{house.address}/healthz").json())

    @pytest.mark.parametrize("game", tt.games())
    def test_schemas(self, house: OpenHouse, game: str) -> None:
        told = house.client().get(f"/games/{game}/schema").raise_for_status().json()
        file = WEB.parents[4] / "docs" / "formats" / f"{game}.schema.json"
        assert told == json.loads(file.read_text("utf-8"))
        assert house.client().get("/games/chess/schema").status_code == 404

    def test_jobs(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            table = ann.open("barrier", seats=["me", "me"], start=True)["id"]
            self._job(ann, f"/tables/{table}/hint")
            ann.move(table)
            ann.order(table, do="resign").raise_for_status()
            self._job(ann, f"/tables/{table}/analysis")

    def _job(self, person: Visitor, path: str) -> None:
        job = person.http.post(path).raise_for_status().json()
        check("JobShown", job)
        while job["status"] in ("waiting", "running"):
            job = person.http.get(f"/jobs/{job['id']}", params={"wait": 20}).json()
        assert job["status"] == "done", job
        check("JobShown", job)
        assert job["result"]

    @pytest.mark.parametrize("game", tt.games())
    def test_records(self, house: OpenHouse, game: str) -> None:
        match = tt.new(game, seed="shapes")
        for _ in range(8):
            match = match.play(match.legal_moves()[0])
        match = match.draw_by_agreement()
        shown = house.client().post("/records", content=match.record()).json()
        check("RecordShown", shown)
        assert shown["steps"][-1]["told"][-1]["en"] == "The game is a draw (by agreement)."


@pytest.fixture(scope="module")
def described() -> str:
    """The description as `make types` has it: in a process that knows no games from elsewhere."""
    words = [sys.executable, "-m", "tabletier.server.app"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_openapi_is_the_same_whenever_it_is_made(described: str) -> None:
    assert openapi_text() == openapi_text()
    assert json.loads(described)["openapi"].startswith("3.")


def test_the_page_knows_this_interface(described: str) -> None:
    assert WEB.read_text("utf-8") == described, (
        "python -m tabletier.server.app > web/src/lib/api/openapi.json"
    )

"""Hidden worlds again, through every way out of a real house: to the byte, but for time and id."""

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.houses import PATIENCE, OpenHouse
from tests.server.visitors import Visitor, connect_live, served

ROWS = ("row BBWWBBWWWWBB", "row WBWBWBWBWBWB")


def ways_out(house: OpenHouse, table: str) -> list[str]:
    """Addresses under a table that can be asked for, as the house itself lists them."""
    told = httpx.get(f"{house.address}/api/openapi.json", timeout=PATIENCE)
    paths = told.json()["paths"]
    return [
        path.replace("{table_id}", table)
        for path, verbs in paths.items()
        if "get" in verbs and "{table_id}" in path and path.count("{") == 1
    ]


def everything(house: OpenHouse, client: httpx.Client, table: str) -> str:
    """All that somebody is sent about a table, wherever they look."""
    found = {}
    for path in ways_out(house, table):
        if path.endswith("/stream"):
            with client.stream("GET", path) as answer:
                found[path] = next(answer.iter_lines())
        else:
            answer = client.get(path)
            found[path] = f"{answer.status_code} {answer.text}"
            found[f"{path}?tell"] = client.get(path, params={"tell": "en"}).text
    for moves in (ROWS, ("row BBWW",), ()):
        answer = client.post(f"/api/v1/tables/{table}/preview", json={"moves": moves})
        found[f"preview of {moves}"] = f"{answer.status_code} {answer.text}"
    for tongue in ({}, {"tell": "fr"}):
        with connect_live(client, table, after=0, **tongue) as live:
            live.until("hello")
            found[f"live {tongue}"] = json.dumps(live.heard)
    found["lobby"] = client.get("/api/v1/tables").text
    text = json.dumps(found).replace(table, "TABLE")
    text = re.sub(r"[0-9a-f]{64}", "COMMITMENT", text)
    text = re.sub(r'(\\*"handle\\*": ?\\*")[-\w]{12}', r"\1HANDLE", text)  # every guest has another
    return re.sub(r"\d{13}", "TIME", text)


def in_a_world(folder: Path, row: str, **asked: Any) -> dict[str, str]:
    """What Ben, a stranger and nobody at all are sent in a world where Ann chose this row."""
    with served(folder) as house, Visitor(house.address, "Ann") as ann:
        ben = Visitor(house.address, "Ben")
        stranger = Visitor(house.address, "Cleo")
        nobody = httpx.Client(base_url=house.address, timeout=PATIENCE)
        with ben, stranger, nobody:
            table = ann.open("point", seats=["me", "open"], takeback="free", **asked)["id"]
            ben.order(table, do="sit")
            ann.order(table, do="start")
            move = ann.order(table, do="move", move=row, ply=0)
            assert move.status_code == 200, move.text
            people = {"ben": ben.http, "stranger": stranger.http, "nobody": nobody}
            found = {}
            for name, client in people.items():
                client.base_url = httpx.URL(house.address)
                found[name] = everything(house, client, table)
            ben.http.base_url = httpx.URL(f"{house.address}/api/v1")
            assert "200" in found["ben"].partition("preview")[2][:100]  # the last row is his
            assert ann.look(table)["moves"] == [row]
            assert ben.look(table)["moves"] == [None]
    return found


def test_a_secret_row_is_told_nowhere(tmp_path: Path) -> None:
    one, other = (in_a_world(tmp_path / row[4:], row) for row in ROWS)
    for name in one:
        assert _timeless(one[name]) == _timeless(other[name]), f"to {name}"


def beside_a_person(folder: Path, text: str) -> dict[str, str]:
    """What others are sent where Ben says something to Cleo, his partner of two at Ex*pion."""
    with served(folder) as house, ExitStack() as stack:
        names = ("Ann", "Ben", "Cleo", "Dan")
        ann, ben, cleo, dan = (stack.enter_context(Visitor(house.address, name)) for name in names)
        table = ann.open("expion", options={"players": 3}, seats=["me", "open", "open"])["id"]
        for partner in (ben, cleo):
            partner.order(table, do="sit")
        ann.order(table, do="start")
        said = ben.order(table, do="say", text=text, channel="team")
        assert said.status_code == 200, said.text
        assert cleo.look(table)["chat"][0]["text"] == text
        return sent(house, table, {"the opponent": ann, "a spectator": dan})


def beside_the_house(folder: Path, text: str) -> dict[str, str]:
    """The same where Ann asks her partner of the house at Point, who has answered.

    Ben and Dan play on one screen.
    """
    with served(folder) as house, ExitStack() as stack:
        names = ("Ann", "Ben", "Cleo")
        ann, ben, cleo = (stack.enter_context(Visitor(house.address, name)) for name in names)
        options = {"players": 4, "teams": True}
        table = ann.open("point", options=options, seats=["me", "open", 1, "open"])["id"]
        for seat in (1, 3):
            ben.order(table, do="sit", seat=seat)
        ann.order(table, do="start")
        with ann.live(table) as live:
            live.until("hello")
            live.send(do="say", text=text, channel="team")
            while not live.until_act("said")["acts"][0]["house"]:
                pass
            assert ann.look(table)["chat"][0]["text"] == text
            return sent(house, table, {"the opponents": ben, "a spectator": cleo})  # Ann is there


def sent(house: OpenHouse, table: str, people: dict[str, Visitor]) -> dict[str, str]:
    """Everything that some people are sent about a table."""
    found = {}
    for name, person in people.items():
        person.http.base_url = httpx.URL(house.address)
        found[name] = everything(house, person.http, table)
    return found


@pytest.mark.parametrize("world", [beside_a_person, beside_the_house])
def test_what_partners_say_in_private_is_told_nowhere_else(
    tmp_path: Path, world: Callable[[Path, str], dict[str, str]]
) -> None:
    one, other = world(tmp_path / "1", "west with the pawns?"), world(tmp_path / "2", "and east?")
    for name in one:
        assert _timeless(one[name]) == _timeless(other[name]), f"to {name}"
        assert "west" not in one[name]
        assert "secret: I cannot" not in one[name]


def _timeless(text: str) -> str:
    """Without how long somebody thought."""
    return re.sub(r'(\\*"spent\\*": ?)\d+', r"\1TIME", text)


@pytest.mark.parametrize("way", ["lines", "stream", "record", "replay"])
def test_all_ways_out_are_looked_at(tmp_path: Path, way: str) -> None:
    with served(tmp_path) as house:
        assert any(path.endswith(f"/{way}") for path in ways_out(house, "x"))

"""A guest logs in, and keeps the seats they had."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.houses import OpenHouse
from tests.server.visitors import Visitor, connect_live, served

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    folder: Path = tmp_path_factory.mktemp("joining")
    with served(folder) as house:
        yield house


@pytest.fixture
def account(house: OpenHouse) -> tuple[httpx.Client, dict[str, str]]:
    """Somebody with an account, on another device, and what they log in with."""
    client = house.guest("Ada")
    login = {"login": f"ada-{secrets.token_hex(4)}", "password": PASSWORD}
    assert client.post("/me/account", json=login).status_code == 201
    return client, login


def opened(client: httpx.Client, game: str = "expion", **asked: Any) -> str:
    answer = client.post("/tables", json={"game": game, **asked})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


def order(client: httpx.Client, table: str, **given: Any) -> httpx.Response:
    return client.post(f"/tables/{table}/orders", json=given)


def yours(client: httpx.Client, table: str) -> list[int]:
    seats: list[int] = client.get(f"/tables/{table}").json()["table"]["yours"]
    return seats


Account = tuple[httpx.Client, dict[str, str]]


def test_the_table_a_guest_sits_at_is_the_account_s_after_logging_in(
    house: OpenHouse, account: Account
) -> None:
    phone, login = account
    guest, ben = house.guest("Gus"), house.guest("Ben")
    table = opened(guest, seats=["me", "open"])
    order(ben, table, do="sit")
    order(guest, table, do="start", key="once")
    entered = guest.post("/login", json=login).json()
    assert (entered["name"], entered["brought"]) == ("Ada", 1)
    for device in (guest, phone):
        assert yours(device, table) == [0]
        assert [entry["id"] for entry in device.get("/me/tables").json()] == [table]
    seat = ben.get(f"/tables/{table}").json()["table"]["seats"][0]
    assert (seat["name"], seat["host"]) == ("Gus", True), "others see no change of name"
    position = guest.get(f"/tables/{table}").json()["position"]
    mover = guest if position["to_move"] == 0 else ben
    answer = order(mover, table, do="move", ply=0, move=position["legal"][0])
    assert answer.status_code == 200, answer.text
    assert order(guest, table, do="start", key="once").json() == {"number": 3}, "done already"


def test_what_happened_before_is_retold_to_the_account_as_to_the_guest(
    house: OpenHouse, account: Account
) -> None:
    _, login = account
    guest = house.guest("Gus")
    table = opened(guest, "point", seats=["me", "me"], start=True)
    legal = guest.get(f"/tables/{table}").json()["position"]["legal"]
    order(guest, table, do="move", ply=0, move=legal[0])
    before = guest.get(f"/tables/{table}/lines").json()
    guest.post("/login", json=login)
    after = guest.get(f"/tables/{table}/lines").json()
    assert after[: len(before)] == before
    assert after[len(before)]["acts"] == [{"act": "became"}], "no ids are told"


def test_connections_are_told_to_come_back(house: OpenHouse, account: Account) -> None:
    guest, table = (client := house.guest("Gus")), opened(client)
    with connect_live(guest, table) as live:
        live.until("hello")
        guest.post("/login", json=account[1])
        live.until("bye", retry_ms=0)
    with connect_live(guest, table) as live:
        assert live.until("hello")["table"]["yours"] == [0]


def test_the_guest_is_no_more_and_nothing_made_by_the_guest_acts_for_the_account(
    house: OpenHouse, account: Account
) -> None:
    guest = house.guest("Mallory")
    asked = {"label": "left behind", "scopes": ["read", "play", "tables"]}
    token = guest.post("/me/tokens", json=asked).json()["token"]
    kept = house.client()
    kept.cookies.update(guest.cookies)
    assert guest.post("/login", json=account[1]).status_code == 200
    assert kept.get("/me").status_code == 401
    bot = house.client(headers={"Authorization": f"Bearer {token}"})
    assert bot.get("/me").status_code == 401
    assert account[0].get("/me/tokens").json() == []


def test_a_guest_stays_apart_when_asked_to(house: OpenHouse, account: Account) -> None:
    guest, table = (client := house.guest("Gus")), opened(client)
    kept = house.client()
    kept.cookies.update(guest.cookies)
    assert guest.post("/login", json={**account[1], "bring": False}).json()["brought"] == 0
    assert (yours(guest, table), yours(kept, table)) == ([], [0])


def test_a_wrong_password_moves_nothing(house: OpenHouse, account: Account) -> None:
    guest, table = (client := house.guest("Gus")), opened(client)
    wrong = {**account[1], "password": "not the password"}
    assert guest.post("/login", json=wrong).status_code == 401
    assert yours(guest, table) == [0]


def test_an_account_is_never_taken_in_by_another(house: OpenHouse, account: Account) -> None:
    other = house.guest("Eve")
    login = {"login": f"eve-{secrets.token_hex(4)}", "password": PASSWORD}
    other.post("/me/account", json=login)
    table = opened(other)
    assert other.post("/login", json=account[1]).json()["brought"] == 0
    assert yours(other, table) == []
    other.post("/login", json=login)
    assert yours(other, table) == [0]


def test_a_token_does_not_stand_for_a_guest_who_logs_in(house: OpenHouse, account: Account) -> None:
    guest = house.guest("Gus")
    table = opened(guest)
    token = guest.post("/me/tokens", json={"label": "t", "scopes": ["play"]}).json()["token"]
    bot = house.client(headers={"Authorization": f"Bearer {token}"})
    assert bot.post("/login", json=account[1]).json()["brought"] == 0
    assert yours(guest, table) == [0]


def test_who_sat_opposite_themselves_has_both_seats(house: OpenHouse, account: Account) -> None:
    phone, login = account
    guest = house.guest("Gus")
    table = opened(guest, seats=["me", "open"])
    assert order(phone, table, do="sit", key="same").status_code == 200
    assert order(guest, table, do="say", text="hello", key="same").status_code == 200
    assert guest.post("/login", json=login).json()["brought"] == 1
    assert yours(phone, table) == [0, 1]
    assert order(phone, table, do="start").status_code == 200


def test_mutes_and_being_forgotten_cover_what_was_the_guest_s(
    house: OpenHouse, account: Account
) -> None:
    phone, login = account
    guest, ben = house.guest("Gus"), house.guest("Ben")
    table = opened(guest, seats=["me", "open"])
    order(ben, table, do="sit")
    said = order(guest, table, do="say", text="a rude word").json()["number"]
    heard = order(ben, table, do="say", text="another").json()["number"]
    assert ben.post("/me/mutes", json={"table": table, "number": said}).status_code == 201
    assert guest.post("/me/mutes", json={"table": table, "number": heard}).status_code == 201
    complaint = {"number": said, "reason": "rude"}
    assert ben.post(f"/tables/{table}/reports", json=complaint).status_code == 201
    guest.post("/login", json=login)
    assert [mute["name"] for mute in phone.get("/me/mutes").json()] == ["Ben"]
    order(phone, table, do="say", text="still rude")
    assert [s["text"] for s in ben.get(f"/tables/{table}").json()["chat"]] == ["another"]
    (exported,) = phone.get("/me/export").json()["tables"]
    texts = [act.get("text") for line in exported["did"] for act in line["acts"]]
    assert {"a rude word", "still rude"} <= set(texts)
    assert phone.post("/me/delete", json={"password": PASSWORD}).status_code == 204
    assert "rude" not in house.client().get(f"/tables/{table}").text
    assert "rude" not in ben.get(f"/tables/{table}/lines").text


def test_recovering_an_account_brings_the_guest_along_too(house: OpenHouse) -> None:
    phone, login = house.guest("Ada"), f"ada-{secrets.token_hex(4)}"
    made = phone.post("/me/account", json={"login": login, "password": PASSWORD}).json()
    guest = house.guest("Gus")
    table = opened(guest)
    asked = {"login": login, "code": made["recovery"], "password": "another password"}
    assert guest.post("/recover", json=asked).status_code == 200
    assert yours(guest, table) == [0]


def test_it_holds_after_a_restart_and_at_every_server(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    shared = {"database_url": postgres_url, "redis_url": redis_url}
    with served(tmp_path, **shared) as one, Visitor(one.address, "Ada") as phone:
        with served(tmp_path, **shared) as other, Visitor(other.address, "Ben") as ben:
            guest, login = one.guest("Gus"), {"login": "ada", "password": PASSWORD}
            phone.http.post("/me/account", json=login)
            table = opened(guest, seats=["me", "open"])
            ben.order(table, do="sit")
            with ben.live(table) as live:
                live.until("hello")
                guest.post("/login", json=login)
                live.until_act("became")
            assert order(guest, table, do="start").status_code == 200
        with (
            served(tmp_path, **shared) as again,
            Visitor(again.address, "Ada", known=phone) as ada,
        ):
            assert ada.look(table)["table"]["yours"] == [0]

"""People who do not look are called, once, wherever they want to be; nobody outside stalls that."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import httpx
import pytest
from websockets.sync.client import connect

from tabletier.server.db import outbox
from tabletier.server.notices import dispatch, senders
from tests.server.houses import OpenHouse, cookie_of, open_house
from tests.server.outside import (
    PATIENCE,
    MailServer,
    Outsiders,
    PushService,
    Webhook,
    closed_port,
    outsiders,
    until,
)

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "HOLD_MS", 0)
    monkeypatch.setattr(dispatch, "OUTAGE", 0.05)
    monkeypatch.setattr(dispatch, "CLOSING", 0.5)
    monkeypatch.setattr(dispatch, "GAPS", (0.05,) * 14)


@pytest.fixture(scope="module")
def outside() -> Iterator[Outsiders]:
    with outsiders() as found:
        yield found


@pytest.fixture
def mail(outside: Outsiders) -> MailServer:
    return MailServer(outside)


@pytest.fixture
def house(tmp_path: Path, mail: MailServer) -> Iterator[OpenHouse]:
    chosen: dict[str, Any] = {"private_targets": True, "smtp_url": mail.url}
    with open_house(tmp_path, public_url="https://games.example", **chosen) as house:
        yield house


def add(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = client.post("/me/notices", json=asked)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def subscribed(client: httpx.Client, service: PushService) -> dict[str, Any]:
    service.key = client.get("/me/notices").json()["push_key"]
    return add(client, **service.subscription)


def playing(house: OpenHouse, ada: httpx.Client, bea: httpx.Client) -> str:
    """A table where Ada has opened, Bea sits, and a match goes on with Ada to move."""
    house.wait_until_ready()
    asked = {"game": "barrier", "seats": ["me", "open"]}
    table: str = ada.post("/tables", json=asked).json()["id"]
    order(bea, table, do="sit")
    order(ada, table, do="start")
    return table


def order(client: httpx.Client, table: str, **asked: Any) -> None:
    answer = client.post(f"/tables/{table}/orders", json=asked)
    assert answer.status_code == 200, answer.text


def move(client: httpx.Client, table: str) -> None:
    shown = client.get(f"/tables/{table}").json()
    position = shown["position"]
    order(client, table, do="move", move=position["legal"][0], ply=position["plies"])


def metric(house: OpenHouse, name: str) -> float:
    told = house.client(under="").get("/metrics").text
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith(name))


def test_a_move_reaches_every_channel_once(
    house: OpenHouse, outside: Outsiders, mail: MailServer
) -> None:
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table = playing(house, ada, bea)
    push, hook = PushService(outside), Webhook(outside)
    subscribed(bea, push)
    add(bea, kind="webhook", address=hook.address, token="secret")
    feed = add(bea, kind="feed")
    add(bea, kind="email", address="bea@example.org")
    link = until(lambda: mail.taken)[0].get_content().split("https://games.example/api/v1")[1]
    secret = link.split()[0]
    assert "<button>" in house.client().get(secret).text
    assert house.client().post(secret).status_code == 200
    move(ada, table)

    (told,) = until(lambda: push.told)
    assert (told["title"], told["text"]) == ("Your turn · Barrier", "Ada has moved.")
    assert told["path"] == f"/table/{table}"
    assert push.headers[0]["topic"] == told["tag"]
    (asked,) = until(lambda: hook.asked)
    assert asked.headers["authorization"] == "Bearer secret"
    letter = until(lambda: mail.taken[1:])[0]
    assert letter["To"] == "bea@example.org"
    assert f"https://games.example/table/{table}" in letter.get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert b"\r\nList-Unsubscribe: <https://games.example/" in mail.raw[1], "in one piece"
    entries = until(lambda: read(house, feed).findall(f"{ATOM}entry"))
    assert entries[0].findtext(f"{ATOM}title") == "Your turn · Barrier"
    ids = {told["id"], asked.headers["idempotency-key"], letter["Message-ID"][1:33]}
    assert len(ids) == 3, "each channel has its own"

    stop = letter["List-Unsubscribe"].strip("<>").removeprefix("https://games.example/api/v1")
    asked_again = house.client().get(stop)
    assert "<button>" in asked_again.text
    assert asked_again.headers["referrer-policy"] == "same-origin", "or browsers send Origin: null"
    assert house.client().post(stop, content=b"List-Unsubscribe=One-Click").status_code == 200
    move(bea, table)
    move(ada, table)
    until(lambda: len(hook.asked) == 2)
    until(lambda: metric(house, "tabletier_notices_waiting") == 0)
    assert (len(push.told), len(mail.taken)) == (2, 2)
    assert metric(house, 'tabletier_notices_total{channel="push",outcome="sent"}') == 2


def read(house: OpenHouse, feed: dict[str, Any]) -> Xml.Element:
    answer = house.client(under="").get(feed["address"])
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return Xml.fromstring(answer.text)


def test_who_looks_is_not_called_nor_who_has_no_channel(
    house: OpenHouse, outside: Outsiders
) -> None:
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table, hook = playing(house, ada, bea), Webhook(outside)
    move(ada, table)
    add(bea, kind="webhook", address=hook.address)
    move(bea, table)  # Ada has no channel
    live = f"{house.live}/tables/{table}/live?looks=true"
    with connect(live, additional_headers=cookie_of(bea), proxy=None) as link:
        link.recv()
        move(ada, table)
        move(bea, table)
    until(lambda: not house.house.hub.rooms[table].listeners)
    assert metric(house, "tabletier_notices_total") == 0
    move(ada, table)
    until(lambda: hook.asked)
    assert len(hook.asked) == 1


def test_who_has_looked_meanwhile_or_moved_is_not_called_either(
    house: OpenHouse, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "HOLD_MS", 3_600_000)
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table, hook = playing(house, ada, bea), Webhook(outside)
    add(bea, kind="webhook", address=hook.address)
    move(ada, table)
    live = f"{house.live}/tables/{table}/live?looks=true"
    with connect(live, additional_headers=cookie_of(bea), proxy=None) as link:
        link.recv()
        hurry(house)
        until(lambda: metric(house, 'tabletier_notices_total{channel="webhook",outcome="looking"}'))
    until(lambda: not house.house.hub.rooms[table].listeners)
    move(bea, table)
    move(ada, table)
    move(bea, table)
    hurry(house)
    until(lambda: metric(house, 'tabletier_notices_total{channel="webhook",outcome="stale"}'))
    assert hook.asked == []


def hurry(house: OpenHouse) -> None:
    """Have what waits looked at now, as when the clock was put back."""
    dispatcher = house.house.dispatcher
    asyncio.run_coroutine_threadsafe(dispatcher.hurry(), house.loop).result(PATIENCE)


def test_a_clock_that_is_put_back_makes_nobody_wait(
    house: OpenHouse, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "HOLD_MS", 3_600_000)  # due in an hour, or so the clock said
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table, hook = playing(house, ada, bea), Webhook(outside)
    add(bea, kind="webhook", address=hook.address)
    move(ada, table)
    until(lambda: metric(house, "tabletier_notices_waiting") == 1)
    assert hook.asked == []
    dispatcher = house.house.dispatcher
    monkeypatch.setattr(dispatcher, "_clock", dispatcher._clock + 3600)
    house.loop.call_soon_threadsafe(house.house.store.outbox.news.set)
    until(lambda: hook.asked)


def test_a_push_service_that_answers_500_then_201_is_told_once_with_the_same_id(
    house: OpenHouse, outside: Outsiders
) -> None:
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table, push = playing(house, ada, bea), PushService(outside, (500, 503, 201))
    subscribed(bea, push)
    move(ada, table)
    until(lambda: push.told)
    until(lambda: metric(house, 'tabletier_notices_total{channel="push",outcome="sent"}') == 1)
    assert metric(house, 'tabletier_notices_total{channel="push",outcome="retry"}') == 2
    assert len(push.told) == 1


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_dead_subscription_is_used_no_more(
    house: OpenHouse, outside: Outsiders, status: int
) -> None:
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table, push = playing(house, ada, bea), PushService(outside, (status,))
    subscribed(bea, push)
    move(ada, table)
    shown = until(lambda: [c for c in channels(bea) if c["state"] == "dead"])[0]
    assert shown["trouble"].startswith(str(status))
    move(bea, table)
    move(ada, table)
    assert len(push.asked) == 1
    push.statuses = [201]
    assert subscribed(bea, push)["state"] == "on", "the browser may subscribe again"


def channels(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/me/notices").json()["channels"]
    return found


def test_nobody_outside_holds_up_anybody_else(
    tmp_path: Path, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "GAPS", (30.0,) * 14)
    silent, hook = Webhook(outside, (0,)), Webhook(outside)
    nowhere = f"smtp://127.0.0.1:{closed_port()}"
    with open_house(tmp_path, private_targets=True, smtp_url=nowhere) as house:
        ada, bea = house.guest("Ada"), house.guest("Bea")
        table = playing(house, ada, bea)
        add(bea, kind="webhook", address=silent.address)
        add(bea, kind="email", address="bea@example.org")
        add(bea, kind="webhook", address=hook.address)
        began = time.monotonic()
        move(ada, table)
        until(lambda: hook.asked)
        until(lambda: silent.asked)
        assert time.monotonic() - began < senders.SEND, "it did not wait for whoever is silent"
        (trouble,) = until(lambda: [c["trouble"] for c in channels(bea) if c["trouble"]])
        assert "Connect" in trouble
        until(lambda: metric(house, "tabletier_notices_waiting") == 2)
        closing = time.monotonic()
    assert time.monotonic() - closing < 30


@pytest.mark.parametrize(
    ("shape", "under", "method", "path"),
    [
        ("ntfy", "/my%20topic", "POST", "/"),
        ("discord", "/api/webhooks/7/secret", "POST", "/api/webhooks/7/secret"),
        ("matrix", "/rooms/!a:b/send/m.room.message", "PUT", "/rooms/!a:b/send/m.room.message/"),
    ],
)
def test_others_are_told_in_their_own_shape(
    house: OpenHouse, outside: Outsiders, shape: str, under: str, method: str, path: str
) -> None:
    hook, bea = Webhook(outside), house.guest("Bea")
    address = hook.address.removesuffix("/hook") + under
    found = add(bea, kind="webhook", address=address, shape=shape, token="let-me-in")
    assert bea.post(f"/me/notices/{found['id']}/test").json()["outcome"] == "sent"
    (asked,) = hook.asked
    assert (asked.method, asked.headers["authorization"]) == (method, "Bearer let-me-in")
    assert asked.headers["content-type"] == "application/json"
    said = json.loads(asked.body)
    link = "https://games.example/"
    if shape == "ntfy":  # https://docs.ntfy.sh/publish/#publish-as-json
        assert asked.path == path
        assert said.keys() == {"topic", "title", "message", "click"}
        assert said["topic"] == "my topic"
        assert said["click"].startswith(link)
    elif shape == "discord":
        assert asked.path == path
        assert said["allowed_mentions"] == {"parse": []}, "nobody is called by a name in a text"
        assert link in said["content"]
    else:  # the id of the notice is Matrix's transaction: sent again, it is taken once
        assert asked.path == path + asked.headers["idempotency-key"]
        assert said["msgtype"] == "m.text"
        assert link in said["body"]


def test_a_trial_says_what_happened(house: OpenHouse, outside: Outsiders, mail: MailServer) -> None:
    bea = house.guest("Bea")
    good, bad = Webhook(outside), Webhook(outside, (302,))
    told = {}
    for hook in (good, bad):
        found = add(bea, kind="webhook", address=hook.address)
        told[hook.port] = bea.post(f"/me/notices/{found['id']}/test").json()
    assert told[good.port] == {"outcome": "sent", "text": "It went out."}
    assert told[bad.port]["outcome"] == "failed", "nobody is followed elsewhere"
    assert "302" in told[bad.port]["text"]
    found = add(bea, kind="email", address="bea@example.org")
    until(lambda: len(mail.taken) == 1)
    assert "not confirmed" in bea.post(f"/me/notices/{found['id']}/test").json()["text"]
    until(lambda: len(mail.taken) == 2)


def test_a_mail_server_that_is_busy_gets_the_same_letter_later(
    house: OpenHouse, mail: MailServer
) -> None:
    mail.refusals = ["451 later", "451 later"]
    bea = house.guest("Bea")
    add(bea, kind="email", address="bea@example.org")
    (letter,) = until(lambda: mail.taken)
    assert "confirm/" in letter.get_content()
    assert letter["List-Unsubscribe"] is None, "nothing to unsubscribe from yet"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"kind": "webhook", "address": "https://127.0.0.1/x"}, "notice/address"),
        ({"kind": "webhook", "address": "http://example.org/x"}, "notice/address"),
        ({"kind": "webhook", "address": "https://10.0.0.1:8080/x"}, "notice/address"),
        ({"kind": "webhook", "address": "https://[::ffff:192.168.0.1]/"}, "notice/address"),
        ({"kind": "webhook", "address": "https://user:word@example.org/"}, "notice/address"),
        ({"kind": "webhook", "address": "https://example.org:25/"}, "notice/address"),
        ({"kind": "email", "address": "bea@example.org"}, "notice/no-mail"),
        ({"kind": "push", "endpoint": "https://e.org/", "p256dh": "x", "auth": "y"}, "notice/keys"),
    ],
)
def test_what_cannot_be_told_is_refused(closed: OpenHouse, asked: Any, code: str) -> None:
    answer = closed.guest().post("/me/notices", json=asked)
    assert answer.status_code in {409, 422}
    assert answer.json()["code"] == code


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "http://[fd00:ec2::254]/",
        "http://100.100.100.200/",
        "http://[::ffff:169.254.169.254]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://224.0.0.1/",
    ],
)
def test_where_clouds_tell_secrets_nobody_may_ask(house: OpenHouse, address: str) -> None:
    answer = house.guest().post("/me/notices", json={"kind": "webhook", "address": address})
    assert (answer.status_code, answer.json()["code"]) == (422, "notice/address")


def test_nor_by_a_name_that_leads_there(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    bea = house.guest("Bea")
    found = add(bea, kind="webhook", address="http://metadata.example/")
    from tabletier.server.notices import outside as asking

    monkeypatch.setattr(asking, "_look_up", lambda host, port: ["169.254.169.254"])  # noqa: ARG005
    told = bea.post(f"/me/notices/{found['id']}/test").json()
    assert told["outcome"] == "failed"
    assert "own link" in told["text"]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("closed")) as house:
        yield house


def test_a_name_that_leads_into_a_private_network_is_not_asked(
    closed: OpenHouse, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, bea = Webhook(outside), closed.guest("Bea")
    found = add(bea, kind="webhook", address=f"https://rebound.example:{hook.port}/")
    from tabletier.server.notices import outside as asking

    monkeypatch.setattr(asking, "_look_up", lambda host, port: ["127.0.0.1"])  # noqa: ARG005
    told = bea.post(f"/me/notices/{found['id']}/test").json()
    assert told["outcome"] == "failed"
    assert "private network" in told["text"]
    assert hook.asked == []


def test_a_channel_is_changed_renewed_taken_along_and_taken_away(closed: OpenHouse) -> None:
    bea = closed.guest("Bea")
    feed = add(bea, kind="feed")
    assert add(bea, kind="feed")["id"] == feed["id"], "one is enough"
    assert "daily" not in feed["kinds"]
    where = f"/me/notices/{feed['id']}"
    asked = {"kinds": ["ended", "daily"], "quiet": [22, 8], "digest": [18, 8], "zone": "Asia/Tokyo"}
    changed = bea.patch(where, json=asked).json()
    assert (changed["kinds"], changed["quiet"]) == (["ended", "daily"], [22, 8])
    assert (changed["digest"], changed["zone"]) == ([8, 18], "Asia/Tokyo")
    assert bea.patch(where, json={"quiet": None}).json()["quiet"] is None
    assert bea.patch(where, json={"zone": "Moon/Crater"}).json()["code"] == "notice/zone"
    renewed = bea.patch(where, json={"renew": True}).json()
    assert renewed["address"] != feed["address"]
    assert closed.client(under="").get(feed["address"]).status_code == 404
    assert closed.client(under="").get(renewed["address"]).status_code == 200
    assert closed.guest("Eve").delete(where).status_code == 404, "it is not hers"
    account = {"login": "bea.feeds", "password": "correct horse"}
    assert bea.post("/me/account", json=account).status_code == 201
    guest = closed.guest("Bea again")
    add(guest, kind="webhook", address="https://example.org/hook")
    assert guest.post("/login", json=account).status_code == 200
    assert {channel["kind"] for channel in channels(guest)} == {"feed", "webhook"}
    assert len(guest.get("/me/export").json()["notices"]) == 2
    assert guest.delete(where).status_code == 204
    assert len(channels(guest)) == 1


def test_two_servers_tell_once_and_see_who_looks_at_the_other(
    tmp_path: Path, outside: Outsiders, postgres_url: str, redis_url: str
) -> None:
    shared: dict[str, Any] = {"database_url": postgres_url, "redis_url": redis_url}
    shared |= {"private_targets": True, "secret": "s" * 40}
    hook = Webhook(outside)
    with (
        open_house(tmp_path / "one", **shared) as one,
        open_house(tmp_path / "other", **shared) as other,
    ):
        ada, bea = one.guest("Ada"), other.guest("Bea")
        other.wait_until_ready()
        table = playing(one, ada, bea)
        add(bea, kind="webhook", address=hook.address)
        move(ada, table)
        until(lambda: hook.asked)
        live = f"{other.live}/tables/{table}/live?looks=true"
        move(bea, table)
        with connect(live, additional_headers=cookie_of(bea), proxy=None) as link:
            link.recv()
            until(lambda: looks(one, table))
            move(ada, table)
            until(lambda: metric(one, OUTCOME % "looking") + metric(other, OUTCOME % "looking"))
        keys = [asked.headers["idempotency-key"] for asked in hook.asked]
        assert len(keys) == len(set(keys)) == 1


OUTCOME = 'tabletier_notices_total{channel="webhook",outcome="%s"}'


def looks(house: OpenHouse, table: str) -> bool:
    """Whether a server knows that somebody looks at a table elsewhere."""
    found = house.house.hub.neighbours.here(f"look:{table}")
    return bool(asyncio.run_coroutine_threadsafe(found, house.loop).result(PATIENCE))


def test_what_is_gathered_is_one_letter_which_keeps_its_id(
    house: OpenHouse, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "HOLD_MS", 3_600_000)
    ada, bea = house.guest("Ada"), house.guest("Bea")
    tables = [playing(house, ada, bea) for _ in range(2)]
    channel = add(bea, kind="email", address="bea@example.org")
    confirm = until(lambda: mail.taken)[0].get_content().split("https://games.example/api/v1")[1]
    assert house.client().post(confirm.split()[0]).status_code == 200
    bea.patch(f"/me/notices/{channel['id']}", json={"digest": [8, 18], "zone": "Europe/Paris"})
    for table in tables:
        move(ada, table)
    until(lambda: metric(house, "tabletier_notices_waiting") == 2)
    mail.refusals = ["451 later"]
    monkeypatch.setattr(dispatch, "ready_at", lambda hours, kind, made, now: now)  # noqa: ARG005
    hurry(house)
    letter = until(lambda: mail.taken[1:])[0]
    assert letter["Subject"] == "2 pieces of news from Tabletier · Tabletier"
    assert letter.get_content().count("Ada has moved.") == 2
    until(lambda: metric(house, "tabletier_notices_waiting") == 0)
    assert mail.refusals == []
    assert len(mail.taken) == 2

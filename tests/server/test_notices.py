"""People who do not look are called, once, wherever they want to be. Trouble: test_channels.py."""

import asyncio
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from websockets.sync.client import connect

from tabletier.server.db import outbox
from tabletier.server.notices import dispatch
from tabletier.server.notices.senders import AGAIN
from tests.server.calling import (
    add,
    at_once,
    house,
    hurry,
    mail,
    metric,
    move,
    order,
    outside,
    playing,
    subscribed,
)
from tests.server.houses import OpenHouse, cookie_of, open_house
from tests.server.outside import PATIENCE, MailServer, Outsiders, PushService, Webhook, until

__all__ = ["at_once", "house", "mail", "outside"]
ATOM = "{http://www.w3.org/2005/Atom}"


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


def test_a_page_that_is_hidden_behind_another_is_no_look(
    house: OpenHouse, outside: Outsiders
) -> None:
    ada, bea = house.guest("Ada"), house.guest("Bea")
    table, hook = playing(house, ada, bea), Webhook(outside)
    add(bea, kind="webhook", address=hook.address)
    live = f"{house.live}/tables/{table}/live?looks=true"
    with connect(live, additional_headers=cookie_of(bea), proxy=None) as link:
        link.recv()
        link.send('{"do": "looking", "looks": false}')
        until(lambda: not house.house.hub.rooms[table].lookers)
        move(ada, table)
        until(lambda: hook.asked)
        link.send('{"do": "looking", "looks": true}')
        until(lambda: house.house.hub.rooms[table].lookers)
        move(bea, table)
        move(ada, table)
        link.send('{"do": "looking"}')
        heard = [json.loads(link.recv()) for _ in range(4)]
    assert [message["type"] for message in heard] == ["line", "line", "line", "refused"]
    assert len(hook.asked) == 1
    assert metric(house, "tabletier_notices_waiting") == 0


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


def test_who_can_begin_is_told_so_unless_the_match_has_begun(
    house: OpenHouse, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bea = house.guest("Ada"), house.guest("Bea")
    house.wait_until_ready()
    hook = Webhook(outside)
    add(ada, kind="webhook", address=hook.address)
    asked = {"game": "barrier", "seats": ["me", "open"]}
    monkeypatch.setattr(outbox, "HOLD_MS", 3_600_000)
    table = ada.post("/tables", json=asked).json()["id"]
    order(bea, table, do="sit")
    order(ada, table, do="start")
    hurry(house)
    until(lambda: metric(house, 'tabletier_notices_total{channel="webhook",outcome="stale"}'))
    assert hook.asked == []
    order(bea, ada.post("/tables", json=asked).json()["id"], do="sit")
    hurry(house)
    (told,) = [json.loads(request.body) for request in until(lambda: hook.asked)]
    assert told["title"] == "Everybody is there · Barrier"
    assert told["text"].startswith("Bea has sat down")


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
        assert said.keys() == {"topic", "title", "message", "click", "sequence_id"}
        assert said["sequence_id"] == asked.headers["idempotency-key"], "it is shown once"
        assert said["sequence_id"] == asked.headers["x-sequence-id"]
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
            link.send('{"do": "looking", "looks": false}')
            until(lambda: not looks(one, table))
            link.send('{"do": "looking", "looks": true}')
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


@pytest.mark.parametrize("shape", ["json", "discord"])
def test_what_may_have_been_told_before_says_so(
    tmp_path: Path, outside: Outsiders, shape: str
) -> None:
    hook = Webhook(outside, (0, 200))  # the first is heard, and never answered
    with open_house(tmp_path, private_targets=True) as first:
        ada, bea = first.guest("Ada"), first.guest("Bea")
        table = playing(first, ada, bea)
        add(bea, kind="webhook", address=hook.address, shape=shape)
        move(ada, table)
        until(lambda: hook.asked)
    with open_house(tmp_path, private_targets=True):
        until(lambda: len(hook.asked) == 2)
    before, after = hook.asked
    assert before.headers["idempotency-key"] == after.headers["idempotency-key"]
    told = [json.loads(asked.body) for asked in (before, after)]
    if shape == "json":
        assert [one["again"] for one in told] == [False, True]
    else:
        assert [AGAIN.en in one["content"] for one in told] == [False, True]

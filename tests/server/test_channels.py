"""Ways to be called: added, tried, changed, refused, given up; nobody outside stalls the others."""

import asyncio
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiosmtplib
import h11
import pytest

from tabletier.server.notices import dispatch, senders
from tabletier.server.notices.outside import TROUBLES, Forbidden, NotReached, Outside
from tests.server.calling import (
    add,
    at_once,
    channels,
    house,
    mail,
    metric,
    move,
    outside,
    playing,
    subscribed,
)
from tests.server.houses import OpenHouse, open_house
from tests.server.outside import (
    MailServer,
    Outsiders,
    PushService,
    Webhook,
    closed_port,
    until,
)

__all__ = ["at_once", "house", "mail", "outside"]


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
        assert trouble == "the machine refuses the connection"
        until(lambda: metric(house, "tabletier_notices_waiting") == 2)
        closing = time.monotonic()
    assert time.monotonic() - closing < 30


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


def test_an_address_that_is_refused_costs_nothing_of_the_allowance(
    tmp_path: Path, mail: MailServer
) -> None:
    with open_house(tmp_path, limits=0.2, smtp_url=mail.url) as strict:  # one link, then a wait
        bea = strict.guest("Bea")
        for address in ("nonsense", "a@b", "x@@y.z"):
            answer = bea.post("/me/notices", json={"kind": "email", "address": address})
            assert (answer.status_code, answer.json()["code"]) == (422, "notice/mail")
        found = add(bea, kind="email", address="bea@example.org")
        answer = bea.post(f"/me/notices/{found['id']}/test")
    assert (answer.status_code, answer.json()["code"]) == (429, "rate/mail")
    assert answer.json()["text"].endswith(" minutes.")


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


def test_only_whoever_was_reached_may_have_heard(outside: Outsiders) -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    def ask(port: int) -> None:
        asyncio.run(Outside(True).ask("POST", f"http://127.0.0.1:{port}/", {}, b""))

    with pytest.raises(NotReached, match="refused"):
        ask(closed_port())
    with pytest.raises((ConnectionError, h11.RemoteProtocolError)) as trouble:
        ask(outside.listen(hang_up))
    if isinstance(trouble.value, h11.RemoteProtocolError):
        assert senders.trouble_of(trouble.value) == "hung_up"


def test_what_went_wrong_is_told_in_the_words_of_whoever_asks(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    where = f"http://127.0.0.1:{closed_port()}/hook"
    channel = add(ada, kind="webhook", address=where)["id"]
    tried = f"/me/notices/{channel}/test"
    told = ada.post(f"{tried}?lang=fr").json()["text"]
    assert told.endswith("la machine refuse la connexion.")
    assert ada.post(tried).json()["text"].endswith("the machine refuses the connection.")
    assert channels(ada)[0]["trouble"] == "the machine refuses the connection"


def test_silence_is_told_in_words_too(
    house: OpenHouse, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "SEND", 0.5)
    ada = house.guest("Ada")
    channel = add(ada, kind="webhook", address=Webhook(outside, (0,)).address)["id"]
    told = ada.post(f"/me/notices/{channel}/test?lang=fr").json()["text"]
    assert told.endswith("pas de réponse à temps.")


def test_every_kind_of_trouble_has_words() -> None:
    troubles = (
        TimeoutError(),
        socket.gaierror(-2, "Name or service not known"),
        ConnectionRefusedError(),
        ConnectionResetError(),
        ssl.SSLCertVerificationError(1, "self-signed certificate"),
        h11.RemoteProtocolError("no HTTP"),
        aiosmtplib.SMTPServerDisconnected("gone"),
        aiosmtplib.SMTPConnectError("nobody there"),
        NotReached("unknown_name"),
    )
    asked = {senders.trouble_of(trouble) for trouble in troubles}
    addresses = (
        "https://[::1",
        "http://example.org/",
        "https://example.org/\u00e9",
        "https://me:word@example.org/",
        "https://example.org:22/",
        "https://169.254.169.254/",
        "https://10.0.0.1/",
    )
    refused = {why_not(address) for address in addresses}
    assert len(refused) == len(addresses)
    assert asked | refused | {"no_push", "no_mail"} == set(TROUBLES)


def why_not(address: str) -> str:
    """Why a house that is open to all asks nothing at an address."""
    with pytest.raises(Forbidden) as refused:
        Outside(allows_private=False).check(address)
    return str(refused.value)


def test_why_an_address_is_refused_is_told_in_the_language_of_whoever_asks(
    closed: OpenHouse,
) -> None:
    asked = {"kind": "webhook", "address": "http://127.0.0.1:9/"}
    luc = closed.guest("Luc")
    assert luc.patch("/me", json={"language": "fr"}).status_code == 200
    told = luc.post("/me/notices", json=asked).json()["text"]
    assert "qui commence par https://" in told

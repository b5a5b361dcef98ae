"""What is pushed can be read by one browser, and by nobody else."""

import asyncio
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tabletier.server.db.database import open_engine
from tabletier.server.db.upgrading import upgrade
from tabletier.server.notices.channels import Channel
from tabletier.server.notices.outside import Outside
from tabletier.server.notices.push import decoded, encoded
from tabletier.server.notices.senders import Senders
from tabletier.server.notices.webpush import (
    CURVE,
    LONGEST,
    Subscription,
    encrypt,
    house_key,
    point,
    read_subscription,
)
from tabletier.server.notices.wording import Message
from tests.server.houses import open_house

BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_rfc_8291() -> None:
    public = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    to = read_subscription("https://push.example/1", public, "BTBZMqHH6r4Tts7J_aSIgg")
    private = decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    key = ec.derive_private_key(int.from_bytes(private, "big"), CURVE)
    said = b"When I grow up, I want to be a watermelon"
    assert encoded(encrypt(said, to, key, decoded("DGv6ra1nlYgDCS1FRnbzlw"))) == BODY


def test_the_longest_message_fits_into_a_record() -> None:
    key = ec.generate_private_key(CURVE).public_key()
    to = Subscription("https://push.example/1", point(key), bytes(16))
    assert len(encrypt(bytes(LONGEST), to)) <= 4096
    with pytest.raises(ValueError, match="at most"):
        encrypt(bytes(LONGEST + 1), to)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", ""), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"), ("*", "*"), (encoded(bytes(65)), "AAAA")],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_subscription("https://push.example/1", p256dh, auth)


def test_the_key_of_the_house_is_made_once(database: str) -> None:
    async def keys() -> set[str]:
        engine, other = open_engine(database), open_engine(database)
        await upgrade(engine)
        found = await asyncio.gather(*(house_key(one, "mailto:a@b") for one in (engine, other)))
        await engine.dispose()
        await other.dispose()
        return {key.public for key in found}

    (public,) = asyncio.run(keys())
    assert len(decoded(public)) == 65


def test_a_house_without_what_it_needs_opens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install tabletier` brings no cryptography; the page then offers no push."""
    for module in ("house", "notices.channels"):
        monkeypatch.setattr(f"tabletier.server.{module}.can_push", lambda: False)
    asked = {"kind": "push", "endpoint": "https://e.org/", "p256dh": "x", "auth": "y"}
    with open_house(tmp_path) as house:
        ada = house.guest("Ada")
        assert ada.get("/me/notices").json()["push_key"] == ""
        refused = ada.post("/me/notices", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "notice/no-push")
    assert "pip install 'tabletier[serve]'" in refused.text


@pytest.mark.parametrize(("kind", "why"), [("push", "no_push"), ("email", "no_mail")])
def test_nor_is_anybody_lost_who_was_told_before(kind: str, why: str) -> None:
    nothing = dict.fromkeys(Channel._fields, "") | {"made": 0, "told": None}
    channel = Channel(**nothing | {"kind": kind})  # type: ignore[arg-type]
    message = Message("1", "turn", "Your turn", "Ada waits.", "/", "table", 0, "en")
    senders = Senders(Outside(allows_private=False), None, "https://e.org")
    outcome = asyncio.run(senders.send(channel, message))
    assert (outcome.what, outcome.said, outcome.outage) == ("retry", why, True)

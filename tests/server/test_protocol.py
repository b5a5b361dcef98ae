"""The examples of docs/protocol.md, played in their order against a real house."""

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tabletier.server.tables.acts import AnyAct
from tabletier.server.tables.orders import ORDERS
from tests.server.houses import PATIENCE, open_house
from tests.server.visitors import Live, connect_live

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
BLOCKS = re.findall(r"^```json (.+?)\n(.*?)^```$", PAGE, re.M | re.S)
ANYTHING = "…"


def fits(told: Any, real: Any, where: str) -> None:
    """Whether the house said what the page says; it may say more."""
    if told == ANYTHING:
        return
    if isinstance(told, dict):
        assert isinstance(real, dict), where
        for key, value in told.items():
            assert key in real, f"{where}: there is no {key}"
            fits(value, real[key], f"{where}.{key}")
    elif isinstance(told, list):
        assert len(told) == len(real), f"{where}: {real}"
        for number, (value, found) in enumerate(zip(told, real, strict=True)):
            fits(value, found, f"{where}[{number}]")
    else:
        assert told == real, where


class Session:
    """Ann and Ben at a house."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self.stack, self.table = stack, ""
        self.people = {
            name: stack.enter_context(
                httpx.Client(base_url=address, headers={"Accept-Language": "en"}, timeout=PATIENCE)
            )
            for name in ("ann", "ben", "bot")
        }
        self.people["ben"].post(
            "/api/v1/me", json={"name": "Ben", "language": "en"}
        ).raise_for_status()
        self.lives: dict[str, Live] = {}
        self.answer: httpx.Response | None = None

    def play(self, heading: str, text: str) -> None:
        """Do what a block says, or see that it was done."""
        body: Any = json.loads(text) if text.strip() else None
        if heading.isdigit():
            assert self.answer is not None
            assert self.answer.status_code == int(heading), self.answer.text
            fits(body, self.answer.json(), heading)
            if "token" in self.answer.json():
                bearer = f"Bearer {self.answer.json()['token']}"
                self.people["bot"].headers["Authorization"] = bearer
            if self.table == "" and "game" in self.answer.json():
                self.table = self.answer.json()["id"]
            return
        name, verb, *path = heading.split(" ")
        if verb in {"GET", "POST"}:
            url = path[0].replace("{table}", self.table)
            self.answer = self.people[name].request(verb, url, json=body)
        elif verb == "connects":
            live = connect_live(self.people[name], self.table)
            self.lives[name] = self.stack.enter_context(live)
        elif verb == "sends":
            self.lives[name].send(**dict(body))
        else:
            assert verb == "hears", heading
            fits(body, self.lives[name].hear(), heading)


def test_the_examples_are_true(tmp_path: Path) -> None:
    assert len(BLOCKS) > 25
    with open_house(tmp_path) as house, ExitStack() as stack:
        session = Session(house.address, stack)
        for heading, text in BLOCKS:
            session.play(heading, text)


@pytest.mark.parametrize("kind", AnyAct.__args__, ids=lambda kind: kind.__name__)
def test_the_page_names_every_act(kind: Any) -> None:
    assert f"`{kind.__struct_config__.tag}`" in PAGE


def test_the_page_names_every_order() -> None:
    names = ORDERS.json_schema()["discriminator"]["mapping"]
    assert [name for name in names if f"`{name}`" not in PAGE] == []

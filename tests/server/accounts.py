"""People with accounts, and what they do at the door."""

from typing import Any

import httpx

from tests.server.houses import OpenHouse

PASSWORD = "correct horse"


def account(house: OpenHouse, login: str) -> tuple[httpx.Client, str]:
    """Somebody with an account, and their recovery code."""
    client = house.guest(login)
    made = client.post("/me/account", json={"login": login, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return client, made.json()["recovery"]


def log_in(house: OpenHouse, login: str, password: str = PASSWORD) -> httpx.Client:
    """Another device of somebody."""
    client = house.client()
    entered = client.post("/login", json={"login": login, "password": password})
    assert entered.status_code == 200, entered.text
    return client


def refused(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answer.status_code, answer.json()["code"]


def opened(client: httpx.Client, **asked: Any) -> str:
    """A table that somebody opens."""
    answer = client.post("/tables", json={"game": "barrier", **asked})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found

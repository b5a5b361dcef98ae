"""Strangers who guess passwords keep nobody out of their own account."""

from collections.abc import Iterator

import httpx
import pytest

from tests.server.accounts import PASSWORD, account
from tests.server.houses import OpenHouse, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("lockout"), limits=1) as house:
        yield house


def at(house: OpenHouse, address: str) -> httpx.Client:
    """A browser at another address of this machine."""
    return house.client(transport=httpx.HTTPTransport(local_address=address))


def guess(client: httpx.Client, login: str) -> int:
    """Guess until the house will not hear any more; how often that was."""
    for number in range(100):
        answer = client.post("/login", json={"login": login, "password": "a guess"})
        if answer.status_code == 429:
            return number
        assert answer.status_code == 401
    raise AssertionError("one may guess for ever")


def enter(client: httpx.Client, login: str) -> int:
    return client.post("/login", json={"login": login, "password": PASSWORD}).status_code


def test_strangers_elsewhere_lock_nobody_out(house: OpenHouse) -> None:
    account(house, "victim")
    for stranger in ("127.0.0.2", "127.0.0.3", "127.0.0.4"):
        assert 0 < guess(at(house, stranger), "victim") < 20
    assert enter(at(house, "127.0.0.5"), "victim") == 200


def test_nor_do_those_at_the_same_address_where_the_account_was_entered_before(
    house: OpenHouse,
) -> None:
    owner = at(house, "127.0.0.6")
    owner.post("/me", json={"name": "Ada"})
    owner.post("/me/account", json={"login": "neighbour", "password": PASSWORD})
    owner.post("/me/logout", json={})
    guess(at(house, "127.0.0.6"), "neighbour")
    assert enter(at(house, "127.0.0.6"), "neighbour") == 429, "a new browser cannot be told apart"
    assert enter(owner, "neighbour") == 200
    assert guess(owner, "neighbour") < 20, "whose tries are counted, too"


def test_a_browser_is_known_only_for_its_own_accounts(house: OpenHouse) -> None:
    account(house, "other")
    stranger = at(house, "127.0.0.7")
    stranger.post("/me", json={"name": "Eve"})
    stranger.post("/me/account", json={"login": "eve", "password": PASSWORD})
    guess(at(house, "127.0.0.7"), "other")
    assert enter(stranger, "other") == 429
    stranger.cookies.set("tabletier-device", stranger.cookies["tabletier-device"][:-4] + "AAAA")
    assert enter(stranger, "eve") == 429, "a forged cookie is no proof"

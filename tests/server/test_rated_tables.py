"""A rated table from its opening to the ladder, over HTTP."""

from collections.abc import Iterator
from typing import Any

import pytest

from tabletier.games.kernel.registry import find
from tabletier.search.levels import levels_of
from tabletier.server.ratings.anchors import anchors_of
from tests.server.houses import OpenHouse
from tests.server.visitors import Visitor, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with served(tmp_path_factory.mktemp("rated")) as house:
        yield house


@pytest.fixture
def ada(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Ada") as visitor:
        yield visitor


@pytest.fixture
def bob(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Bob") as visitor:
        yield visitor


def begun(ada: Visitor, bob: Visitor, moves: int = 2, **asked: Any) -> str:
    """A table where two people play."""
    table: str = ada.open(**{"rated": True, "seats": ["me", "open"], **asked})["id"]
    assert bob.order(table, do="sit").status_code == 200
    assert ada.order(table, do="start").status_code == 200
    for number in range(moves):
        (ada, bob)[number % 2].move(table)
    return table


def told(visitor: Visitor, table: str) -> dict[str, Any]:
    """What a table means for ratings."""
    shown: dict[str, Any] = visitor.http.get(f"/tables/{table}/ratings").raise_for_status().json()
    return shown


def ladder(visitor: Visitor, game: str = "expion", **asked: Any) -> dict[str, Any]:
    shown: dict[str, Any] = visitor.http.get(f"/ladder/{game}", params=asked).json()
    return shown


def test_whoever_is_rated_plays_unaided(ada: Visitor) -> None:
    agreed = ada.open(rated=True, hints=True, takeback="free", seats=["me", 2])["table"]["house"]
    assert (agreed["rated"], agreed["hints"], agreed["takeback"]) == (True, False, "never")
    table = ada.open(seats=["me", "open"])["id"]
    assert ada.order(table, do="change", rated=True).status_code == 200
    agreed = ada.look(table)["table"]["house"]
    assert (agreed["rated"], agreed["hints"], agreed["takeback"]) == (True, False, "never")
    assert ada.order(table, do="change", rated=False, hints=True).status_code == 200
    assert ada.look(table)["table"]["house"]["hints"] is True


def test_two_against_one_cannot_be_rated(ada: Visitor) -> None:
    asked = {"game": "expion", "options": {"players": 3}, "rated": True}
    answer = ada.http.post("/tables", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (409, "table/uneven")
    table = ada.open(rated=True)["id"]
    refused = ada.order(table, do="change", options={"players": 3})
    assert (refused.status_code, refused.json()["code"]) == (409, "table/uneven")
    assert ada.order(table, do="change", options={"players": 3}, rated=False).status_code == 200


def test_a_match_is_rated_when_it_ends_and_seen_on_the_ladder(ada: Visitor, bob: Visitor) -> None:
    table = begun(ada, bob)
    before = told(bob, table)
    assert (before["status"], before["rated"]) == ("playing", True)
    newcomer = round(anchors_of("expion").first("ada").mu)
    assert [seat["before"]["rating"] for seat in before["seats"]] == [newcomer, newcomer]
    assert ada.order(table, do="resign").status_code == 200
    mine, theirs = told(bob, table)["seats"]
    assert (mine["counted"], theirs["counted"]) == (True, True)
    assert mine["change"] < 0 < theirs["change"]
    assert theirs["after"]["rating"] == theirs["before"]["rating"] + theirs["change"]
    assert theirs["after"]["text"]["en"].startswith(f"{theirs['after']['rating']} ± ")
    assert theirs["after"]["provisional"]

    found = ladder(bob)
    assert found["yours"]["name"] == "Bob"
    last = len(levels_of(find("expion")))
    levels = [rung["level"] for rung in found["rungs"][:last]]
    assert levels == list(range(last, 0, -1)), "the others follow"
    people = [rung for rung in found["rungs"] if rung["level"] is None]
    assert [rung["rank"] for rung in people] == list(range(1, len(people) + 1))
    assert [rung for rung in people if rung["yours"]] == [found["yours"]]
    assert not any(rung["profile"] for rung in found["rungs"] if rung["level"])
    handle = ada.http.get("/me").json()["handle"]
    for shows in ("public", "nothing"):
        assert ada.http.patch("/me", json={"shows": shows}).status_code == 200
        for visitor in (ada, bob):  # one's own is there for oneself
            (rung,) = (rung for rung in ladder(visitor)["rungs"] if rung["handle"] == handle)
            there = visitor.http.get(f"/people/{handle}").status_code == 200
            assert rung["profile"] == there == (shows == "public" or visitor is ada)

    assert ada.http.patch("/me", json={"listed": False}).status_code == 200
    assert ada.http.get("/me/ratings").json()["listed"] is False
    assert ladder(ada)["yours"]["name"] == "Ada"
    assert "Ada" not in {rung["name"] for rung in ladder(bob)["rungs"]}
    hidden, shown = told(bob, table)["seats"]
    assert hidden["before"] is hidden["after"] is hidden["change"] is None
    assert shown["after"] == theirs["after"]
    assert told(ada, table)["seats"][0]["change"] == mine["change"]


def test_a_level_of_the_house_is_told_by_its_own_number(ada: Visitor) -> None:
    table = ada.open(seats=["me", 1], rated=True, start=True)["id"]
    for seat in told(ada, table)["seats"]:
        assert ("level 1 of the house" in seat["before"]["text"]["en"]) == (seat["seat"] == 1)
    assert "niveau 1 de la maison" in told(ada, table)["seats"][1]["before"]["text"]["fr"]


def test_the_ladder_is_read_page_by_page(ada: Visitor, bob: Visitor) -> None:
    table = begun(ada, bob)
    assert ada.order(table, do="resign").status_code == 200
    assert told(ada, table)["seats"][0]["counted"]  # worked out by now
    whole, found, after = ladder(bob, limit=100)["rungs"], [], None
    while True:
        page = ladder(bob, limit=2, **({"after": after} if after else {}))
        found += page["rungs"]
        after = page["next"]
        if after is None:
            break
    assert found == whole
    assert bob.http.get("/ladder/expion", params={"after": "nobody"}).status_code == 404
    assert bob.http.get("/ladder/chess").status_code == 404


def test_who_leaves_is_rated_and_the_other_is_not(ada: Visitor, bob: Visitor) -> None:
    table = begun(ada, bob, moves=3)
    assert ada.order(table, do="leave").status_code == 200
    assert bob.order(table, do="resign").status_code == 200  # even so
    left, stayed = told(bob, table)["seats"]
    assert left["counted"]
    assert left["change"] < 0
    assert (stayed["counted"], stayed["code"]) == (False, "empty_chair")
    assert "empty chair" in stayed["text"]["en"]


def test_a_seat_leads_to_whoever_lets_something_be_seen(ada: Visitor, bob: Visitor) -> None:
    table = begun(ada, bob, moves=0)

    def handles() -> list[str | None]:
        found = bob.http.get(f"/tables/{table}/people").raise_for_status().json()
        assert [one["seat"] for one in found] == [0, 1]
        return [one["handle"] for one in found]

    mine, theirs = (visitor.http.get("/me").json()["handle"] for visitor in (ada, bob))
    assert handles() == [mine, theirs]
    assert ada.http.patch("/me", json={"shows": "nothing"}).status_code == 200
    assert handles() == [None, theirs]
    alone = ada.open(seats=["me", 1])["id"]
    assert bob.http.get(f"/tables/{alone}/people").json() == [
        {"seat": 0, "handle": None},
        {"seat": 1, "handle": None},
    ]
    assert bob.http.get("/tables/none/people").status_code == 404


@pytest.mark.parametrize(("rated", "moves", "code"), [(False, 2, "unrated"), (True, 1, "short")])
def test_it_says_why_a_match_did_not_count(
    ada: Visitor, bob: Visitor, rated: bool, moves: int, code: str
) -> None:
    table = begun(ada, bob, moves=moves, rated=rated)
    assert ada.order(table, do="resign").status_code == 200
    assert {seat["code"] for seat in told(ada, table)["seats"]} == {code}
    assert {seat["counted"] for seat in told(ada, table)["seats"]} == {False}
    assert {game["matches"] for game in ada.http.get("/me/ratings").json()["games"]} == {0}


def test_a_rematch_is_rated_as_the_match_was(ada: Visitor, bob: Visitor) -> None:
    table = begun(ada, bob)
    assert bob.order(table, do="resign").status_code == 200
    ada.order(table, do="rematch")
    bob.order(table, do="rematch")
    following = ada.look(table)["table"]["next"]
    assert ada.look(following)["table"]["house"]["rated"] is True


def test_an_even_opponent_is_proposed(ada: Visitor) -> None:
    found = {game["game"]: game for game in ada.http.get("/me/ratings").json()["games"]}
    assert found["expion"]["even"] == 2, "as newcomers are thought to play"
    assert found["expion"]["provisional"]

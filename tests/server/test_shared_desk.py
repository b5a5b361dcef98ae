"""Several servers are one house: also for jobs, mutes, rematches and one's own tables."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.houses import OpenHouse
from tests.server.visitors import Visitor, served

Two = tuple[OpenHouse, OpenHouse]


@pytest.fixture(scope="module")
def two(
    tmp_path_factory: pytest.TempPathFactory, redis_url: str, postgres_server: str
) -> Iterator[Two]:
    folder: Path = tmp_path_factory.mktemp("two")
    shared: dict[str, Any] = {
        "data_dir": folder,
        "database_url": f"{postgres_server}/postgres",
        "redis_url": redis_url,
        "simulations": 2,
    }
    with served(**shared) as one, served(**shared) as other:
        yield one, other


@pytest.fixture
def ann(two: Two) -> Iterator[tuple[Visitor, Visitor]]:
    """One person, at both servers."""
    here = Visitor(two[0].address, "Ann")
    with here, Visitor(two[1].address, "Ann", known=here) as there:
        yield here, there


def test_a_job_taken_at_one_server_is_told_at_the_other(ann: tuple[Visitor, Visitor]) -> None:
    here, there = ann
    table = here.open("barrier", seats=["me", "me"], start=True)["id"]
    hint = here.http.post(f"/tables/{table}/hint").json()
    told = there.http.get(f"/jobs/{hint['id']}", params={"wait": 25}).json()
    assert told["status"] == "done"
    assert told["result"]["move"] in there.look(table)["position"]["legal"]
    there.move(table)
    with here.live(table) as heard:
        heard.until("hello")
        assert there.order(table, do="resign").status_code == 200
        heard.until_act("ended")  # one server may hear of it later than the other
    job = here.http.post(f"/tables/{table}/analysis").json()
    assert there.http.post(f"/tables/{table}/analysis").json()["id"] == job["id"]
    told = there.http.get(f"/jobs/{job['id']}", params={"wait": 25}).json()
    assert (told["status"], told["result"]["complete"]) == ("done", True)


def test_a_job_is_given_up_from_anywhere(ann: tuple[Visitor, Visitor]) -> None:
    here, there = ann
    table = here.open("barrier", seats=["me", "me"], start=True)["id"]
    for _ in range(2):
        here.move(table)
    here.order(table, do="resign")
    job = here.http.post(f"/tables/{table}/analysis").json()
    assert there.http.delete(f"/jobs/{job['id']}").status_code == 204
    status = here.http.get(f"/jobs/{job['id']}").json()["status"]
    assert status in ("cancelled", "done"), "it may have been quicker"


def test_a_mute_holds_at_every_server(two: Two, ann: tuple[Visitor, Visitor]) -> None:
    here, there = ann
    with Visitor(two[0].address, "Ben") as ben:
        table = here.open("barrier")["id"]
        assert ben.order(table, do="sit").status_code == 200
        number = ben.order(table, do="say", text="rude").json()["number"]
        with there.live(table) as live:
            live.until("hello")
            asked = {"table": table, "number": number}
            assert here.http.post("/me/mutes", json=asked).status_code == 201
            live.until("bye")
        ben.order(table, do="say", text="rude again")
        with there.live(table, after=1) as live:
            assert live.until("hello")["chat"] == []
            said = [act for line in live.heard for act in line.get("acts", [])]
            assert "said" not in [act["act"] for act in said]


def test_whose_turn_it_is_is_known_where_nobody_plays(ann: tuple[Visitor, Visitor]) -> None:
    here, there = ann
    table = here.open("expion", seats=["me", "me"], start=True)["id"]
    for _ in range(3):
        entry = next(e for e in there.http.get("/me/tables").json() if e["id"] == table)
        assert entry["to_move"] == here.look(table)["position"]["to_move"]
        here.move(table)


def test_a_rematch_opened_at_one_server_is_told_at_the_other(
    ann: tuple[Visitor, Visitor],
) -> None:
    here, there = ann
    table = here.open("expion", seats=["me", "me"], start=True)["id"]
    here.order(table, do="resign")
    with there.live(table) as live:
        live.until("hello")
        assert here.order(table, do="rematch").status_code == 200
        following = live.until_act("rematched")["table"]["next"]
    assert there.look(following)["table"]["before"] == table
    assert there.order(table, do="rematch").status_code == 409

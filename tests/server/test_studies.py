"""Records that people bring along are analysed like matches of the house, within bounds."""

import asyncio
from collections.abc import Iterator

import jsonschema
import pytest
from sqlalchemy import Connection, insert, select, text

import tabletier as tt
from tabletier.search.analysis.report import SCHEMA
from tabletier.server.db.database import open_engine
from tabletier.server.db.schema import jobs
from tabletier.server.db.upgrading import config, upgrade
from tabletier.server.jobs import service
from tabletier.server.jobs.ledger import BROUGHT_MS, Ledger
from tests.server.houses import OpenHouse, open_house
from tests.server.test_desk import Slow, refusal, waited
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("studies"), simulations=2) as house:
        yield house


@pytest.fixture
def ada(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Ada") as visitor:
        yield visitor


def played(seed: str, moves: int = 3) -> tt.Match:
    match = tt.new("barrier", seed=seed)
    for _ in range(moves):
        match = match.play(match.legal_moves()[0])
    return match


class TestStudies:
    def test_a_record_is_looked_at_once_and_kept_for_whoever_brings_it(
        self, house: OpenHouse, ada: Visitor
    ) -> None:
        record = played("once").resign(1).record()
        job = waited(ada, ada.http.post("/records/analysis", content=record))
        assert (job["kind"], job["status"], job["table"]) == ("analysis", "done", None)
        assert (job["done"], job["total"]) == (3, 3)
        jsonschema.validate(job["result"], SCHEMA)
        with Visitor(house.address, "Bob") as bob:
            again = bob.http.post("/records/analysis", content=record).json()
            assert (again["id"], again["result"]) == (job["id"], job["result"])
            picture = bob.http.get(f"/jobs/{job['id']}/ribbon")
            assert picture.headers["content-type"] == "image/svg+xml"

    def test_two_records_are_two_things(self, ada: Visitor) -> None:
        found = [
            waited(ada, ada.http.post("/records/analysis", content=played(seed).resign(1).record()))
            for seed in ("one", "two")
        ]
        assert found[0]["id"] != found[1]["id"]

    @pytest.mark.parametrize("reveal", [True, False])
    def test_only_of_matches_that_are_over_and_revealed(self, ada: Visitor, reveal: bool) -> None:
        match = played("later") if reveal else played("later").resign(1)
        answer = ada.http.post("/records/analysis", content=match.record(reveal=reveal))
        assert refusal(answer) == (409, "table/wrong-time")

    def test_neither_empty_nor_endless_matches(
        self, ada: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MOST_MOVES", 2)
        for moves in (0, 3):
            record = played("long", moves).resign(1).record()
            answer = ada.http.post("/records/analysis", content=record)
            assert refusal(answer) == (409, "table/wrong-time")

    def test_what_is_no_record_or_too_long_is_refused(self, ada: Visitor) -> None:
        answer = ada.http.post("/records/analysis", content=b"nonsense")
        assert refusal(answer) == (422, "record/bad")
        answer = ada.http.post("/records/analysis", content=b"x" * 600_000)
        assert refusal(answer) == (413, "request/long")

    def test_one_at_a_time(self, ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        slow = Slow(monkeypatch)
        first = ada.http.post("/records/analysis", content=played("first").resign(1).record())
        assert first.status_code == 202
        slow.until(begun=1)
        same = ada.http.post("/records/analysis", content=played("first").resign(1).record())
        assert same.json()["id"] == first.json()["id"]
        other = ada.http.post("/records/analysis", content=played("other").resign(1).record())
        assert refusal(other) == (429, "job/too-many")
        assert int(other.headers["retry-after"]) > 0
        assert ada.http.delete(f"/jobs/{first.json()['id']}").status_code == 204
        slow.until(stopped=1)


def test_a_study_goes_with_whoever_asked_or_after_a_month(database: str) -> None:
    async def kept() -> None:
        engine = open_engine(database)
        await upgrade(engine)
        ledger, now = Ledger(engine), 10 * BROUGHT_MS
        old = await ledger.add("analysis", None, "old", "ada", now - BROUGHT_MS - 1)
        new = await ledger.add("analysis", None, "new", "ada", now - BROUGHT_MS + 1)
        for job in (old, new):
            await ledger.end(job.id, status="done", result="{}")
        await ledger.add("analysis", None, "another", "bob", now)
        assert await ledger.find(old.id) is None
        assert await ledger.find(new.id) is not None
        assert await ledger.same("analysis", None, "new", now) is not None
        assert await ledger.going_on("bob", now, brought=True) == 1
        await ledger.forget("ada")
        assert await ledger.find(new.id) is None
        await engine.dispose()

    asyncio.run(kept())


def _up_to(connection: Connection, version: str) -> None:
    from alembic import command

    command.upgrade(config(connection), version)


def test_jobs_of_an_older_house_are_kept_and_still_go_with_their_table(database: str) -> None:
    """0005: SQLite writes the relation anew; nothing of it may be lost on the way.

    0006: nor may the relation of tables take its lines and jobs along.
    """

    async def upgraded() -> None:
        engine = open_engine(database)
        table: dict[str, object] = {
            "id": "t",
            "seed": "s",
            "game": "barrier",
            "public": False,
            "status": "over",
        }
        table |= {"free": 0, "opened": 1, "touched": 1}
        job: dict[str, object] = {
            "id": "j",
            "kind": "analysis",
            "table_id": "t",
            "about": "",
            "person": "ada",
        }
        job |= {"status": "done", "done": 3, "total": 3, "result": "{}"}
        job |= {"made": 1, "seen": 1, "beat": 1}
        async with engine.begin() as connection:
            await connection.run_sync(_up_to, "0004")
            names = ", ".join(table)
            values = ", ".join(f":{name}" for name in table)
            await connection.execute(text(f"insert into tables ({names}) values ({values})"), table)
            await connection.execute(insert(jobs).values(**job))
            line = (
                "insert into lines (table_id, number, at, person, acts) values ('t', 0, 1, '', '')"
            )
            await connection.execute(text(line))
        await upgrade(engine)
        async with engine.begin() as connection:
            assert [row.id for row in await connection.execute(select(jobs.c.id))] == ["j"]
            assert (await connection.execute(text("select count(*) from lines"))).scalar() == 1
            await connection.execute(insert(jobs).values(**{**job, "id": "k", "table_id": None}))
            await connection.execute(text("delete from tables"))
            assert [row.id for row in await connection.execute(select(jobs.c.id))] == ["k"]
        await engine.dispose()

    asyncio.run(upgraded())

"""My games, and what others are told of me: as much as I let them see."""

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

import tabletier as tt
from tabletier.match.drawing import FONTS
from tabletier.server.app import app_of
from tabletier.server.db.history import PlayedMatch
from tabletier.server.http.routes.history import balances, match_shown
from tabletier.server.http.static import PageMiddleware
from tabletier.server.jobs.painter import Painter
from tests.server.accounts import refused
from tests.server.houses import OpenHouse, open_house
from tests.server.shapes import check


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("history")) as house:
        house.wait_until_ready()
        yield house


def played(one: httpx.Client, other: httpx.Client, **asked: Any) -> str:
    """A match of Ex*pion that the first of two resigns; its table."""
    wanted = {"game": "expion", "seats": ["me", "open"], **asked}
    table: str = one.post("/tables", json=wanted).json()["id"]
    for client, do in ((other, "sit"), (one, "start"), (one, "resign")):
        answer = client.post(f"/tables/{table}/orders", json={"do": do})
        assert answer.status_code == 200, answer.text
    return table


def ids(client: httpx.Client, path: str = "/me/games", **query: Any) -> list[str]:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return [match["id"] for match in answer.json()]


def handle_of(client: httpx.Client) -> str:
    found: str = client.get("/me").json()["handle"]
    return found


def test_my_games_from_my_side_filtered_searched_and_in_pages(house: OpenHouse) -> None:
    ada, zoe, bob = house.guest("Ada"), house.guest("Zoë"), house.guest("Bob")
    first, second = played(ada, zoe), played(zoe, ada, public=False)
    solo = {"game": "punto", "seats": ["me", 1], "start": True}
    against_house = ada.post("/tables", json=solo).json()["id"]
    ada.post(f"/tables/{against_house}/orders", json={"do": "resign"})
    (latest, *_) = found = ada.get("/me/games").json()
    for match in found:
        check("MatchPlayed", match)
    assert [match["id"] for match in found] == [against_house, second, first]
    assert [match["outcome"] for match in found] == ["lost", "won", "lost"]
    assert (latest["reason"], latest["moves"], latest["players"]) == ("resignation", 0, 2)
    assert [seat["yours"] for seat in latest["seats"]] == [True, False]
    assert latest["seats"][1]["house"]
    assert ids(ada, game="expion") == [second, first]
    assert ids(ada, outcome="won") == [second]
    assert ids(ada, house=True) == [against_house]
    assert ids(ada, house=False, players=2) == [second, first]
    assert ids(ada, search="zoe") == [second, first]
    assert ids(ada, search="ZOË expion") == [second, first]
    assert ids(ada, search="ada") == [], "one's own name finds nothing"
    assert ids(ada, against=handle_of(zoe)) == [second, first]
    assert ids(ada, against=handle_of(bob)) == []
    page = ada.get("/me/games", params={"limit": 2}).json()
    after = {"before": page[-1]["ended"], "last": page[-1]["id"]}
    assert ids(ada, **after) == [first]
    assert ids(bob) == []
    assert refused(ada.get("/me/games", params={"against": "nobody"})) == (404, "person/none")
    assert ada.get("/me/games", params={"outcome": "?"}).status_code == 422
    for path in ("/me/games", "/me/games/export", f"/people/{handle_of(ada)}/games"):
        told = ada.get(path, params={"result": "won", "lang": "en"})
        assert refused(told) == (422, "query/unknown")
        assert 'no filter "result" here; there are game, outcome, ' in told.json()["text"]


def test_a_match_against_oneself_is_listed_once_and_counted_nowhere(house: OpenHouse) -> None:
    eve = house.guest("Eve")
    asked = {"game": "expion", "seats": ["me", "me"], "start": True}
    table = eve.post("/tables", json=asked).json()["id"]
    assert eve.get(f"/tables/{table}/result").json() is None
    eve.post(f"/tables/{table}/orders", json={"do": "resign"})
    (match,) = eve.get("/me/games").json()
    assert match["outcome"] == "mixed"
    assert ids(eve, outcome="lost") == []
    assert eve.get("/me/profile").json()["games"] == []
    assert eve.get(f"/tables/{table}/result").json() == match
    assert refused(eve.get("/tables/none/result")) == (404, "table/unknown")


def test_matches_are_taken_away_with_their_records_or_as_a_table(house: OpenHouse) -> None:
    ada, formula = house.guest("Ada"), house.guest("=1+1")
    tables = [played(ada, formula) for _ in range(2)]
    lines = ada.get("/me/games/export").text.splitlines()
    taken = [json.loads(line) for line in lines]
    assert [match["id"] for match in taken] == tables[::-1]
    for match in taken:
        assert tt.verify(match["record"]).match.result == tt.Result((1,), "resignation")
    answer = ada.get("/me/games/export", params={"as": "csv"})
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    times = [datetime.fromisoformat(row["ended"]) for row in rows]
    assert [int(time.timestamp()) for time in times] == [match["ended"] // 1000 for match in taken]
    assert [(row["id"], row["outcome"]) for row in rows] == [
        (table, "lost") for table in tables[::-1]
    ]
    assert rows[0]["others"] == "'=1+1", "no spreadsheet reckons with a name"


def test_a_profile_shows_what_its_person_allows(house: OpenHouse) -> None:
    ada, ben, nobody = house.guest("Ada"), house.guest("Ben"), house.client()
    public, private = played(ada, ben), played(ada, ben, public=False)
    handle = handle_of(ada)
    mine = ada.get("/me/profile").json()
    check("Profile", mine)
    counts = {"matches": 2, "won": 0, "lost": 2, "drawn": 0}
    assert mine["games"] == [{"game": "expion", "players": 2, "moves": 0, **counts}]
    assert [(rival["name"], rival["matches"]) for rival in mine["rivals"]] == [("Ben", 2)]
    assert (mine["partners"], mine["yours"], mine["between"]) == ([], True, None)
    assert mine["ratings"] == [], "nothing was rated"
    seen = nobody.get(f"/people/{handle}").json()
    check("Profile", seen)
    assert seen["games"][0]["matches"] == 1
    assert ids(nobody, f"/people/{handle}/games") == [public]
    assert seen["between"] is None
    between = ben.get(f"/people/{handle}").json()["between"]
    assert between["against"] == {"matches": 2, "won": 2, "lost": 0, "drawn": 0}
    assert ada.patch("/me", json={"shows": "all"}).json()["shows"] == "all"
    assert ids(nobody, f"/people/{handle}/games") == [private, public]
    ada.patch("/me", json={"shows": "nothing"})
    for path in (f"/people/{handle}", f"/people/{handle}/games", "/people/none"):
        assert refused(nobody.get(path)) == (404, "person/none")
    assert ada.get(f"/people/{handle}").json()["games"][0]["matches"] == 2
    theirs = ben.get("/me/profile").json()
    assert [(rival["name"], rival["handle"]) for rival in theirs["rivals"]] == [("Ada", None)]
    assert nobody.get(f"/people/{handle_of(ben)}").json()["rivals"] == [], "Ada hides"
    (latest, *_) = ben.get("/me/games").json()
    assert latest["seats"][0]["handle"] is None


def test_nobody_is_told_by_their_id(house: OpenHouse) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = played(ada, ben)
    known = [
        person
        for client in (ada, ben)
        if (person := house.house.cookies.read(client.cookies["tabletier"]))
    ]
    assert len(known) == 2
    paths = ["/me/games", "/me/profile", f"/people/{handle_of(ben)}", f"/tables/{table}/result"]
    for path in (*paths, "/me/games/export", "/me"):
        text = ada.get(path).text
        assert not [person for person, _ in known if person in text], path


def test_guests_keep_their_games_and_the_forgotten_leave_none(house: OpenHouse) -> None:
    gus, ben = house.guest("Gus"), house.guest("Ben")
    table = played(gus, ben)
    login = {"login": "gus-of-history", "password": "correct horse battery"}
    assert gus.post("/me/account", json=login).status_code == 201
    assert ids(gus) == [table]
    second = house.guest("Gustave")
    other = played(second, ben)
    assert second.post("/login", json=login).json()["brought"] == 1
    assert ids(second) == [other, table]
    handle = handle_of(ben)
    assert ben.post("/me/delete", json={}).status_code == 204
    match = gus.get("/me/games").json()[0]
    assert [seat["name"] for seat in match["seats"]] == ["Gustave", "—"]
    assert ids(gus, search="ben") == []
    assert gus.get("/me/profile").json()["rivals"] == []
    assert gus.get(f"/people/{handle}").status_code == 404


def test_luck_is_told_apart_from_play() -> None:
    def seat(number: int, **told: float | None) -> dict[str, Any]:
        plain = {"seat": number, "side": number, "moves": 9, "choices": 9, "marks": {}}
        return {**plain, **told}

    def kept(luck: float, skill: float, accuracy: float | None) -> str:
        seats = [seat(0, luck=luck, skill=skill, accuracy=accuracy)]
        return json.dumps({"analysis": {"seats": seats, "moves": []}, "ribbon": {}})

    found = balances([("punto", 0, kept(0.2, -0.1, 0.9)), ("punto", 0, kept(-0.1, -0.3, None))])
    (punto,) = found
    assert (punto["game"], punto["matches"], punto["accuracy"]) == ("punto", 2, 0.9)
    assert punto["luck"] == pytest.approx(0.05)
    assert punto["skill"] == pytest.approx(-0.2)


def shape_of(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


def test_positions_have_pictures_that_nobody_may_not_see(house: OpenHouse) -> None:
    ada, ben, nobody = house.guest("Ada"), house.guest("Ben"), house.client()
    table = played(ada, ben)
    drawing = nobody.get(f"/tables/{table}/picture.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert "<title>Ex*pion</title>" in drawing.text
    painted = nobody.get(f"/tables/{table}/picture.png", params={"ply": 0})
    assert shape_of(painted.content)[0] == 800
    card = nobody.get(f"/tables/{table}/picture.png", params={"look": "card"})
    assert shape_of(card.content) == (1200, 630)
    text = nobody.get(f"/tables/{table}/picture.svg", params={"look": "card"}).text
    assert ">Ada<" in text
    assert "Ben wins" in text
    asked = {"game": "expion", "seats": ["me", "me"], "start": True}
    open_to_all = ada.post("/tables", json=asked).json()["id"]
    private = ada.post("/tables", json={**asked, "public": False}).json()["id"]
    waiting = ada.post("/tables", json={"game": "expion"}).json()["id"]
    assert nobody.get(f"/tables/{open_to_all}/picture.svg").status_code == 200
    for shut in (private, waiting):
        assert refused(ada.get(f"/tables/{shut}/picture.svg")) == (409, "table/wrong-time")


def test_letters_are_really_drawn_in_pictures() -> None:
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40">{}</svg>'
    letters = f'<text y="30" font-size="30" font-family="{FONTS}">W</text>'

    async def painted() -> list[bytes]:
        painter = Painter()
        return [await painter.png(frame.format(inner), 99) for inner in ("", letters)]

    empty, written = asyncio.run(painted())
    assert empty != written


def test_a_machine_with_fonts_is_not_told_to_install_some(
    caplog: pytest.LogCaptureFixture,
) -> None:
    plain = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    asyncio.run(Painter().png(plain, 9))
    assert "pictures have no letters" not in caplog.text


def test_a_link_is_shown_with_names_and_result(house: OpenHouse, tmp_path: Path) -> None:
    ada, ben = house.guest("Ada"), house.guest('<b>"Ben"')
    over = played(ada, ben)
    waiting = ada.post("/tables", json={"game": "expion"}).json()["id"]
    private = ada.post(
        "/tables",
        json={"game": "expion", "seats": ["me", "me"], "start": True, "public": False},
    ).json()["id"]
    (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
    app = app_of(house.house)
    app.state.house = house.house
    page = PageMiddleware(app, tmp_path)

    async def told(address: str) -> str:
        async def with_app(given: Any, receive: Any, send: Any) -> None:
            await page({**given, "app": app}, receive, send)

        transport = httpx.ASGITransport(with_app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            return (await client.get(address, headers={"Accept-Language": "en"})).text

    def asked(address: str) -> str:
        return asyncio.run_coroutine_threadsafe(told(address), house.loop).result(60)

    shown = asked(f"/replay/{over}?step=0")
    assert 'property="og:title" content="Ex*pion: Ada – &lt;b&gt;&quot;Ben&quot;"' in shown
    assert "wins (resignation)." in shown
    image = f"http://house/api/v1/tables/{over}/picture.png?look=card&amp;lang=en&amp;ply=0"
    assert image in shown
    assert "A table of Ex*pion is waiting for you." in asked(f"/table/{waiting}")
    hidden = asked(f"/table/{private}")
    assert "The match is under way." in hidden
    assert "Ada" not in hidden
    assert "og:" not in asked("/replay/none")
    assert "og:" not in asked("/")


def test_what_a_match_did_to_one_s_rating_is_told_to_oneself() -> None:
    seat = {"seat": 0, "person": "ann", "mixed": False, "outcome": "won", "shows": None}
    seat |= dict.fromkeys(("name", "house", "opponent", "level", "team", "stand_in", "left"))
    rated = PlayedMatch({"id": "t"}, [{**seat, "handle": None, "mu_before": 1500.4, "mu": 1511.6}])
    assert match_shown(rated, "ann")["change"] == 12
    assert match_shown(rated, "ann", itself=False)["change"] is None
    assert match_shown(rated, None)["change"] is None

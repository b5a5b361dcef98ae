"""Puzzles over HTTP: the same for everybody, graded, rated once, counted for their day."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tabletier.games.kernel.registry import house_keys
from tabletier.match.match import Match
from tabletier.match.puzzles import FIRST_DAY, daily, puzzles, start_of
from tabletier.server.users import solving
from tests.server.accounts import refused
from tests.server.houses import OpenHouse, open_house
from tests.server.shapes import check

GAME = house_keys()[0]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("puzzles")) as house:
        house.wait_until_ready()
        yield house


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def right(shown: dict[str, Any]) -> list[str]:
    return [step["best"][0] for step in shown["steps"]]


def wrong(shown: dict[str, Any]) -> str:
    moves: dict[str, float] = shown["steps"][0]["moves"]
    return max(moves, key=lambda move: moves[move])


def asked(client: httpx.Client, path: str, shape: str, **query: Any) -> Any:
    told = client.get(path, params=query)
    assert told.status_code == 200, told.text
    for one in told.json() if isinstance(told.json(), list) else [told.json()]:
        check(shape, one)
    return told.json()


def answer(client: httpx.Client, shown: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    path = f"/puzzles/{shown['game']}/{shown['id']}/answers"
    told = client.post(path, json={"moves": moves, "day": shown["day"]})
    assert told.status_code == 200, told.text
    check("AnswerShown", told.json())
    found: dict[str, Any] = told.json()
    return found


@pytest.mark.parametrize("game", house_keys())
def test_the_daily_is_the_same_for_everybody_and_shows_what_the_seat_sees(
    house: OpenHouse, game: str
) -> None:
    shown = asked(house.client(), f"/puzzles/{game}/daily", "PuzzleShown")
    assert shown == house.guest("Ada").get(f"/puzzles/{game}/daily").json()
    known = daily(game, today()).puzzle
    match = start_of(game, known)
    first = shown["steps"][0]
    assert (shown["id"], shown["seat"], shown["day"]) == (known.id, known.seat, today())
    assert set(first["moves"]) == set(first["position"]["legal"]) == set(match.legal_moves())
    assert first["position"]["view"] == match.view(known.seat)["table"]
    assert "position" not in known.made


def test_answers_are_graded_and_the_first_is_rated(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    shown = ada.get(f"/puzzles/{GAME}/daily").json()
    missed = answer(ada, shown, [wrong(shown)])
    assert missed["mark"] in ("close", "wrong")
    assert missed["loss"] == shown["steps"][0]["moves"][wrong(shown)]
    assert (missed["done"], missed["streak"]) == (False, 0)
    assert missed["change"] < 0
    solved = answer(ada, shown, right(shown))
    assert (solved["mark"], solved["done"]) == ("best", True)
    assert (solved["streak"], solved["change"]) == (1, 0)
    assert solved["marks"] == [missed["mark"], "best"]
    (mine,) = asked(ada, "/me/puzzles", "SolverShown")
    assert (mine["game"], mine["tries"], mine["solved"], mine["streak"]) == (GAME, 1, 1, 1)
    listed = asked(ada, "/puzzles/daily", "DayShown")
    assert [one["game"] for one in listed] == list(house_keys())
    assert next(one for one in listed if one["game"] == GAME)["marks"] == solved["marks"]


def test_after_three_mistakes_nothing_more_is_noted(house: OpenHouse) -> None:
    eve = house.guest("Eve")
    shown = eve.get(f"/puzzles/{GAME}/daily").json()
    for _ in range(5):
        missed = answer(eve, shown, [wrong(shown)])
    assert len(missed["marks"]) == 3
    late = answer(eve, shown, right(shown))
    assert (late["mark"], late["marks"], late["streak"]) == ("best", missed["marks"], 0)


def test_the_archive_goes_back_to_the_first_day_and_builds_no_streak(house: OpenHouse) -> None:
    bea = house.guest("Bea")
    days = asked(bea, f"/puzzles/{GAME}/archive", "DayShown", limit=62)
    assert days[0]["day"] == today()
    assert days[-1]["day"] == FIRST_DAY.isoformat() or len(days) == 62
    old = bea.get(f"/puzzles/{GAME}/daily", params={"day": days[5]["day"]}).json()
    assert answer(bea, old, right(old))["streak"] == 0
    again = bea.get(f"/puzzles/{GAME}/archive", params={"limit": 62}).json()
    assert [one["day"] for one in again if one["marks"]] == [old["day"]]
    late = bea.get(f"/puzzles/{GAME}/daily", params={"day": days[1]["day"]}).json()
    assert answer(bea, late, right(late))["streak"] == 1  # who was offline has a day


@pytest.mark.parametrize("game", house_keys())
def test_an_illegal_answer_is_refused_by_the_rule_it_breaks_and_is_not_counted(
    house: OpenHouse, game: str
) -> None:
    ada = house.guest("Ada")
    shown = ada.get(f"/puzzles/{game}/daily").json()
    path = f"/puzzles/{game}/{shown['id']}/answers"
    match = start_of(game, daily(game, today()).puzzle)
    told = ada.post(path, json={"moves": ["nonsense"]}, headers={"Accept-Language": "en"})
    assert told.status_code == 422
    assert told.json()["code"] == "move/notation"
    wrong = _illegal(match)
    why = match.explain(wrong)
    assert why is not None
    assert why.rule is not None
    told = ada.post(path, json={"moves": [wrong], "day": shown["day"]})
    assert (told.status_code, told.json()["rule"]) == (422, why.rule)
    assert told.json()["text"] in why.text._asdict().values()
    assert ada.get("/me/puzzles").json() == []


def _illegal(match: Match) -> str:
    """A move of another puzzle of the game that no one may make here, by a rule."""
    for other in puzzles(match.game):
        for move in other.steps[0].moves:
            why = match.explain(move)
            if why is not None and why.rule is not None:
                return move
    raise AssertionError("every move of every puzzle may be made here")


def test_bad_questions_are_answered_in_words(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    shown = ada.get(f"/puzzles/{GAME}/daily").json()
    path = f"/puzzles/{GAME}/{shown['id']}/answers"
    soon = (datetime.now(UTC).date() + timedelta(days=9)).isoformat()
    assert refused(ada.get(f"/puzzles/{GAME}/daily", params={"day": soon})) == (
        404,
        "puzzle/future",
    )
    assert refused(ada.get(f"/puzzles/{GAME}/daily", params={"day": "soon"}))[0] == 422
    assert refused(ada.get("/puzzles/chess/daily")) == (404, "game/unknown")
    assert refused(ada.get("/puzzles/chess/archive")) == (404, "game/unknown")
    none = f"/puzzles/{GAME}/none/answers"
    assert refused(ada.post(none, json={"moves": ["nonsense"]})) == (404, "puzzle/unknown")
    assert refused(house.client().post(path, json={"moves": right(shown)}))[0] == 401


def test_what_was_solved_goes_with_the_guest_into_an_account_and_home(house: OpenHouse) -> None:
    guest = house.guest("Cleo")
    shown = guest.get(f"/puzzles/{GAME}/daily").json()
    answer(guest, shown, right(shown))
    kept = guest.get("/me/export").json()["puzzles"]
    assert [(one["puzzle"], one["marks"], one["day"]) for one in kept] == [
        (shown["id"], ["best"], shown["day"])
    ]
    other = house.guest("Dora")
    made = other.post("/me/account", json={"login": "dora-p", "password": "correct horse"})
    assert made.status_code == 201
    joined = guest.post(
        "/login", json={"login": "dora-p", "password": "correct horse", "bring": True}
    )
    assert joined.status_code == 200, joined.text
    assert [one["streak"] for one in other.get("/me/puzzles").json()] == [1]


def test_a_puzzle_learns_from_those_who_try_it() -> None:
    assert solving.expected(1400, 1400) == 0.5
    assert solving.expected(1800, 1400) > 0.9
    assert solving.pace(0, 24.0, 4.0, 20) == 24.0
    assert solving.pace(10_000, 24.0, 4.0, 20) == 4.0


def test_only_the_puzzle_of_a_day_counts_for_it() -> None:
    game, day = GAME, FIRST_DAY
    known = daily(game, day).puzzle
    other = next(puzzle for puzzle in puzzles(game) if puzzle.id != known.id)
    noon = int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp() * 1000)
    assert solving.is_in_time(game, known, day.isoformat(), noon)
    assert solving.is_in_time(game, known, day.isoformat(), noon + 86_400_000)
    assert not solving.is_in_time(game, known, day.isoformat(), noon + 2 * 86_400_000)
    assert not solving.is_in_time(game, known, day.isoformat(), noon - 86_400_000)
    assert not solving.is_in_time(game, other, day.isoformat(), noon)
    assert not solving.is_in_time(game, known, None, noon)

"""Lessons over HTTP: what is asked, what is tried, and what the engine says of it."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import tabletier as tt
from tabletier.match.lessons import answers, lessons
from tabletier.match.sheets import figures, frames
from tests.server.houses import OpenHouse, open_house
from tests.server.shapes import check


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("lessons")) as house:
        house.wait_until_ready()
        yield house


def tried(client: httpx.Client, game: str, number: int, *moves: str) -> dict[str, Any]:
    answer = client.post(f"/games/{game}/lessons/{number}/try", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    check("AttemptShown", found)
    return found


@pytest.mark.parametrize("game", tt.games())
def test_every_lesson_is_shown_and_can_be_done(house: OpenHouse, game: str) -> None:
    client = house.client()
    listed = client.get(f"/games/{game}/lessons").json()
    assert [lesson["number"] for lesson in listed] == list(range(1, len(lessons(game)) + 1))
    assert len(listed) >= 6
    for shown, lesson in zip(listed, lessons(game), strict=True):
        check("LessonShown", shown)
        assert shown["position"]["to_move"] == shown["seat"]
        assert shown["position"]["legal"]
        done: list[str] = []
        for _ in range(shown["moves"]):
            done.append(answers(lesson, done)[0])
            made = tried(client, game, lesson.number, *done)
            assert made["moves"] == done
            assert made["scenes"][0]["move"] == done[-1]
            assert made["scenes"][0]["told"]
        assert (made["verdict"], made["met"]) == ("met", True)
        assert made["text"] == lesson.praise._asdict()


@pytest.mark.parametrize("game", tt.games())
def test_what_is_legal_but_not_asked_for_is_explained(house: OpenHouse, game: str) -> None:
    client, missed = house.client(), 0
    for lesson in lessons(game):
        shown = tried(client, game, lesson.number)
        assert shown["verdict"] == "begun"
        assert shown["text"] == lesson.text._asdict()
        wrong = sorted(set(shown["position"]["legal"]) - set(answers(lesson)))
        if wrong:
            made = tried(client, game, lesson.number, wrong[0])
            assert (made["verdict"], made["met"], made["moves"]) == ("missed", False, [])
            assert made["scenes"][0]["move"] == wrong[0]
            assert made["position"] == shown["position"]
            assert made["text"]["fr"]
            missed += 1
    assert missed


def test_what_is_against_the_rules_is_refused_by_the_engine(house: OpenHouse) -> None:
    client = house.client()
    for game in tt.games():
        made = tried(client, game, 1, "nonsense")
        assert made["verdict"] == "refused"
        assert made["refusal"]["code"] == "move/notation"
        assert made["refusal"]["text"] == made["text"]["en"]
        assert made["scenes"] == []


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/games/nothing/lessons/1/try", "game/unknown"),
        ("/games/punto/lessons/0/try", "lesson/unknown"),
        ("/games/punto/lessons/99/try", "lesson/unknown"),
    ],
)
def test_what_is_not_there(house: OpenHouse, path: str, code: str) -> None:
    answer = house.client().post(path, json={"moves": []})
    assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_too_much_is_refused(house: OpenHouse) -> None:
    for moves in (["x"] * 17, ["x" * 300]):
        answer = house.client().post("/games/punto/lessons/1/try", json={"moves": moves})
        assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")
    assert house.client().get("/games/nothing/lessons").status_code == 404


@pytest.mark.parametrize("game", tt.games())
def test_the_pictures_of_a_sheet_are_told_as_the_board_draws_them(
    house: OpenHouse, game: str
) -> None:
    answer = house.client().get(f"/games/{game}/pictures")
    assert answer.status_code == 200, answer.text
    listed = answer.json()
    assert [shown["name"] for shown in listed] == [figure.name for figure in figures(game)]
    for shown, figure in zip(listed, figures(game), strict=True):
        check("FigureShown", shown)
        moves = list(figure.block.moves)
        assert [frame["move"] for frame in shown["frames"]] == [None, *moves]
        assert [frame["proposed"] for frame in shown["frames"]] == [*moves, None]
        for frame, match in zip(shown["frames"], frames(figure), strict=True):
            assert frame["to_move"] == match.to_move
            assert bool(frame["events"]) == (frame["move"] is not None)


def test_there_are_no_pictures_of_an_unknown_game(house: OpenHouse) -> None:
    assert house.client().get("/games/chess/pictures").status_code == 404

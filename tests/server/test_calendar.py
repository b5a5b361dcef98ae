"""A calendar of one's moves: as RFC 5545 has it, at an address that only its owner knows."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletier.games.kernel.text import Text
from tabletier.server.tables.calendar import LINE, DueMove, calendar, folds
from tests.server.visitors import Visitor, served

DUE = int(datetime(2026, 11, 20, 14, 5, tzinfo=UTC).timestamp() * 1000)
DAYS = {"kind": "days", "seconds": 259_200, "hours": 14, "leave": 14}


def due_move(others: tuple[str, ...] = ("Ben",), table: str = "aB_c-1") -> DueMove:
    return DueMove(table, Text("Jeu", "Game"), others, DUE, DUE - 999_000)


def unfolded(text: str) -> list[str]:
    """The lines of a calendar, read as the RFC says."""
    assert text.endswith("\r\n")
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert all(re.match(r"[A-Z-]+(;[A-Z=]+)*:", line) for line in lines), lines
    return lines


def test_an_event_has_all_that_it_must_have() -> None:
    lines = unfolded(calendar([due_move()], "https://house.example", "en"))
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tabletier//Days to think//EN"]
    event = lines[lines.index("BEGIN:VEVENT") : lines.index("END:VEVENT")]
    assert "UID:aB_c-1@tabletier" in event
    assert "DTSTAMP:20261120T134821Z" in event
    assert "DTSTART:20261120T133500Z" in event
    assert "DTEND:20261120T140500Z" in event
    assert "SUMMARY:Game: your turn (Ben)" in event
    assert "URL:https://house.example/table/aB_c-1" in event
    assert lines[-1] == "END:VCALENDAR"


def test_names_cannot_write_lines_of_their_own() -> None:
    name = "Eve; DROP,\\ \r\nBEGIN:VEVENT\u2028"
    text = calendar([due_move((name,))], "https://house.example", "fr")
    assert [line for line in unfolded(text) if line == "BEGIN:VEVENT"] == ["BEGIN:VEVENT"]
    assert r"Eve\; DROP\,\\ " in text.replace("\r\n ", "")


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=300))
def test_lines_are_folded_between_signs(line: str) -> None:
    parts = list(folds(line))
    assert all(len(part.encode()) <= LINE + 2 for part in parts)
    assert parts[0][:-2] + "".join(part[1:-2] for part in parts[1:]) == line
    assert all(part.startswith(" ") for part in parts[1:])


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_calendar_without_moves_is_one_too(language: str) -> None:
    assert unfolded(calendar([], "", "fr" if language == "fr" else "en"))[-1] == "END:VCALENDAR"


def test_by_days_over_http(tmp_path: Path) -> None:
    """Ann and Ben play by days: what each is told, and where a calendar reads it."""
    with (
        served(tmp_path) as house,
        Visitor(house.address, "Ann") as ann,
        Visitor(house.address, "Ben") as ben,
    ):
        table = ann.open("expion", seats=["me", "open"], clock=DAYS)["id"]
        ben.order(table, do="sit")
        ann.order(table, do="start")
        (mine,) = ann.http.get("/me/tables?turn=true").json()
        assert mine["id"] == table
        assert mine["your_turn"]
        assert mine["due"] == ann.look(table)["position"]["clock"]["due"]
        assert ben.http.get("/me/tables?turn=true").json() == []
        (other,) = ben.http.get("/me/tables").json()
        assert (other["due"], other["your_turn"], other["to_move"]) == (None, False, 0)
        for hidden in ("turn_of", "sitters"):
            assert hidden not in mine

        explored = ben.http.post(f"/tables/{table}/explore", json={"moves": []}).json()
        theirs = explored["legal"][0]
        after = ben.http.post(f"/tables/{table}/explore", json={"moves": [theirs]}).json()
        assert (after["to_move"], after["plies"]) == (1, 0)
        wrong = ben.http.post(f"/tables/{table}/explore", json={"moves": ["z1-z2"]})
        assert wrong.status_code == 422
        plan = {"do": "plan", "lines": [[theirs, after["legal"][0]]]}
        assert ben.order(table, **plan).status_code == 200
        assert ann.look(table)["table"]["days"]["plan"] == []
        assert "planned" not in ann.http.get(f"/tables/{table}/lines").text

        place = ann.http.get("/me/calendar").json()["address"]
        assert ann.http.get("/me/calendar").json()["address"] == place
        read = house.client(under="").get(place)
        assert read.status_code == 200
        assert read.headers["content-type"] == "text/calendar; charset=utf-8"
        assert f"UID:{table}@tabletier" in unfolded(read.text)
        assert "(Ben)" in read.text
        assert ann.http.post("/me/calendar").status_code == 201
        assert house.client(under="").get(place).status_code == 404
        for wrong_place in ("x", "e30.x", "%00"):
            where = f"/api/v1/calendar/{wrong_place}.ics"
            assert house.client(under="").get(where).status_code == 404

        assert ann.order(table, do="move", move=theirs, ply=0).status_code == 200
        for _ in range(500):
            if len(ann.look(table)["moves"]) == 2:
                break
        assert ann.look(table)["moves"] == [theirs, after["legal"][0]]

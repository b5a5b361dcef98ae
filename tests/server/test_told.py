"""Moves in sentences, for those who ask for them, in their language."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Event
from tabletier.games.kernel.text import Text
from tabletier.match.sentences import sentences
from tabletier.server.live.broadcast import Listener, tell
from tests.server.houses import OpenHouse, open_house
from tests.server.pure import Desk
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("told")) as house:
        house.wait_until_ready()
        yield house


def acts_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    acts: list[dict[str, Any]] = message["acts"]
    return acts


@pytest.mark.parametrize("game", tt.games())
def test_two_who_look_at_one_table_hear_it_each_in_their_language(
    house: OpenHouse, game: str
) -> None:
    with Visitor(house.address, "Ann") as ann, Visitor(house.address, "Ben") as ben:
        table = ann.open(game, seats=["me", "me"], start=True)["id"]
        with (
            ann.live(table, tell="fr") as french,
            ben.live(table, tell="en") as english,
            ben.live(table) as silent,
        ):
            for live in (french, english, silent):
                live.until("hello")
            ann.move(table)
            heard = [live.until_act("moved") for live in (french, english, silent)]
        fr, en, none = (acts_of(line)[0] for line in heard)
        assert fr["told"]
        assert len(fr["told"]) == len(en["told"])
        assert fr["told"] != en["told"]
        assert "told" not in none
        (last,) = ben.http.get(f"/tables/{table}", params={"tell": "en"}).json()["last"]
        assert last == {key: en[key] for key in ("act", "seat", "ply", "move", "events", "told")}
        assert "last" not in ben.look(table)


def test_the_end_is_told(house: OpenHouse) -> None:
    with Visitor(house.address, "Ann") as ann:
        table = ann.open("barrier", seats=["me", "me"], start=True)["id"]
        ann.move(table)
        with ann.live(table, tell="en") as live:
            live.until("hello")
            ann.order(table, do="resign").raise_for_status()
            line = live.until_act("ended")
        assert acts_of(line)[0]["told"] == ["Player 2 wins (resignation)."]
        shown = ann.http.get(f"/tables/{table}", params={"tell": "fr"}).json()
        moved, ended = shown["last"]
        assert moved["move"] == shown["moves"][-1]
        assert ended == {**acts_of(line)[0], "told": ["Joueur 2 gagne (abandon)."]}
        streamed = ann.http.get(f"/tables/{table}/lines", params={"tell": "en"}).json()
        assert acts_of(streamed[-1])[0]["told"] == ["Player 2 wins (resignation)."]


def test_before_the_start_there_is_no_last_move_and_then_the_set_up(house: OpenHouse) -> None:
    with Visitor(house.address, "Ann") as ann:
        table = ann.open("punto", seats=["me", "me"])["id"]
        assert ann.http.get(f"/tables/{table}?tell=en").json()["last"] == []
        ann.order(table, do="start").raise_for_status()
        (last,) = ann.http.get(f"/tables/{table}?tell=en").json()["last"]
        (line,) = ann.http.get(f"/tables/{table}/lines?tell=en&after=1").json()
        assert [last] == acts_of(line)
        assert last["told"]


def test_no_other_language_is_spoken(house: OpenHouse) -> None:
    with Visitor(house.address, "Ann") as ann:
        table = ann.open("punto")["id"]
        answer = ann.http.get(f"/tables/{table}", params={"tell": "de"})
        assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")


def test_a_line_is_put_into_words_once_for_all_who_want_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk("barrier").seat_all()
    desk.move()
    said: list[str] = []

    def counted(game: str, events: Iterable[Event]) -> list[Text]:
        said.append(game)
        return sentences(game, events)

    listeners = [Listener("ann"), Listener("ben"), Listener(None)]
    patched = "tabletier.server.tables.show.sentences"
    monkeypatch.setattr(patched, counted)
    tell(desk.table, desk.log[-1], listeners, desk.now)
    assert not said
    listeners += [Listener(None, language="fr") for _ in range(5)]
    tell(desk.table, desk.log[-1], listeners, desk.now)
    assert len(said) == 1


@pytest.mark.parametrize("game", tt.games())
def test_the_sides_are_shown_before_the_start_and_after(game: str) -> None:
    desk = Desk(game)
    sides = [list(side) for side in desk.shown(None)["table"]["teams"]]
    assert sorted(seat for side in sides for seat in side) == list(range(len(desk.table.seats)))
    desk.seat_all()
    assert desk.table.match is not None
    assert desk.shown(None)["table"]["teams"] == desk.table.match.teams


def test_the_sides_change_with_the_options() -> None:
    desk = Desk("punto")
    assert len(desk.shown(None)["table"]["teams"]) == 2
    desk.order("ann", "change", options={"players": 8, "teams": True})
    assert [len(side) for side in desk.shown(None)["table"]["teams"]] == [2, 2, 2, 2]

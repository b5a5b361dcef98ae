"""Several seats of one person are several people at one screen: each is told what they may know."""

from typing import Any

import pytest

from tabletier.match.match import Match
from tabletier.server.live.broadcast import encode, retold
from tabletier.server.tables.replay import film, replayed
from tabletier.server.tables.show import snapshot
from tabletier.server.tables.talk import audience_of
from tests.server.pure import Desk
from tests.server.shapes import check

ROWS = ("row BBWWBBWWWWBB", "row WBWBWBWBWBWB")
HANDS = {"players": 2, "expert": True}


def around_one_screen(game: str, options: dict[str, Any], *persons: str) -> Desk:
    return Desk(game, options, takeback="free").seat_all(*persons or ("ann", "ann"))


def replay(desk: Desk, person: str = "ann") -> dict[str, Any]:
    return replayed(film(desk.table, audience_of(desk.table, person), desk.log))


def sent_after(desk: Desk, number: int) -> bytes:
    """All that the screen is sent from a line on, masked where two worlds always differ."""
    match = desk.table.match
    assert match is not None
    told = retold(desk.table, desk.log, number, "ann", language="fr")
    shown = snapshot(desk.table, "ann", desk.now, language="fr")
    return encode([told, shown, replay(desk)]).replace(match.commitment.encode(), b"")


@pytest.mark.parametrize("persons", [("ann", "ann"), ("ann", "ann", "ben")])
def test_a_row_is_not_told_to_whoever_gets_the_screen(persons: tuple[str, ...]) -> None:
    worlds = []
    for row in ROWS:
        desk = around_one_screen("point", {"players": len(persons)}, *persons)
        desk.move(row)
        worlds.append(sent_after(desk, 0))
    assert worlds[0] == worlds[1]


def test_whoever_chose_a_row_is_shown_it_again_with_the_screen() -> None:
    desk = around_one_screen("point", {"players": 3}, "ann", "ann", "ben")
    desk.move(ROWS[0])
    assert desk.told("ann")["moves"] == [None]
    line = desk.move(ROWS[1])
    assert line.number == desk.told("ann")["number"]
    assert desk.told("ann")["moves"] == [ROWS[0], None]  # the first of Ann's looks
    assert desk.shown("ann")["moves"] == [ROWS[0], None]
    assert "moves" not in desk.told("ben")


def test_all_moves_are_told_once_the_last_row_is_chosen() -> None:
    desk = around_one_screen("point", {"players": 2}, "ann", "ben")
    desk.move(ROWS[0])
    assert "moves" not in desk.told("ben")
    desk.move(ROWS[1])
    for person in ("ann", "ben", None):
        check("Line", desk.told(person))
        assert desk.told(person)["moves"] == list(ROWS)
    desk.move()
    assert "moves" not in desk.told("ben")


def test_a_take_back_tells_the_moves_that_stand() -> None:
    desk = around_one_screen("expion", {}, "ann", "ben")
    desk.move()
    desk.move()
    desk.order("ben", "ask", question="takeback")
    assert desk.told("ann")["moves"] == desk.table.moves == desk.shown("ann")["moves"]


def test_a_hand_is_not_told_to_whoever_gets_the_screen() -> None:
    desk = around_one_screen("punto", HANDS)
    for _ in range(6):
        match, seat = desk.table.match, desk.table.to_move
        assert match is not None
        assert seat is not None
        shown = desk.shown("ann")["position"]
        assert shown["hides"] is True
        assert "?" not in shown["view"]["hands"][seat]
        assert set(shown["view"]["hands"][1 - seat]) == {"?"}
        told = replay(desk)["steps"]
        assert {card for step in told for hand in step["view"]["hands"] for card in hand} == {"?"}
        assert not [event for step in told for event in step["events"] if drawn(event)]
        desk.move()


def drawn(event: dict[str, Any]) -> bool:
    """Whether an event tells a card that somebody took into a hidden hand."""
    return bool(event["type"] == "drawn" and event["card"] != "?")


def test_once_it_is_over_all_of_it_can_be_looked_at() -> None:
    desk = around_one_screen("punto", HANDS)
    desk.move()
    desk.order("ann", "resign")
    hands = [step["view"]["hands"] for step in replay(desk)["steps"]]
    assert "?" not in hands[0][0] + hands[1][1]
    rows = around_one_screen("point", {"players": 2})
    rows.move(ROWS[0])
    rows.order("ann", "resign")
    assert rows.shown("ann")["moves"] == [ROWS[0]]


def hides(game: str, options: dict[str, Any]) -> bool:
    desk = around_one_screen(game, options, *["ann"] * int(options["players"]))
    assert isinstance(desk.table.match, Match)
    return "hides" in desk.shown("ann")["position"]


def test_a_screen_is_covered_only_where_one_sees_more_than_another() -> None:
    assert not hides("punto", {"players": 3})  # who holds which neutral card is hidden from all
    assert hides("punto", {"players": 3, "expert": True})
    assert hides("point", {"players": 2})
    assert not hides("point", {"players": 2, "rows": "random"})

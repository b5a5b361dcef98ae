"""Two worlds that differ only in what somebody may not know look the same to them, to the byte."""

import asyncio
import json
from typing import Any

import pytest

from tabletier.match.history import foreseen
from tabletier.server.live.broadcast import Listener, encode, retold, tell
from tabletier.server.tables.replay import film, replayed
from tabletier.server.tables.show import snapshot
from tabletier.server.tables.talk import audience_of
from tests.server.pure import PERSONS, Desk

MASK = "the commitment"


def everything(desk: Desk, person: str | None) -> bytes:
    """All that a person is ever sent: the table, each line at its time, and again afterwards."""
    assert desk.table.match is not None
    listener = Listener(person)
    tell(desk.table, desk.log[-1], [listener], desk.log[-1].at)
    live = asyncio.run(listener.next())
    assert live is not None
    lines = desk.retold(person)
    assert json.loads(live) == json.loads(encode(lines[-1]))
    told = retold(desk.table, desk.log, 0, person, language="fr")
    shown = snapshot(desk.table, person, desk.now, language="fr")
    replay = replayed(film(desk.table, audience_of(desk.table, person), desk.log))
    legal = desk.table.match.legal_moves()[::7]
    preview = foreseen(desk.table.match, legal) if desk.mover == person else None
    sent = encode([desk.shown(person), lines, told, shown, replay, preview]) + live
    return sent.replace(desk.table.match.commitment.encode(), MASK.encode())


def assert_alike(worlds: list[Desk], onlookers: list[str | None]) -> None:
    for person in onlookers:
        assert everything(worlds[0], person) == everything(worlds[1], person), f"to {person}"


class TestSecretRows:
    """Point: rows are secret until all have chosen."""

    ROWS = ("row BBWWBBWWWWBB", "row WBWBWBWBWBWB")

    def worlds(self, **options: Any) -> list[Desk]:
        return [Desk("point", options, takeback="free").seat_all() for _ in self.ROWS]

    @pytest.mark.parametrize("players", [2, 3])
    def test_a_row_is_known_to_its_player_only(self, players: int) -> None:
        worlds = self.worlds(players=players)
        for desk, row in zip(worlds, self.ROWS, strict=True):
            desk.move(row)
        assert_alike(worlds, [*PERSONS[1:players], "stranger", None])
        assert everything(worlds[0], "ann") != everything(worlds[1], "ann")

    def test_nor_is_it_after_another_row_was_taken_back(self) -> None:
        worlds = self.worlds(players=3)
        for desk, row in zip(worlds, self.ROWS, strict=True):
            desk.move(row)
            desk.move(self.ROWS[0])
            desk.order("ben", "ask", question="takeback")
            assert desk.table.moves == [row]
        assert_alike(worlds, ["ben", "cleo", None])
        for desk in worlds:
            desk.move(self.ROWS[0])
        assert_alike(worlds, ["ben", "cleo", None])

    def test_a_row_that_was_taken_back_stays_secret(self) -> None:
        worlds = self.worlds(players=2)
        for desk, row in zip(worlds, self.ROWS, strict=True):
            desk.move(row)
            desk.order("ann", "ask", question="takeback")
            desk.move(self.ROWS[0])
        assert_alike(worlds, ["ben", None])

    def test_all_are_told_once_the_last_has_chosen(self) -> None:
        desk = self.worlds(players=2)[0]
        desk.move(self.ROWS[0])
        desk.move(self.ROWS[1])
        assert desk.shown(None)["moves"] == list(self.ROWS)


class TestHands:
    """Punto, expert game: a hand is known to its player only."""

    OPTIONS = {"players": 2, "expert": True}  # noqa: RUF012 - never changed

    def twins(self) -> list[Desk]:
        """Two worlds in which Ben holds the same cards, and Ann does not."""
        found: dict[str, Desk] = {}
        for number in range(6000):
            desk = Desk("punto", self.OPTIONS, f"seed {number}").seat_all()
            match = desk.table.match
            assert match is not None
            known = json.dumps([match.view(1), match.events_for(1)], sort_keys=True)
            twin = found.setdefault(known, desk)
            assert twin.table.match is not None
            if twin.table.match.view(0) != match.view(0):
                return [twin, desk]
        raise AssertionError("no twin worlds among so many")

    def test_a_hand_is_known_to_its_player_only(self) -> None:
        worlds = self.twins()
        assert_alike(worlds, ["ben"])
        assert everything(worlds[0], "ann") != everything(worlds[1], "ann")

    def test_a_spectator_sees_no_hand(self) -> None:
        worlds = [Desk("punto", self.OPTIONS, f"seed {number}").seat_all() for number in range(60)]
        seen = [desk.table.match.events_for(None) for desk in worlds if desk.table.match]
        twin = worlds[seen.index(seen[0], 1)]
        assert_alike([worlds[0], twin], [None, "stranger"])


def test_nobody_is_shown_by_their_id() -> None:
    desk = Desk("punto", {"players": 2}).seat_all("person-id-1", "person-id-2")
    assert b"person-id" not in everything(desk, "person-id-2")

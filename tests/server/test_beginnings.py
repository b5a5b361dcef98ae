"""Tables whose match begins in a position: made by somebody, or that of a match played before."""

from typing import Any

import pytest

import tabletier as tt
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Beginning
from tabletier.server.tables.agreement import opening
from tabletier.server.tables.beginning import continued
from tabletier.server.tables.errors import Refused
from tests.server.pure import Desk


def middle(game: str, moves: int = 6, **options: Any) -> tt.Match:
    """A match that has gone on for a while."""
    match = tt.new(game, options, seed="middle")
    for _ in range(moves):
        match = match.play(match.legal_moves()[-1])
    return match


def begun(match: tt.Match, begins: Beginning | None = None) -> Desk:
    """A table where that match's position is played on."""
    beginning = {"position": match.position(), "begins": begins or Beginning()}
    return Desk(match.game, match.options, beginning=beginning)


class TestAPosition:
    @pytest.mark.parametrize("game", tt.games())
    def test_is_where_the_match_begins(self, game: str) -> None:
        match = middle(game)
        desk = begun(match).seat_all()
        assert desk.table.match is not None
        assert desk.table.to_move == match.to_move
        assert desk.table.match.legal_moves() == match.legal_moves()
        desk.move()
        desk.move()
        assert desk.again() == desk.table
        played = tt.load(desk.table.match.record())
        assert played.start == tt.setup(game, match.position(), match.options).start
        assert len(played.moves) == 2

    def test_is_not_told_but_where_it_comes_from_is(self) -> None:
        desk = begun(middle("point"))
        for person in ("ann", "ben", None):
            (opened,) = desk.told(person)["acts"]
            assert "position" not in opened
            assert opened["begins"] == {"table": None, "moves": 0, "redrawn": False}
            assert desk.shown(person)["table"]["begins"] == opened["begins"]
        assert Desk("point").shown("ann")["table"]["begins"] is None

    def test_must_go_with_what_is_agreed_later(self) -> None:
        desk = begun(middle("expion"))
        desk.order("ann", "change", options={"special": "inner"})
        desk = begun(middle("punto"))
        desk.order("ann", "change", talk=False)
        with pytest.raises(Refused) as refusal:
            desk.order("ann", "change", options={"players": 3})
        assert refusal.value.code == "position/bad"

    def test_is_that_of_the_rematch_unless_something_else_is_agreed(self) -> None:
        for special, same in (("corners", True), ("inner", False)):
            desk = begun(middle("expion"), Beginning("other", 6, True)).seat_all()
            desk.order("ann", "resign")
            desk.order("ann", "rematch", options={"special": special})
            desk.order("ben", "rematch")
            _, (opened, *_) = opening(desk.table)
            assert isinstance(opened, acts.Opened)
            assert (opened.position == desk.table.position) is same
            assert opened.begins == (Beginning("other", 6, False) if same else None)

    def test_of_older_logs_is_none(self) -> None:
        old = '[{"act":"opened","game":"expion","options":{},"house":{},"host":"ann"}]'
        (opened,) = acts.read(old)
        assert isinstance(opened, acts.Opened)
        assert opened.position is None
        assert opened.begins is None


class TestPlayingOn:
    def test_nothing_is_redrawn_where_all_is_open(self) -> None:
        match = middle("expion", 8)
        position, begins = continued(match, 5, "table")
        assert position == middle("expion", 5).position()
        assert begins == Beginning("table", 5, False)

    def test_hidden_hands_are_dealt_anew_and_what_the_mover_knew_stays(self) -> None:
        match = middle("punto", 9, players=4, expert=True)
        then = middle("punto", 6, players=4, expert=True)
        seat = then.to_move
        assert seat is not None
        found = [continued(match, 6, "table") for _ in range(8)]
        worlds = [tt.setup("punto", position, match.options) for position, _ in found]
        assert all(begins.redrawn for _, begins in found)
        assert all(world.view(seat)["table"] == then.view(seat)["table"] for world in worlds)
        hands = {str(position["hands"]) for position, _ in found}
        assert len(hands) > 1

    def test_a_secret_row_is_not_told(self) -> None:
        match = tt.new("point", seed="rows").play("row BBBBBBWWWWWW").play("row WWWWWWBBBBBB")
        rows = {continued(match, 1, "table")[0]["rows"][0] for _ in range(8)}
        assert len(rows) > 1

    def test_what_will_be_drawn_comes_from_another_seed(self) -> None:
        _, begins = continued(middle("punto", 6), 3, "table")
        assert begins.redrawn

    def test_nobody_plays_on_after_the_end_or_beyond(self) -> None:
        match = middle("expion", 3).resign(0)
        position, _ = continued(match, 3, "table")
        assert position == middle("expion", 3).position()
        with pytest.raises(Refused) as refusal:
            continued(match, 4, "table")
        assert refusal.value.code == "position/no-move"
        over = middle("barrier", 0)
        while over.result is None:
            over = over.play(over.legal_moves()[-1])
        with pytest.raises(Refused) as refusal:
            continued(over, len(over.moves), "table")
        assert refusal.value.code == "position/over"

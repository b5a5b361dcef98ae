"""Names, hints, draws put back and rematches: what people at one table agree on."""

from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, house_keys
from tabletier.search.levels import level_of, levels_of, name_for, player_named
from tabletier.search.ranks import MANNERS, MOST_LEVELS, RANKS
from tabletier.server.http.routes.games import catalogue
from tabletier.server.live.bots import thinker
from tabletier.server.tables import acts
from tabletier.server.tables.agreement import is_due, opening
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.reading import erased, renamed
from tests.server.pure import Desk


def names(desk: Desk) -> list[str]:
    return [seat["name"] or seat["opponent"] for seat in desk.shown(None)["table"]["seats"]]


class TestOpponentsNames:
    def test_seven_of_one_level_have_seven_names_in_the_log(self) -> None:
        desk = Desk("punto", {"players": 8})
        desk.order("ann", "sit")
        for seat in range(1, 8):
            desk.order("ann", "invite", seat=seat, level=2)
        assert len(set(names(desk))) == 8
        written = [act.name for line in desk.log for act in line.acts if type(act) is acts.Invited]
        assert written == names(desk)[1:]
        assert [seat.opponent for seat in desk.again().seats] == ["", *written]

    def test_a_person_of_that_name_sits_here_already(self) -> None:
        first = RANKS[0].people[0]
        desk = Desk()
        desk.order(first.lower(), "sit")
        desk.order("ann", "invite", seat=1, level=1)
        assert names(desk) == [first, RANKS[0].people[1]]

    def test_a_stand_in_has_a_name_too_and_takes_it_away(self) -> None:
        desk = Desk("punto", {"players": 3}, stand_in=2)
        desk.order("ann", "sit")
        desk.order("ben", "sit")
        desk.order("ann", "invite", seat=2, level=2)
        desk.order("ann", "start")
        desk.order("ben", "leave")
        seat = desk.shown(None)["table"]["seats"][1]
        assert (seat["name"], seat["opponent"]) == ("Ben", RANKS[1].people[1])
        assert desk.again().seats == desk.table.seats
        desk.order("ben", "return")
        assert desk.shown(None)["table"]["seats"][1]["opponent"] == ""

    def test_an_old_log_without_names_has_them_all_the_same(self) -> None:
        desk = Desk("punto", {"players": 4})
        for seat in range(4):
            desk.write(_decision(acts.Invited(seat=seat, level=3)))
        assert names(desk) == list(RANKS[2].people[:4])

    def test_nobody_is_on_two_levels(self) -> None:
        everybody = [name for level in RANKS for name in level.people]
        assert len(set(everybody)) == len(everybody) == 8 * len(RANKS)
        assert name_for(find("punto"), 1, RANKS[0].people) == RANKS[0].people[0]


class TestMannersOfOpponents:
    def test_who_sits_under_a_name_plays_in_its_manner(self) -> None:
        desk = Desk("punto", {"players": 4})
        for seat in range(4):
            desk.order("ann", "invite", seat=seat, level=2)
        desk.order("ann", "start")
        found = []
        for _ in range(4):
            found.append(thinker(desk.table, 2))
            desk.stand_in_moves()
        written = [player_named(find("punto"), 2, name) for name in RANKS[1].people[:4]]
        assert sorted(found) == sorted(written)
        assert {who.partition("-")[2] for who in found} == {manner.key for manner in MANNERS}

    def test_a_stand_in_has_none(self) -> None:
        desk = Desk("punto", stand_in=3).seat_all()
        desk.order(desk.mover, "leave")
        assert thinker(desk.table, 3) == "3"

    def test_the_catalogue_says_who_plays_in_which(self) -> None:
        for game in catalogue()["games"]:
            rules, levels = find(game["key"]), game["levels"]
            assert [level["level"] for level in levels] == list(range(1, len(levels) + 1))
            for level in levels[:-1]:
                number = level["level"]
                names = [person["name"] for person in level["people"]]
                assert names == list(level_of(rules, number).people)
                told = [f"{number}-{person['manner']['key']}" for person in level["people"]]
                assert told == [player_named(rules, number, name) for name in names]
            assert all(person["manner"] is None for person in levels[-1]["people"])
        assert all(game["manners"] for game in catalogue()["games"] if game["key"] in house_keys())

    def test_the_catalogue_has_the_usual_levels_as_well(self) -> None:
        usual = catalogue()["levels"]
        assert usual == next(g["levels"] for g in catalogue()["games"] if g["key"] == "punto")
        longest = max(catalogue()["games"], key=lambda game: len(game["levels"]))
        assert len(longest["levels"]) == len(levels_of(find(longest["key"]))) > len(usual)


class TestLevelsOfTheGame:
    @pytest.mark.parametrize("level", [6, 8, MOST_LEVELS + 1, 99, 2**31 - 1])
    def test_a_level_that_the_game_does_not_have_is_not_invited(self, level: int) -> None:
        desk = Desk("punto")
        with pytest.raises(Refused, match=f"Punto has no level {level}. Its levels: 1 Apprentice"):
            desk.order("ann", "invite", seat=1, level=level)
        with pytest.raises(Refused, match="Punto has no level"):
            desk.order("ann", "change", stand_in=level)
        assert names(desk) == ["", ""]

    def test_the_strongest_of_a_longer_ladder_is(self) -> None:
        last = len(levels_of(find("expion")))
        desk = Desk("expion")
        desk.order("ann", "sit")
        desk.order("ann", "invite", seat=1, level=last)
        assert names(desk)[1] == RANKS[-1].people[0]

    def test_a_log_of_days_of_five_levels_keeps_the_strongest(self) -> None:
        desk = Desk("expion")
        desk.write(_decision(acts.Invited(seat=0, level=5, name=RANKS[-1].people[1])))
        desk.write(_decision(acts.Invited(seat=1, level=5, name=RANKS[4].people[1])))
        assert [seat.level for seat in desk.table.seats] == [len(levels_of(find("expion"))), 5]

    def test_a_stand_in_agreed_on_when_the_game_had_more_levels_is_the_nearest(self) -> None:
        desk = Desk("punto", stand_in=8)
        assert desk.table.house.stand_in == 5
        desk.seat_all("ann", "ben")
        desk.order("ben", "leave")
        assert (desk.table.seats[1].level, desk.table.seats[1].opponent) == (5, RANKS[-1].people[0])
        desk.order("ann", "resign")
        desk.order("ann", "rematch")
        assert desk.table.proposed is not None
        assert desk.table.proposed[1].stand_in == 5


class TestNamesOfSeats:
    def test_whoever_shares_a_screen_is_called_by_name(self) -> None:
        desk = Desk(options={"players": 3})
        desk.order("ann", "sit", name="Anne")
        desk.order("ann", "sit", name="Bruno")
        desk.order("cleo", "sit")
        assert names(desk) == ["Anne", "Bruno", "Cleo"]
        desk.order("ann", "rename", seat=1, name="Boris")
        with pytest.raises(Refused, match="not yours"):
            desk.order("ann", "rename", seat=2, name="Clown")
        desk.order("ann", "start")
        desk.order("ann", "rename", seat=0, name="Anna")
        assert names(desk) == ["Anna", "Boris", "Cleo"]
        assert [seat.name for seat in desk.again().seats] == names(desk)
        desk.order("ann", "say", text="hello")
        assert desk.shown(None)["chat"][0]["name"] == "Anna"
        assert "person" not in desk.retold("cleo")[-3]["acts"][0]

    def test_a_new_name_is_forgotten_with_its_person(self) -> None:
        act = acts.Renamed(seat=0, person="ann", name="Anna")
        assert erased((act,), "ann")[0] == acts.Renamed(seat=0, person="ann", name="—")
        assert renamed((act,), "ann", "account")[0].person == "account"


class TestHints:
    @pytest.mark.parametrize(
        ("persons", "invited", "hints"),
        [(["ann"], 1, True), (["ann", "ben"], 0, False), (["ann", "ann"], 0, True)],
    )
    def test_between_people_there_are_none(
        self, persons: list[str], invited: int, hints: bool
    ) -> None:
        desk = Desk()
        assert desk.shown(None)["table"]["house"]["hints"] is False, "somebody may still come"
        for person in persons:
            desk.order(person, "sit")
        for seat in range(invited):
            desk.order("ann", "invite", seat=1 + seat, level=1)
        house = desk.shown(None)["table"]["house"]
        assert (house["hints"], house["hints_agreed"]) == (hints, False)
        assert desk.table.hints is hints

    @pytest.mark.parametrize("agreed", [True, False])
    def test_unless_it_is_agreed_before_the_start(self, agreed: bool) -> None:
        desk = Desk()
        desk.order("ann", "change", hints=agreed)
        desk.seat_all()
        house = desk.shown(None)["table"]["house"]
        assert (house["hints"], house["hints_agreed"], desk.table.hints) == (agreed, True, agreed)


def after_a_move(**house: Any) -> tuple[Desk, str]:
    desk = Desk("punto", **house).seat_all()
    mover = desk.mover
    desk.move()
    return desk, mover


class TestPuttingDrawsBack:
    def test_the_match_knows_whether_chance_drew(self) -> None:
        match = tt.new("punto", seed="x")
        once = match.play(match.legal_moves()[0])
        assert once.drew_since(0), "the next card was turned over"
        assert not once.drew_since(1)
        assert not match.drew_since(0), "what the set-up drew stands"
        still = tt.new("expion", seed="x")
        assert not still.play(still.legal_moves()[0]).drew_since(0)

    def test_everybody_who_must_agree_is_told(self) -> None:
        desk, mover = after_a_move()
        desk.order(mover, "ask", question="takeback")
        for person in ("ann", "ben", None):
            assert desk.shown(person)["table"]["puts_back"] is True
        desk.order(desk.mover, "answer", yes=True)
        assert desk.shown(None)["table"]["puts_back"] is False
        plain = Desk().seat_all()
        asker = plain.mover
        plain.move()
        plain.order(asker, "ask", question="takeback")
        assert plain.shown(None)["table"]["puts_back"] is False

    @pytest.mark.parametrize("takeback", ["ask", "free"])
    def test_the_host_may_forbid_it(self, takeback: str) -> None:
        desk, mover = after_a_move(takeback=takeback, takeback_draws=False)
        with pytest.raises(Refused, match="chance has drawn"):
            desk.order(mover, "ask", question="takeback")

    def test_a_table_that_counts_forbids_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        desk, mover = after_a_move()
        monkeypatch.setattr("tabletier.server.tables.proposals.counts", lambda _: True)
        with pytest.raises(Refused, match="chance has drawn"):
            desk.order(mover, "ask", question="takeback")


def over(*persons: str, **options: Any) -> Desk:
    desk = Desk(options=options).seat_all(*persons)
    desk.order("ann", "ask", question="draw")
    for person in [person for person in persons if person != "ann"]:
        desk.order(person, "answer", yes=True)
    assert desk.table.status == "over"
    return desk


def seated_there(desk: Desk) -> dict[int, str]:
    _, first = opening(desk.table)
    return {act.seat: act.person for act in first if isinstance(act, acts.Sat)}


class TestRematch:
    def test_it_waits_until_the_other_has_agreed(self) -> None:
        desk = over("ann", "ben")
        desk.order("ann", "rematch", talk=False)
        shown = desk.shown("ben")["table"]
        assert (shown["question"], shown["asked_by"], shown["agreed"]) == ("rematch", 0, [0])
        assert shown["proposed"]["house"]["talk"] is False, "what it is to be played by is seen"
        assert not is_due(desk.table)
        desk.order("ben", "answer", yes=True)
        assert is_due(desk.table)
        assert is_due(desk.again())
        assert seated_there(desk) == {0: "ben", 1: "ann"}

    def test_to_ask_for_the_same_is_to_agree(self) -> None:
        desk = over("ann", "ben")
        desk.order("ann", "ask", question="rematch")
        with pytest.raises(Refused, match="proposed already"):
            desk.order("ben", "rematch", talk=False)
        desk.order("ben", "rematch")
        assert is_due(desk.table)

    def test_who_declines_ends_it_for_two(self) -> None:
        desk = over("ann", "ben")
        desk.order("ann", "rematch")
        desk.order("ben", "answer", yes=False)
        assert desk.told("ann")["acts"][0]["yes"] is False
        assert desk.table.question is None
        desk.order("ben", "rematch")  # and may think better of it
        assert desk.again().asked_by == 1

    def test_of_three_who_declines_is_not_seated_and_their_seat_is_open(self) -> None:
        desk = over("ann", "ben", "cleo", players=3)
        desk.order("ann", "rematch")
        desk.order("ben", "answer", yes=False)
        assert (desk.table.question, desk.shown("ann")["table"]["declined"]) == ("rematch", [1])
        desk.order("cleo", "answer", yes=True)
        assert is_due(desk.table)
        assert seated_there(desk) == {0: "cleo", 1: "ann"}

    def test_whoever_asked_need_not_wait(self) -> None:
        desk = over("ann", "ben", "cleo", players=3)
        desk.order("ann", "rematch", talk=False)
        desk.order("cleo", "answer", yes=True)
        desk.order("ann", "rematch", wait=False)
        assert is_due(desk.again())
        assert seated_there(desk) == {0: "cleo", 1: "ann"}
        assert opening(desk.table)[1][0].house.talk is False  # type: ignore[union-attr]

    def test_it_can_be_withdrawn(self) -> None:
        desk = over("ann", "ben")
        desk.order("ann", "rematch")
        desk.order("ann", "withdraw")
        with pytest.raises(Refused, match="Nothing was proposed"):
            desk.order("ben", "answer", yes=True)
        assert not is_due(desk.table)

    def test_opponents_and_those_of_one_screen_agree_at_once(self) -> None:
        desk = over("ann", "ann")
        desk.order("ann", "rematch")
        assert is_due(desk.table)
        assert seated_there(desk) == {0: "ann", 1: "ann"}

    def test_nobody_waits_for_whoever_has_left(self) -> None:
        desk = Desk(options={"players": 3}).seat_all("ann", "ben", "cleo")
        desk.order("ben", "leave")
        desk.order("ann", "ask", question="draw")
        desk.order("ben", "answer", yes=True)
        desk.order("cleo", "answer", yes=True)
        desk.order("ann", "rematch")
        desk.order("cleo", "answer", yes=True)
        assert is_due(desk.table)
        assert set(seated_there(desk).values()) == {"ann", "cleo"}


def _decision(*found: acts.AnyAct) -> Any:
    from tabletier.server.tables.decide import Decision

    return Decision(found)

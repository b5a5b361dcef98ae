"""How partners talk, game by game, and what a partner of the house answers."""

import json
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from tabletier.games.kernel.contract import Talk
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.games.point.cards import TEXTS
from tabletier.lab.bulk import option_sets
from tabletier.search.hints import Hint
from tabletier.search.worker.pool import ThinkingFailed
from tabletier.server.live.broadcast import Listener, tell
from tabletier.server.live.partners import (
    SECRET,
    PartnerQuestion,
    answered,
    asked,
    basis,
    is_question,
)
from tabletier.server.tables import acts
from tabletier.server.tables.decision import playing
from tabletier.server.tables.errors import Refused
from tests.server.pure import Desk
from tests.server.visitors import Visitor, served

TEAMS = {"players": 4, "teams": True}
TRIO = {"players": 3}
REASON = Text("est le seul coup permis", "is the only legal move")


def say(desk: Desk, person: str, text: str = "hm", channel: str = "team") -> acts.LogLine:
    return desk.order(person, "say", text=text, channel=channel)


def why_not(desk: Desk, person: str, channel: str = "team") -> Refused:
    with pytest.raises(Refused) as refused:
        say(desk, person, channel=channel)
    return refused.value


def heard_by(desk: Desk, person: str | None) -> list[str]:
    """What somebody reads of all that was said: in the room, and in the lines missed."""
    in_the_room = [saying["text"] for saying in desk.shown(person)["chat"]]
    in_lines = [
        act["text"]
        for line in desk.retold(person)
        for act in line.get("acts", ())
        if act["act"] == "said"
    ]
    assert in_lines == in_the_room
    return in_the_room


class TestTheGamesSay:
    @pytest.mark.parametrize("key", keys())
    def test_every_game_says_how_each_seat_talks_and_by_which_rule(self, key: str) -> None:
        game = find(key)
        for options in option_sets(game):
            for side in game.teams(options):
                for seat in side:
                    talk = game.talk(options, seat)
                    assert talk.way in ("private", "aloud", "closed")
                    assert talk.way == "aloud" or talk.rule is not None
                    assert talk.way != "private" or len(side) > 1

    @pytest.mark.rule("POINT-26")
    def test_partners_of_point_confer_in_private(self) -> None:
        assert find("point").talk({"players": 4, "teams": True}, 3) == Talk("private", "POINT-26")
        assert find("point").talk({"players": 4, "teams": False}, 3) == Talk()

    @pytest.mark.rule("EXPION-10")
    def test_three_of_expion_and_four(self) -> None:
        talk = find("expion").talk
        assert [talk(TRIO, seat).way for seat in range(3)] == ["aloud", "private", "private"]
        assert {talk({"players": 4}, seat) for seat in range(4)} == {Talk("closed", "EXPION-10")}

    @pytest.mark.rule("PUNTO-6")
    def test_partners_of_punto_talk_aloud(self) -> None:
        assert find("punto").talk({"teams": True}, 0) == Talk("aloud", "PUNTO-6")


class TestPrivateWords:
    @pytest.mark.parametrize("when", [0, 1, 5])
    def test_of_point_at_any_time_and_to_the_partner_alone(self, when: int) -> None:
        desk = Desk("point", TEAMS).seat_all()
        for _ in range(when):
            desk.move()
        say(desk, "ann", "give me the black ones")
        assert heard_by(desk, "ann") == heard_by(desk, "cleo") == ["give me the black ones"]
        for other in ("ben", "dan", "stranger", None):
            assert heard_by(desk, other) == []
        assert "black ones" not in playing(desk.table).record()

    def test_they_stay_private_when_the_match_is_over(self) -> None:
        desk = Desk("point", TEAMS).seat_all()
        say(desk, "ann", "psst")
        desk.order("ben", "resign")
        say(desk, "cleo", "well done, partner")
        assert heard_by(desk, "dan") == heard_by(desk, None) == []
        assert heard_by(desk, "ann") == ["psst", "well done, partner"]
        assert "psst" not in desk.table.match.record()  # type: ignore[union-attr]

    def test_of_punto_are_to_be_said_aloud(self) -> None:
        desk = Desk("punto", TEAMS).seat_all()
        refused = why_not(desk, "ann")
        assert (refused.code, refused.rule) == ("talk/no-conferring", "PUNTO-6")
        assert "aloud" in refused.text.en
        assert "à voix haute" in refused.text.fr
        say(desk, "ann", "hello partner", "table")
        assert heard_by(desk, "ben") == ["hello partner"]

    def test_of_expion_with_four_are_closed_by_the_rule(self) -> None:
        desk = Desk("expion", {"players": 4}).seat_all()
        refused = why_not(desk, "ann", "table")
        assert (refused.code, refused.rule) == ("talk/closed", "EXPION-10")
        shown = desk.shown("ann")["table"]
        assert shown["talk"] == {"way": "closed", "rule": "EXPION-10"}
        assert shown["confers"] is False
        desk.order("ann", "resign")
        say(desk, "ann", "well played", "table")

    def test_who_has_no_partner_is_told_so(self) -> None:
        desk = Desk("expion", TRIO).seat_all()
        assert "no partner" in why_not(desk, "ann").text.en

    def test_wait_for_the_start_since_seats_may_still_change(self) -> None:
        desk = Desk("point", TEAMS)
        for person in ("ann", "ben", "cleo", "dan"):
            desk.order(person, "sit")
        assert desk.shown("ann")["table"]["confers"] is False
        assert why_not(desk, "ann").code == "table/wrong-time"
        desk.order("ann", "start")
        assert desk.shown("ann")["table"]["confers"] is True

    def test_are_not_for_a_silent_table(self) -> None:
        desk = Desk("point", TEAMS, talk=False).seat_all()
        assert why_not(desk, "ann").code == "talk/off"
        assert desk.shown("ann")["table"]["confers"] is False


class TestSharedScreens:
    """Who shares a screen with the other side reads no private word there."""

    def shared(self) -> Desk:
        """Ann plays seats 0 and 1, of both sides; Cleo is the partner of 0, Dan of 1."""
        desk = Desk("point", TEAMS)
        for person in ("ann", "ann", "cleo", "dan"):
            desk.order(person, "sit")
        desk.order("ann", "start")
        return desk

    def test_nobody_can_talk_in_private_to_such_a_screen(self) -> None:
        desk = self.shared()
        for person in ("ann", "cleo", "dan"):
            assert why_not(desk, person).code == "talk/shared-screen"
            assert desk.shown(person)["table"]["confers"] is False

    def test_what_an_older_log_holds_is_not_shown_there_either(self) -> None:
        desk = self.shared()
        old = acts.Said(name="Cleo", person="cleo", channel="team", text="psst", seat=2)
        desk.write(acts_of(old))
        assert heard_by(desk, "ann") == heard_by(desk, "dan") == []
        assert heard_by(desk, "cleo") == ["psst"]

    def test_partners_of_one_side_at_one_screen_are_among_themselves(self) -> None:
        desk = Desk("expion", TRIO).seat_all("ann", "ben", "ben")
        say(desk, "ben", "we two")
        assert heard_by(desk, "ben") == ["we two"]
        assert heard_by(desk, "ann") == []


def acts_of(*found: acts.AnyAct) -> Any:
    from tabletier.server.tables.decision import Decision

    return Decision(found)


def beside_the_house(game: str, options: dict[str, Any], people: dict[int, str], **h: Any) -> Desk:
    """Some people sit in these seats, the house in all others."""
    desk = Desk(game, options, **h)
    for seat in range(len(desk.table.seats)):
        if seat in people:
            desk.order(people[seat], "sit", seat=seat)
        else:
            desk.order("ann", "invite", seat=seat, level=1)
    desk.order("ann", "start")
    return desk


def question(
    desk: Desk, person: str, text: str = "And now?", channel: str = "team"
) -> PartnerQuestion:
    found = asked(desk.table, say(desk, person, text, channel))
    assert found is not None
    return found


class TestWhoIsAsked:
    @pytest.mark.parametrize("text", ["And now?", "？", "Que jouer ? merci", "ماذا؟"])
    def test_a_question_has_its_mark(self, text: str) -> None:
        assert is_question(text)

    def test_a_partner_of_the_house_in_the_channel_of_the_question(self) -> None:
        desk = beside_the_house("point", TEAMS, {0: "ann", 1: "ben"})
        assert question(desk, "ann").seat == 2
        assert question(desk, "ben", channel="table").seat == 3
        for text in ("thanks", "!"):
            assert asked(desk.table, say(desk, "ann", text)) is None

    def test_nobody_where_partners_are_people_or_there_are_none(self) -> None:
        desk = beside_the_house("point", TEAMS, {0: "ann", 2: "cleo"})
        assert asked(desk.table, say(desk, "ann", "And now?")) is None
        alone = beside_the_house("expion", {"players": 2}, {0: "ann"})
        assert asked(alone.table, say(alone, "ann", "And now?", "table")) is None

    def test_nor_does_the_house_ask_itself(self) -> None:
        desk = beside_the_house("expion", TRIO, {0: "ann", 1: "ben"})
        own = acts.Said(
            name="Adèle", person="", channel="team", text="And you?", seat=2, house=True
        )
        assert asked(desk.table, desk.write(acts_of(own))) is None

    def test_a_stand_in_answers_for_whoever_left(self) -> None:
        desk = Desk("point", TEAMS).seat_all()
        desk.order("cleo", "leave")
        assert question(desk, "ann").seat == 2


class TestWhatItKnows:
    def test_of_open_positions_all_that_everybody_sees(self) -> None:
        desk = beside_the_house("expion", TRIO, {0: "ann", 1: "ben"})
        found = basis(desk.table, playing(desk.table), question(desk, "ben"))
        assert found == (
            Text(
                "C'est à Joueur 1 de jouer : demandez-le-moi quand ce sera à nous.",
                "Player 1 is to play: ask me when it is our turn.",
            )
        )
        desk.move()
        known = basis(desk.table, playing(desk.table), question(desk, "ben"))
        assert not isinstance(known, Text)
        assert (known.game, known.seat) == ("expion", 1)

    def test_cards_in_hand_are_told_to_nobody(self) -> None:
        desk = beside_the_house("punto", {**TEAMS, "expert": True}, {0: "ann"}, seed="hands")
        for _ in range(4):
            found = basis(desk.table, playing(desk.table), question(desk, "ann", channel="table"))
            if desk.table.to_move in (0, 2):
                assert found == SECRET
            if desk.table.to_move == 0:
                desk.move()
            else:
                desk.stand_in_moves()

    def test_a_row_chosen_in_secret_is_for_the_partner_alone(self) -> None:
        desk = beside_the_house("point", TEAMS, {0: "ann", 1: "ben", 3: "dan"})
        assert basis(desk.table, playing(desk.table), question(desk, "ann")) == SECRET
        desk.move()
        desk.move()
        assert desk.table.to_move == 2
        known = basis(desk.table, playing(desk.table), question(desk, "ann"))
        assert not isinstance(known, Text)
        assert known.seat == 2
        assert known.table == playing(desk.table).view(2)["table"]
        aloud = question(desk, "ann", channel="table")
        assert basis(desk.table, playing(desk.table), aloud) == SECRET

    def test_where_no_hints_were_agreed_there_are_none(self) -> None:
        desk = beside_the_house("point", TEAMS, {0: "ann"}, hints=False)
        found = basis(desk.table, playing(desk.table), question(desk, "ann"))
        assert isinstance(found, Text)
        assert "without hints" in found.en

    def test_an_answer_to_an_earlier_position_is_not_given(self) -> None:
        desk = beside_the_house("expion", TRIO, {0: "ann", 1: "ben"})
        asked_of, moment = question(desk, "ben"), desk.table.moment
        desk.move()
        with pytest.raises(Refused, match="changed"):
            answered(desk.table, asked_of, moment, REASON)

    def test_it_is_heard_where_the_question_was(self) -> None:
        desk = beside_the_house("expion", TRIO, {0: "ann", 1: "ben"})
        listeners = [Listener("ann"), Listener(None), Listener("ben")]
        line = desk.write(answered(desk.table, question(desk, "ben"), desk.table.moment, REASON))
        tell(desk.table, line, listeners, 0)
        assert [len(listener.held) for listener in listeners] == [1, 1, 0]
        assert heard_by(desk, "ann") == heard_by(desk, None) == []
        assert desk.shown("ben")["chat"][-1] | {"at": 0} == {
            "act": "said",
            "name": desk.table.seats[2].opponent,
            "seat": 2,
            "channel": "team",
            "text": "est le seul coup permis",
            "house": True,
            "number": line.number,
            "at": 0,
        }


class TestInFewWords:
    def test_cards_regrouped_are_advised_by_one_hand(self) -> None:
        game = find("point")
        event = {"type": "regrouped", "seat": 0, "partner": 2, "hands": [TEXTS[:4], TEXTS[4:7]]}
        told = game.brief(event)
        assert told is not None
        assert told.en.startswith("Player 1 takes ")
        assert told.en.endswith(", Player 3 the rest.")
        assert len(told.en) < len(game.tell(event).en)
        assert game.brief({"type": "went_on", "seat": 0}) is None


class Oracle:
    """Advises the first legal move, or knows nothing."""

    def __init__(self, clueless: bool = False) -> None:
        self.clueless, self.told = clueless, list[Any]()

    def hint(self, known: Any, seed: str, seconds: float = 1.0) -> "Future[Hint]":
        self.told.append(known)
        future: Future[Hint] = Future()
        if self.clueless:
            future.set_exception(ThinkingFailed("nothing"))
        else:
            move = "b2-b3" if known.seat == 0 else "i2-h2"
            future.set_result(Hint(move, REASON, (0.5, 0.5), ()))
        return future


@pytest.fixture
def trio(tmp_path: Any) -> Iterator[tuple[Any, Visitor, Visitor, str]]:
    """Ann against Ben and a partner of the house, at Ex*pion; Ann has moved."""
    with (
        served(tmp_path) as house,
        Visitor(house.address, "Ann") as ann,
        Visitor(house.address, "Ben") as ben,
    ):
        table = ann.open("expion", options=TRIO, seats=["me", "open", 1])["id"]
        ben.order(table, do="sit")
        ann.order(table, do="start")
        ann.order(table, do="move", move="e9-e8", ply=0)
        yield house, ann, ben, table


class TestInAHouse:
    @pytest.mark.parametrize(
        ("language", "clueless", "text"),
        [
            ("en", False, "My advice — East leaves camp, from i2 to h2: is the only legal move."),
            (
                "fr",
                False,
                "Mon conseil — Est quitte son camp, de i2 en h2 : est le seul coup permis.",
            ),
            ("en", True, "I do not know what to advise here."),
        ],
    )
    def test_a_partner_of_the_house_answers_in_the_askers_language(
        self, trio: Any, language: str, clueless: bool, text: str
    ) -> None:
        house, ann, ben, table = trio
        oracle = house.house.partners._minds = Oracle(clueless)
        with ben.live(table, lang=language) as live:
            live.until("hello")
            live.send(do="say", text="And now?", channel="team")
            said = live.until_act("said")
            while not said["acts"][0]["house"]:
                said = live.until_act("said")
        assert said["acts"][0]["text"].replace("\u00a0", " ") == text
        assert said["acts"][0]["channel"] == "team"
        assert [known.game for known in oracle.told] == ["expion"]
        assert "advice" not in json.dumps(ann.look(table)["chat"])
        refused = ben.http.post("/me/mutes", json={"table": table, "number": said["number"]})
        assert refused.json()["code"] == "talk/unknown", "the house is nobody to be muted"

    def test_asked_again_a_partner_is_of_the_same_mind(self, trio: Any) -> None:
        house, _, ben, table = trio
        oracle = house.house.partners._minds = Oracle()
        answers = []
        with ben.live(table, lang="en") as live:
            live.until("hello")
            for text in ("And now?", "Sure?", "Really?"):
                live.send(do="say", text=text, channel="team")
                said = live.until_act("said")
                while not said["acts"][0]["house"]:
                    said = live.until_act("said")
                answers.append(said["acts"][0]["text"])
        assert len(set(answers)) == 1
        assert len(oracle.told) == 1, "it thinks once for each decision"

"""What seats and spectators are shown: plain data, pictures, questions and events in words."""

import json
from typing import Any

import pytest
from rich.errors import MarkupError
from rich.style import Style
from rich.text import Text as Drawn

import tabletier as tt
from tabletier.games.kernel.text import LANGUAGES
from tabletier.testing.conformance.sentences import is_said
from tabletier.testing.conformance.tables import Trial

pytestmark = pytest.mark.clause("view, picture, ask, events, event_view, tell")

WIDTH = 100


def drawn(markup: str) -> Drawn:
    """A picture as rich draws it, every tag closed and every style one that exists."""
    picture = Drawn.from_markup(markup)
    with pytest.raises(MarkupError):  # nothing is left open that one more tag could close
        Drawn.from_markup(markup + "[/]")
    for span in picture.spans:
        Style.parse(str(span.style))
    return picture


def check_picture(markup: str) -> None:
    """Something to see, nothing left unfilled, and no wider than a terminal."""
    picture = drawn(markup)
    assert picture.plain.strip()
    assert not set("{}") & set(picture.plain)
    for line in picture.split("\n"):
        assert line.cell_len <= WIDTH, line.plain


def is_json(value: Any) -> bool:
    return bool(json.loads(json.dumps(value, allow_nan=False)) == value)


class TestViews:
    def test_a_view_is_plain_data_for_every_onlooker(self, table: Trial) -> None:
        for match in (*table.sample(60), table.whole_match()[-1]):
            for seat in table.onlookers:
                view = match.view(seat)
                assert is_json(view), "view: plain data that survives JSON"
                assert (view["game"], view["seat"]) == (table.key, seat)
                assert view["to_move"] == match.to_move
                assert (view["result"] is None) == (match.result is None)
                assert str(match.seed) not in json.dumps(view)

    def test_the_last_view_tells_who_has_won_and_why(self, table: Trial) -> None:
        last = table.whole_match()[-1]
        assert last.result is not None
        told = {"winners": list(last.result.winners), "reason": last.result.reason}
        assert all(last.view(seat)["result"] == told for seat in table.onlookers)


class TestPictures:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_onlooker_gets_a_picture_of_every_position(
        self, table: Trial, language: str
    ) -> None:
        matches, onlookers = table.whole_match(), len(table.onlookers)
        for number, match in enumerate(matches):
            all_look = number % 8 == 0 or match is matches[-1]
            first = 0 if all_look else number % onlookers
            for seat in table.onlookers[first : None if all_look else first + 1]:
                check_picture(table.game.picture(match.view(seat)["table"], language))

    def test_a_picture_leaves_the_view_alone_and_comes_out_of_json(self, table: Trial) -> None:
        for match in table.sample(5):
            view = match.view(0)["table"]
            sent = json.loads(json.dumps(view))
            assert table.game.picture(sent, "fr") == table.game.picture(view, "fr")
            assert view == sent

    def test_the_picture_changes_when_the_board_does(self, table: Trial) -> None:
        pictures = {
            table.game.picture(match.view()["table"], "en") for match in table.whole_match()
        }
        assert len(pictures) > len(table.whole_match()) // 3


class TestQuestions:
    def test_whoever_is_to_move_is_asked_something(self, wide_table: Trial) -> None:
        *going_on, over = wide_table.whole_match("wide")
        assert all(is_said(match.ask()) for match in going_on)
        with pytest.raises(tt.GameOver):
            over.ask()


class TestEvents:
    def test_everything_played_causes_typed_events_in_plain_data(self, wide_table: Trial) -> None:
        for match in wide_table.whole_match("wide"):
            events = match.events()
            assert is_json(list(events))
            assert all(isinstance(event["type"], str) and event["type"] for event in events)
            assert events or not match.log, "events: a move causes at least one"

    def test_every_event_is_told_in_words_as_each_onlooker_sees_it(self, wide_table: Trial) -> None:
        game = wide_table.game
        for match in wide_table.whole_match("wide"):
            everything = [event for event in match.events() if event["type"] != "over"]
            for seat in wide_table.onlookers:
                seen = match.events_for(seat)
                assert is_json(list(seen))
                assert [event["type"] for event in seen] == [e["type"] for e in match.events()]
                for event in seen:
                    assert event["type"] == "over" or is_said(game.tell(event))
            assert all(is_said(game.tell(event)) for event in everything)

    def test_the_end_and_only_the_end_is_announced(self, table: Trial) -> None:
        *before, last = table.whole_match()
        assert all(event["type"] != "over" for match in before for event in match.events())
        assert last.result is not None
        told = {"winners": list(last.result.winners), "reason": last.result.reason}
        for seat in table.onlookers:
            assert last.events_for(seat)[-1] == {"type": "over", **told}
        assert last.events()[-1] == {"type": "over", **told}

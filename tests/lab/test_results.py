"""The results file: what it keeps, what it forgives, what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from tabletier.lab.arena.plan import BadArena, Plan
from tabletier.lab.arena.play import Played
from tabletier.lab.arena.tournament import plan_of, run, so_far

TWO = ("random", "random")


@pytest.fixture
def plan(pebbles: str, tmp_path: Path) -> Plan:
    return Plan(pebbles, TWO, games=12, seed="ledger", results=tmp_path / "results.jsonl")


def lines(plan: Plan) -> list[str]:
    assert plan.results is not None
    return plan.results.read_text("utf-8").splitlines()


def write(plan: Plan, text: str) -> None:
    assert plan.results is not None
    plan.results.write_text(text, "utf-8")


def played_by(plan: Plan, **changes: Any) -> list[tuple[int, int]]:
    """The games that are played when a plan is run (again)."""
    found: list[Played] = []
    run(Plan(**{**vars(plan), **changes}), found.append)
    return [(played.deck, played.turn) for played in found]


class TestGoingOn:
    def test_a_line_for_the_arena_and_one_for_every_game(self, plan: Plan) -> None:
        run(plan)
        header, *games = map(json.loads, lines(plan))
        assert header["game"] == plan.game
        assert header["players"] == list(TWO)
        assert header["seed"] == "ledger"
        assert [(g["deck"], g["turn"]) for g in games] == [(d, t) for d in range(6) for t in (0, 1)]

    def test_a_file_that_does_not_speak_of_openings_has_none(self, plan: Plan) -> None:
        whole = run(plan)
        header, *games = lines(plan)
        known = json.loads(header)
        assert known.pop("opening") == 0
        write(plan, "\n".join([json.dumps(known), *games]) + "\n")
        assert run(plan) == whole
        with pytest.raises(BadArena, match="opening"):
            so_far(Plan(**{**vars(plan), "opening": 2}))

    def test_a_whole_arena_is_not_played_again(self, plan: Plan) -> None:
        first = run(plan)
        assert played_by(plan) == []
        assert run(plan) == first == so_far(plan)

    def test_more_games_are_added_to_those_that_are_there(self, plan: Plan) -> None:
        run(plan)
        assert played_by(plan, games=16) == [(6, 0), (6, 1), (7, 0), (7, 1)]

    def test_fewer_games_count_only_the_first(self, plan: Plan) -> None:
        run(plan)
        assert so_far(Plan(**{**vars(plan), "games": 4})).games == 4

    @pytest.mark.parametrize("kept", [1, 2, 30])
    def test_half_a_line_at_the_end_is_played_again(self, plan: Plan, kept: int) -> None:
        whole = run(plan)
        *before, last = lines(plan)
        write(plan, "\n".join(before) + "\n" + last[:kept])
        assert played_by(plan) == [(5, 1)]
        again = so_far(plan)
        assert again.games == whole.games
        assert [s.points for s in again.standings] == [s.points for s in whole.standings]
        assert len(lines(plan)) == 13

    def test_half_a_first_line_is_no_arena_yet(self, plan: Plan) -> None:
        run(plan)
        write(plan, lines(plan)[0][:20])
        assert len(played_by(plan)) == 12

    def test_a_game_written_twice_counts_once(self, plan: Plan) -> None:
        whole = run(plan)
        write(plan, "\n".join([*lines(plan), lines(plan)[-1]]) + "\n")
        assert so_far(plan) == whole

    def test_the_file_says_how_the_arena_was_meant(self, plan: Plan) -> None:
        meant = Plan(**{**vars(plan), "options": {"players": 2, "mood": "grave"}, "sprt": (0, 50)})
        run(meant)
        assert meant.results is not None
        found = plan_of(meant.results)
        assert (found.game, found.players, found.seed) == (meant.game, TWO, "ledger")
        assert (found.games, found.sprt) == (12, (0.0, 50.0))
        assert found.options == {"players": 2, "heap_size": 7, "calm": False, "mood": "grave"}


class TestRefusals:
    @pytest.mark.parametrize(
        ("changes", "what"),
        [
            ({"seed": "other"}, '\'seed\' is "ledger" there, "other" here'),
            ({"options": {"mood": "grave"}}, "'options' is"),
            ({"players": ("random", "1")}, '\'players\' is ["random", "random"] there'),
        ],
        ids=str,
    )
    def test_the_file_of_another_arena(
        self, plan: Plan, changes: dict[str, Any], what: str
    ) -> None:
        run(plan)
        before = lines(plan)
        with pytest.raises(BadArena) as error:
            run(Plan(**{**vars(plan), **changes}))
        assert what in error.value.text.en
        assert "autre arène" in error.value.text.fr
        assert lines(plan) == before

    @pytest.mark.parametrize("text", ["", "hello", "hello\n", "[]\n", "{}\n", '{"arena":1}\n'])
    def test_a_file_that_is_none(self, plan: Plan, text: str) -> None:
        write(plan, text)
        assert plan.results is not None
        with pytest.raises(BadArena, match="is not a results file"):
            plan_of(plan.results)
        assert plan.results.read_text("utf-8") == text

    def test_a_file_with_other_text_is_left_as_it_is(self, plan: Plan) -> None:
        write(plan, "my diary")
        with pytest.raises(BadArena, match="is not a results file"):
            run(plan)
        assert lines(plan) == ["my diary"]

    @pytest.mark.parametrize(
        "changes",
        [
            {"deck": -1},
            {"deck": "x"},
            {"turn": 7},
            {"lineup": [1, 1]},
            {"points": [1.0]},
            {"points": [1.0, 1.0]},
            {"clocks": []},
            {"clocks": [[1], [2, 3]]},
            {"moves": None},
        ],
        ids=str,
    )
    def test_a_line_in_the_middle_that_is_no_game(
        self, plan: Plan, changes: dict[str, Any]
    ) -> None:
        run(plan)
        found = lines(plan)
        found[2] = json.dumps({**json.loads(found[2]), **changes})
        write(plan, "\n".join(found) + "\n")
        with pytest.raises(BadArena, match=r"line 3: this is not a game of this arena\."):
            run(plan)

    def test_a_folder_that_is_not_there(self, plan: Plan, tmp_path: Path) -> None:
        with pytest.raises(BadArena, match="Cannot write"):
            run(Plan(**{**vars(plan), "results": tmp_path / "nowhere" / "x.jsonl"}))

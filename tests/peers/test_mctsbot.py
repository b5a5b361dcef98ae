"""OpenSpiel's bot plays our games through the adapter. No figure decides, and no clock."""

from pathlib import Path

import pytest

from tests.peers.boards import pyspiel

from benchmarks.peers import fast, mctsbot  # isort: skip - after pyspiel is known to be here
from benchmarks.peers.fast import Position  # isort: skip
from benchmarks.peers.mctsbot import Played, Thinking, actions_of, row  # isort: skip
from tabletier.adapters.openspiel import name_of
from tabletier.games.kernel.registry import find, keys
from tabletier.match.start import new
from tabletier.match.stepwise import stepwise


def played(deck: int, seat: int, points: float) -> Played:
    ours, theirs = Thinking(10, 1.0, 0.9, 1000), Thinking(10, 10.0, 9.0, 500)
    return Played(deck, seat, points, 20, "line", ours, theirs, "abc", "0.5", "2026-11-18")


class TestARun:
    def test_it_writes_its_section_and_goes_on_where_it_stopped(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        page = tmp_path / "page.md"
        page.write_text("# Benchmarks\n\nkept\n")
        wanted = ["--quick", "--game", "point", "--results", str(tmp_path / "found")]
        assert mctsbot.main([*wanted, "--write", "--page", str(page)]) == 0
        first = capsys.readouterr().out
        assert "point adapter 0.0: " in first
        assert "point rules 0.1: " in first
        text = page.read_text()
        assert text.startswith("# Benchmarks\n\nkept\n")
        assert text.count("## OpenSpiel's bot in our games") == 1
        assert mctsbot.main(wanted) == 0
        assert "point rules 0" not in capsys.readouterr().out

    def test_an_odd_number_of_games_is_refused(self) -> None:
        with pytest.raises(SystemExit):
            mctsbot.main(["--games", "3"])


class TestBothSides:
    @pytest.mark.parametrize("key", keys())
    def test_a_whole_move_of_ours_is_the_same_steps_there(self, key: str) -> None:
        match = new(key, seed="steps")
        for move in match.legal_moves()[:20]:
            walk = stepwise(match)
            for action in actions_of(match, move):
                walk = walk.step(action)
            assert walk.match.moves == (move,)

    def test_a_deck_brings_the_same_to_both_seats(self) -> None:
        found = []
        for _ in range(2):
            state = pyspiel.load_game(name_of("punto")).new_initial_state()
            while state.is_chance_node():
                state.apply_action(mctsbot.drawn(state, "punto", 3))
            found.append(state.history())
        assert found[0] == found[1]


class TestByTheRules:
    def test_chances_add_up_and_are_those_of_a_match(self) -> None:
        match = new("punto", chance="explicit")
        found = Position(find("punto"), match._state, 2).chance_outcomes()
        chances = [float(chance) for chance in match.chances().values()]
        assert sorted(chance for _, chance in found) == pytest.approx(sorted(chances))

    @pytest.mark.parametrize("key", keys())
    def test_the_bot_makes_a_legal_move_however_little_time_it_has(self, key: str) -> None:
        match = new(key, seed="little time")
        while len(match.legal_moves()) == 1:
            match = match.play(match.legal_moves()[0])
        steps, count = fast.steps_of(match, 1e-9, 1)
        assert find(key).write(match._state, steps) in match.legal_moves()
        assert count >= 2

    def test_the_end_is_worth_what_the_adapter_says(self) -> None:
        assert fast.won_by(0b10, 2) == [-1.0, 1.0]
        assert fast.won_by(0, 2) == [0.0, 0.0]


class TestWhatIsSaid:
    def test_a_game_is_read_as_it_was_written(self) -> None:
        assert Played.read(played(1, 0, 0.5).line()) == played(1, 0, 0.5)

    def test_points_are_the_bots_and_only_whole_decks_count(self) -> None:
        found = [played(0, 0, 0.0), played(0, 1, 0.0), played(1, 0, 1.0)]
        cells = row("rules", "punto", found)
        assert cells[2] == "2"
        assert cells[3].startswith("**0.0 %** (0.0–")
        assert cells[4] == "reached"
        assert cells[7] == "100 / 1,000"
        assert cells[9] == "100 / 50"
        assert row("rules", "punto", [played(0, 0, 1.0), played(0, 1, 0.0)])[4] == "missed"

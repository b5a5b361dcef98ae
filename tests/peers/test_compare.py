"""The comparison runs from one end to the other, and says what it found. No figure decides."""

import json
from pathlib import Path

import pytest

from tests.peers.boards import KEYS, pyspiel

from benchmarks.page import put_section  # isort: skip - after pyspiel is known to be here
from benchmarks.peers import compare, openspiel, ours  # isort: skip
from benchmarks.peers.duel import Clocked, Duel, opening, peers_share  # isort: skip
from benchmarks.peers.measuring import Lengths, Rates  # isort: skip
from benchmarks.peers.report import Compared, verdicts  # isort: skip


def duel_of(points: list[float]) -> Duel:
    return Duel("connect_four", "tree", points, 10, Clocked([0.1], [0.1]), Clocked([0.1], [0.1]))


class TestAQuickRun:
    def test_it_prints_a_table_writes_the_page_and_the_figures(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        page, figures = tmp_path / "page.md", tmp_path / "peers.json"
        page.write_text("# Benchmarks\n\nkept\n")
        arguments = ["--quick", "--write", "--page", str(page), "--json", str(figures)]
        assert compare.main(arguments) == 0
        assert compare.main([*arguments, "--game", "connect_four"]) == 0
        text = page.read_text()
        assert text.startswith("# Benchmarks\n\nkept\n")
        assert text.count("## Peers") == 1
        assert "breakthrough" not in text
        found = json.loads(figures.read_text())
        assert [game["game"] for game in found["games"]] == ["connect_four"]
        assert found["machine"]["peer"] == openspiel.edition()
        duels = found["games"][0]["duels"]
        assert [(duel["player"], len(duel["points"])) for duel in duels] == [
            ("best", 2),
            ("plain", 2),
        ]
        printed = capsys.readouterr().out
        assert all(f": {key}: " in printed for key in KEYS)

    def test_an_odd_number_of_games_is_refused(self) -> None:
        with pytest.raises(SystemExit):
            compare.main(["--games", "3"])


@pytest.mark.parametrize("key", KEYS)
def test_a_peer_without_time_moves_all_the_same(key: str) -> None:
    """On a busy machine a hundredth of a second passes before anything is thought."""
    state = pyspiel.load_game(key).new_initial_state()
    assert openspiel.choose(state, 1e-9, 1) in state.legal_actions()


class TestWhatIsMeasured:
    @pytest.mark.parametrize("key", KEYS)
    def test_random_games_are_as_long_on_both_sides(self, key: str) -> None:
        """Within four deviations of the peer's mean; one game deviates by less than 20 moves."""
        played, moves = ours.rollouts(key, 20_000, 1)
        assert played.done == 20_000
        assert abs(openspiel.mean_length(key, 1000, 1) - moves) < 4 * 20 / 1000**0.5

    @pytest.mark.parametrize("key", KEYS)
    def test_both_run_as_many_simulations_as_they_are_told(self, key: str) -> None:
        assert ours.simulations(key, 700, 1).done == 700
        assert openspiel.simulations(key, 700, 1).done == 700

    @pytest.mark.parametrize("key", KEYS)
    def test_an_opening_is_the_same_every_time_and_openings_differ(self, key: str) -> None:
        found = [opening(key, number) for number in range(6)]
        assert [boards.match.moves for boards in found] == [
            opening(key, number).match.moves for number in range(6)
        ]
        assert len({boards.match.moves for boards in found}) > 3
        assert all(len(boards.state.history()) == 2 for boards in found)


class TestWhatIsSaid:
    def test_points_and_their_interval_come_from_pairs_of_games(self) -> None:
        duel = duel_of([1.0, 0.0, 1.0, 1.0, 1.0, 0.5, 1.0, 1.0])
        assert duel.score == 0.8125
        low, high = duel.interval
        assert low < 0.8125 < high <= 1.0
        assert duel_of([1.0, 0.0] * 4).interval == (0.5, 0.5)

    def test_the_peer_is_given_more_time_the_less_it_has_taken(self) -> None:
        assert peers_share(0.0, 0.0) == peers_share(1.0, 1.0) == peers_share(1.0, 2.0) == 1.1
        assert 1.1 < peers_share(1.05, 1.0) < peers_share(1.1, 1.0) <= 2.0
        assert peers_share(9.0, 1.0) == 2.0

    def test_a_ratio_is_taken_run_by_run(self) -> None:
        rates = Rates((10.0, 30.0, 20.0), (1.0, 2.0, 4.0))
        assert rates.ratios == (5.0, 10.0, 15.0)
        assert rates.ratio == 10.0
        assert rates.median == (20.0, 2.0)

    def test_what_was_missed_is_called_missed(self) -> None:
        slow, quick = Rates((19.0,), (1.0,)), Rates((21.0,), (1.0,))
        found = Compared("x", slow, Lengths(1, 1), quick, 1.0, (duel_of([1.0, 1.0]),))
        lines = verdicts([found])
        assert [line.split(":")[0] for line in lines] == ["MISSED", "reached", "reached"]


class TestThePage:
    def test_a_section_replaces_itself_and_nothing_else(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        put_section(page, "one", "make one", "first")
        put_section(page, "two", "make two", "second")
        put_section(page, "one", "make one --more", "third")
        text = page.read_text()
        assert "first" not in text
        assert text.index("third") < text.index("second")
        assert text.count("Made by `make one --more`.") == 1
        put_section(page, "one", "make one --more", "third")
        assert page.read_text() == text

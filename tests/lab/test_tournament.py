"""An arena from plan to report, in this process, with a game that is over in a moment."""

import math
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.lab.arena import play as playing
from tabletier.lab.arena.plan import BadArena, Plan, arena_of
from tabletier.lab.arena.play import Clocked, Played, deck_seed, play
from tabletier.lab.arena.standings import Report, as_json, report, shares
from tabletier.lab.arena.tournament import run
from tabletier.search.players import BadPlayer
from tabletier.search.tree_search import Candidate, Thought

TWO, THREE = ("random", "random"), ("random",) * 3


def without_times(found: Report) -> Any:
    """A report less what the clock said."""
    plain = as_json(found)
    for standing in plain["standings"]:
        del standing["times"]
    return plain


class TestGames:
    def test_all_games_of_a_deck_have_its_luck(self, pebbles: str, tmp_path: Path) -> None:
        run(Plan(pebbles, TWO, games=4, records=tmp_path))
        matches = [tt.load(path.read_text("utf-8")) for path in sorted(tmp_path.iterdir())]
        assert len(matches) == 4
        first, second = deck_seed("tabletier", 0), deck_seed("tabletier", 1)
        assert [match.seed for match in matches] == [first, first, second, second]
        draws = [match.log[:2] for match in matches]
        assert draws[0] == draws[1]

    def test_the_same_plan_gives_the_same_report_and_another_seed_does_not(
        self, pebbles: str
    ) -> None:
        reports = [without_times(run(Plan(pebbles, TWO, games=60, seed=seed))) for seed in "aab"]
        assert reports[0] == reports[1]
        assert reports[0]["standings"] != reports[2]["standings"]

    def test_entrants_sit_where_the_line_up_says(
        self, pebbles: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Who takes three pebbles where it can beats who takes one, whoever begins."""
        monkeypatch.setattr(playing, "choose", greedy_or_modest)
        found: list[Played] = []
        run(Plan(pebbles, ("1", "2"), games=2), found.append)
        assert [game.lineup for game in found] == [(0, 1), (1, 0)]
        assert [game.points for game in found] == [(0.0, 1.0), (1.0, 0.0)]
        assert [tuple(clock.moves for clock in game.clocks) for game in found] == [(2, 2), (1, 2)]

    @pytest.mark.parametrize("key", keys())
    def test_all_games_of_a_deck_begin_with_the_same_random_moves(
        self, key: str, tmp_path: Path
    ) -> None:
        run(Plan(key, TWO, games=4, opening=6, records=tmp_path))
        matches = [tt.load(path.read_text("utf-8")) for path in sorted(tmp_path.iterdir())]
        first, again, second, _ = [[str(move) for move in match.moves[:8]] for match in matches]
        assert first[:6] == again[:6] != second[:6]
        assert first != again

    def test_an_opening_may_end_a_match(self, pebbles: str) -> None:
        assert run(Plan(pebbles, TWO, games=2, opening=40)).games == 2

    def test_a_stopped_game_counts_for_nothing(self, pebbles: str) -> None:
        task = next(arena_of(Plan(pebbles, TWO)).tasks(record=False))
        assert play(task, lambda: True) is None
        assert play(task) is not None

    def test_another_version_of_the_rules_does_not_play(self, pebbles: str) -> None:
        task = next(arena_of(Plan(pebbles, TWO)).tasks(record=False))
        with pytest.raises(RuntimeError, match="rules 1 here, 2 in the arena"):
            play(task._replace(version="2"))


def greedy_or_modest(player: Any, known: Any, *_: Any, **__: Any) -> Thought:
    count = 1 if player.kind == "1" else min(3, known.table["heap"])
    move = f"take {count}"
    return Thought(move, (0.5, 0.5), (Candidate(move, 1, (0.5, 0.5), 0),), 1)


class TestReport:
    def test_two_entrants_share_all_points(self, pebbles: str) -> None:
        found = run(Plan(pebbles, TWO, games=50))
        one, other = found.standings
        assert one.points + other.points == found.games == 50
        assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
        assert one.share.value == pytest.approx(one.points / 50)
        assert found.duels[0].share == one.share
        assert one.rating is None

    def test_games_are_rounded_up_to_whole_rounds(self, pebbles: str) -> None:
        found = run(Plan(pebbles, TWO, games=5, options={"players": 3}))
        assert (found.planned, found.games, found.decks, found.round) == (6, 6, 1, 6)
        assert [standing.fair for standing in found.standings] == [0.5, 0.5]

    def test_three_entrants_are_rated_and_every_two_compared(self, pebbles: str) -> None:
        found = run(Plan(pebbles, THREE, games=30, options={"players": 3}))
        assert found.round == 3
        assert all(standing.rating is not None for standing in found.standings)
        assert [(duel.first, duel.second) for duel in found.duels] == [(0, 1), (0, 2), (1, 2)]
        assert math.fsum(s.points for s in found.standings) == pytest.approx(found.games)

    def test_more_entrants_than_sides_meet_two_by_two(self, pebbles: str) -> None:
        found = run(Plan(pebbles, THREE, games=12))
        assert (found.round, [standing.games for standing in found.standings]) == (6, [8, 8, 8])
        assert [duel.games for duel in found.duels] == [4, 4, 4]
        assert [standing.fair for standing in found.standings] == [0.5] * 3

    def test_the_report_is_plain_json(self, pebbles: str) -> None:
        plain = as_json(run(Plan(pebbles, TWO, games=2)))
        assert plain["standings"][0]["share"].keys() == {"value", "low", "high"}
        assert as_json((math.inf, math.nan, 1.5)) == [None, None, 1.5]

    def test_a_test_stops_early_and_later_decks_do_not_count(self, pebbles: str) -> None:
        """First always won: hand-made games, two decks too many."""
        arena = arena_of(Plan(pebbles, TWO, games=200))
        games = {(deck, turn): won_by_first(deck, turn) for deck in range(40) for turn in (0, 1)}
        found = report(arena, games, (0.0, 100.0))
        assert found.sprt is not None
        assert found.sprt.verdict == "H1"
        assert found.sprt.decks == found.decks < 40
        assert found.games == 2 * found.decks
        assert found.finished

    def test_a_missing_deck_is_waited_for(self, pebbles: str) -> None:
        arena = arena_of(Plan(pebbles, TWO, games=200))
        games = {(deck, turn): won_by_first(deck, turn) for deck in range(40) for turn in (0, 1)}
        del games[3, 1]
        found = report(arena, games, (0.0, 100.0))
        assert found.sprt is not None
        assert (found.sprt.verdict, found.sprt.decks) == ("undecided", 3)
        assert not found.finished

    def test_a_draw_is_shared_and_so_is_a_common_win(self) -> None:
        clocks = (Clocked(), Clocked())
        game = Played(0, 0, (0, 1, 0), (1 / 3,) * 3, False, "draw", 9, clocks, None)
        assert shares(game) == pytest.approx({0: 2 / 3, 1: 1 / 3})

    def test_times_are_added_up_and_the_longest_move_is_kept(self) -> None:
        one, other = Clocked().plus(1.0, 2.0).plus(1.0, 5.0), Clocked().plus(2.0, 3.0)
        assert one.joined(other) == (3, 4.0, 10.0, 5.0)


def won_by_first(deck: int, turn: int) -> Played:
    clocks = (Clocked(5, 0.1, 0.2, 0.1), Clocked(5, 0.1, 0.2, 0.1))
    points = (1.0, 0.0) if turn == 0 else (0.0, 1.0)
    return Played(deck, turn, (turn, 1 - turn), points, True, "last_pebble", 10, clocks, None)


class TestRefusals:
    @pytest.mark.parametrize("players", [(), ("random",)])
    def test_too_few_players(self, pebbles: str, players: tuple[str, ...]) -> None:
        with pytest.raises(BadArena, match="At least two players"):
            arena_of(Plan(pebbles, players))

    def test_a_player_nobody_knows(self, pebbles: str) -> None:
        with pytest.raises(BadPlayer, match="did you mean 'random'"):
            arena_of(Plan(pebbles, ("random", "randon")))

    def test_a_round_without_end(self, pebbles: str) -> None:
        with pytest.raises(BadArena, match="a round would have 1560 games"):
            arena_of(Plan(pebbles, ("random",) * 40))

    @pytest.mark.parametrize("claims", [(5.0, 5.0), (9.0, 1.0), (0.0, 2001.0), (math.nan, 1.0)])
    def test_claims_out_of_order(self, pebbles: str, claims: tuple[float, float]) -> None:
        with pytest.raises(BadArena, match="increasing order"):
            arena_of(Plan(pebbles, TWO, sprt=claims))

    def test_a_test_between_three(self, pebbles: str) -> None:
        with pytest.raises(BadArena, match="compares two players; there are 3"):
            arena_of(Plan(pebbles, THREE, sprt=(0.0, 50.0)))

    def test_no_games(self, pebbles: str) -> None:
        with pytest.raises(BadArena, match="At least one game"):
            arena_of(Plan(pebbles, TWO, games=0))

    def test_a_records_folder_that_cannot_be(self, pebbles: str, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(BadArena, match="Cannot write"):
            run(Plan(pebbles, TWO, records=tmp_path / "file"))

    @pytest.mark.parametrize("key", keys())
    def test_every_game_of_the_shelf_can_be_planned(self, key: str) -> None:
        arena = arena_of(Plan(key, ("random", "1", "best@0.1")))
        assert arena.round % 3 == 0

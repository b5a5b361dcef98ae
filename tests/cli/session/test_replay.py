"""Stepping through a record."""

import json
from pathlib import Path
from typing import Any

import pytest

from tabletier.cli.render import is_secret
from tabletier.games.kernel.registry import keys
from tabletier.match.match import Match
from tabletier.match.record import load
from tabletier.match.start import new
from tests.cli.helpers import finished_game, tabletier


def _secretive(match: Match) -> bool:
    """Whether a move is possible of which a spectator is not told everything."""
    after = match.play(match.legal_moves()[-1])
    return is_secret(after, None)


pytestmark = pytest.mark.usefixtures("pebbles")


def numbers(shown: str) -> list[int]:
    """Which positions were shown, in order."""
    lines = shown.replace("] ", "]\n").splitlines()
    return [int(line.split("/")[0]) for line in lines if line.split("/")[0].isdecimal()]


def test_all_shows_every_position_from_the_set_up_to_the_result() -> None:
    path = finished_game()
    run = tabletier("replay", "--all", str(path))
    moves = load(path.read_text()).moves
    assert run.exit_code == 0
    assert numbers(run.stdout) == list(range(len(moves) + 1))
    assert "Set-up\n" in run.stdout
    assert all(f": {move}\n" in run.stdout for move in moves)
    assert "heap ooooooo  secret=None" in run.stdout
    assert "wins (the last pebble)." in run.stdout


def test_enter_goes_on_b_goes_back_a_number_jumps_and_q_quits() -> None:
    path = finished_game("--heap-size", "60")
    run = tabletier("replay", str(path), typed="\n\nb\n9\nb\nfoo\n9999\n-1\nq\n")
    assert run.exit_code == 0
    assert numbers(run.stdout) == [0, 1, 2, 1, 9, 8]
    last = len(load(path.read_text()).moves)
    assert run.stdout.count(f"Answer with Enter, b, q or a number from 0 to {last}.") == 3


def test_enter_at_the_end_leaves() -> None:
    path = finished_game()
    last = len(load(path.read_text()).moves)
    run = tabletier("replay", str(path), typed=f"{last}\n\nnever read\n")
    assert numbers(run.stdout) == [0, last]


def test_back_at_the_beginning_stays() -> None:
    assert numbers(tabletier("replay", str(finished_game()), typed="b\n\n").stdout) == [0, 1]


def test_a_player_may_look_through_their_own_eyes() -> None:
    path = finished_game()
    lucky = load(path.read_text()).log[1].text.removeprefix("lucky ")
    assert f"secret={lucky}" in tabletier("replay", "--all", "--player", "2", str(path)).stdout
    assert f"secret={lucky}" not in tabletier("replay", "--all", "--player", "1", str(path)).stdout


@pytest.mark.parametrize("player", ["0", "3", "x", "-1", "9" * 5000])
def test_there_is_no_such_player(player: str) -> None:
    run = tabletier("replay", f"--player={player}", str(finished_game()))
    assert (run.exit_code, run.stdout) == (2, "")
    assert "players run from 1 to 2" in run.stderr


def lines_of(*arguments: str) -> list[dict[str, Any]]:
    """What `replay --json` answers."""
    run = tabletier("replay", "--json", *arguments)
    assert run.exit_code == 0, run.output
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_json_is_one_line_per_position() -> None:
    path = finished_game()
    match = load(path.read_text())
    lines = lines_of(str(path), "--referee")
    assert [line["move"] for line in lines] == [None, *match.moves]
    assert lines[0]["position"]["heap"] == 7
    assert lines[-1]["position"] == match.position()
    assert lines[-1]["result"] == {"winners": list(match.result.winners), "reason": "last_pebble"}  # type: ignore[union-attr]
    assert {line["result"] for line in lines[:-1]} == {None}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_json_tells_only_what_its_reader_may_know(seat: int | None) -> None:
    path = finished_game()
    match = load(path.read_text())
    eyes = () if seat is None else ("--player", str(seat + 1))
    last = lines_of(str(path), *eyes)[-1]
    assert last["view"] == match.view(seat)["table"]
    assert last["events"] == list(match.events_for(seat))
    numbers = {entry.text.removeprefix("lucky ") for entry in match.log if entry.act == "draw"}
    shown = json.dumps(lines_of(str(path), *eyes))
    assert numbers
    assert sum(number in shown for number in numbers) < len(numbers)


@pytest.mark.parametrize("flags", [["--referee"], ["--referee", "--json", "--player", "1"]])
def test_the_referee_answers_programs_and_looks_through_nobodys_eyes(flags: list[str]) -> None:
    run = tabletier("replay", str(finished_game()), *flags)
    assert (run.exit_code, run.stdout) == (2, "")
    assert run.stderr == "--referee goes with --json, and without --player.\n"


class TestAMoveMadeInSecret:
    """Some moves are secret until everybody has made theirs; we ask every game for such moves."""

    @pytest.fixture(params=[key for key in keys() if _secretive(new(key, seed="s"))])
    def path(self, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
        """A record in which only the first choice has been made."""
        match = new(request.param, seed="s")
        path = tmp_path / "secret choice.jsonl"
        path.write_text(match.play(match.legal_moves()[-1]).record())
        return path

    def test_is_not_told_to_spectators_and_opponents(self, path: Path) -> None:
        (move,) = load(path.read_text()).moves
        for eyes in ([], ["--player", "2"]):
            assert move not in tabletier("replay", "--all", str(path), *eyes).stdout
            assert move not in tabletier("replay", "--json", str(path), *eyes).stdout
        run = tabletier("replay", "--all", str(path))
        assert "1/1  Player 1: a choice that is still secret\n" in run.stdout

    def test_is_told_to_the_one_who_made_it_and_to_the_referee(self, path: Path) -> None:
        (move,) = load(path.read_text()).moves
        assert f": {move}\n" in tabletier("replay", "--all", str(path), "--player", "1").stdout
        assert lines_of(str(path), "--referee")[1]["move"] == move

    def test_is_told_to_all_once_it_is_revealed(self, path: Path) -> None:
        match = load(path.read_text())
        while _secretive(match):
            match = match.play(match.legal_moves()[-1])
        match = match.play(match.legal_moves()[0])
        path.write_text(match.record())
        assert lines_of(str(path))[-1]["move"] == match.moves[-1]
        assert f": {match.moves[-1]}\n" in tabletier("replay", "--all", str(path)).stdout

    def test_the_same_choice_of_two_players_is_still_a_secret(self, path: Path) -> None:
        match = new(load(path.read_text()).game, {"players": 3}, seed="s")
        (move,) = load(path.read_text()).moves
        path.write_text(match.play(move).play(move).record())
        assert lines_of(str(path), "--player", "1")[2]["move"] is None


def test_resignation_and_agreement_are_steps_too(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_text(new("pebbles", seed="s").play("take 1").resign(1).record())
    assert "Player 2 resigns" in tabletier("replay", "--all", str(path)).stdout
    assert '"move": "resign"' in tabletier("replay", "--json", str(path)).stdout
    path.write_text(new("pebbles", seed="s").draw_by_agreement().record())
    assert "A draw by agreement" in tabletier("replay", "--all", str(path)).stdout


def test_from_standard_input_everything_is_shown() -> None:
    path = finished_game()
    run = tabletier("replay", "-", typed=path.read_text())
    assert run.stdout == tabletier("replay", "--all", str(path)).stdout


def test_a_game_whose_draws_are_still_secret_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_text(new("pebbles", seed="s").record(reveal=False))
    run = tabletier("replay", "--all", str(path))
    assert (run.exit_code, run.stdout) == (2, "")
    assert "is still secret" in run.stderr


def test_a_changed_record_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "changed.jsonl"
    path.write_text(finished_game().read_text().replace("take", "tale", 1))
    run = tabletier("replay", str(path))
    assert run.exit_code == 2
    assert "it was changed after it was written" in run.stderr


def test_in_french() -> None:
    run = tabletier("replay", "--lang", "fr", str(finished_game()), typed="q\n")
    assert "Mise en place" in run.stdout
    assert "[Entrée\xa0: suite" in run.stdout


def test_names_that_a_record_carries_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "named.jsonl"
    match = load(finished_game().read_text())
    path.write_text(match.record(names=("Anne", "[b]Paul")))
    shown = tabletier("replay", "--all", str(path)).stdout
    assert "Player 1: Anne, Player 2: [b]Paul\n" in shown
    names = ("Anne", "[b]Paul")
    assert f"  {names[0]}: {match.moves[0]}\n" in shown
    assert match.result is not None
    assert f"{names[match.result.winners[0]]} wins (the last pebble)." in shown

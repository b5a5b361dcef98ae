"""Nothing that was played is ever lost."""

import re
from pathlib import Path

import pytest

from tabletier.games.kernel.registry import keys
from tabletier.match.record import load
from tabletier.match.start import new, setup
from tests.cli.helpers import finished_game, saved_games, tabletier

pytestmark = pytest.mark.usefixtures("pebbles")


def begun(*flags: str) -> Path:
    """The file of a game in which one move was made."""
    run = tabletier("play", "pebbles", "--seed", "s", *flags, typed="take 1\n")
    assert run.exit_code == 0, run.output
    return saved_games()[-1]


def test_the_end_of_the_input_keeps_the_game() -> None:
    match = load(begun().read_text())
    assert match.moves[0] == "take 1"
    assert match.result is None


def test_save_says_where_and_a_copy_goes_where_one_likes(tmp_path: Path) -> None:
    copy = tmp_path / "a copy.jsonl"
    run = tabletier("play", "pebbles", typed=f"take 1\nsave\nsave {copy}\nsave {copy}\nquit\n")
    assert f"Game saved in {saved_games()[0]}" in run.stdout
    assert f"{copy} exists already; choose another name." in run.stdout
    assert copy.read_text() == saved_games()[0].read_text()


def test_record_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    run = tabletier("play", "pebbles", "--record", str(path), typed="take 1\nquit\n")
    assert f"tabletier play --resume {path}\n" in run.stdout
    assert load(path.read_text()).moves[0] == "take 1"
    assert saved_games() == []


@pytest.mark.parametrize("name", [".", "no/such/../\0", "/dev/null/x"])
def test_a_record_that_cannot_be_written_is_refused_before_the_game(name: str) -> None:
    run = tabletier("play", "pebbles", "--record", name, typed="take 1\n")
    assert (run.exit_code, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1


def test_a_record_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear")
    run = tabletier("play", "pebbles", "--record", str(path), typed="take 1\n")
    assert run.exit_code == 2
    assert path.read_text() == "Dear"


def test_a_game_is_resumed_where_it_was_left_and_kept_in_the_same_file() -> None:
    path = begun()
    before = load(path.read_text())
    run = tabletier("play", "--resume", str(path), typed="1\nquit\n")
    assert run.exit_code == 0
    assert f"heap {'o' * before.position()['heap']}  " in run.stdout
    assert load(path.read_text()).moves[: len(before.moves)] == before.moves
    assert len(load(path.read_text()).moves) > len(before.moves)
    assert saved_games() == [path]


def test_a_resumed_game_can_be_undone_beyond_where_it_was_left() -> None:
    path = begun()
    tabletier("play", "--resume", str(path), typed="undo\ntake 3\nquit\n")
    assert load(path.read_text()).moves[0] == "take 3"


def test_last_is_the_latest_game_that_is_not_over() -> None:
    path = begun()
    finished_game()
    run = tabletier("play", "--resume", "last", typed="quit\n")
    assert f"--resume {path}" in run.stdout


def test_last_without_any_game() -> None:
    run = tabletier("play", "--resume", "last")
    assert (run.exit_code, run.stdout) == (2, "")
    assert run.stderr.startswith("No unfinished game is saved in ")


def test_a_game_from_a_position_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "problem.jsonl"
    path.write_text(setup("pebbles", {"heap": 2}, seed="s").record())
    run = tabletier("play", "--resume", str(path), typed="take 2\n")
    assert "You win (the last pebble)!" in run.stdout


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--seed", "other"], "A resumed game keeps its options and its seed"),
        (["pebbles", "--players", "3"], "A resumed game keeps its options and its seed"),
    ],
)
def test_a_resumed_game_keeps_what_was_agreed(flags: list[str], sentence: str) -> None:
    run = tabletier("play", "--resume", str(begun()), *flags)
    assert run.exit_code == 2
    assert sentence in run.stderr


def test_a_finished_game_is_not_resumed() -> None:
    run = tabletier("play", "--resume", str(finished_game()))
    assert (run.exit_code, run.stdout) == (2, "")
    assert run.stderr.startswith("This game is over")


def test_a_game_whose_seed_is_secret_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_text(new("pebbles", seed="s").record(reveal=False))
    run = tabletier("play", "--resume", str(path))
    assert run.exit_code == 2
    assert "is still secret" in run.stderr


def test_a_file_of_another_game_is_not_resumed() -> None:
    other = next(key for key in keys() if key != "pebbles")
    run = tabletier("play", other, "--resume", str(begun()))
    assert run.exit_code == 2
    assert run.stderr.endswith("This file holds a game of 'pebbles'.\n")


class TestAFolderThatCannotBeWritten:
    @pytest.fixture(autouse=True)
    def _no_data_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETIER_DATA_DIR", "/dev/null/data")

    def test_the_game_goes_elsewhere_and_we_say_so_once(self, tmp_path: Path) -> None:
        run = tabletier("play", "pebbles", typed="take 1\ndraw\n")
        assert run.exit_code == 0
        assert run.stdout.count("Cannot write /dev/null/data/games/") == 1
        path = Path(re.findall(r"--resume (\S+)", run.stdout)[0])
        assert path.is_relative_to(tmp_path)
        assert load(path.read_text()).moves[0] == "take 1"

    def test_when_no_folder_takes_it_we_say_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tempfile.tempdir", "/dev/null/temporary")
        run = tabletier("play", "pebbles", typed="take 1\nsave\n")
        assert run.exit_code == 1
        assert run.stdout.count("The game could not be saved: ") == 3
        assert "Traceback" not in run.output


@pytest.mark.parametrize("command", ["verify", "replay", "play"])
class TestFilesThatAreNoRecords:
    def fails(self, command: str, name: str) -> str:
        run = tabletier(command, *(["--resume"] if command == "play" else []), name)
        assert (run.exit_code, run.stdout) == (2, "")
        assert run.stderr.count("\n") == 1
        return run.stderr

    def test_missing(self, command: str) -> None:
        assert self.fails(command, "no-such-file") == "There is no file no-such-file.\n"

    def test_a_folder(self, command: str, tmp_path: Path) -> None:
        assert self.fails(command, str(tmp_path)).endswith("is a folder, not a saved game.\n")

    def test_binary_garbage(self, command: str, tmp_path: Path) -> None:
        path = tmp_path / "garbage"
        path.write_bytes(bytes(range(256)) * 50)
        assert "it is not text" in self.fails(command, str(path))

    @pytest.mark.parametrize("text", ["", "\n", "hello", "{}", "[1]", "[" * 100_000, "\0"])
    def test_some_other_text(self, command: str, tmp_path: Path, text: str) -> None:
        path = tmp_path / "text"
        path.write_text(text)
        assert "not a" in self.fails(command, str(path))

    def test_endless(self, command: str) -> None:
        assert "too long" in self.fails(command, "/dev/zero")

    def test_a_name_that_no_file_can_have(self, command: str) -> None:
        self.fails(command, "a\0b")
        self.fails(command, "x" * 5000)

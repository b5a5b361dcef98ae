"""Played games as Parquet: whole, repeatable, with nothing that the mover could not know."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.lab import dataset
from tabletier.lab.arena.plan import BadArena, Plan, arena_of
from tabletier.lab.dataset import CARD, COLUMNS, MATCHES, MOVES, write
from tests.cli.helpers import tabletier


def plan(game: str, **more: Any) -> Plan:
    return Plan(game, ("random", "random"), games=4, seed="data", **more)


def rows(folder: Path, file: str) -> list[dict[str, Any]]:
    table = pq.read_table(folder / file)
    found: list[dict[str, Any]] = table.to_pylist()
    return found


@pytest.mark.parametrize("game", keys())
def test_every_move_stands_with_what_its_player_knew(game: str, tmp_path: Path) -> None:
    written = write(plan(game), tmp_path / "games")
    matches, moves = rows(written.folder, MATCHES), rows(written.folder, MOVES)
    assert written.matches == len(matches) == 4
    assert written.moves == len(moves) == sum(match["moves"] for match in matches)
    for number, row in enumerate(matches):
        match = tt.load(row["record"])
        its = [move for move in moves if move["match"] == number]
        assert [move["move"] for move in its] == list(match.moves)
        assert match.result is not None
        assert (tuple(row["winners"]), row["reason"]) == match.result
        again = tt.new(match.game, match.options, match.seed)
        for move in its[:20]:
            assert move["seat"] == again.to_move
            assert move["legal"] == len(again.legal_moves())
            assert json.loads(move["view"]) == json.loads(json.dumps(again.view(again.to_move)))
            again = again.play(move["move"])
        for move in its:
            won = move["seat"] in row["winners"]
            assert move["won"] == (0.5 if not row["winners"] else float(won))


def test_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(plan("expion"), tmp_path / name)
    for file in (MATCHES, MOVES, CARD):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_the_card_says_how_it_was_made_and_what_each_column_means(tmp_path: Path) -> None:
    write(plan("punto", options={"players": 3, "rounds_to_win": 1}), tmp_path)
    card = (tmp_path / CARD).read_text("utf-8")
    command = "tabletier dataset punto random random --games 4 --seed data --players 3"
    assert f"{command} --rounds-to-win 1 --to FOLDER" in card
    for file, columns in COLUMNS.items():
        assert pq.read_schema(tmp_path / file).names == list(columns)
        assert hashlib.sha256((tmp_path / file).read_bytes()).hexdigest() in card
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted((CARD, MATCHES, MOVES))


def test_stopped_on_the_way_it_goes_on(tmp_path: Path) -> None:
    heard: list[int] = []

    def impatient(played: Any) -> None:
        heard.append(played.turn)
        if len(heard) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(plan("expion"), tmp_path / "games", impatient)
    write(plan("expion"), tmp_path / "games", lambda played: heard.append(played.turn))
    assert len(heard) == 4
    write(plan("expion"), tmp_path / "whole")
    for file in (MATCHES, MOVES):
        assert (tmp_path / "games" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_a_folder_that_has_one_is_not_written_over(tmp_path: Path) -> None:
    for name in (CARD, MATCHES, MOVES):
        (tmp_path / name).write_text("mine")
    with pytest.raises(BadArena, match="has a dataset already"):
        write(plan("expion"), tmp_path)
    assert (tmp_path / CARD).read_text() == "mine"


@pytest.mark.parametrize("name", [CARD, "thesis.txt"])
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(BadArena, match=rf"is not empty \({name}\), and nothing is half written"):
        write(plan("expion"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("random", "random"), "gives the same matches on any machine."),
        (("1", "4"), "gives the same matches, unless a machine is too slow to think"),
        (("1", "5"), "By the clock: 5. Another run gives other games of the same kind."),
        (("tree:50", "random"), "gives the same matches on any machine."),
    ],
)
def test_the_card_says_whether_it_can_be_repeated(players: tuple[str, str], said: str) -> None:
    arena = arena_of(Plan("punto", players, games=2, seed="data"))
    assert said in dataset._repeated(arena)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadArena, match="Cannot write"):
        write(plan("expion"), tmp_path / "file" / "games")


def test_few_matches_are_in_memory_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "AT_ONCE", 2)
    write(plan("expion"), tmp_path)
    assert pq.ParquetFile(tmp_path / MATCHES).num_row_groups == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "tabletier dataset GAME PLAYER PLAYER --to FOLDER"),
        (["expion", "random", "random"], "Say which folder to write into"),
        (["expion", "random", "random", "--to", ""], "Say which folder to write into"),
    ],
)
def test_a_command_that_lacks_something_says_what(given: list[str], said: str) -> None:
    run = tabletier("dataset", *given)
    assert run.exit_code == 2
    assert said in run.stderr

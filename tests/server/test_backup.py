"""A copy is made while people play, and put back while the house is closed."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tabletier.server.db.database import CannotCopy, back_up, check, file_of, restore
from tests.server.visitors import Visitor, served


def tabletier(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tabletier", *arguments, "--lang=en"],
        env={**os.environ, "TABLETIER_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def refusal(source: Path, target: Path) -> str:
    with pytest.raises(CannotCopy) as refused:
        restore(source, target)
    return refused.value.reason


def test_a_house_is_copied_while_people_play_and_put_back_when_it_is_closed(
    tmp_path: Path,
) -> None:
    folder, copy = tmp_path / "house", tmp_path / "copy.sqlite3"
    with served(data_dir=folder) as house, Visitor(house.address, "Ann") as ann:
        table = ann.open("expion", seats=["me", "me"], start=True)["id"]
        for _ in range(5):
            ann.move(table)
        goes_on, moves = threading.Event(), 0

        def play() -> None:
            nonlocal moves
            other = table
            while not goes_on.is_set():
                if ann.look(other)["table"]["status"] == "over":
                    other = ann.open("expion", seats=["me", "me"], start=True)["id"]
                ann.move(other)
                moves += 1

        playing = threading.Thread(target=play)
        playing.start()
        run = tabletier(folder, "backup", str(copy))
        goes_on.set()
        playing.join()
        assert run.returncode == 0, run.stderr
        assert moves > 0
        plies = ann.look(table)["position"]["plies"]
        assert refusal(copy, folder / "house.sqlite3") == "running"
        assert tabletier(folder, "restore", str(copy)).returncode == 2
        assert ann.look(table)["position"]["plies"] == plies
    check(copy)
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy.sqlite3"]
    run = tabletier(folder, "restore", str(copy))
    assert run.returncode == 0, run.stderr
    assert (folder / "house.before-restore.sqlite3").is_file()
    with served(data_dir=folder) as house, Visitor(house.address, "Ann", known=ann) as again:
        assert 5 <= again.look(table)["position"]["plies"] <= plies
        again.move(again.open("expion", seats=["me", "me"], start=True)["id"])


def test_a_copy_never_overwrites_anything(tmp_path: Path) -> None:
    with served(data_dir=tmp_path):
        pass
    house = tmp_path / "house.sqlite3"
    with pytest.raises(CannotCopy, match="exists"):
        back_up(house, house)
    run = tabletier(tmp_path, "backup", str(house))
    assert run.returncode == 2
    assert "exists already" in run.stderr


def test_a_folder_that_there_is_not_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    with served(data_dir=tmp_path):
        pass
    copy = str(tmp_path / "nowhere" / "copy")
    run = tabletier(tmp_path, "backup", copy)
    assert (run.returncode, run.stderr) == (2, f"{copy}: No such file or directory.\n")


def test_what_was_there_is_kept_every_time(tmp_path: Path) -> None:
    house, copy = tmp_path / "house.sqlite3", tmp_path / "copy"
    with served(data_dir=tmp_path):
        pass
    back_up(house, copy)
    kept = []
    for day in ("first", "second", "third"):
        with contextlib.closing(sqlite3.connect(house)) as connection:
            connection.execute(f"create table {day} (x)")
            connection.commit()
        kept.append(restore(copy, house))
    names = [f"house.before-restore{number}.sqlite3" for number in ("", "-2", "-3")]
    assert [path.name for path in kept if path is not None] == names
    for path, day in zip(kept, ("first", "second", "third"), strict=True):
        with contextlib.closing(sqlite3.connect(str(path))) as connection:
            connection.execute(f"select * from {day}")


def test_only_a_whole_house_of_a_known_day_is_put_in_place(tmp_path: Path) -> None:
    with served(data_dir=tmp_path):
        pass
    house, copy = tmp_path / "house.sqlite3", tmp_path / "copy"
    back_up(house, copy)
    other = tmp_path / "other.sqlite3"
    sqlite3.connect(other).close()
    assert refusal(tmp_path / "nothing", house) == "no-file"
    assert refusal(other, house) == "damaged"
    other.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    assert refusal(other, house) == "damaged"
    other.write_text("a letter")
    assert refusal(other, house) == "damaged"
    with sqlite3.connect(copy) as later:
        later.execute("update alembic_version set version_num = '9999'")
    later.close()
    assert refusal(copy, house) == "future"
    check(house)


def test_a_house_in_postgresql_is_copied_by_its_own_tools() -> None:
    with pytest.raises(CannotCopy, match="postgresql"):
        file_of("postgresql+asyncpg://user@db/house")


def test_there_is_nothing_to_copy_before_the_first_day(tmp_path: Path) -> None:
    assert "never opened" in tabletier(tmp_path, "backup", str(tmp_path / "copy")).stderr

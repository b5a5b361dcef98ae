"""A data folder has one house: a second that would not hear of the first does not open."""

import signal
from pathlib import Path

import pytest

from tabletier.server.db.lock import Taken, locked
from tests.server.houses import Served


def test_a_second_house_does_not_open_and_says_where_the_first_is(tmp_path: Path) -> None:
    chosen = {"TABLETIER_DATA_DIR": str(tmp_path)}
    with Served("serve", **chosen) as first:
        address = first.address()
        with Served(**chosen) as second:
            code, out, err = second.end()
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"The house in {tmp_path} is open already, at {address}: close it ")
        assert "TABLETIER_DATA_DIR" in err
        assert "PostgreSQL and Redis" in err
        assert first.stop() == (0, "", "")
    with Served(**chosen) as again:
        again.address()


def test_a_second_house_at_the_same_port_is_told_of_the_house_not_of_another_port(
    tmp_path: Path,
) -> None:
    chosen = {"TABLETIER_DATA_DIR": str(tmp_path)}
    with Served(**chosen) as first:
        port = first.address().rpartition(":")[2]
        with Served("serve", "--port", port, "--lang", "fr", **chosen) as second:
            code, out, err = second.end()
    assert (code, out) == (2, "")
    assert err.startswith(f"La maison de {tmp_path} est déjà ouverte, à l’adresse http://")
    assert "--port" not in err


def test_a_house_that_was_killed_stops_nobody(tmp_path: Path) -> None:
    chosen = {"TABLETIER_DATA_DIR": str(tmp_path)}
    for _ in range(2):
        with Served(**chosen) as house:
            house.address()
            house.stop(signal.SIGKILL)
    with Served(**chosen) as again:
        again.address()


class TestTheLock:
    def test_is_held_alone_or_by_those_that_share_it(self, tmp_path: Path) -> None:
        house = tmp_path / "house.sqlite3"
        with locked(house, shared=False) as lock:
            lock.note("http://127.0.0.1:8000")
            for shared in (False, True):
                with pytest.raises(Taken) as taken, locked(house, shared):
                    pass
                assert taken.value.address == "http://127.0.0.1:8000"
        with locked(house, shared=True), locked(house, shared=True) as lock:
            lock.note("http://127.0.0.1:9")
            with pytest.raises(Taken) as taken, locked(house, shared=False):
                pass
            assert taken.value.address == ""
        with locked(house, shared=False):
            pass

    def test_is_nothing_where_there_can_be_none(self, tmp_path: Path) -> None:
        nowhere = tmp_path / "nowhere" / "house.sqlite3"
        with locked(nowhere, shared=False), locked(nowhere, shared=False):
            assert list(tmp_path.iterdir()) == []

    def test_of_another_database_is_another(self, tmp_path: Path) -> None:
        with locked(tmp_path / "one", shared=False), locked(tmp_path / "other", shared=False):
            pass

    def test_is_not_asked_for_in_postgresql(self, tmp_path: Path) -> None:
        url = "postgresql://house@127.0.0.1:1/house"
        with Served(TABLETIER_DATA_DIR=str(tmp_path), TABLETIER_DATABASE_URL=url) as served:
            assert "does not answer" in served.end()[2]
        assert not list(tmp_path.glob("*.lock"))

    def test_names_the_file_that_was_chosen(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.db"
        chosen = {"TABLETIER_DATABASE_URL": f"sqlite:///{file}"}
        with (
            locked(file, shared=False),
            Served(TABLETIER_DATA_DIR=str(tmp_path / "other"), **chosen) as served,
        ):
            code, _, err = served.end()
        assert code == 2
        assert err.startswith(f"The house in {file} is open already: close it first")
        assert "(TABLETIER_DATABASE_URL)" in err

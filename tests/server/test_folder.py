"""The data folder and the key in it are for their owner only, and a key is whole or refused."""

import stat
from pathlib import Path

import pytest

from tabletier.server.db import database as folders
from tabletier.server.db.database import make_private
from tabletier.server.settings import BadSettings, read_settings
from tabletier.server.users import credentials
from tabletier.server.users.credentials import BadKey, house_secret
from tests.server.houses import Served


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class TestTheKey:
    def test_is_made_once_for_its_owner_only(self, tmp_path: Path) -> None:
        home = tmp_path / "new"
        secret = house_secret(home)
        assert len(secret) == 64
        assert (mode(home), mode(home / "secret.key")) == (0o700, 0o600)
        assert house_secret(home) == secret
        assert [path.name for path in home.iterdir()] == ["secret.key"]

    def test_is_there_whole_or_not_at_all(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def killed(_: int) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", killed)
            with pytest.raises(OSError, match="full"):
                house_secret(tmp_path)
        assert list(tmp_path.iterdir()) == []
        assert house_secret(tmp_path)

    def test_of_another_process_that_was_faster_is_used(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        create = folders.create_private

        def beaten(file: Path, text: str) -> None:
            create(file, "f" * 64)
            create(file, text)

        monkeypatch.setattr(credentials, "create_private", beaten)
        assert house_secret(tmp_path) == "f" * 64

    def test_of_a_house_that_was_open_to_others_is_closed(self, tmp_path: Path) -> None:
        key = tmp_path / "secret.key"
        key.write_text("a" * 64)
        key.chmod(0o644)
        assert house_secret(tmp_path) == "a" * 64
        assert mode(key) == 0o600

    @pytest.mark.parametrize("found", ["", "   \n", "half a key"])
    def test_that_is_empty_or_short_is_refused(self, found: str, tmp_path: Path) -> None:
        (tmp_path / "secret.key").write_text(found)
        with pytest.raises(BadKey, match="delete it"):
            house_secret(tmp_path)

    def test_that_was_set_is_not_short_either(self) -> None:
        with pytest.raises(BadSettings, match="at least 32 characters") as refusal:
            read_settings(secret="hush")
        assert "hush" not in str(refusal.value)

    def test_is_refused_in_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "secret.key").touch()
        with Served("serve", TABLETIER_DATA_DIR=str(tmp_path)) as served:
            code, out, err = served.end()
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "secret.key has only 0 characters and should have 64" in err


class TestTheFolder:
    def test_of_an_older_house_is_closed(self, tmp_path: Path) -> None:
        (tmp_path / "house.sqlite3").touch()
        tmp_path.chmod(0o755)
        make_private(tmp_path)
        assert mode(tmp_path) == 0o700

    def test_that_holds_other_things_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "letters").mkdir()
        tmp_path.chmod(0o755)
        make_private(tmp_path)
        assert mode(tmp_path) == 0o755

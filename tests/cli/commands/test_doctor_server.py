"""What `tabletier doctor` finds of the open house."""

import builtins
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tabletier import server
from tabletier.games.kernel.extras import missing_sentence
from tabletier.server import limits
from tabletier.server.house import build
from tabletier.server.live.connections import ASKING
from tabletier.server.run import CannotOpen, serve
from tabletier.server.settings import Settings
from tests.cli.helpers import tabletier
from tests.server.houses import PATIENCE, open_house

PAGE = Path(server.__file__).parent / "page" / "index.html"


def findings(*arguments: str) -> dict[str, tuple[bool, str]]:
    report = json.loads(tabletier("doctor", "--json", *arguments).stdout)
    return {f["name"]: (f["ok"], f["value"]) for f in report["findings"]}


def test_what_was_set_is_named_and_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.toml"
    file.write_text("port = 0\n")
    monkeypatch.setenv("TABLETIER_CONFIG", str(file))
    monkeypatch.setenv("TABLETIER_SECRET", 8 * "silence_stdout")
    ok, value = findings()["settings"]
    assert ok
    assert f"set by TABLETIER_DATA_DIR, TABLETIER_SECRET; settings file {file}" in value
    assert "silence_stdout" not in str(findings())
    assert findings()["port"] == (True, "a free port will be picked")


class TestPort:
    def test_of_another_program(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            taken.close()
            monkeypatch.setenv("TABLETIER_PORT", str(port))
            assert findings()["port"] == (True, f"{port} is free")
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            port = silent.getsockname()[1]
            monkeypatch.setenv("TABLETIER_PORT", str(port))
            ok, value = findings()["port"]
        assert not ok
        assert value == f"Port {port} is taken already on 127.0.0.1; try --port {port + 1}."

    def test_of_a_house_that_is_open(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with open_house(tmp_path) as house:
            house.wait_until_ready()
            port = house.address.rpartition(":")[2]
            monkeypatch.setenv("TABLETIER_PORT", port)
            monkeypatch.setattr("tabletier.cli.commands.doctor.MOMENT", PATIENCE)
            for host in ("127.0.0.1", "0.0.0.0"):
                monkeypatch.setenv("TABLETIER_HOST", host)
                assert findings()["port"] == (True, f"{port}: a house is open there already")


class TestConnections:
    def test_as_many_as_are_wished(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "open_files", lambda: (256, None))
        assert findings()["places"] == (True, f"{Settings().most_sockets} at once")

    def test_fewer_where_the_system_allows_too_few_files(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "open_files", lambda: (256, 1024))
        wished, fits = Settings().most_sockets, 1024 - limits.RESERVE - ASKING
        assert fits < wished
        told = f"{fits} at once instead of {wished}: the system allows 1024 open files (ulimit -n)"
        assert findings()["places"] == (True, told)
        assert findings("--lang=fr")["places"][1].startswith(f"{fits} à la fois au lieu de")


def test_notices_that_wait_and_who_takes_e_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path, private_targets=True) as house:
        guest = house.guest("Bea")
        asked = {"kind": "webhook", "address": "http://127.0.0.1:1/"}
        found = guest.post("/me/notices", json=asked).json()
        assert guest.post(f"/me/notices/{found['id']}/test").json()["outcome"] == "retry"
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TABLETIER_SMTP_URL", "smtp://user:silence_stdout@127.0.0.1:1")
    report = findings()
    ok, value = report["notices"]
    assert ok
    assert value.startswith("none waits; webhook: ")
    ok, value = report["mail"]
    assert not ok
    assert value.startswith("127.0.0.1:1 does not answer")
    assert "silence_stdout" not in str(report)


def test_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert findings()["page"][1].startswith("built" if PAGE.exists() else "not built yet")
    monkeypatch.setattr(server, "__file__", str(tmp_path / "__init__.py"))
    assert findings()["page"][1].startswith("not built yet")
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").touch()
    assert findings()["page"] == (True, "built")
    assert findings("--lang=fr")["page"] == (True, "construite")


class TestWithoutWhatSeveralServersNeed:
    @pytest.fixture(autouse=True)
    def _not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = builtins.__import__

        def lacking(name: str, *arguments: Any, **named: Any) -> Any:
            if name.partition(".")[0] in {"asyncpg", "redis"}:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name.partition(".")[0])
            return real(name, *arguments, **named)

        monkeypatch.setattr(builtins, "__import__", lacking)
        monkeypatch.setenv(
            "TABLETIER_DATABASE_URL", "postgresql://house:silence_stdout@127.0.0.1:1/house"
        )

    def test_the_doctor_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETIER_REDIS_URL", "redis://127.0.0.1:1")
        monkeypatch.setenv("TABLETIER_PORT", "0")
        found = findings()
        for name, package in (("database", "asyncpg"), ("redis", "redis")):
            assert found[name] == (
                False,
                missing_sentence(package, "site").en,
            )

    def test_serve_says_it_in_a_sentence(self, tmp_path: Path) -> None:
        url = "postgresql://house:silence_stdout@127.0.0.1:1/house"
        settings = Settings(data_dir=tmp_path, port=0, database_url=url)
        with pytest.raises(ImportError):
            build(settings)
        with pytest.raises(CannotOpen, match=r"needs asyncpg: pip install 'tabletier\[site\]'"):
            serve(settings, print)

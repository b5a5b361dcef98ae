"""`tabletier serve`: opens without being set up, says where, closes without losing anybody."""

import json
import signal
import socket
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import tabletier as tt
from tabletier.server import run
from tabletier.server.settings import BadSettings, Settings, read_settings
from tests.server.houses import API, PATIENCE, Served, cookie_of, open_house


def test_it_opens_says_where_and_ends_well_when_asked(tmp_path: Path) -> None:
    with Served("serve", TABLETIER_DATA_DIR=str(tmp_path / "data")) as served:
        address = served.address()
        assert httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code in {200, 503}
        assert (tmp_path / "data" / "house.sqlite3").exists()
        assert served.stop() == (0, "", "")


def test_ctrl_c_while_rules_are_compiled_ends_without_a_word_of_python(tmp_path: Path) -> None:
    folders = {"TABLETIER_DATA_DIR": str(tmp_path / "data"), "TABLETIER_CACHE_DIR": str(tmp_path)}
    with Served("serve", TABLETIER_JIT="1", **folders) as served:
        served.address()
        children = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children")
        while len(children.read_text().split()) < len(tt.games()):
            time.sleep(0.01)  # a scribe, and the first that compile
        code, out, err = served.press_ctrl_c()
    assert (code, out) == (0, "")
    assert "Traceback" not in err
    assert "KeyboardInterrupt" not in err


def test_a_port_that_is_taken_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with Served("serve", f"--port={port}", TABLETIER_DATA_DIR=str(tmp_path)) as served:
            code, out, err = served.end()
    assert (code, out) == (2, "")
    assert err == f"Port {port} is taken already on 127.0.0.1; try --port {port + 1}.\n"


def test_a_folder_that_cannot_be_made_is_one_sentence_and_exit_code_2() -> None:
    with Served(TABLETIER_DATA_DIR="/dev/null/data") as served:
        code, out, err = served.end()
    assert (code, out) == (2, "")
    assert err == "The house cannot keep anything in /dev/null/data: Not a directory.\n"


def test_a_database_that_does_not_answer_is_one_sentence_without_its_password(
    tmp_path: Path,
) -> None:
    url = "postgresql://house:hush@127.0.0.1:1/house"
    with Served(TABLETIER_DATA_DIR=str(tmp_path), TABLETIER_DATABASE_URL=url) as served:
        code, out, err = served.end()
    assert (code, out) == (2, "")
    assert err.startswith("The database (TABLETIER_DATABASE_URL) does not answer: ")
    assert len(err.splitlines()) == 1
    assert "hush" not in err


def test_everybody_is_told_to_come_back_when_the_house_closes(tmp_path: Path) -> None:
    with Served(TABLETIER_DATA_DIR=str(tmp_path)) as served:
        client = httpx.Client(base_url=served.address() + API, timeout=PATIENCE)
        client.post("/me", json={"name": "Ada"})
        table = client.post("/tables", json={"game": "barrier"}).json()["id"]
        live = f"{client.base_url}tables/{table}/live".replace("http", "ws", 1)
        with connect(live, additional_headers=cookie_of(client)) as link:
            assert json.loads(link.recv(PATIENCE))["type"] == "hello"
            served.process.send_signal(signal.SIGINT)
            assert json.loads(link.recv(PATIENCE)) == {"type": "bye", "retry_ms": 1000}
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert served.end() == (0, "", "")
        client.close()


def test_a_stream_is_told_too(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        client = house.guest()
        table = client.post("/tables", json={"game": "barrier"}).json()["id"]
        with client.stream("GET", f"/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert json.loads(next(lines))["type"] == "hello"
            house.doors.should_exit = True
            assert json.loads(next(lines))["type"] == "bye"
            assert list(lines) == []


def test_a_second_signal_leaves_at_once(tmp_path: Path) -> None:
    with Served(TABLETIER_DATA_DIR=str(tmp_path)) as served:
        where = urlsplit(served.address())
        with socket.create_connection((where.hostname, where.port)) as waiting:
            waiting.sendall(f"POST {API}/me HTTP/1.1\r\nHost: x\r\n".encode())
            waiting.sendall(b"Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{")
            served.process.send_signal(signal.SIGTERM)  # would wait for the rest of the request
            served.process.send_signal(signal.SIGINT)
            assert served.end()[0] in {128 + signal.SIGINT, 128 + signal.SIGTERM}


def test_every_address_is_worked_out_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What FastAPI would do at the first request took half a second, for everybody."""
    made: list[object] = []
    make = TypeAdapter.__init__

    def counting(adapter: Any, *given: Any, **named: Any) -> None:
        made.append(given)
        make(adapter, *given, **named)

    def listen(doors: run.Doors, sockets: object) -> None:  # noqa: ARG001 - as called
        assert made, "this test looks at nothing"
        made.clear()
        scope = {"type": "http", "method": "GET", "path": "/x", "root_path": "", "headers": []}
        for route in doors.app.routes:
            route.matches(scope)

    monkeypatch.setattr(TypeAdapter, "__init__", counting)
    monkeypatch.setattr(run.Doors, "run", listen)
    run.serve(Settings(data_dir=tmp_path, port=0), lambda address: None)  # noqa: ARG005
    assert made == []


class TestSettings:
    @pytest.fixture(autouse=True)
    def _nothing_set(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.delenv("TABLETIER_CONFIG", raising=False)
        monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))

    def test_without_any_the_house_is_for_this_machine(self, tmp_path: Path) -> None:
        settings = read_settings()
        assert (settings.host, settings.port, settings.local) == ("127.0.0.1", 8000, True)
        assert settings.database == f"sqlite+aiosqlite:///{tmp_path}/house.sqlite3"
        assert settings.shows_metrics
        assert not read_settings(host="0.0.0.0").shows_metrics

    def test_the_environment_wins_over_the_file_and_flags_over_both(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "house.toml"
        file.write_text('port = 1\nhost = "::1"\norigins = ["https://Games.example/"]\n')
        monkeypatch.setenv("TABLETIER_CONFIG", str(file))
        assert read_settings().port == 1
        assert read_settings().origins == ("https://games.example",)
        monkeypatch.setenv("TABLETIER_PORT", "2")
        assert (read_settings().port, read_settings().host) == (2, "::1")
        assert read_settings(port=3).port == 3

    def test_lists_are_separated_by_commas(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETIER_ORIGINS", "https://a.example, http://b.example:81")
        assert read_settings().origins == ("https://a.example", "http://b.example:81")

    def test_the_driver_of_a_database_may_be_left_out(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TABLETIER_DATABASE_URL", "postgresql://me@host/house")
        assert read_settings().database == "postgresql+asyncpg://me@host/house"

    @pytest.mark.parametrize(
        ("name", "value", "sentence"),
        [
            ("PORT", "99999", "The setting TABLETIER_PORT (port) cannot be '99999': "),
            ("ORIGINS", "games.example", "The setting TABLETIER_ORIGINS (origins) cannot be "),
            ("REDIS_URL", "http://x:pw@y", "The setting TABLETIER_REDIS_URL (redis_url) is wrong"),
            ("DATABASE_URL", "mysql://u:pw@y", "The setting TABLETIER_DATABASE_URL (database_url)"),
            ("CONFIG", "/nowhere.toml", "The settings file /nowhere.toml cannot be read: "),
        ],
    )
    def test_a_wrong_one_is_a_sentence_that_names_it(
        self, name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(f"TABLETIER_{name}", value)
        with pytest.raises(BadSettings) as error:
            read_settings()
        assert error.value.text.en.startswith(sentence)
        assert "pw" not in error.value.text.en

    @pytest.mark.parametrize(
        ("name", "value", "fr", "en"),
        [
            (
                "PORT",
                "abc",
                "(port) ne peut pas être « abc » : un nombre entier de 0 à 65535 est attendu.",
                "(port) cannot be 'abc': a whole number from 0 to 65535 is expected.",
            ),
            ("PACE", "slow", "un nombre de 0 à 60 est", "a number from 0 to 60 is expected."),
            ("MOST_SOCKETS", "0", "à partir de 1 est attendu.", "from 1 on is expected."),
            ("METRICS", "perhaps", "true ou false est attendu.", "true or false is expected."),
            ("PRIVATE_TARGETS", "maybe", "true ou false est", "true or false is expected."),
            ("LOG", "loud", "au choix : auto, plain, json.", "choose from: auto, plain, json."),
            ("HOST", "", "un texte est attendu, qui ne", "a text is expected, not empty."),
            ("ORIGINS", "x", "x n'est pas une origine telle que", "x is no origin such as"),
            ("SECRET", "hush", "au moins 32 caractères.", "at least 32 characters."),
            ("REDIS_URL", "x", "il commence par redis://.", "it begins with redis://."),
            ("DATABASE_URL", "x", "il commence par sqlite:// ou", "it begins with sqlite:// or"),
            ("PUBLIC_URL", "x", "x n'est pas une adresse telle", "x is no address such as"),
            ("SMTP_URL", "x", "il commence par smtp:// ou", "it begins with smtp:// or"),
            ("SMTP_FROM", "x", "n'est pas une adresse e-mail", "x is no e-mail address such as"),
        ],
    )
    def test_what_is_expected_is_told_in_both_languages(
        self, name: str, value: str, fr: str, en: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(f"TABLETIER_{name}", value)
        with pytest.raises(BadSettings) as error:
            read_settings()
        assert fr in error.value.text.fr
        assert en in error.value.text.en
        assert f"TABLETIER_{name}" in error.value.text.fr

    def test_of_every_kind_in_a_file_are_told_as_well(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "house.toml"
        monkeypatch.setenv("TABLETIER_CONFIG", str(file))
        for name in Settings.model_fields:
            monkeypatch.delenv(f"TABLETIER_{name.upper()}", raising=False)
            file.write_text(f"{name} = [{{}}]")
            with pytest.raises(BadSettings) as error:
                read_settings()
            told = error.value.text
            assert told.fr.startswith(f"Le réglage TABLETIER_{name.upper()} ({name}) ")
            assert " attendu" in told.fr or "au choix" in told.fr
            assert " expected" in told.en or "choose from" in told.en

    def test_a_file_with_a_slip_of_the_pen(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "house.toml"
        monkeypatch.setenv("TABLETIER_CONFIG", str(file))
        file.write_text("prot = 1")
        with pytest.raises(BadSettings, match=r"a setting that does not exist: prot\."):
            read_settings()
        file.write_text("port = ")
        with pytest.raises(BadSettings, match="cannot be read"):
            read_settings()

    @pytest.mark.parametrize("command", [["serve"], ["worker"], ["backup", "x"], ["restore", "x"]])
    def test_every_command_tells_it_in_the_language_of_the_run(self, command: list[str]) -> None:
        with Served(*command, "--lang", "fr", TABLETIER_PORT="abc") as served:
            code, out, err = served.end()
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("Le réglage TABLETIER_PORT (port) ne peut pas être «\N{NBSP}abc")
        assert err.endswith("un nombre entier de 0 à 65535 est attendu.\n")

    def test_serve_tells_it_and_ends_with_2(self, tmp_path: Path) -> None:
        with Served(TABLETIER_DATA_DIR=str(tmp_path), TABLETIER_LOG="loud") as served:
            code, _, err = served.end()
        assert code == 2
        assert err.startswith("The setting TABLETIER_LOG (log) cannot be 'loud': ")

"""`tabletier analyse`: a table, sentences, JSON and a picture; bad files are one sentence."""

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import tabletier as tt
from tabletier.cli.commands import analyse as analyse_command
from tabletier.games.kernel.registry import keys
from tabletier.search.analysis import analyse
from tabletier.search.analysis.report import SCHEMA
from tabletier.search.knowledge import Budget
from tests.cli.helpers import tabletier
from tests.search.courses import random_match, win_to_miss

FEW = Budget(simulations=16)
QUICK = ("--simulations", "16")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(random_match(keys()[-1], {}, 6).record())
    return path


@pytest.fixture
def blundered(tmp_path: Path) -> Path:
    """A record of one move, which misses a win."""
    before, worse = win_to_miss(keys()[0])
    path = tmp_path / "blunder.jsonl"
    path.write_text(before.play(worse).record())
    return path


def test_it_prints_a_table_and_writes_two_files_beside_the_record(record: Path) -> None:
    run = tabletier("analyse", str(record), *QUICK)
    assert run.exit_code == 0, run.output
    rows = [line.split() for line in run.stdout.splitlines()]
    for number, move in enumerate(tt.load(record.read_text()).moves, start=1):
        assert any(row[:1] == [str(number)] and move in row for row in rows)
    assert "Player 1: 3 moves" in run.stdout
    report = json.loads(record.with_name("game.analysis.json").read_text("utf-8"))
    jsonschema.validate(report, SCHEMA)
    picture = ElementTree.fromstring(record.with_name("game.analysis.svg").read_text("utf-8"))
    assert len([part for part in picture.iter() if part.get("class") == "band"]) == 2
    assert str(record.with_name("game.analysis.json")) in run.stderr


def test_in_french(record: Path) -> None:
    run = tabletier("analyse", str(record), *QUICK, "--lang", "fr")
    assert run.exit_code == 0
    assert "meilleur autre" in run.stdout
    assert "Joueur 1\N{NO-BREAK SPACE}: 3 coups" in run.stdout
    svg = record.with_name("game.analysis.svg").read_text("utf-8")
    assert "chances de gain" in svg
    assert "Joueur 2" in svg


@pytest.mark.parametrize(("language", "words"), [("en", "% sure)"), ("fr", "(sûr à")])
def test_a_mistake_is_told_in_words(blundered: Path, language: str, words: str) -> None:
    run = tabletier("analyse", str(blundered), "--simulations", "200", "--lang", language)
    said = run.stdout.splitlines()[-1]
    assert run.exit_code == 0
    assert said.startswith(("Move 1", "Coup 1"))
    assert words in run.stdout
    assert "?" in next(line for line in run.stdout.splitlines() if line.strip().startswith("1 "))


@pytest.mark.parametrize(("language", "words"), [("en", "win in 1"), ("fr", "gain en 1")])
def test_a_proven_end_is_told_in_the_table(blundered: Path, language: str, words: str) -> None:
    run = tabletier("analyse", str(blundered), "--simulations", "200", "--lang", language)
    row = next(line for line in run.stdout.splitlines() if line.strip().startswith("1 "))
    assert f"({words})" in row


def test_json_goes_to_the_terminal_and_nothing_else_is_written(record: Path) -> None:
    run = tabletier("analyse", "--json", str(record), *QUICK)
    report = json.loads(run.stdout)
    jsonschema.validate(report, SCHEMA)
    assert [move["move"] for move in report["moves"]] == list(tt.load(record.read_text()).moves)
    assert sorted(record.parent.glob("game*")) == [record]


def test_the_same_simulations_give_the_same_json(record: Path) -> None:
    one, other = (tabletier("analyse", "--json", str(record), *QUICK).stdout for _ in range(2))
    assert one == other
    threaded = tabletier("analyse", "--json", str(record), *QUICK, "--threads", "2").stdout
    assert threaded == one


def test_no_files(record: Path) -> None:
    assert tabletier("analyse", str(record), *QUICK, "--no-files").exit_code == 0
    assert sorted(record.parent.glob("game*")) == [record]


def test_another_folder(record: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    assert tabletier("analyse", str(record), *QUICK, "--out", str(folder)).exit_code == 0
    found = sorted(path.name for path in folder.iterdir())
    assert found == ["game.analysis.json", "game.analysis.svg"]


def test_a_picture_in_pixels(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    run = tabletier("analyse", str(record), *QUICK, "--no-files", "--picture", str(path))
    assert run.exit_code == 0, run.output
    assert path.read_bytes().startswith(b"\x89PNG")
    assert int.from_bytes(path.read_bytes()[16:20], "big") == 1920


def test_letters_are_drawn_where_the_machine_has_a_font(record: Path, tmp_path: Path) -> None:
    """Taking all text out must change the picture, unless the run said that there is no font."""
    path = tmp_path / "picture.png"
    run = tabletier("analyse", str(record), *QUICK, "--no-files", "--picture", str(path))
    svg = analyse_command.draw_chart(
        tt.load(record.read_text()), analyse(tt.load(record.read_text()), FEW)
    )
    bare = re.sub(r"<text.*?</text>", "", svg)
    assert ("no font" in run.stderr) == (
        analyse_command.to_png(svg) == analyse_command.to_png(bare)
    )


def test_standard_input_leaves_no_files(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(record.parent)
    run = tabletier("analyse", "-", *QUICK, typed=record.read_text())
    assert run.exit_code == 0, run.output
    assert sorted(record.parent.glob("*.analysis.*")) == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no file"),
        ("no record at all", "is not a saved game"),
        ('{"tabletier": 1}', "This is not a valid record"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, content: str | None, sentence: str) -> None:
    path = tmp_path / "bad.jsonl"
    if content is not None:
        path.write_text(content)
    run = tabletier("analyse", str(path))
    assert (run.exit_code, run.stdout) == (2, "")
    assert sentence in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_what_cannot_be_is_said_before_any_work(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse_command, "_run_analysis", lambda *_: pytest.fail("it was analysed"))
    for wrong in (
        ("--picture", "picture.gif"),
        ("--out", "no/such/folder"),
        ("--simulations", "0"),
        ("--seconds", "soon"),
    ):
        run = tabletier("analyse", str(record), *wrong)
        assert (run.exit_code, run.stdout) == (2, "")
        assert len(run.stderr.splitlines()) == 1


def test_a_game_without_moves_and_one_whose_draws_are_secret(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(tt.new(keys()[0], seed="x").record())
    assert "nothing to analyse" in tabletier("analyse", str(path)).stderr
    path.write_text(random_match(keys()[-1], {}, 3).record(reveal=False))
    run = tabletier("analyse", str(path))
    assert run.exit_code == 2
    assert "still secret" in run.stderr


def test_a_machine_without_fonts_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import resvg_py

    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **_: io.BytesIO(b"same").getvalue())
    assert analyse_command.to_png("<svg/>") == b"same"
    assert "no font" in capsys.readouterr().err


def test_names_that_a_record_carries_are_shown(record: Path) -> None:
    record.write_text(tt.load(record.read_text()).record(names=("Anne", "Paul <3")))
    run = tabletier("analyse", str(record), *QUICK)
    assert "Player 1: Anne, Player 2: Paul <3." in run.stdout
    assert "Anne: 3 moves" in run.stdout
    picture = ElementTree.fromstring(record.with_name("game.analysis.svg").read_text("utf-8"))
    assert any("Paul <3" in (part.text or "") for part in picture.iter())

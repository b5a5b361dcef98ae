"""What whoever installs or builds the package meets; `make wheel` tries the wheel itself."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts import hatch_build
from scripts.hatch_build import PAGE, PageMissing, is_stale, run_npm
from tabletier.cli.errors import extra_sentence
from tabletier.games.kernel.extras import extra_of, install_line, missing_sentence

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def make_part(part: str, *flags: str) -> "subprocess.CompletedProcess[str]":
    """`make part`, in this clone as it is set up."""
    return subprocess.run(
        ["make", "--old-file=.venv/.ready-to-run", *flags, "part", f"PART={part}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


class TestExtras:
    @pytest.mark.parametrize(
        ("module", "extra"),
        [
            ("cryptography.hazmat", "serve"),
            ("uvloop", "serve"),
            ("asyncpg", "site"),
            ("taskiq_redis", "site"),
            ("httpx", "client"),
            ("pettingzoo", "rl"),
            ("pyarrow", "data"),
            ("ray", "cluster"),
        ],
    )
    def test_a_missing_module_is_in_an_extra(self, module: str, extra: str) -> None:
        assert extra_of(module) == extra

    @pytest.mark.parametrize(
        "module", ["numpy", "fastapi", "argon2", "nonsense", "tabletier.nowhere", "crypto"]
    )
    def test_what_no_extra_brings_is_no_extra(self, module: str) -> None:
        assert extra_of(module) is None

    def test_the_terminal_says_what_to_install(self) -> None:
        sentence = extra_sentence(ModuleNotFoundError("No module", name="pyarrow"))
        assert sentence is not None
        assert install_line("data").en in sentence

    def test_a_clone_whose_venv_has_no_pip_says_what_works_there(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr("sys.prefix", str(ROOT / ".venv"))
        assert missing_sentence("pettingzoo", "rl").en.endswith(
            "make part PART=rl (in the clone's folder)"
        )
        monkeypatch.setattr("sys.prefix", str(tmp_path))
        assert missing_sentence("pettingzoo", "rl").en.endswith("pip install 'tabletier[rl]'")

    @pytest.mark.parametrize("part", PROJECT["optional-dependencies"])
    def test_make_installs_a_part(self, part: str) -> None:
        said = make_part(part, "--dry-run")
        assert f"--editable '.[{part}]'" in said.stdout

    @pytest.mark.parametrize("part", ["", "nonsense"])
    def test_make_says_how_a_part_is_named(self, part: str) -> None:
        refused = make_part(part)
        assert refused.returncode != 0
        assert "make part PART=rl" in refused.stderr

    def test_other_errors_are_not_taken_for_it(self) -> None:
        assert extra_sentence(ModuleNotFoundError("No module", name="nonsense")) is None
        assert extra_sentence(ImportError("fastapi")) is None

    def test_rules_and_terminal_load_nothing_of_the_house(self) -> None:
        """It is installed with them, so that one command opens it; nobody else pays in time."""
        code = (
            "import sys; import tabletier as tt; tt.new('expion').legal_moves();"
            "import tabletier.cli.main, tabletier.cli.commands.play;"
            "print({'fastapi', 'sqlalchemy', 'pydantic', 'uvicorn'} & {*sys.modules})"
        )
        words, env = [sys.executable, "-c", code], {**os.environ, "TABLETIER_JIT": "0"}
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
        assert done.stdout == "set()\n", done.stderr

    def test_what_is_heavy_is_an_extra(self) -> None:
        base = {re.split(r"[\[>=]", line)[0] for line in PROJECT["dependencies"]}
        heavy = {"cryptography", "uvloop", "gymnasium", "torch", "ray", "pyarrow", "asyncpg"}
        extras = " ".join(map(" ".join, PROJECT["optional-dependencies"].values()))
        assert not base & heavy
        assert all(name in extras for name in heavy)


class TestThePageInThePackage:
    @pytest.fixture
    def clone(self, tmp_path: Path) -> Path:
        (tmp_path / "web/src").mkdir(parents=True)
        (tmp_path / "web/src/main.ts").write_text("")
        (tmp_path / PAGE).parent.mkdir(parents=True)
        return tmp_path

    def test_a_plain_clone_has_no_page(self, clone: Path) -> None:
        assert is_stale(clone)

    def test_a_page_older_than_a_source_is_built_anew(self, clone: Path) -> None:
        (clone / PAGE).write_text("<html>")
        os.utime(clone / "web/src/main.ts", (1, 1))
        assert not is_stale(clone)
        os.utime(clone / PAGE, (0, 0))
        assert is_stale(clone)

    def test_a_source_distribution_brings_its_page(self, tmp_path: Path) -> None:
        (tmp_path / PAGE).parent.mkdir(parents=True)
        (tmp_path / PAGE).write_text("<html>")
        assert not is_stale(tmp_path)

    def test_without_npm_it_fails_loudly(self, clone: Path) -> None:
        with pytest.raises(PageMissing, match="Install Node"):
            run_npm(clone, ["ci"])

    def test_an_npm_that_fails_is_quoted(self, clone: Path) -> None:
        (clone / "scripts").mkdir()
        npm = clone / "scripts/npm"
        npm.write_text("#!/bin/sh\necho 'no such registry' >&2\nexit 3\n")
        npm.chmod(0o755)
        with pytest.raises(PageMissing, match="no such registry"):
            run_npm(clone, ["ci"])

    def test_the_hook_is_the_one_that_the_build_names(self) -> None:
        build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
        assert sys.modules[hatch_build.__name__].__file__ == str(
            ROOT / build["hooks"]["custom"]["path"]
        )

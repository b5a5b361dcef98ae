"""What `make run` says while it sets things up: a line before every step that takes a while.

The real Makefile and scripts with tools that do nothing but say what they were asked for.
"""

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest

from tabletier.games.kernel.registry import keys
from tabletier.server.live import warmup

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("sh", "make", "basename", "dirname", "cp", "mkdir", "rm", "find", "touch", "cut", "awk")
TOOL = """#!/bin/sh
echo "RAN $(basename "$0") $*" >&2
"""
PYTHON = f"""{TOOL}
case "$*" in
    *sys.executable*) echo "$0" ;;
    "-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    *"-m pip"*install*) : ;;
esac
"""
UV = f"""{TOOL}
case "$*" in
    *venv*/node) mkdir -p .tools/node/bin ../.tools/node/bin ;;
    *venv*) mkdir -p .venv/bin && cp "$TOOLS/python" .venv/bin/python &&
        cp "$TOOLS/tabletier" .venv/bin/tabletier ;;
esac
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A fresh checkout, as far as make is concerned."""
    here = tmp_path / "checkout"
    for folder in ("requirements", "web/src", "src/tabletier/server/page"):
        (here / folder).mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "requirements/base.txt", "web/package-lock.json"):
        shutil.copy(ROOT / name, here / name)
    shutil.copytree(ROOT / "scripts", here / "scripts")
    (here / "web/node_modules").mkdir()
    return here


def run(copy: Path, **tools: str) -> list[str]:
    """What `make run` writes with these tools on the path."""
    folder = copy.parent / "tools"
    folder.mkdir()
    for name, text in tools.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    made = subprocess.run(
        ["make", "run", f"PYTHON={folder / 'python'}"],
        cwd=copy,
        env={"PATH": str(folder), "TOOLS": str(folder), "HOME": str(copy.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    return made.stderr.splitlines()


def before(said: list[str], step: str) -> str:
    """The last line for people before a step began."""
    number = next(n for n, line in enumerate(said) if line.startswith("RAN") and step in line)
    return next(line for line in reversed(said[:number]) if not line.startswith("RAN"))


NODE = f"{TOOL}exit 0\n"
NPM = f"""{TOOL}
[ "$1" = --version ] && echo 11.0.0
exit 0
"""


def test_every_step_is_announced(copy: Path) -> None:
    said = run(copy, python=PYTHON, uv=UV, tabletier=TOOL, node=NODE, npm=NPM)
    steps = {
        "uv --quiet venv": "Making .venv",
        "--requirements requirements/base.txt": "installing what requirements/base.txt lists",
        "tabletier.server.live.warmup": "compiling the rules of the games",
        "npm ci": "Setting up web/node_modules",
        "run build": "Building the page",
    }
    for step, words in steps.items():
        assert words in before(said, step), said


def test_so_is_fetching_the_installer_and_what_builds_the_page(copy: Path) -> None:
    said = run(copy, python=PYTHON, tabletier=TOOL)
    assert "fetching uv" in before(said, "pip install"), said
    (copy / ".tools/uv/bin/uv").write_text(UV)
    (copy / ".tools/uv/bin/uv").chmod(0o755)
    shutil.rmtree(copy.parent / "tools")
    said = run(copy, python=PYTHON, tabletier=TOOL)
    assert "fetching Node" in before(said, "requirements/node.txt"), said


def test_what_takes_so_long_is_said_by_whoever_asks_not_by_each_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    asks = f"import os; open({str(said)!r}, 'w').write(os.environ['TABLETIER_QUIET'])"
    monkeypatch.setattr(warmup, "PREPARE", asks)
    monkeypatch.setattr(warmup, "_mark", lambda _: tmp_path / "mark")
    monkeypatch.delenv("TABLETIER_QUIET", raising=False)
    asyncio.run(warmup._compile("a game"))
    assert said.read_text() == "1"
    assert (tmp_path / "mark").exists()


def test_each_game_that_is_compiled_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def quick(_: str) -> None:
        return

    monkeypatch.setattr(warmup, "_compile", quick)
    monkeypatch.setattr(warmup, "is_compiled", lambda _: False)
    asyncio.run(warmup.compile_all())
    said = capsys.readouterr().err
    for game in keys():
        assert f"    {game} …\n" in said
        assert f"    {game} is ready after 0 s\n" in said

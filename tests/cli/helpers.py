"""Running `tabletier` in this process, and reading what it kept."""

import os
from pathlib import Path

from click.testing import CliRunner, Result

from tabletier.cli.main import root


def tabletier(*arguments: str, typed: str = "") -> Result:
    """One run, with these lines typed into it."""
    return CliRunner().invoke(root, arguments, input=typed)


def saved_games() -> list[Path]:
    """The files of saved games, oldest first."""
    folder = Path(os.environ["TABLETIER_DATA_DIR"]) / "games"
    return sorted(folder.glob("*"), key=lambda path: path.stat().st_mtime)


def finished_game(*flags: str) -> Path:
    """The file of a game that was played to the end at random."""
    run = tabletier("play", "pebbles", "--seats", "random,random", "--seed", "a seed", *flags)
    assert run.exit_code == 0, run.output
    return saved_games()[-1]

"""Which extra of the package brings a module that is not installed here.

The base plays, and opens the house; `pip install 'tabletier[rl]'` adds environments, and so on.
What each extra brings is read off the package's own metadata, where `pyproject.toml` put it.
A clone's own `.venv` has no pip: there it is `make part PART=rl`.
"""

import re
import sys
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from tabletier.games.kernel.text import Text

CLONE = Path(__file__).resolve().parents[4]
"""Where this file lies in a clone: its root."""
REQUIREMENT = re.compile(r"""^([\w.-]+).*\bextra\s*==\s*['"]([\w-]+)['"]""")


def extra_of(module: str) -> str | None:
    """The extra that brings a module (`pyarrow` -> `data`), None if no extra does.

    A package may be named after its module and more: `argon2` comes with `argon2-cffi`.
    """
    wanted = module.partition(".")[0].replace("_", "-").lower()
    try:
        stated = requires("tabletier") or []
    except PackageNotFoundError:
        return None
    for line in stated:
        found = REQUIREMENT.match(line)
        if found and f"{found[1].replace('_', '-').lower()}-".startswith(f"{wanted}-"):
            return found[2]
    return None


def is_clone() -> bool:
    """Whether this Python is the `.venv` that make set up in a clone."""
    return Path(sys.prefix).resolve() == CLONE / ".venv" and (CLONE / "Makefile").is_file()


def install_line(extra: str) -> Text:
    """What to type so that an extra is installed, here."""
    if not is_clone():
        line = f"pip install 'tabletier[{extra}]'"
        return Text(line, line)
    line = f"make part PART={extra}"
    return Text(f"{line} (dans le dossier du clone)", f"{line} (in the clone's folder)")


def missing_sentence(module: str, extra: str) -> Text:
    """What to say when a module is missing that an extra brings."""
    line = install_line(extra)
    return Text(
        f"Il manque le paquet « {module} » : {line.fr}",
        f"The package '{module}' is not installed: {line.en}",
    )

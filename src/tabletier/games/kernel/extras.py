"""Which extra of the package brings a module that is not installed here.

The base plays, and opens the house; `pip install 'tabletier[rl]'` adds environments, and so on.
What each extra brings is read off the package's own metadata, where `pyproject.toml` put it.
"""

import re
from importlib.metadata import PackageNotFoundError, requires

from tabletier.games.kernel.text import Text

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


def missing_sentence(module: str, extra: str) -> Text:
    """What to say when a module is missing that an extra brings."""
    return Text(
        f"Il manque le paquet « {module} » : pip install 'tabletier[{extra}]'",
        f"The package '{module}' is not installed: pip install 'tabletier[{extra}]'",
    )

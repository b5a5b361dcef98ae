"""Making a game known that lives outside the house."""

import sys
from importlib.util import find_spec

from tabletier.games.kernel import registry


def register(package: str) -> str:
    """Make a game known that lives outside the house; its key.

    `package` is the dotted name of its package, whose last part is the key and whose `GAME` is the
    game. Nothing is loaded yet. Raises ValueError if another game has that key already, or if
    there can be no game: this is no name of a package, nothing here is called so, or it is a part
    of Python itself.
    """
    if type(package) is not str:
        raise ValueError(f"expected a package's name such as my_project.my_game, not {package!r}")
    top = package.partition(".")[0]
    if top in sys.stdlib_module_names:
        raise ValueError(f"{package[:80]}: this is a part of Python, not a game's package")
    if top.isidentifier() and top not in sys.modules and find_spec(top) is None:
        raise ValueError(f"{package[:80]}: there is no package {top!r} here; is it installed?")
    return registry.register(package)

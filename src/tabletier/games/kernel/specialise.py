"""Generic algorithms at full speed: one source file, loaded as a module of its own for each game.

An algorithm that takes a game's functions as arguments is compiled anew in every process. A
generic source takes nothing: it calls `apply`, `to_move` and the other names of `verbs.py` as if
it had imported them, and `specialise` sets them before the source runs. Each game's copy is a
module with a name and a cache folder of its own, so Numba finds its compiled code on disk the
next time, and never that of another game.
"""

import importlib.util
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from tabletier.games.kernel.contract import Game

VERBS = "tabletier.games.kernel.verbs"
REQUIRED = ("to_move", "legal_moves", "tickets", "chance", "apply", "outcome")
SPACE = ("action_of", "step_of", "mark", "observe")

_ready: dict[str, ModuleType] = {}
_loading = threading.RLock()


def specialise(source: str, game: Game) -> ModuleType:
    """The module `source` (its dotted name) for one game; loaded once, then the same again."""
    name = f"{source}_{game.key}"
    module = _ready.get(name)
    if module is None:
        with _loading, _own_cache(_cache_name(game)):
            module = _ready.get(name) or _load(source, name, {"GAME": game, **_verbs(game)})
            _ready[name] = module
    if module.__dict__["GAME"] is not game:
        raise ValueError(f"{name} is loaded already, for another game with the same key")
    return module


@contextmanager
def guest_cache(package: str) -> Iterator[None]:
    """While a game from outside the house is loaded: a cache folder named after its sources.

    Numba does not notice a change in a function that another file calls, see `compiler.py`.
    """
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"No package named {package!r}", name=package)
    folder = Path(next(iter(found.submodule_search_locations)))
    with _own_cache(_guest_name(package.rpartition(".")[2], folder)):
        yield


def _cache_name(game: Game) -> str:
    """The cache folder of a game: its key, and for one from outside the house its sources too."""
    from tabletier.games.kernel.compiler import PACKAGE

    file = getattr(game.rules, "__file__", None)
    if file is None or Path(file).resolve().is_relative_to(PACKAGE):
        return game.key
    return _guest_name(game.key, Path(file).parent)


def _guest_name(key: str, folder: Path) -> str:
    from tabletier.games.kernel.compiler import folder_key

    return f"{key}-{folder_key(folder)}"


@contextmanager
def _own_cache(name: str) -> Iterator[None]:
    """Numba names its files after the source: only a folder per game keeps their code apart."""
    from tabletier.games.kernel.compiler import KEEPS  # it settles how rules run: not on import

    if not KEEPS:
        yield
        return
    from numba import config

    with _loading:
        common = config.CACHE_DIR
        config.CACHE_DIR = str(Path(common) / name)
        try:
            yield
        finally:
            config.CACHE_DIR = common


def _verbs(game: Game) -> dict[str, Any]:
    """Everything `verbs.py` lists, for one game."""
    from tabletier.games.kernel.compiler import inlined

    rules = game.rules
    verbs: dict[str, Any] = {name: getattr(rules, name) for name in REQUIRED}
    if hasattr(rules, "random_move"):
        verbs["random_move"] = rules.random_move
    verbs["evaluate"] = getattr(game.heuristics, "evaluate", None)
    name = f"{VERBS}_{game.key}"
    fallbacks = sys.modules.get(name) or _load(VERBS, name, verbs)
    random_step = fallbacks.direct_step if "random_move" in verbs else fallbacks.listed_step
    return {
        **verbs,
        "apply_here": inlined(getattr(rules.apply, "py_func", rules.apply)),
        "MAX_MOVES": rules.MAX_MOVES,
        "REASON_COUNT": len(rules.REASONS),
        "REPEATS": hasattr(rules, "repetition_key"),
        "YIELDING": sum(1 << rules.REASONS.index(name) for name in game.yields_to_repetition),
        "random_step": random_step,
        "unfinished": getattr(rules, "unfinished", fallbacks.never),
        "repetition_key": getattr(rules, "repetition_key", fallbacks.no_key),
        "judge": getattr(game.heuristics, "judge", fallbacks.undecided),
        "estimate": getattr(game.heuristics, "estimate", fallbacks.undecided),
        "policy_step": getattr(game.heuristics, "policy_step", random_step),
        "learned": getattr(game.heuristics, "learned", fallbacks.by_hand),
        "noisy_moves": getattr(game.heuristics, "noisy_moves", fallbacks.nothing_noisy),
        "may_wait": getattr(game.heuristics, "may_wait", fallbacks.counted),
        "passed": getattr(game.heuristics, "passed", fallbacks.itself),
        "age": getattr(game.heuristics, "age", fallbacks.ageless),
        "shortlist": getattr(game.heuristics, "shortlist", fallbacks.every_move),
        **{name: getattr(game.space, name) for name in SPACE if game.space is not None},
        "reversible": getattr(game.space, "reversible", fallbacks.for_ever),
    }


def _load(source: str, name: str, verbs: dict[str, Any]) -> ModuleType:
    """Run a source file as a module called `name` in which the verbs are already there."""
    found = importlib.util.find_spec(source)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"No module named {source!r}", name=source)
    spec = importlib.util.spec_from_file_location(name, found.origin)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(verbs)
    sys.modules[name] = module  # before it runs: Numba looks modules up by their names
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module

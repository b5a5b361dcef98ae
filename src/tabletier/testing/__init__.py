"""A pytest plug-in for whoever writes a game: it tries every promise of the contract.

    pytest -p tabletier.testing --tabletier-game my_project.hexapawn

runs the suite that the games of the house pass (`tabletier.testing.conformance`), and nothing else
unless paths are named as well. A game needs no options, no chance, no hidden things, no sheets and
no heuristics: what it does not have is not asked for. A failure says which part of the contract it
is about (`docs/adding-a-game.md`).
"""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

pytest.register_assert_rewrite("tabletier.testing.conformance")

SUITE = Path(__file__).parent / "conformance"
PARTS = (
    "presentation",
    "options",
    "rules",
    "moves",
    "positions",
    "views",
    "diagrams",
    "results",
    "records",
    "hidden",
    "foresight",
    "remarks",
    "fuzz",
    "two_ways",
    "thinking",
)
"""The modules of the suite, what everything else rests on first."""
OPTION = "--tabletier-game"
THOROUGH = "--tabletier-inputs"
CLAUSE = "clause"
CONTRACT = "docs/adding-a-game.md and tabletier.games.kernel.contract"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which games are tried, and how hard."""
    group = parser.getgroup("tabletier")
    group.addoption(
        OPTION,
        action="append",
        default=[],
        metavar="PACKAGE",
        help="try the game in this package against the contract of tabletier (again for others)",
    )
    group.addoption(
        THOROUGH,
        type=int,
        default=None,
        metavar="NUMBER",
        help="how many texts each game is asked to read (2000; a hundred thousand is thorough)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the games known, and add the suite to what is collected."""
    config.addinivalue_line("markers", f"{CLAUSE}(part): what of a game's contract a test tries")
    packages = config.getoption(OPTION, [])
    if not packages:
        return
    from tabletier.testing.conformance import fuzz, tables

    tables.choose_games(tuple(_known(package) for package in packages))
    fuzz.limit_inputs(config.getoption(THOROUGH) or 2000)
    suite = [str(SUITE / f"{part}.py") for part in PARTS]
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    config.args[:] = [*config.args, *suite] if named else suite


def _known(package: str) -> str:
    """The key of a game that can be tried. Raises UsageError, in a sentence."""
    from tabletier.games.kernel.errors import GameError
    from tabletier.games.kernel.registry import find, register

    try:
        return find(register(package)).key
    except (GameError, ValueError) as error:
        raise pytest.UsageError(str(error)) from error


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test runs for every game (`key`), or at every table of a spread of option sets.

    `table` covers every value of every option of every game, `wide_table` every pair of values.
    """
    if not {"key", "table", "wide_table"} & set(metafunc.fixturenames):
        return
    from tabletier.testing.conformance import tables

    if "key" in metafunc.fixturenames:
        metafunc.parametrize("key", tables.chosen_games())
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", tables.all_tables(), ids=str)
    if "wide_table" in metafunc.fixturenames:
        metafunc.parametrize("wide_table", tables.all_tables(2), ids=str)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """A failure says what the contract asks, in the words of the test, and of which part."""
    report = yield
    mark = item.get_closest_marker(CLAUSE)
    if mark is not None and report.failed:
        sentence = item.name.partition("[")[0].removeprefix("test_").replace("_", " ")
        about = f"{sentence}.\nIt is about: {mark.args[0]}; see {CONTRACT}."
        report.sections.insert(0, ("What the contract asks", about))
    return report

"""Every test here runs for every game (`key`), or at every table of a spread of option sets.

`table` covers every value of every option of every game, `wide_table` every pair of values.
"""

import pytest

from tabletier.games.kernel.registry import keys
from tests.conformance.tables import all_tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "key" in metafunc.fixturenames:
        metafunc.parametrize("key", keys())
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", all_tables(), ids=str)
    if "wide_table" in metafunc.fixturenames:
        metafunc.parametrize("wide_table", all_tables(2), ids=str)

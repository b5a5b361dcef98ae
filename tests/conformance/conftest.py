"""The suite that guests are tried with, over every game of the house; and what only ours keep."""

import pytest

from tabletier.testing import CLAUSE, pytest_generate_tests, pytest_runtest_makereport
from tabletier.testing.conformance.tables import all_tables

__all__ = ["pytest_configure", "pytest_generate_tests", "pytest_runtest_makereport"]

LONG = {"test_positions_of_all_kinds_are_answered_and_what_is_accepted_can_be_played"}
"""Tests of the suite that take long, and whose sisters try the same doors."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{CLAUSE}(part): what of a game's contract a test tries")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every value of every option is tried at once, every pair of values by `make thorough`."""
    usual = set(all_tables(1))
    for item in items:
        table = getattr(item, "callspec", None) and item.callspec.params.get("wide_table")  # type: ignore[attr-defined]
        if (table and table not in usual) or getattr(item, "originalname", "") in LONG:
            item.add_marker(pytest.mark.thorough)

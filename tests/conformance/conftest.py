"""The suite that guests are tried with, over every game of the house; and what only ours keep."""

import pytest

from tabletier.testing import CLAUSE, pytest_generate_tests, pytest_runtest_makereport

__all__ = ["pytest_configure", "pytest_generate_tests", "pytest_runtest_makereport"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{CLAUSE}(part): what of a game's contract a test tries")

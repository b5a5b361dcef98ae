"""A real house on loopback, which clients visit."""

from collections.abc import Iterator

import pytest

from tests.server.houses import OpenHouse, open_house


@pytest.fixture(scope="package", autouse=True)
def _in_a_hurry() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETIER_LIMITS", "0")
        patch.setenv("TABLETIER_PACE", "0")
        yield


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("house"), pace=0) as house:
        house.wait_until_ready()
        yield house

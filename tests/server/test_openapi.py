"""The house keeps to its OpenAPI, whatever is sent: no 5xx, only what is described comes back."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import CacheConfig, SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
TRIES = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
ENDLESS = "/stream"
"""A table that does not exist ends at once; one that does is tried elsewhere."""
LOBBY = "/api/v1/lobby/stream"
"""Without an end whoever asks, and tried elsewhere (test_lobby_stream.py)."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("openapi")) as house:
        house.wait_until_ready()
        yield house


@pytest.fixture(scope="module")
def table(house: OpenHouse) -> str:
    """A table where a match goes on."""
    asked = {"game": "barrier", "seats": ["me", "me"], "start": True}
    answer = house.guest("Host").post("/tables", json=asked)
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


@pytest.mark.parametrize("tries", [4, pytest.param(12, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("known", [False, True], ids=["a stranger", "a guest"])
def test_what_comes_back_is_described(
    house: OpenHouse, table: str, known: bool, tries: int
) -> None:
    """Every address, right and wrong requests; three times as many by `make thorough`."""
    kept_nowhere = SchemathesisConfig(cache=CacheConfig(enabled=False))
    schema = schemathesis.openapi.from_url(f"{house.address}/api/openapi.json", config=kept_nowhere)
    tried = {}
    found: Any
    for found in schema.get_all_operations():
        operation = found.ok()
        tried[operation.label] = _try(house, operation, table, known, tries)
    assert len(tried) == sum(len(verbs) for verbs in schema.raw_schema["paths"].values())
    assert all(tried.values())
    assert known == (200 in tried["GET /api/v1/me"])


def _try(house: OpenHouse, operation: Any, table: str, known: bool, tries: int) -> list[int]:
    """Send all kinds of things to one address, right and wrong; the statuses that came back."""
    if operation.path == LOBBY:
        return [house.client(under="").get(LOBBY, params={"free": "many"}).status_code]
    described = operation.definition.raw
    queries = [given["name"] for given in described.get("parameters", ()) if given["in"] == "query"]
    body = "application/json" in described.get("requestBody", {}).get("content", ())
    wrong = [GenerationMode.NEGATIVE] if queries or body else []
    wanted = "{table_id}" in operation.path and not operation.path.endswith(ENDLESS)
    real = itertools.cycle([wanted, False])  # every second time the table is there
    statuses: list[int] = []
    stays = operation.method == "get"  # whoever only reads is neither deleted nor logged out
    guest = cookie_of(house.guest()) if known else {}

    for mode in (GenerationMode.POSITIVE, *wrong):

        @settings(TRIES, max_examples=tries)
        @given(case=operation.as_strategy(generation_mode=mode))
        def send(case: Any) -> None:
            headers = {"Accept-Language": "en"}
            if known:  # whoever was deleted or logged out comes in again
                headers |= guest if stays else cookie_of(house.guest())
            if next(real):
                case.path_parameters = {**case.path_parameters, "table_id": table}
            answer = case.call(headers=headers, timeout=PATIENCE)
            statuses.append(answer.status_code)
            case.validate_response(answer, checks=CHECKS)

        send()
    return statuses

"""Whether what the house says has the shape that OpenAPI declares: no field less, none more."""

import json
from functools import cache
from typing import Any

from tabletier.server.app import openapi_text
from tabletier.server.live.broadcast import encode
from tests.schemas import Validator, closed


@cache
def openapi() -> Any:
    """The description of the house."""
    return json.loads(openapi_text())


@cache
def _validator(name: str) -> Any:
    components = {"schemas": closed(openapi()["components"]["schemas"])}
    return Validator(
        {"$ref": f"#/components/schemas/{name}", "components": components},
    )


def check(name: str, value: Any) -> None:
    """That a value, as it would be sent, has this shape exactly."""
    sent = json.loads(encode(value))
    for error in _validator(name).iter_errors(sent):
        inner = [f"{part.json_path}: {part.message}"[:300] for part in error.context or ()]
        raise AssertionError(f"{name} {error.json_path}: {error.message[:300]} {inner}")

"""Whether what the house says has the shape that OpenAPI declares: no field less, none more."""

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from tabletier.server.app import openapi_text
from tabletier.server.live.broadcast import encode


def closed(schema: Any) -> Any:
    """A schema in which objects have no fields but those that are declared."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(part) for key, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found


@cache
def openapi() -> Any:
    """The description of the house."""
    return json.loads(openapi_text())


@cache
def _validator(name: str) -> Draft202012Validator:
    components = {"schemas": closed(openapi()["components"]["schemas"])}
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": components},
    )


def check(name: str, value: Any) -> None:
    """That a value, as it would be sent, has this shape exactly."""
    sent = json.loads(encode(value))
    for error in _validator(name).iter_errors(sent):
        inner = [f"{part.json_path}: {part.message}"[:300] for part in error.context or ()]
        raise AssertionError(f"{name} {error.json_path}: {error.message[:300]} {inner}")

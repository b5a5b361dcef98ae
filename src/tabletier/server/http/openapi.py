"""The description of the interface: OpenAPI, with the one shape that every refusal has.

Answers are written as they are, and described by their shape: nothing is checked twice.
"""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.routing import compile_path

from tabletier.server.background import paced
from tabletier.server.http.models.lobby import LobbyMessage
from tabletier.server.http.models.messages import Message, Order, RefusalShown
from tabletier.server.live.broadcast import encode

PLACE = "#/components/schemas/{model}"
REFUSED = {
    "description": "Refused: a code for programs, a sentence for people",
    "content": {"application/json": {"schema": {"$ref": PLACE.format(model="RefusalShown")}}},
}
ELSEWHERE: dict[str, Any] = {
    "Message": Message,
    "Order": Order,
    "RefusalShown": RefusalShown,
    "LobbyMessage": LobbyMessage,
}
"""What no address names: it goes over sockets, or wherever something is refused."""


class Told(JSONResponse):
    """Plain values as JSON, or JSON that was written already."""

    def render(self, content: Any) -> bytes:
        """The bytes that are sent."""
        return content if isinstance(content, bytes) else encode(content)


def in_slices(told: dict[str, Any], long: str) -> bytes:
    """An answer with one long list as JSON, written item by item, with rests between."""
    rest = encode({name: value for name, value in told.items() if name != long})
    items = b",".join([encode(item) for item in paced(told[long])])
    comma = b"," if len(told) > 1 else b""
    return rest[:-1] + comma + encode(long) + b":[" + items + b"]}"


def shaped(shape: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """How OpenAPI describes an answer."""
    return {status: {"model": shape}}


def describe(app: FastAPI) -> dict[str, Any]:
    """OpenAPI of the house, made once."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schema["components"]["schemas"] = shapes(schema["components"]["schemas"])
        for operations in schema["paths"].values():
            for operation in operations.values():
                answers = operation["responses"]
                if "422" in answers:
                    answers["422"] = REFUSED
                answers["default"] = REFUSED
        app.openapi_schema = schema
    return app.openapi_schema


def shapes(found: dict[str, Any]) -> dict[str, Any]:
    """Everything that has a name: what the addresses speak of, and what goes over sockets."""
    for unused in ("HTTPValidationError", "ValidationError"):
        found.pop(unused, None)
    for name, shape in ELSEWHERE.items():
        schema = TypeAdapter(shape).json_schema(ref_template=PLACE)
        found |= {**schema.pop("$defs", {}), name: schema}
    return dict(sorted(found.items()))


def allowed(app: FastAPI, path: str) -> str:
    """The methods that an address answers, as the header `Allow` lists them."""
    found = {
        method.upper()
        for template, operations in describe(app)["paths"].items()
        if compile_path(template)[0].match(path)
        for method in operations
    }
    return ", ".join(sorted(found))

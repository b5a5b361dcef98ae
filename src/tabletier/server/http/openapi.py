"""The description of the interface: OpenAPI, with the one shape that every refusal has.

Answers are written as they are, and described by their shape: nothing is checked twice. Nothing of
this is made before somebody asks for it: it takes longer than opening the house.
"""

import threading
from types import GenericAlias
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.routing import compile_path

from tabletier.games.kernel.registry import find, guests, house_keys
from tabletier.games.kernel.shapes import schemas
from tabletier.server.background import paced
from tabletier.server.http.models.messages import LobbyMessage, Message, Order, RefusalShown
from tabletier.server.live.broadcast import encode

PLACE = "#/components/schemas/{model}"
REFUSED = {
    "description": "Refused: a code for programs, a sentence for people",
    "content": {"application/json": {"schema": {"$ref": PLACE.format(model="RefusalShown")}}},
}
SPOKEN: dict[str, Any] = {
    "Message": Message,
    "RefusalShown": RefusalShown,
    "LobbyMessage": LobbyMessage,
}
"""What no address names: it goes over sockets and streams, or wherever something is refused."""
OPEN = {"additionalProperties": True, "type": "object"}


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


ANSWERS: dict[str, Any] = {}
"""The shapes of answers, by the names that stand for them until OpenAPI is made."""
_making = threading.Lock()


def shaped(shape: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """How OpenAPI describes an answer: by a name, for which its shape is put in the end."""
    name = f"answer: {shape}"
    ANSWERS[name] = shape
    return {status: {"content": {"application/json": {"schema": {"$ref": name}}}}}


def describe(app: FastAPI) -> dict[str, Any]:
    """OpenAPI of the house, made once. This takes a while: it is nothing for the event loop."""
    with _making:
        if app.openapi_schema is None:
            app.openapi_schema = _made(app)
    return app.openapi_schema


def _made(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
    told, named = shapes()
    found = schema["components"]["schemas"] | named | of_games()
    for unused in ("HTTPValidationError", "ValidationError"):
        found.pop(unused, None)
    schema["components"]["schemas"] = dict(sorted(found.items()))
    for operations in schema["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            for answer in answers.values():
                content = answer.get("content", {}).get("application/json", {})
                if content.get("schema", {}).get("$ref") in told:
                    content["schema"] = told[content["schema"]["$ref"]]
            if "422" in answers:
                answers["422"] = REFUSED
            answers["default"] = REFUSED
    return schema


def shapes() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of all answers, and those of everything that has a name of its own.

    They are worked out in one go, and what several of them speak of only once.
    """
    together: Any = GenericAlias(tuple, (*ANSWERS.values(), *SPOKEN.values()))
    schema = TypeAdapter(together).json_schema(mode="serialization", ref_template=PLACE)
    answers = dict(zip(ANSWERS, schema["prefixItems"], strict=False))
    orders = TypeAdapter(Order).json_schema(ref_template=PLACE)
    return answers, schema["$defs"] | orders.pop("$defs") | {"Order": orders}


def of_games() -> dict[str, Any]:
    """The positions, views and events of the house's games, as each declares them.

    Where guests are on the shelf, views and events may be anything else, too.
    """
    games = [schemas(find(key), PLACE.replace("model", "name")) for key in house_keys()]
    found = {name: schema for game in games for name, schema in game.items()}
    others = [OPEN] if guests() else []
    for kind, meaning in (
        ("View", "What a game shows of its table; each has a shape of its own."),
        ("Event", "Something that happened in a game; each has kinds of its own."),
    ):
        names = [name for game in games for name in game if name.endswith(kind)]
        refs = [{"$ref": PLACE.format(model=name)} for name in names]
        found["Game" + kind] = {"description": meaning, "anyOf": [*refs, *others]}
    return found


def allowed(app: FastAPI, path: str) -> str:
    """The methods that an address answers, as the header `Allow` lists them."""
    found = {
        method.upper()
        for template, operations in describe(app)["paths"].items()
        if compile_path(template)[0].match(path)
        for method in operations
    }
    return ", ".join(sorted(found))

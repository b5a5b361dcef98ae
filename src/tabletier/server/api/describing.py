"""The description of the interface: OpenAPI, with the one shape that every refusal has."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.routing import compile_path

from tabletier.server.api.models import Refusal

REFUSED = {
    "description": "Refused: a code for programs, a sentence for people",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}


def describe(app: FastAPI) -> dict[str, Any]:
    """OpenAPI of the house, made once."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schema["components"]["schemas"]["Refusal"] = Refusal.model_json_schema()
        for operations in schema["paths"].values():
            for operation in operations.values():
                answers = operation["responses"]
                if "422" in answers:
                    answers["422"] = REFUSED
                answers["default"] = REFUSED
        for unused in ("HTTPValidationError", "ValidationError"):
            schema["components"]["schemas"].pop(unused, None)
        app.openapi_schema = schema
    return app.openapi_schema


def allowed(app: FastAPI, path: str) -> str:
    """The methods that an address answers, as the header `Allow` lists them."""
    found = {
        method.upper()
        for template, operations in describe(app)["paths"].items()
        if compile_path(template)[0].match(path)
        for method in operations
    }
    return ", ".join(sorted(found))

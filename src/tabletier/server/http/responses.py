"""Answers that are written as they are, and described by their shape: nothing is checked twice."""

from typing import Any

from fastapi.responses import JSONResponse

from tabletier.server.background import paced
from tabletier.server.live.broadcast import encode


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

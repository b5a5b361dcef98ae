"""Answers that are written as they are, and described by their shape: nothing is checked twice."""

from typing import Any

from fastapi.responses import JSONResponse

from tabletier.server.live.audience import encode


class Told(JSONResponse):
    """Plain values as JSON."""

    def render(self, content: Any) -> bytes:
        """The bytes that are sent."""
        return encode(content)


def shaped(shape: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """How OpenAPI describes an answer."""
    return {status: {"model": shape}}

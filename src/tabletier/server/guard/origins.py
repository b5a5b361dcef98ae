"""Which pages may act for the person whose cookie a browser sends along: ours, and those named."""

from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tabletier.games.kernel.text import Text
from tabletier.server.tables.refused import Refused

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS = {"http": 80, "https": 443}
PAGES = {"ws": "http", "wss": "https"}
"""The scheme of a page whose sockets have a scheme of their own."""


def check_origin(connection: HTTPConnection, welcome: Collection[str]) -> None:
    """Refuse what a browser sends on behalf of a strange page; programs say no origin."""
    if not is_welcome(connection.headers, welcome, connection.scope["scheme"]):
        raise Refused(
            "origin/strange",
            Text(
                "Cette demande vient d'une page d'un autre site.",
                "This request comes from a page of another site.",
            ),
            status=403,
        )


def is_welcome(headers: Mapping[str, str], welcome: Collection[str], scheme: str) -> bool:
    """Whether a request comes from our own page, a page that is named, or no page at all.

    Our own: the same scheme, host and port.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in {None, "same-origin", "none"}
    origin = origin.lower()
    if origin in welcome:
        return True
    own = _parts(f"{PAGES.get(scheme, scheme)}://{headers.get('host', '').lower()}")
    return own is not None and _parts(origin) == own


def _parts(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None: it is no origin."""
    try:
        parts = urlsplit(origin)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc or parts.path or parts.query:
        return None
    return parts.scheme, parts.hostname, port

"""Which pages may act for the person whose cookie a browser sends along: ours, and those named."""

from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from tabletier.games.kernel.texts import Text
from tabletier.server.tables.refused import Refused

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
DEFAULT_PORTS = {"http": ":80", "https": ":443", "ws": ":80", "wss": ":443"}


def check_origin(headers: Mapping[str, str], welcome: Collection[str]) -> None:
    """Refuse what a browser sends on behalf of a strange page; programs say no origin."""
    if not is_welcome(headers, welcome):
        raise Refused(
            "origin/strange",
            Text(
                "Cette demande vient d'une page d'un autre site.",
                "This request comes from a page of another site.",
            ),
            status=403,
        )


def is_welcome(headers: Mapping[str, str], welcome: Collection[str]) -> bool:
    """Whether a request comes from our own page, a page that is named, or no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in {None, "same-origin", "none"}
    origin = origin.lower()
    if origin in welcome:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    port = DEFAULT_PORTS.get(parts.scheme, "")
    host = headers.get("host", "").lower()
    return bool(parts.netloc) and parts.netloc.removesuffix(port) == host.removesuffix(port)

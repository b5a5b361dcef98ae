"""What a browser finds at the address of the house: the page, or a sign if it was not built.

The page chooses its room by the address, so every address without a file's ending is the page. It
is also what whoever reads pages finds where there is no such file: there it says so.
"""

import asyncio
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tabletier.server.api.doors import language_of
from tabletier.server.api.folder import INDEX, PACKINGS, File, Folder

PAGE = Path(__file__).parents[1] / "page"
"""Where the page is built; see `web/` and the Makefile."""
ELSEWHERE = ("/api", "/healthz", "/livez", "/metrics")
"""Addresses of the house itself."""
FOR_A_YEAR = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"
LASTING = "/assets/"
"""Files whose names change when they do."""
SIGN = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tabletier</title>
<h1>Tabletier</h1>
<p>{text}</p>
<p>{how}</p>
<p><a href="/api/openapi.json">OpenAPI</a> · <a href="/healthz">{health}</a></p>
</html>
"""
WORDS = {
    "fr": (
        "La maison est ouverte. Les programmes y jouent par cette interface.",
        "La page n’est pas encore construite : « make run » la construit, puis ouvre la maison.",
        "état",
    ),
    "en": (
        "The house is open. Programs play here through this interface.",
        "The page has not been built yet: <code>make run</code> builds it, then opens the house.",
        "health",
    ),
}


class Wish(NamedTuple):
    """What a browser asks for, as far as files are concerned."""

    known: str
    """The tags that it has already."""
    accepted: tuple[str, ...]
    """How files may be packed for it."""


class Porch:
    """Answers everything that is not an address of the house itself."""

    def __init__(self, app: ASGIApp, path: Path | None = None) -> None:
        self._app = app
        self._folder = Folder(path or PAGE)
        self._reading = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand out the page, a file of it, or leave it to the house."""
        response = await self._answer(scope) if _is_for_us(scope) else None
        await (response or self._app)(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response | None:
        if self._folder.changed:
            async with self._reading:
                if self._folder.changed:
                    await asyncio.to_thread(self._folder.read)
        name, request = scope["path"], Request(scope)
        is_room = "." not in name.rpartition("/")[2]
        file = self._folder.find(INDEX if is_room else name)
        if file is not None:
            return handed_out(file, name, wish_of(request))
        if is_room:
            return sign(request)
        lost = self._folder.find(INDEX) if _reads_pages(request) else None
        return None if lost is None else handed_out(lost, INDEX, wish_of(request), status=404)


def _is_for_us(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    return not any(path == taken or path.startswith(f"{taken}/") for taken in ELSEWHERE)


def _reads_pages(request: Request) -> bool:
    """Whether it is somebody at an address, not a page or a program that asks for a file."""
    return "text/html" in request.headers.get("accept", "").lower()


def wish_of(request: Request) -> Wish:
    """What a browser has, and how it may be answered."""
    accepted = []
    for wanted in request.headers.get("accept-encoding", "").lower().split(","):
        packing, _, weight = wanted.partition(";")
        refused = weight.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000")
        if packing.strip() in PACKINGS and not refused:
            accepted.append(packing.strip())
    return Wish(request.headers.get("if-none-match", ""), tuple(accepted))


def handed_out(file: File, name: str, wish: Wish, status: int = 200) -> Response:
    """A file, packed as small as the browser can unpack it, or word that it has it already."""
    packing = next((how for how in PACKINGS if how in file.packed and how in wish.accepted), None)
    tag = f'"{file.tag}"' if packing is None else f'"{file.tag}-{packing}"'
    headers = {"ETag": tag, "Cache-Control": ASK_EACH_TIME}
    if name.startswith(LASTING):
        headers["Cache-Control"] = FOR_A_YEAR
    if file.packed:
        headers["Vary"] = "Accept-Encoding"
    if status == 200 and _has_it(wish.known, tag):
        return Response(status_code=304, headers=headers)
    if packing is not None:
        headers["Content-Encoding"] = packing
    body = file.body if packing is None else file.packed[packing]
    return Response(body, status, headers=headers, media_type=file.kind)


def _has_it(known: str, tag: str) -> bool:
    """Whether a list of tags, as `If-None-Match` has it, holds this one."""
    tags = [one.strip().removeprefix("W/") for one in known.split(",")]
    return tag in tags or "*" in tags


def sign(request: Request) -> Response:
    """A sign at the door of a house that has no page."""
    language = language_of(request)
    text, how, health = WORDS[language]
    told = SIGN.format(language=language, text=text, how=how, health=health)
    return HTMLResponse(told, headers={"Cache-Control": ASK_EACH_TIME})

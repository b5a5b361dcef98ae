"""What a browser finds at the address of the house: the page, a sign if it was not built.

The page chooses its room by the address, so every address of a room is the page. It is also what
whoever reads pages finds where there is no such room or file: it says so, and so does the status. A
refusal for them is the sentence, and another try by itself where waiting helps.
"""

import asyncio
import base64
import hashlib
from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tabletier.games.kernel.registry import guests, keys
from tabletier.games.kernel.text import Language, Text
from tabletier.server.http.auth import language_of
from tabletier.server.http.previews import preview_tags
from tabletier.server.tables.errors import Refused

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


GAME = ("game",)
PERHAPS = ("game?",)
"""A game may be named, and is then on the shelf."""
ROOMS: dict[str, tuple[str, ...]] = {
    "": (),
    "editor": PERHAPS,
    "games": (),
    "people": (),
    "tables": (),
    "new": GAME,
    "table": ("id",),
    "replay": (),
    "rules": GAME,
    "ladder": PERHAPS,
    "learn": GAME,
    "puzzle": PERHAPS,
    "me": (),
}
"""The rooms of the page by the first part of their addresses, and what must come after it, as
`web/src/lib/state/router.svelte.ts` reads them."""
INDEX = "/index.html"
KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "wav": "audio/wav",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
}
PACKINGS = {"br": ".br", "gzip": ".gz"}
"""How a file may lie packed beside itself, the smallest first."""


class File(NamedTuple):
    """A file of the page."""

    body: bytes
    kind: str
    tag: str
    """What changes when the file does."""
    packed: dict[str, bytes]
    """The same in fewer bytes, by how it is packed."""


class Folder:
    """A folder with a page in it, or none yet. Nothing is served but what was found in it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[str, File] = {}
        self._stamp: tuple[int, int] | None = None

    @property
    def changed(self) -> bool:
        """Whether the page was built, or taken away, since it was read."""
        return _stamp(self._path) != self._stamp

    def read(self) -> None:
        """Read every file. This takes a moment."""
        stamp, files = _stamp(self._path), dict[str, File]()
        for path in sorted(self._path.rglob("*")) if stamp is not None else ():
            kind = KINDS.get(path.suffix[1:])
            if kind is not None and path.is_file() and not path.is_symlink():
                files["/" + path.relative_to(self._path).as_posix()] = _file(path, kind)
        self._files, self._stamp = files, stamp

    def find(self, name: str) -> File | None:
        """The file of a name, such as `/assets/index.js`."""
        return self._files.get(name)


def _stamp(folder: Path) -> tuple[int, int] | None:
    try:
        found = (folder / INDEX[1:]).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _file(path: Path, kind: str) -> File:
    body, packed = path.read_bytes(), {}
    for packing, ending in PACKINGS.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file():
            packed[packing] = beside.read_bytes()
    return File(body, kind, hashlib.sha256(body).hexdigest()[:20], packed)


class Wish(NamedTuple):
    """What a browser asks for, as far as files are concerned."""

    known: str
    """The tags that it has already."""
    accepted: tuple[str, ...]
    """How files may be packed for it."""


class PageMiddleware:
    """Answers everything that is not an address of the house itself."""

    def __init__(self, app: ASGIApp, path: Path | None = None) -> None:
        self._app = app
        self._folder = Folder(path or PAGE)
        self._reading = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand out the page, a file of it, or leave it to the house."""
        response = await self._answer(scope) if is_for_page(scope) else None
        await (response or self._app)(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response | None:
        if self._folder.changed:
            async with self._reading:
                if self._folder.changed:
                    await asyncio.to_thread(self._folder.read)
        name, request = scope["path"], Request(scope)
        room = is_room(name)
        file = self._folder.find(INDEX if room else name)
        if file is not None:
            words = await preview_tags(request) if room else ""
            return told_of(file, words) if words else handed_out(file, name, wish_of(request))
        if room:
            return sign(request)
        lost = self._folder.find(INDEX) if reads_pages(request) else None
        return None if lost is None else handed_out(lost, INDEX, wish_of(request), status=404)


def told_of(page: File, words: str) -> Response:
    """The page with words for whoever shows a link to it; each is another, and kept by nobody."""
    body = page.body.replace(b"</head>", words.encode() + b"</head>", 1)
    return Response(body, headers={"Cache-Control": ASK_EACH_TIME}, media_type=page.kind)


def is_room(address: str) -> bool:
    """Whether an address leads to a room of the page; a game that it names must be on the shelf."""
    first, *rest = [part for part in address.split("/") if part] or [""]
    needed = ROOMS.get(first)
    if needed is None or (len(rest) < len(needed) and needed != PERHAPS):
        return False
    named = rest[:1] if needed in (GAME, PERHAPS) else []
    return all(game in (*keys(), *guests()) for game in named)


def is_for_page(scope: Scope) -> bool:
    """Whether somebody wants the page or a file of it, not an address of the house itself."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    return not any(path == taken or path.startswith(f"{taken}/") for taken in ELSEWHERE)


def reads_pages(request: HTTPConnection) -> bool:
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
    if status == 200 and has_it(wish.known, tag):
        return Response(status_code=304, headers=headers)
    if packing is not None:
        headers["Content-Encoding"] = packing
    body = file.body if packing is None else file.packed[packing]
    return Response(body, status, headers=headers, media_type=file.kind)


def has_it(known: str, tag: str) -> bool:
    """Whether a list of tags, as `If-None-Match` has it, holds this one."""
    tags = [one.strip().removeprefix("W/") for one in known.split(",")]
    return tag in tags or "*" in tags


def sign(request: Request) -> Response:
    """A sign at the door of a house that has no page."""
    language = language_of(request)
    text, how, health = WORDS[language]
    told = SIGN.format(language=language, text=text, how=how, health=health)
    return HTMLResponse(told, headers={"Cache-Control": ASK_EACH_TIME})


STYLE = (
    "body{margin:0;background:#f6efe2;color:#2a211a;font:1.0625rem/1.5 system-ui,sans-serif}"
    "main{max-width:34rem;margin:12vh auto;padding:1rem}"
    "h1{font:600 1.75rem/1.2 Georgia,serif}"
    "a{display:inline-block;padding:.6rem 1rem;border-radius:.375rem;"
    "background:#a8500f;color:#fffaf0}"
    "@media (prefers-color-scheme:dark){body{background:#1d1814;color:#f1e7d6}}"
)
"""As `offline.css` looks, in light and dark."""
_DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; frame-ancestors 'none'"
)
"""This style and nothing else."""
REFUSAL_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
{refresh}<title>Tabletier</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>Tabletier</h1>
<p role="status">{text}</p>
{itself}<p><a href="">{again}</a></p>
</main>
</body>
</html>
"""
AGAIN = Text("Réessayer", "Try again")
ITSELF = Text("La page réessaie d’elle-même.", "The page tries again by itself.")


def wants_page(connection: HTTPConnection) -> bool:
    """Whether it is somebody at an address of the page who is refused, not a program."""
    return is_for_page(connection.scope) and reads_pages(connection)


def refusal_page(refusal: Refused, language: Language) -> Response:
    """A refusal as a page, with the status and the headers that programs get too."""
    wait = refusal.wait
    told = REFUSAL_PAGE.format(
        language=language,
        refresh="" if wait is None else f'<meta http-equiv="refresh" content="{wait}">\n',
        style=STYLE,
        text=escape(refusal.text.say(language)),
        itself="" if wait is None else f"<p>{ITSELF.say(language)}</p>\n",
        again=AGAIN.say(language),
    )
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store", "Vary": "Accept"}
    if wait is not None:
        headers["Retry-After"] = str(wait)
    return HTMLResponse(told, refusal.status, headers)

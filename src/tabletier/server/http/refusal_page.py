"""A refusal for whoever reads pages: the sentence, and another try by itself where waiting helps.

It brings its few lines of style along: any file that it asked for would be refused as it was.
"""

import base64
import hashlib
from html import escape

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from tabletier.games.kernel.text import Language, Text
from tabletier.server.http.static import is_for_page, reads_pages
from tabletier.server.tables.errors import Refused

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
PAGE = """<!doctype html>
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
    told = PAGE.format(
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

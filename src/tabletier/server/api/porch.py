"""What a browser finds at the address of a house that has no page yet."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from tabletier.server.api.doors import Tongue

router = APIRouter(tags=["operation"])
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tabletier</title>
<h1>Tabletier</h1>
<p>{text}</p>
<p><a href="/api/openapi.json">OpenAPI</a> · <a href="/healthz">{health}</a></p>
</html>
"""
WORDS = {
    "fr": ("La maison est ouverte. Les programmes y jouent par cette interface.", "état"),
    "en": ("The house is open. Programs play here through this interface.", "health"),
}


@router.get("/", response_class=HTMLResponse, include_in_schema=False)
async def porch(language: Tongue) -> str:
    """A sign at the door."""
    text, health = WORDS[language]
    return PAGE.format(language=language, text=text, health=health)

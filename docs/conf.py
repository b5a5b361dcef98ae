"""How `make docs` builds the documentation site: Sphinx, Markdown by MyST, the look of Furo.

Strict: every warning is an error, so a broken link, a page that no list leads to, or a public name
without a docstring fails. Why these tools: decisions/0020-the-documentation-site.md.
"""

import importlib
import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import tabletier

logger = logging.getLogger(__name__)

project = "Tabletier"
author = "Tabletier contributors"
copyright = "Tabletier contributors, MIT licence"  # noqa: A001 - Sphinx asks for this name
version = release = tabletier.__version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.viewcode",
]
intersphinx_mapping: dict[str, tuple[str, None]] = {}  # the site is built without a network
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(numpy|np|pathlib|datetime|collections\.abc|typing|random|fractions|asyncio)\b.*"),
    ("py:.*", r"(httpx|websockets|pettingzoo|gymnasium|pyspiel)\b.*"),
    ("py:class", r"tabletier\.match\.\w+\.(Transition|Imagined)"),  # within the engine: not public
    ("py:.*", r"(anyio|msgspec|tabletier\.client\.transport)\b.*"),  # what a client is made of
    ("py:class", r"tabletier\.games\.kernel\.contract\.[PVE]"),  # variables of types
    ("py:class", r"types\.ModuleType|Steps"),
    ("py:class", r"(Path|Any|Sequence|Mapping|Callable|Iterator|optional|JSON)"),
]
exclude_patterns = ["rules/pictures/*.md"]
html_theme = "furo"
html_title = "Tabletier"
html_static_path: list[str] = []
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#7a4a1e",
        "color-brand-content": "#7a4a1e",
    },
    "dark_css_variables": {
        "color-brand-primary": "#e0a458",
        "color-brand-content": "#e0a458",
    },
}

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
suppress_warnings = [
    "misc.highlighting_failure",  # records are JSON lines, for which there are no colours
    "ref.python",  # a game, of the contract and of a list: both are called so
    "myst.header",  # a page may begin with its picture, and rule sheets have short sections
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"

UNTOLD = ("module", "class", "exception", "function", "method", "property")
"""What must say what it is; a field of a record may speak by its name."""
REFERENCE = "reference"
PROMISED = ("tabletier", "tabletier.client")
"""Packages of which every public name stands on that page."""


def wants_docstring(_: Sphinx, what: str, name: str, __: Any, ___: Any, lines: list[str]) -> None:
    """A public name without a docstring is a warning, and so an error."""
    if what in UNTOLD and not any(line.strip() for line in lines):
        logger.warning("%s has no docstring: say what it is", name)


def wants_every_name(_: Sphinx, env: BuildEnvironment) -> None:
    """A public name that the reference leaves out is a warning, and so an error."""
    told = {
        name.rpartition(".")[2]
        for name, found in env.domains.python_domain.objects.items()
        if found.docname == REFERENCE
    }
    for package in PROMISED:
        for name in sorted(set(importlib.import_module(package).__all__) - told):
            logger.warning("%s.%s is public, but %s does not tell of it", package, name, REFERENCE)


EXAMPLE = re.compile(r"^```json ([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""On a page about the network: what somebody sends or is answered, and in which request."""


def shows_requests(_: Sphinx, __: str, source: list[str]) -> None:
    """Who sends an example, and where, stands above it: Markdown keeps that to itself."""
    source[0] = EXAMPLE.sub(lambda found: captioned(*found.groups()), source[0])


def captioned(told: str, body: str) -> str:
    """An example under its request line, status or event; without a body, that alone."""
    who, _, rest = told.partition(" ")
    caption = f"answer, status {told}" if told.isdigit() else f"{who.capitalize()}: `{rest}`"
    if rest in ("hears", "sends", "connects"):
        caption = told.capitalize()
    if not body.strip():
        return f"*{caption}*\n"
    return f"```{{code-block}} json\n:caption: {caption}\n\n{body}```"


def setup(app: Sphinx) -> None:
    """What Sphinx calls before it builds."""
    app.connect("source-read", shows_requests)
    app.connect("autodoc-process-docstring", wants_docstring)
    app.connect("env-check-consistency", wants_every_name)

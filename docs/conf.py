"""How `make docs` builds the documentation site: Sphinx, Markdown by MyST, the look of Furo.

Strict: every warning is an error, so a broken link, a page that no list leads to, or a public name
without a docstring fails. Why these tools: decisions/0020-the-documentation-site.md.
"""

import tabletier

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
    ("py:.*", r"(httpx|websockets)\b.*"),
    ("py:class", r"tabletier\.match\.\w+\.(Transition|Imagined)"),  # within the engine: not public
    ("py:.*", r"(anyio|msgspec|tabletier\.client\.transport)\b.*"),  # what a client is made of
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
    "myst.header",  # a page may begin with its picture, and rule sheets have short sections
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"

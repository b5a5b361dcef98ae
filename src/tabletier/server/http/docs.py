"""OpenAPI as a page to read: every operation and every shape, without anything from elsewhere.

It has neither a script nor a picture: the house works without the outside world, and its
content-security policy lets nothing else in.
"""

import base64
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi.responses import HTMLResponse

STYLE = (
    "body{margin:0;background:#f6efe2;color:#2a211a;font:1rem/1.5 system-ui,sans-serif}"
    "main{max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2{font-family:Georgia,serif;line-height:1.2}h2{margin-top:2.5rem}"
    "h3{margin:1.75rem 0 .25rem}p{margin:.25rem 0}"
    "code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}"
    "table{border-collapse:collapse;margin:.5rem 0}"
    "td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top}"
    "td+td,th+th{border-left:1px solid #cdbfa5;padding-left:.75rem}"
    "a{color:#8a3f08}nav a{margin-right:1rem}"
    "@media (prefers-color-scheme:dark){body{background:#1d1814;color:#f1e7d6}a{color:#f0a868}"
    "td+td,th+th{border-color:#5a4c3d}}"
)
_DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; frame-ancestors 'none'"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} {version}: API</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title} {version}: API</h1>
<p>{about}</p>
<p><a href="/api/openapi.json">OpenAPI for programs</a> · <a href="/api/v1/limits">limits</a></p>
<nav>{contents}</nav>
{body}
</main>
</body>
</html>
"""
KNOWN_BY = {"cookie": "a cookie", "token": "a token (<code>Authorization: Bearer …</code>)"}


def docs_page(schema: dict[str, Any]) -> HTMLResponse:
    """All that OpenAPI says, as a page."""
    tags = [tag["name"] for tag in schema["tags"]]
    told = PAGE.format(
        title=escape(schema["info"]["title"]),
        version=escape(schema["info"]["version"]),
        about=_said(schema["info"]["description"]),
        style=STYLE,
        contents="".join(f'<a href="#{name}">{name}</a>' for name in [*tags, "shapes"]),
        body="\n".join([*_operations(schema), *_shapes(schema["components"]["schemas"])]),
    )
    return HTMLResponse(told, headers={"Content-Security-Policy": POLICY})


def _operations(schema: dict[str, Any]) -> Iterator[str]:
    """Every operation, under the subject that it belongs to."""
    by_tag: dict[str, list[str]] = defaultdict(list)
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            by_tag[operation["tags"][0]].append(_operation(method, path, operation))
    for tag in schema["tags"]:
        yield f'<h2 id="{tag["name"]}">{tag["name"]}</h2>\n<p>{_said(tag["description"])}</p>'
        yield from by_tag[tag["name"]]


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    name = operation["operationId"]
    lines = [
        f'<h3 id="{name}"><code>{method.upper()} {escape(path)}</code> {name}</h3>',
        f"<p>{_said(operation['description'])}</p>",
        f"<p>Known by: {_known_by(operation.get('security', []))}.</p>",
    ]
    rows = [
        (f"{given['name']} ({given['in']})", _type(given["schema"]), given.get("description", ""))
        for given in operation.get("parameters", [])
    ]
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        rows.append((f"body ({kind})", _type(content["schema"]), ""))
    for status, answer in operation["responses"].items():
        contents = answer.get("content", {}).items()
        shapes = [_type(content.get("schema", {})) or escape(kind) for kind, content in contents]
        rows.append((f"→ {status}", " or ".join(shapes), answer["description"]))
    return "\n".join([*lines, _table(rows)])


def _said(text: str) -> str:
    """A text with what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _told(field: dict[str, Any]) -> str:
    """What a field means, and what it is where it is left out."""
    usual = f"otherwise {json.dumps(field['default'])}" if "default" in field else ""
    return "; ".join(filter(None, (field.get("description", ""), usual)))


def _known_by(security: list[dict[str, Any]]) -> str:
    ways = [KNOWN_BY[name] for way in security for name in way]
    nobody = "nothing" if not ways else "nothing, or " if {} in security else ""
    return nobody + " or ".join(ways)


def _shapes(schemas: dict[str, Any]) -> Iterator[str]:
    """Every shape that has a name, with its fields."""
    yield '<h2 id="shapes">shapes</h2>'
    for name, shape in schemas.items():
        yield f'<h3 id="shape-{name}"><code>{name}</code></h3>'
        yield f"<p>{_said(shape.get('description', ''))}</p>"
        required = shape.get("required", [])
        rows = [
            (key if key in required else f"{key}?", _type(field), _told(field))
            for key, field in shape.get("properties", {}).items()
        ]
        yield _table(rows) if rows else f"<p>{_type(shape)}</p>"


def _table(rows: list[tuple[str, str, str]]) -> str:
    """Rows of a name, a type that is written already, and what it means."""
    cells = (
        f"<tr><td><code>{escape(name)}</code></td><td>{kind}</td><td>{_said(means)}</td></tr>"
        for name, kind, means in rows
    )
    return f"<table>{''.join(cells)}</table>"


def _type(schema: dict[str, Any]) -> str:
    """What a schema allows, in a few words; shapes are links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#shape-{name}">{name}</a>'
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(map(_type, schema[union]))
    if "enum" in schema:
        return " | ".join(f"<code>{escape(repr(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(repr(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {})) or 'anything'}"
    return escape(str(schema.get("type", "")))

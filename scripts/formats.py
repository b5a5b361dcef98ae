"""docs/formats: a page and a JSON schema for each game, made of its declarations and examples.

`python -m scripts.formats` (`make formats`) writes them; with `--check` it only says which are out
of date. What a game declares stands in its `shapes.py`, what leads to the examples in its
`formats.toml`; the examples themselves are played by the engine.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, house_keys
from tabletier.games.kernel.shapes import Schema, document, event_types, name_of, type_of
from tabletier.match.formats import Example, examples, played
from tabletier.match.match import Match

DOCS = Path(__file__).parents[1] / "docs" / "formats"
MADE = "<!-- Made by `make formats` from {sources}: change those. -->"
KINDS = {"string": "text", "integer": "number", "boolean": "true or false", "null": "null"}


def files() -> dict[Path, str]:
    """Every file of docs/formats that is made, and what should be in it."""
    made = {}
    for key in house_keys():
        game = find(key)
        schema = json.dumps(document(game), indent=1, ensure_ascii=False) + "\n"
        made[DOCS / f"{key}.schema.json"] = schema
        made[DOCS / f"{key}.md"] = page(game)
    return made


def page(game: Game) -> str:
    """The page of a game: its notation, position, view and events, each with examples."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    assert game.shapes is not None
    defs = document(game)["$defs"]
    shown = [(example, played(game.key, example)) for example in examples(game.key)]
    first = shown[0][1][0]
    name = _plain(game.name.en)
    yield MADE.format(sources=f"src/tabletier/games/{game.key}/shapes.py and formats.toml")
    yield f"# {name}"
    yield ""
    yield f"{_plain(game.goal.en)} Rules: [{name}](../rules/{game.key}.en.md). As a JSON schema:"
    yield f"[{game.key}.schema.json]({game.key}.schema.json)."
    yield from ("", "## Notation", "", "| move | what it does |", "|---|---|")
    yield from (_row(f"`{example.moves[-1]}`", example.means) for example, _ in shown)
    yield from ("", "## Position", "")
    yield from _shape(defs, name_of(game, game.shapes.position))
    yield from _json(first.position())
    yield from ("", "## View", "")
    yield from _shape(defs, name_of(game, game.shapes.view))
    yield f'The same position as seat {first.to_move} sees it (`match.view(seat)["table"]`):'
    yield from _json(first.view(first.to_move)["table"])
    yield from ("", "## Events", "", "`type` says what happened.")
    for kind in event_types(game):
        yield from ("", f"### {type_of(kind)}", "")
        yield from _shape(defs, name_of(game, kind))
        yield from _seen(type_of(kind), shown)
    parts = [name for name in defs if not _is_shown(game, name)]
    if parts:
        yield from ("", "## Parts")
    for part in parts:
        yield from ("", f"### {part}", "")
        yield from _shape(defs, part)


def _is_shown(game: Game, name: str) -> bool:
    assert game.shapes is not None
    shapes = (game.shapes.position, game.shapes.view, *event_types(game))
    return name.endswith("Event") or name in {name_of(game, shape) for shape in shapes}


def _seen(kind: str, shown: list[tuple[Example, tuple[Match, ...]]]) -> Iterator[str]:
    """The first such event of the examples, and the move that caused it."""
    for example, matches in shown:
        for number, match in enumerate(matches):
            for event in match.events():
                if event["type"] == kind:
                    move = example.moves[number - 1] if number else None
                    yield f"After `{move}`:" if move else "At the beginning:"
                    yield ""
                    yield from _json(event)
                    return
    raise ValueError(f"no example shows the event {kind!r}: add one to formats.toml")


def _shape(defs: dict[str, Schema], name: str) -> Iterator[str]:
    schema = defs[name]
    yield from (_plain(schema["description"]), "")
    yield from ("| key | value | meaning |", "|---|---|---|")
    for key, part in schema["properties"].items():
        left_out = "" if key in schema["required"] else ", may be missing"
        meaning = part.get("description") or _meaning_of(defs, part)
        yield _row(f"`{key}`", _kind(part) + left_out, meaning)
    yield ""


def _meaning_of(defs: dict[str, Schema], part: Schema) -> str:
    return str(defs[_ref(part)]["description"]) if "$ref" in part else ""


def _kind(part: Schema) -> str:
    """What a value may be, in words."""
    if "$ref" in part:
        return f"[{_ref(part)}](#{_ref(part).lower()})"
    if "anyOf" in part:
        return " or ".join(_kind(option) for option in part["anyOf"])
    if "enum" in part:
        return " or ".join(f'`"{value}"`' for value in part["enum"])
    if part["type"] == "array":
        return f"list of {_kind(part['items'])}"
    if part["type"] == "object":
        keys, values = _text(part.get("propertyNames", {})), _kind(part["additionalProperties"])
        return f"object: {keys} to {values}"
    if part["type"] == "integer" and "maximum" in part:
        return f"{part['minimum']} to {part['maximum']}"
    return _text(part) if part["type"] == "string" else KINDS[part["type"]]


def _text(part: Schema) -> str:
    return f"text `{part['pattern']}`" if "pattern" in part else "text"


def _ref(part: Schema) -> str:
    return str(part["$ref"]).rpartition("/")[2]


def _row(*cells: str) -> str:
    return "| " + " | ".join(_plain(cell).replace("|", r"\|") for cell in cells) + " |"


def _plain(text: str) -> str:
    """Stars are stars, not emphasis; between backquotes they are so anyway."""
    parts = text.split("`")
    parts[::2] = [part.replace("*", r"\*") for part in parts[::2]]
    return "`".join(parts)


def _json(value: Any) -> Iterator[str]:
    yield "```json"
    if isinstance(value, dict) and len(json.dumps(value)) > 100:
        parts = [f" {json.dumps(key)}: {json.dumps(part)}" for key, part in value.items()]
        yield from ("{", ",\n".join(parts), "}")
    else:
        yield json.dumps(value)
    yield "```"


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` say which are not as they should be."""
    made = files()
    stale = [
        path for path, text in made.items() if not path.is_file() or path.read_text("utf-8") != text
    ]
    stale += [path for path in DOCS.glob("*.json") if path not in made]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.name} is out of date: make formats")
        return 1 if stale else 0
    DOCS.mkdir(exist_ok=True)
    for path, text in made.items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

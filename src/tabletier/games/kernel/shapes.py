"""What all games declare alike, and JSON schemas of what each declares.

A game's `shapes.py` says once what its positions, views and events hold: as TypedDicts, so that
the values stay plain dicts. A type checker holds the code to it, the conformance suite what is
played; OpenAPI, the page's types and docs/formats are made of the schemas. Nothing is checked
against them while people play.
"""

import ast
import inspect
import sys
from types import ModuleType
from typing import Annotated, Any, Literal, TypedDict, get_args, get_type_hints

import msgspec
from msgspec import Meta

from tabletier.games.kernel.contract import Game

Count = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=0, le=7)]
"""Seats count from 0 in order of play."""
Side = Annotated[int, Meta(ge=0, le=3)]
"""Sides count from 0; a side has one seat, or several that play together."""
Schema = dict[str, Any]
INSIDE = "#/$defs/{name}"
"""Where a schema that stands by itself keeps those that it is made of."""


class Over(TypedDict):
    """The match is over; always the last event, whichever the game."""

    type: Literal["over"]
    winners: list[Seat]
    """The seats that won; none: a draw."""
    reason: str
    """Why: one of the game's endings, `resignation`, `agreement` or `repetition`."""


def schemas(game: Game, place: str = INSIDE) -> dict[str, Schema]:
    """The shapes of a game by name, `PuntoView` for one; none of a game that declares none.

    `place` says where they find each other. A position has no keys but those declared; views and
    events may have more in a later version.
    """
    if game.shapes is None:
        return {}
    declared = (game.shapes.position, game.shapes.view, *event_types(game))
    _, found = msgspec.json.schema_components(declared, ref_template="{name}")
    homes = {shape.__module__: sys.modules[shape.__module__] for shape in declared}.values()
    shapes = {name: shape for home in homes for name, shape in vars(home).items() if name in found}
    meanings = {name: text for home in homes for name, text in explained(home).items()}
    names = {name: name_of(game, shape) for name, shape in shapes.items()}
    made = {
        names[name]: {
            **_described(_placed(found[name], names, place), shape, meanings[name]),
            "title": names[name],
        }
        for name, shape in shapes.items()
    }
    made[name_of(game, game.shapes.position)]["additionalProperties"] = False
    made[_prefix(game) + "Event"] = _any_event(game, place)
    return made


def document(game: Game) -> Schema:
    """One JSON schema with all shapes of a game, which stands by itself."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.name.en,
        "description": f"Positions, views and events of {game.name.en}, by name in $defs.",
        "$defs": schemas(game),
    }


def event_types(game: Game) -> tuple[Any, ...]:
    """The declarations of a game's events, the end of the match last."""
    if game.shapes is None:
        return ()
    return (*(get_args(game.shapes.event) or (game.shapes.event,)), Over)


def name_of(game: Game, shape: Any) -> str:
    """What a shape is called among those of all games."""
    name: str = shape.__name__
    return name if shape is Over else _prefix(game) + name


def type_of(event: Any) -> str:
    """The `type` that tells events of this shape from others."""
    (tag,) = get_args(event.__annotations__["type"])
    return str(tag)


def explained(module: ModuleType) -> dict[str, dict[str, str]]:
    """What the fields of a module's classes mean: the text below each, of bases there too."""
    found: dict[str, dict[str, str]] = {}
    for declared in ast.parse(inspect.getsource(module)).body:
        if isinstance(declared, ast.ClassDef):
            bases = (base.id for base in declared.bases if isinstance(base, ast.Name))
            means = {key: text for base in bases for key, text in found.get(base, {}).items()}
            found[declared.name] = means | _texts_below(declared)
    return found


def _texts_below(declared: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(declared.body, declared.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def _prefix(game: Game) -> str:
    return "".join(part.title() for part in game.key.split("_"))


def _any_event(game: Game, place: str) -> Schema:
    kinds = {type_of(kind): place.format(name=name_of(game, kind)) for kind in event_types(game)}
    return {
        "title": _prefix(game) + "Event",
        "description": "Something that happened; `type` says what.",
        "oneOf": [{"$ref": ref} for ref in kinds.values()],
        "discriminator": {"propertyName": "type", "mapping": kinds},
    }


def _placed(schema: Any, names: dict[str, str], place: str) -> Any:
    """A schema whose references lead to where the others are; a choice of texts is a text."""
    if isinstance(schema, list):
        return [_placed(part, names, place) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {**schema, "$ref": place.format(name=names[schema["$ref"]])}
    found = {key: _placed(part, names, place) for key, part in schema.items()}
    if isinstance(schema.get("enum"), list):
        found = {"type": "string", **found}
    return found


def _described(schema: Schema, shape: Any, meanings: dict[str, str]) -> Schema:
    """A schema with its fields in the order in which they are declared, and what they mean."""
    order = sorted(get_type_hints(shape), key=lambda key: key != "type")
    parts = schema["properties"]
    means = {key: {"description": meanings[key]} if key in meanings else {} for key in order}
    required = [key for key in order if key in schema["required"]]
    properties = {key: {**means[key], **parts[key]} for key in order}
    return {**schema, "properties": properties, "required": required}

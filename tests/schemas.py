"""JSON schemas as tests use them: closed, and with a count of what of them was ever met."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

Schemas = dict[str, dict[str, Any]]
Mark = tuple[str, ...]
"""A shape, the way to a part of it, and what was met there."""


def _chosen(
    validator: Any, options: list[Any], value: Any, schema: dict[str, Any]
) -> Iterator[ValidationError]:
    """Of several shapes the one that a value names, where it names one; else any single one."""
    named = schema.get("discriminator", {})
    tag = value.get(named.get("propertyName")) if isinstance(value, dict) else None
    if tag in named.get("mapping", {}):
        yield from validator.descend(value, {"$ref": named["mapping"][tag]})
    else:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, options, value, schema)


Validator = extend(Draft202012Validator, {"oneOf": _chosen})  # type: ignore[no-untyped-call] # in its stubs
"""Tells at once which of many shapes is meant, and what is wrong with that one."""


def closed(schema: Any) -> Any:
    """A schema in which objects have no fields but those that are declared."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(part) for key, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return found


def declared(schemas: Schemas, name: str) -> set[Mark]:
    """All that values of a shape may show: every field, and each of the choices it leaves."""
    return set(_declared(schemas, schemas[name], (name,)))


def _declared(schemas: Schemas, schema: dict[str, Any], way: Mark) -> Iterator[Mark]:
    if "$ref" in schema:
        yield from _declared(schemas, _named(schemas, schema), way)
    for option in schema.get("anyOf", ()):
        yield (*way, _kind(option))
        yield from _declared(schemas, option, way)
    for value in schema.get("enum", ()):
        yield (_choice(schema), str(value))
    for key, part in schema.get("properties", {}).items():
        if key not in schema["required"]:
            yield (*way, key, "missing")
        yield (*way, key)
        yield from _declared(schemas, part, (*way, key))
    for part in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(part, dict):
            yield (*way, "item")
            yield from _declared(schemas, part, (*way, "item"))


def met(schemas: Schemas, name: str, value: Any) -> set[Mark]:
    """What a value, which fits the shape, shows of it."""
    return set(_met(schemas, schemas[name], value, (name,)))


def _met(schemas: Schemas, schema: dict[str, Any], value: Any, way: Mark) -> Iterator[Mark]:
    if "$ref" in schema:
        yield from _met(schemas, _named(schemas, schema), value, way)
    for option in schema.get("anyOf", ()):
        if (value is None) == (_kind(option) == "null"):
            yield (*way, _kind(option))
            yield from _met(schemas, option, value, way)
    if "enum" in schema:
        yield (_choice(schema), str(value))
    for key, part in schema.get("properties", {}).items():
        if key not in value:
            yield (*way, key, "missing")
            continue
        yield (*way, key)
        yield from _met(schemas, part, value[key], (*way, key))
    part = schema.get("items", schema.get("additionalProperties"))
    if isinstance(part, dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield (*way, "item")
            yield from _met(schemas, part, item, (*way, "item"))


def _named(schemas: Schemas, schema: dict[str, Any]) -> dict[str, Any]:
    return schemas[schema["$ref"].rpartition("/")[2]]


def _kind(option: dict[str, Any]) -> str:
    return "null" if option.get("type") == "null" else "something"


def _choice(schema: dict[str, Any]) -> str:
    """Equal choices are one, wherever they stand: each of its values is met somewhere."""
    return " | ".join(map(str, schema["enum"]))

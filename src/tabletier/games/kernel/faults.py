"""What is wrong with corrected box data, in sentences: the faults that a JSON schema can find."""

import re
from collections.abc import Callable
from typing import Any

from tabletier.games.kernel.texts import Text, shown

TYPES = {
    "object": Text("un objet", "an object"),
    "array": Text("une liste", "a list"),
    "string": Text("un texte", "a text"),
    "integer": Text("un nombre entier", "a whole number"),
}


def in_words(fault: Any) -> Text:
    """A fault of `jsonschema` (keyword, what it asks for, what came) as the end of a sentence."""
    teller = _TELLERS.get(fault.validator, _other)
    return teller(fault.validator_value, fault.instance, fault.schema)


def _quoted(value: str) -> Text:
    return Text(f"« {value[:40]} »", f'"{value[:40]}"')


def _listed(values: list[Any]) -> str:
    return ", ".join(str(value) if isinstance(value, str) else shown(value) for value in values)


def _missing(required: Any, came: Any, schema: Any) -> Text:
    key = _quoted(next(key for key in required if key not in came))
    return Text(f"il manque {key.fr}", f"{key.en} is missing")


def _unknown(allowed: Any, came: Any, schema: Any) -> Text:
    """`additionalProperties: false`: a key that is neither listed nor of a listed pattern."""
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    key = _quoted(
        next(k for k in came if k not in known and not any(re.search(p, k) for p in patterns))
    )
    return Text(f"{key.fr} n'a rien à y faire", f"{key.en} does not belong there")


def _type(wanted: Any, came: Any, schema: Any) -> Text:
    name = TYPES.get(str(wanted), Text(str(wanted), str(wanted)))
    return Text(
        f"{name.fr} était attendu{'e' if name.fr.startswith('une') else ''}, pas {shown(came)}",
        f"{name.en} was expected, not {shown(came)}",
    )


def _pattern(wanted: Any, came: Any, schema: Any) -> Text:
    text = _quoted(came)
    return Text(f"{text.fr} n'a pas la forme {wanted}", f"{text.en} is not of the form {wanted}")


def _one_of(wanted: Any, came: Any, schema: Any) -> Text:
    choice = _listed(wanted)
    return Text(
        f"{shown(came)} n'est pas parmi : {choice}", f"{shown(came)} is not among: {choice}"
    )


def _exactly(wanted: Any, came: Any, schema: Any) -> Text:
    return Text(
        f"{shown(wanted)} était attendu, pas {shown(came)}",
        f"{shown(wanted)} was expected, not {shown(came)}",
    )


def _twice(wanted: Any, came: Any, schema: Any) -> Text:
    twice = next(item for number, item in enumerate(came) if item in came[:number])
    return Text(f"{shown(twice)} y figure deux fois", f"{shown(twice)} is there twice")


def _few(wanted: Any, came: Any, schema: Any) -> Text:
    return _count(f"au moins {wanted}", f"at least {wanted}", len(came), wanted, schema)


def _many(wanted: Any, came: Any, schema: Any) -> Text:
    return _count(f"au plus {wanted}", f"at most {wanted}", len(came), wanted, schema)


def _count(fr: str, en: str, count: int, wanted: int, schema: Any) -> Text:
    """How long a list is, and how long it must be: `exactly` when both ends are the same."""
    if schema.get("minItems") == schema.get("maxItems"):
        fr = en = str(wanted)
    return Text(
        f"la liste a {count} élément{'s' if count > 1 else ''}, il en faut {fr}",
        f"the list has {count} item{'' if count == 1 else 's'}, {en} were expected",
    )


def _too_low(wanted: Any, came: Any, schema: Any) -> Text:
    return Text(f"{shown(came)} est moins que {wanted}", f"{shown(came)} is less than {wanted}")


def _too_high(wanted: Any, came: Any, schema: Any) -> Text:
    return Text(f"{shown(came)} est plus que {wanted}", f"{shown(came)} is more than {wanted}")


def _other(wanted: Any, came: Any, schema: Any) -> Text:
    return Text(
        f"{shown(came)} ne convient pas au schéma", f"{shown(came)} does not fit the schema"
    )


_TELLERS: dict[str, Callable[[Any, Any, Any], Text]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "type": _type,
    "pattern": _pattern,
    "enum": _one_of,
    "const": _exactly,
    "uniqueItems": _twice,
    "minItems": _few,
    "maxItems": _many,
    "minimum": _too_low,
    "maximum": _too_high,
}

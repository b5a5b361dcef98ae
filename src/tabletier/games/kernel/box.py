"""Box data: the parts of a game that were reconstructed, as a file that a collector can correct.

Each such game ships `box.json` and `box.schema.json` in its folder. `TABLETIER_BOX_DIR` may name a
folder with `<game>.json`, a corrected copy; it is checked against the schema before anything uses
it. Records carry the data's hash, so a match is never replayed with other data by mistake.
"""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import box_dir
from tabletier.games.kernel.errors import BadBox
from tabletier.games.kernel.text import Text, shown


class Box(NamedTuple):
    """The data in use, its hash, and where it came from."""

    data: Any
    digest: str
    path: Path


def admitted(house: Text, box: Box) -> Text:
    """What is said of the reconstructed parts: of our data, or that corrected data are in use."""
    if box.path.name == "box.json":
        return house
    return Text(
        f"Les données de la boîte sont celles de {box.path.name} (TABLETIER_BOX_DIR) ; la feuille "
        "de règles décrit toujours celles de la maison.",
        f"The box data are those of {box.path.name} (TABLETIER_BOX_DIR); the rule sheet goes on "
        "describing those of the house.",
    )


def load_box(folder: Path) -> Box:
    """The box data of the game in `folder`: the collector's copy if there is one, else ours."""
    path = folder / "box.json"
    corrected = _collectors_folder()
    if corrected is not None and (corrected / f"{folder.name}.json").exists():
        path = corrected / f"{folder.name}.json"
    data = _parse(path)
    if path.parent != folder:
        _check(data, json.loads((folder / "box.schema.json").read_text("utf-8")), path)
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Box(data, hashlib.sha256(canonical.encode()).hexdigest(), path)


def _collectors_folder() -> Path | None:
    """The folder of corrected copies, if one is named; a name that leads nowhere is refused."""
    folder = box_dir()
    if folder is not None and not folder.is_dir():
        raise BadBox(
            Text(
                f"TABLETIER_BOX_DIR nomme « {folder} », qui n'est pas un dossier : "
                "corrigez ce nom ou retirez TABLETIER_BOX_DIR.",
                f"TABLETIER_BOX_DIR names '{folder}', which is no folder: "
                "correct the name or unset TABLETIER_BOX_DIR.",
            )
        )
    return folder


def bad_box(path: Path, fr: str, en: str) -> BadBox:
    """The error for box data that cannot be used; `fr` and `en` say what is wrong with it."""
    return BadBox(
        Text(
            f"Le fichier de données {path.name} ne convient pas : {fr}. "
            "Corrigez le fichier ou retirez TABLETIER_BOX_DIR.",
            f"The box data {path.name} cannot be used: {en}. "
            "Correct the file or unset TABLETIER_BOX_DIR.",
        )
    )


def _parse(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        why = error.strerror or str(error)
        raise bad_box(path, f"lecture impossible ({why})", f"it cannot be read ({why})") from error
    except (ValueError, RecursionError) as error:
        raise bad_box(path, f"JSON illisible ({error})", f"it is not JSON ({error})") from error


def _check(data: Any, schema: Any, path: Path) -> None:
    """Check corrected data against the schema; the first fault is named with its place."""
    import jsonschema

    validator = jsonschema.Draft202012Validator(schema)
    fault = next(
        iter(sorted(validator.iter_errors(data), key=lambda e: list(map(str, e.path)))), None
    )
    if fault is not None:
        place, said = "/".join(map(str, fault.path)) or "/", in_words(fault)
        raise bad_box(path, f"à {place}, {said.fr}", f"at {place}, {said.en}")


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

"""Box data: the parts of a game that were reconstructed, as a file that a collector can correct.

Each such game ships `box.json` and `box.schema.json` in its folder. `TABLETIER_BOX_DIR` may name a
folder with `<game>.json`, a corrected copy; it is checked against the schema before anything uses
it. Records carry the data's hash, so a match is never replayed with other data by mistake.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import box_dir
from tabletier.games.kernel.errors import BadBox
from tabletier.games.kernel.faults import in_words
from tabletier.games.kernel.texts import Text


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

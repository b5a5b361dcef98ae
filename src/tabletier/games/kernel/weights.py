"""What a game has learned, as files: `weights.npz`, plain arrays, and `weights.json` beside it.

The second says where they come from: the hash of the first, its licence, and the run that made
them. They are read when an opponent first thinks, and a file that was damaged is told in a sentence
instead of playing badly.
"""

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.network import LANES, OFFSET
from tabletier.games.kernel.text import Text

ARRAYS, ABOUT = "weights.npz", "weights.json"
LARGEST = 2_000_000
"""Bytes a game's weights may take."""
HEAVIEST = 1 << 30
"""A head's weights are below this, so that no sum passes 2**63."""


class BadWeights(GameError):
    """Files of weights that are missing, damaged or made for other inputs."""

    code = "weights/bad"


class Weights(NamedTuple):
    """A network as it is kept: whole numbers."""

    rows: Any
    """int16[rows, LANES]."""
    heads: Any
    """int32[heads, 1 + LANES], the constant first."""


def load_weights(folder: Path, made_of: tuple[int, int]) -> Weights:
    """The weights in a game's folder, checked. Raises BadWeights."""
    raw, about = _read(folder / ARRAYS), _read(folder / ABOUT)
    try:
        stated = json.loads(about)["sha256"]
    except (ValueError, KeyError, TypeError) as error:
        raise bad_weights(folder / ABOUT, "illisible", "it cannot be understood") from error
    if hashlib.sha256(raw).hexdigest() != stated:
        raise bad_weights(
            folder / ARRAYS,
            f"son empreinte n'est pas celle que dit {ABOUT}",
            f"its hash is not the one that {ABOUT} states",
        )
    return _checked(folder / ARRAYS, _parsed(folder / ARRAYS, raw), made_of)


def save_weights(folder: Path, weights: Weights, about: dict[str, Any]) -> str:
    """Write both files; the hash of the first. The same weights give the same bytes."""
    raw = io.BytesIO()
    np.savez_compressed(raw, rows=weights.rows, heads=weights.heads)
    digest = hashlib.sha256(raw.getvalue()).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ARRAYS).write_bytes(raw.getvalue())
    text = json.dumps({"sha256": digest, "licence": "MIT", **about}, indent=2, ensure_ascii=False)
    (folder / ABOUT).write_text(text + "\n", "utf-8")
    return digest


def bad_weights(path: Path, fr: str, en: str) -> BadWeights:
    """The error for weights that cannot be used; `fr` and `en` say what is wrong."""
    return BadWeights(
        Text(
            f"Le fichier {path.parent.name}/{path.name} ne convient pas : {fr}. "
            "Réinstallez tabletier, ou apprenez de nouveau (tabletier train).",
            f"The file {path.parent.name}/{path.name} cannot be used: {en}. "
            "Install tabletier again, or learn anew (tabletier train).",
        )
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise bad_weights(
            path, f"lecture impossible ({why})", f"it cannot be read ({why})"
        ) from error


def _parsed(path: Path, raw: bytes) -> Weights:
    try:
        with np.load(io.BytesIO(raw), allow_pickle=False) as arrays:
            return Weights(arrays["rows"], arrays["heads"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise bad_weights(path, "illisible", "it cannot be understood") from error


def _checked(path: Path, weights: Weights, made_of: tuple[int, int]) -> Weights:
    rows, heads = weights
    wanted = (made_of[0], LANES), (made_of[1], 1 + LANES)
    if (rows.shape, heads.shape) != wanted:
        raise bad_weights(
            path,
            f"il est fait de {rows.shape} et {heads.shape}, non de {wanted[0]} et {wanted[1]}",
            f"it is made of {rows.shape} and {heads.shape}, not of {wanted[0]} and {wanted[1]}",
        )
    if rows.dtype != np.int16 or heads.dtype != np.int32:
        raise bad_weights(path, "il faut des nombres entiers", "it must hold whole numbers")
    if (np.abs(rows.astype(np.int64)) >= OFFSET).any() or (
        np.abs(heads[:, 1:].astype(np.int64)) >= HEAVIEST
    ).any():
        raise bad_weights(path, "un poids est trop grand", "a weight is too large")
    return weights

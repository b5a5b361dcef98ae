"""Keeps a fingerprint of the original rule texts, so that a test can tell our words from theirs.

The originals are not ours and are not kept here. `scripts/originals.txt` has only hashes of their
runs of ten words; whoever has the texts writes it anew with `python scripts/originals.py FOLDER`.
"""

import argparse
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FINGERPRINT = ROOT / "scripts" / "originals.txt"
LENGTH = 10
HEADING = "# Hashes of the runs of ten words of the original rule texts: scripts/originals.py.\n"
A_LINE = 8


def words(text: str) -> list[str]:
    """The words of a text in small letters, without accents; what an apostrophe joins is two."""
    bare = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe"))
    return re.findall(r"[a-z0-9]+", "".join(c for c in bare if not unicodedata.combining(c)))


def runs(text: str) -> Iterator[str]:
    """Every run of ten words of a text."""
    found = words(text)
    for start in range(len(found) - LENGTH + 1):
        yield " ".join(found[start : start + LENGTH])


def hashed(run: str) -> str:
    """A run as the fingerprint has it; nobody reads the words out of it."""
    return hashlib.sha256(run.encode()).hexdigest()[:12]


def fingerprint(texts: Iterable[str]) -> str:
    """The hashes of all runs of these texts, in a fixed order, as a file."""
    hashes = sorted({hashed(run) for text in texts for run in runs(text)})
    lines = (" ".join(hashes[k : k + A_LINE]) for k in range(0, len(hashes), A_LINE))
    return HEADING + "\n".join(lines) + "\n"


def read_fingerprint(path: Path = FINGERPRINT) -> frozenset[str]:
    """The hashes of a file written by `fingerprint`."""
    lines = path.read_text("utf-8").splitlines()
    return frozenset(part for line in lines if not line.startswith("#") for part in line.split())


def borrowed(text: str, originals: frozenset[str]) -> list[str]:
    """The runs of ten words of a text that stand in an original."""
    return [run for run in runs(text) if hashed(run) in originals]


def main() -> None:
    """Write the fingerprint of the texts in a folder."""
    parser = argparse.ArgumentParser(description="Fingerprint the original rule texts of a folder.")
    parser.add_argument("folder", type=Path, help="where the texts are, as .txt files")
    texts = [path.read_text("utf-8") for path in sorted(parser.parse_args().folder.glob("*.txt"))]
    if not texts:
        parser.error("there is no .txt file in that folder")
    FINGERPRINT.write_text(fingerprint(texts), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The built page as it lies in its folder: read once, read again when it was built anew."""

import hashlib
from pathlib import Path
from typing import NamedTuple

INDEX = "/index.html"
KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "wav": "audio/wav",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
}
PACKINGS = {"br": ".br", "gzip": ".gz"}
"""How a file may lie packed beside itself, the smallest first."""


class File(NamedTuple):
    """A file of the page."""

    body: bytes
    kind: str
    tag: str
    """What changes when the file does."""
    packed: dict[str, bytes]
    """The same in fewer bytes, by how it is packed."""


class Folder:
    """A folder with a page in it, or none yet. Nothing is served but what was found in it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[str, File] = {}
        self._stamp: tuple[int, int] | None = None

    @property
    def changed(self) -> bool:
        """Whether the page was built, or taken away, since it was read."""
        return _stamp(self._path) != self._stamp

    def read(self) -> None:
        """Read every file. This takes a moment."""
        stamp, files = _stamp(self._path), dict[str, File]()
        for path in sorted(self._path.rglob("*")) if stamp is not None else ():
            kind = KINDS.get(path.suffix[1:])
            if kind is not None and path.is_file() and not path.is_symlink():
                files["/" + path.relative_to(self._path).as_posix()] = _file(path, kind)
        self._files, self._stamp = files, stamp

    def find(self, name: str) -> File | None:
        """The file of a name, such as `/assets/index.js`."""
        return self._files.get(name)


def _stamp(folder: Path) -> tuple[int, int] | None:
    try:
        found = (folder / INDEX[1:]).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _file(path: Path, kind: str) -> File:
    body, packed = path.read_bytes(), {}
    for packing, ending in PACKINGS.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file():
            packed[packing] = beside.read_bytes()
    return File(body, kind, hashlib.sha256(body).hexdigest()[:20], packed)

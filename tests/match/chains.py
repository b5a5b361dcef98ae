"""Records taken apart and put together again, as a forger would; nothing of the package is used."""

import hashlib
import json
from typing import Any

Line = dict[str, Any]


def bodies(record: str) -> list[Line]:
    """The lines of a record without their hashes."""
    lines = [json.loads(line) for line in record.splitlines()]
    return [{key: value for key, value in line.items() if key != "hash"} for line in lines]


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def chained(lines: list[Line]) -> str:
    """The record of these lines, with hashes that fit."""
    link, written = "", []
    for line in lines:
        link = hashlib.sha256((link + canonical(line)).encode("utf-8", "surrogatepass")).hexdigest()
        written.append(canonical({**line, "hash": link}))
    return "\n".join(written) + "\n"

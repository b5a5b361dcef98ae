"""Broken inputs: texts and JSON values with something changed, as careless or hostile hands do."""

import copy
import random
from typing import Any

PIECES = (
    *("", " ", "\n", "\t", "\x00", "@", ",", "-", "--", "+", ".", "0", "00", "-0", "9", "10", "r"),
    *("g5", "R5", "r5@", "@0,0", "1e9", "NaN", "null", "true", "{", "}", "[", "]", '"', "\\", ":"),
    *("é", "٣", "𝟛", "\u202e", "\ud800", "'; --", "<b>", "%s", "999999999", "-1234567890123"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, -1, 7, 36, 72, 10**9, -(10**30), 2**63, 0.0, 1.0, 1.5),
    *(float("nan"), float("inf"), "", "r5", "y9", "r0", "r10", "0,0", "random", "chance", "?"),
    *(
        [],
        {},
        [[]],
        ["r5"],
        [None],
        {"r": 0},
        {"0,0": ["r5"]},
        [["r5"], ["b5"]],
        "\ud800",
        "x" * 99,
    ),
)


def mutated_text(rng: random.Random, text: str) -> str:
    """A text with one to three small accidents."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        end = min(len(text), at + rng.randint(0, 3))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(PIECES) + text[end:]
        elif kind == 3:
            text = text[:at] + text[at:end] * rng.randint(2, 40) + text[end:]
        else:
            text = (
                text[:at]
                + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000))))
                + text[end:]
            )
    return text


def _places(thing: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a JSON value."""
    found: list[tuple[Any, Any]] = []
    heap = [thing]
    while heap:
        container = heap.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            found.append((container, key))
            if isinstance(container[key], dict | list):
                heap.append(container[key])
    return found


def mutated_json(rng: random.Random, thing: Any) -> Any:
    """A JSON value with one to three values replaced, removed, doubled, swapped or renamed."""
    broken = copy.deepcopy(thing)
    for _ in range(rng.randint(1, 3)):
        places = _places(broken)
        if not places:
            return rng.choice(VALUES)
        _break_one(rng, *rng.choice(places), places)
    return broken


def _break_one(rng: random.Random, container: Any, key: Any, places: list[tuple[Any, Any]]) -> None:
    kind = rng.randrange(7)
    value = container[key]
    if kind == 0:
        container[key] = copy.deepcopy(rng.choice(VALUES))
    elif kind == 1:
        del container[key]
    elif kind == 2 and isinstance(value, str):
        container[key] = mutated_text(rng, value)
    elif kind == 3 and isinstance(value, int):
        container[key] = value + rng.choice((-1, 1, 6, 64, 2**62))
    elif kind == 4:
        other, where = rng.choice(places)
        container[key], other[where] = copy.deepcopy(other[where]), copy.deepcopy(value)
    elif isinstance(container, dict):
        container[mutated_text(rng, key)] = container.pop(key)
    else:
        container.insert(key, copy.deepcopy(value))


def moved_cards(rng: random.Random, position: dict[str, Any]) -> dict[str, Any]:
    """A position whose cards are all there, but some have changed places with others."""
    broken = copy.deepcopy(position)
    lists = [*broken["piles"], *broken["hands"], *broken["trophies"], *broken["board"].values()]
    lists.append(broken["out"])
    for _ in range(rng.randint(1, 3)):
        source, target = rng.choice(lists), rng.choice(lists)
        if source and target and rng.random() < 0.7:
            here, there = rng.randrange(len(source)), rng.randrange(len(target))
            source[here], target[there] = target[there], source[here]
        elif source:
            target.append(source.pop(rng.randrange(len(source))))
    for key in ("to_move", "void_rounds"):
        if rng.random() < 0.1:
            broken[key] = rng.choice((None, 0, 1, 2, 3))
    return broken

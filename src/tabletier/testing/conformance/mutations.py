"""Texts, positions and records that are nearly right."""

import hashlib
import json
import random
import string
from typing import Any

SPICE = string.ascii_letters + string.digits + " @-,=>x*+._/\\'\"\n\t\x00éß５²−‐\u00a0\u200b\ud800"


def mutated_text(dice: random.Random, texts: list[str]) -> str:
    """A text like those given: with a character changed, two texts crossed, or worse."""
    text = dice.choice(texts)
    place = dice.randrange(len(text) + 1)
    other = dice.choice(texts)
    match dice.randrange(9):
        case 0:
            return text[:place] + text[place + 1 :]
        case 1:
            return text[:place] + dice.choice(SPICE) + text[place:]
        case 2:
            return text[:place] + dice.choice(SPICE) + text[place + 1 :]
        case 3:
            return text[:place] + other[dice.randrange(len(other) + 1) :]
        case 4:
            return text[:place] + dice.choice(other) + text[place + 1 :]
        case 5:
            return dice.choice([text.upper(), text.lower(), text[::-1], text * 2, f" {text}"])
        case 6:
            return text + dice.choice(["", " ", "\n", other, "0", "x" * 5000])
        case 7:
            changed = str(dice.choice([0, 1, -1, 10, 99, 10**30, "00", "-0", "+1", "1e3", "٣"]))
            digits = [n for n, char in enumerate(text) if char.isdigit()] or [0]
            at = dice.choice(digits)
            return text[:at] + changed + text[at + 1 :]
        case _:
            return other


def deep(levels: int) -> list[Any]:
    """Lists in lists in lists."""
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 7, 63, 64, 2**31, 2**63, -(2**70), 10**5000),
    *(0.0, 1.0, 0.5, float("nan"), float("inf"), -0.0),
    *("", " ", "a", "0", "\x00", "\ud800", "é" * 300, "a1", "e5", "0,0", "null"),
    *([], {}, [None], [[]], {"": 0}, [0] * 40, ["x", "x"], (), ("a",), {1: 2}, b"a", {3}),
)


def mutated_position(dice: random.Random, positions: list[Any]) -> Any:
    """A position with some things replaced, taken away, doubled or crossed with another's.

    What is not changed is shared with the positions given: whoever reads it leaves it alone.
    """
    position = dice.choice(positions)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        position = _mutate(dice, position, dice.choice(positions))
    return position


def _mutate(dice: random.Random, value: Any, donor: Any) -> Any:
    """The value with one place in it changed; `donor` has something else in that place."""
    if not isinstance(value, (dict, list)) or not value or dice.random() < 0.08:
        return _replaced(dice, value, donor)
    if isinstance(value, list):
        return _mutated_list(dice, value, donor)
    key = dice.choice(list(value))
    theirs = donor.get(key) if isinstance(donor, dict) else donor
    match dice.randrange(8):
        case 0:
            return {k: v for k, v in value.items() if k != key}
        case 1:
            return {**value, dice.choice(["", "more", "a1", "9,9", 1, None, "to_move"]): value[key]}
        case 2:
            return {(dice.choice(list(value)) if k == key else k): v for k, v in value.items()}
        case 3 if isinstance(donor, dict) and donor:
            taken = dice.choice(list(donor))
            return {**value, taken: donor[taken]}
        case _:
            return {**value, key: _mutate(dice, value[key], theirs)}


def _mutated_list(dice: random.Random, value: list[Any], donor: Any) -> list[Any]:
    at = dice.randrange(len(value))
    theirs = dice.choice(donor) if isinstance(donor, list) and donor else donor
    match dice.randrange(6):
        case 0:
            return value[:at] + value[at + 1 :]
        case 1:
            return [*value[:at], value[at], *value[at:]]
        case 2:
            return dice.sample(value, len(value))
        case _:
            return [*value[:at], _mutate(dice, value[at], theirs), *value[at + 1 :]]


def _replaced(dice: random.Random, value: Any, donor: Any) -> Any:
    if type(value) is int and dice.random() < 0.5:
        return value + dice.choice((-1, 1, 2))
    if isinstance(value, str) and value and dice.random() < 0.5:
        return mutated_text(dice, [value, donor if isinstance(donor, str) and donor else value])
    return donor if dice.random() < 0.5 else dice.choice(JUNK)


def mutated_record(dice: random.Random, records: list[str]) -> str:
    """A record with characters, lines or values changed; half of the time the chain is mended."""
    lines = dice.choice(records).splitlines()
    at = dice.randrange(len(lines))
    kind = dice.randrange(6)
    if kind == 0:
        return mutated_text(dice, ["\n".join(lines)])
    if kind == 1:
        del lines[at]
    elif kind == 2:
        lines.insert(dice.randrange(len(lines) + 1), lines[at])
    else:
        donor = json.loads(dice.choice(dice.choice(records).splitlines()))
        lines[at] = _written(_mutate(dice, json.loads(lines[at]), donor))
    return "\n".join(mended_chain(lines) if dice.random() < 0.5 else lines)


def _written(value: Any) -> str:
    """A value as JSON, or as text where JSON has no words for it."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (TypeError, ValueError):
        return type(value).__name__


def mended_chain(lines: list[str]) -> list[str]:
    """The lines with hashes that fit them (docs/records.md), as far as they are objects."""
    link, mended = "", []
    for line in lines:
        try:
            body = json.loads(line)
        except ValueError:
            body = None
        if isinstance(body, dict):
            rest = {key: value for key, value in body.items() if key != "hash"}
            told = (link + _written(rest)).encode("utf-8", "surrogatepass")
            link = hashlib.sha256(told).hexdigest()
            line = _written({**rest, "hash": link})
        mended.append(line)
    return mended

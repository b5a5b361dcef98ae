"""docs/rules/<game>.toml: which rules no lesson teaches, and why; which rules need pictures.

`[no_lesson]` lists rules by reason:

- `contents`: what there is in the box and on the table;
- `set-up`: settled before the first move;
- `option`: played only where it was agreed on;
- `house`: the house sees to it, nobody decides anything;
- `players`: left to the players; the sheet marks it as not for the engine.

`[no_lesson.refines]` names rules that are a fine point of another one, which is taught.
`[pictures]` names the figures and examples of the original that are redrawn after a rule.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import traces

if TYPE_CHECKING:
    from scripts.fidelity import Rule

WHY = ("contents", "set-up", "option", "house", "players")
REFINES = "refines"
PLAYERS = "players"
LEFT_TO_PLAYERS = ("manners", "advice", "agreement")


def notes_of(root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each such file, and what it says."""
    for path in sorted(root.glob("docs/rules/*.toml")):
        yield path.relative_to(root).as_posix(), tomllib.loads(path.read_text(encoding="utf-8"))


def with_notes(root: Path, rules: dict[str, "Rule"], failures: list[str]) -> dict[str, "Rule"]:
    """The rules with the reasons why no lesson teaches them; what is wrong goes to `failures`."""
    reasons: dict[str, str] = {}
    for name, said in notes_of(root):
        listed = list(_reasons(said.get("no_lesson", {})))
        for rule, times in Counter(rule for rule, _ in listed).items():
            if times > 1:
                failures.append(f"{name} says {times} times why no lesson teaches {rule}.")
        for rule, why in listed:
            failures += _note_failures(name, rule, why, rules)
        reasons.update(listed)
    for key, known in rules.items():
        if not known.lessons and key not in reasons:
            failures.append(f"{key} is taught by no lesson.")
    return {key: replace(rule, no_lesson=reasons.get(key, "")) for key, rule in rules.items()}


def _reasons(said: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for why, listed in said.items():
        if why == REFINES:
            yield from ((rule, f"{REFINES} {other}") for rule, other in listed.items())
        else:
            yield from ((rule, why) for rule in listed)


def _note_failures(name: str, rule: str, why: str, rules: dict[str, "Rule"]) -> Iterator[str]:
    """What is wrong with one reason."""
    if rule not in rules:
        yield f"{name} names {rule}, which no sheet lists."
        return
    known = rules[rule]
    if known.lessons:
        yield f"{name} says that no lesson teaches {rule}, but {known.lessons[0]!r} does."
    if why.startswith(REFINES):
        other = rules.get(why.removeprefix(f"{REFINES} "))
        if other is None or not other.lessons:
            yield f"{name} says that {rule} {why}, which no lesson teaches."
    elif why not in WHY:
        yield f"{name} knows no reason {why!r}; there are {', '.join((*WHY, REFINES))}."
    elif (why == PLAYERS) != (known.apart in LEFT_TO_PLAYERS):
        yield f"{name} gives {rule} the reason {why!r}; the sheet marks it {known.apart!r}."


def picture_failures(
    root: Path, rules: dict[str, "Rule"], languages: tuple[str, ...]
) -> Iterator[str]:
    """Which pictures are missing on a sheet, and which rules they should belong to."""
    drawn = {
        language: Counter(rule for rule, _ in traces.drawn_on_sheets(root, language))
        for language in languages
    }
    for name, said in notes_of(root):
        for rule, wanted in said.get("pictures", {}).items():
            if rule not in rules:
                yield f"{name} names {rule}, which no sheet lists."
            for language, counted in drawn.items():
                if counted[rule] < len(wanted):
                    yield (
                        f"{rule} has {counted[rule]} of {len(wanted)} pictures in {language}: "
                        f"{', '.join(wanted)}."
                    )
    for rule in rules:
        if len({counted[rule] for counted in drawn.values()}) > 1:
            yield f"{rule} has more pictures in one language than in another."

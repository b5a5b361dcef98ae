"""Prints sheet x engine x test x lesson x picture: every rule, and where it leaves a trace.

A rule is a line of docs/rules/<game>.<lang>.md that starts with its id, `**PUNTO-12** Title. Text`.
The engine has it where a compiled function of the game's rules names its id, in its docstring or in
a comment; or the sheet marks it as not for the engine or as enforced by the set-up. A test shows it
by `@pytest.mark.rule("PUNTO-12")` on itself, on its class or in its module's `pytestmark`; a lesson
teaches what its `rules` name; a fenced `position` of a sheet is a picture of the rule before it.
docs/rules/<game>.toml says which rules no lesson teaches, and why, and which rules need pictures.
Exits with 1, and a sentence for each failure, when something is missing. Run it as
`python -m scripts.fidelity`.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from scripts import notes, traces
from scripts.traces import RULE

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("fr", "en")

MARK = re.compile(r"\*\((?:hors moteur : |not for the engine: )([a-zé]+)\)\*")
SET_UP_MARK = re.compile(r"\*\((?:assuré par la mise en place|enforced by the set-up)\)\*")
SET_UP = "set-up"
APART = {"conduite": "manners", "matériel": "contents", "conseil": "advice", "accord": "agreement"}
"""What may be left to the players and the table: in French, and in English."""


@dataclass(frozen=True)
class Rule:
    """A rule of a sheet and all its traces."""

    id: str
    title: str
    apart: str = ""
    """Why the engine does not have it: one of APART, SET_UP, or nothing."""
    engine: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    no_lesson: str = ""
    """Why no lesson teaches it."""
    pictures: list[str] = field(default_factory=list)


def read_sheets(root: Path, failures: list[str]) -> dict[str, Rule]:
    """The rules of all sheets in order; what is wrong with the sheets is added to `failures`."""
    rules: dict[str, Rule] = {}
    sheets = [path for lang in LANGUAGES for path in root.glob(f"docs/rules/*.{lang}.md")]
    for game in sorted({path.name.split(".")[0] for path in sheets}):
        listed: dict[str, dict[str, Rule]] = {}
        for language in LANGUAGES:
            name = f"docs/rules/{game}.{language}.md"
            path = root / name
            found = rules_of(name, path.read_text("utf-8") if path.exists() else "", failures)
            listed[language] = {rule.id: rule for rule in found}
            failures += sheet_failures(name, game, [rule.id for rule in found])
        failures += language_failures(game, listed)
        for sheet in reversed(listed.values()):
            for key, rule in sheet.items():
                rules.setdefault(key, rule)
    if not rules:
        failures.append("docs/rules lists no rule.")
    return rules


def rules_of(name: str, text: str, failures: list[str]) -> list[Rule]:
    """The rules of one sheet, and what they are marked as."""
    found = list(RULE.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    rules = []
    for match, end in zip(found, ends, strict=False):
        said = re.split(r"^#", text[match.start() : end], flags=re.MULTILINE)[0]
        said = said.replace("\u00a0", " ")
        apart = [APART.get(mark, mark) for mark in MARK.findall(said)]
        apart += [SET_UP] * len(SET_UP_MARK.findall(said))
        if len(apart) > 1 or set(apart) - {*APART.values(), SET_UP}:
            failures.append(f"{name} marks {match[1]} as {', '.join(apart)}.")
        rules.append(Rule(match[1], match[2].strip(), apart[0] if apart else ""))
    return rules


def sheet_failures(name: str, game: str, ids: list[str]) -> Iterator[str]:
    """What is wrong with the numbering of one sheet."""
    own = [rule for rule in ids if rule.startswith(f"{game.upper()}-")]
    for rule in sorted(set(ids) - set(own)):
        yield f"{name} lists {rule}, whose id does not begin with {game.upper()}."
    for rule, times in Counter(own).items():
        if times > 1:
            yield f"{name} lists {rule} {times} times."
    numbers = {int(rule.rpartition("-")[2]) for rule in own}
    for number in sorted(set(range(1, max(numbers, default=0))) - numbers):
        yield f"{name} jumps over {game.upper()}-{number}."


def language_failures(game: str, listed: dict[str, dict[str, Rule]]) -> Iterator[str]:
    """Which ids one language of a game's sheet has and another has not, or marks otherwise."""
    everything = {rule: None for sheet in listed.values() for rule in sheet}
    for language, sheet in listed.items():
        for rule in everything:
            if rule not in sheet:
                yield f"docs/rules/{game}.{language}.md lacks {rule}, which another language has."
    for rule in everything:
        if len({sheet[rule].apart for sheet in listed.values() if rule in sheet}) > 1:
            yield f"The sheets of {game} mark {rule} differently."


def examine(root: Path) -> tuple[list[Rule], list[str]]:
    """Every rule with its traces, and every failure as a sentence."""
    failures: list[str] = []
    rules = read_sheets(root, failures)
    folders = (game.name.upper() for game in traces.game_folders(root))
    games = {rule.partition("-")[0] for rule in rules} | set(folders)
    unknown: dict[str, list[str]] = defaultdict(list)
    found = {
        "engine": traces.cited_by_engine(root),
        "code": traces.cited_anywhere(root, games),
        "tests": traces.shown_by_tests(root),
        "lessons": traces.taught_by_lessons(root),
        "pictures": traces.drawn_on_sheets(root, LANGUAGES[0]),
    }
    for column, places in found.items():
        for rule, place in places:
            (getattr(rules[rule], column) if rule in rules else unknown[rule]).append(place)
    for entry in rules.values():
        failures += rule_failures(entry)
    rules = notes.with_notes(root, rules, failures)
    failures += notes.picture_failures(root, rules, LANGUAGES)
    for key, where in unknown.items():
        failures.append(f"{where[0]} cites {key}, which no sheet lists.")
    return list(rules.values()), failures


def rule_failures(rule: Rule) -> Iterator[str]:
    """What the engine and the tests lack of a rule, or have though the sheet says otherwise."""
    if not rule.code:
        yield f"{rule.id} is cited nowhere in the code."
    elif not rule.engine and not rule.apart:
        yield f"{rule.id} is cited by no compiled rule function, only at {rule.code[0]}."
    if rule.engine and rule.apart in APART.values():
        yield f"{rule.id} is marked as not for the engine, but {rule.engine[0]} cites it."
    if not rule.tests:
        yield f"{rule.id} is shown by no test."


def table(rules: list[Rule]) -> str:
    """The rules as text, one a line."""
    rows = [("rule", "title", "engine", "tests", "lessons", "pictures")]
    for rule in rules:
        engine = rule.engine[0].removeprefix("src/tabletier/games/") if rule.engine else ""
        if not engine and rule.apart:
            engine = f"({rule.apart})"
        lessons = str(len(rule.lessons)) if rule.lessons else f"({rule.no_lesson})"
        counts = str(len(rule.tests)), lessons, str(len(rule.pictures) or "")
        rows.append((rule.id, rule.title[:40], engine or "-", *counts))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def main(arguments: list[str] | None = None) -> int:
    """Print the table, or JSON for programs, and say whether everything is there."""
    parser = argparse.ArgumentParser(
        description="Print sheet x engine x test x lesson x picture, and what is missing."
    )
    parser.add_argument("--json", action="store_true", help="for programs, with every trace")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    chosen = parser.parse_args(arguments)
    rules, failures = examine(chosen.root)
    if chosen.json:
        answer = {"rules": [asdict(rule) for rule in rules], "failures": failures}
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        print(table(rules))
        print(f"\n{len(rules)} rules, {len(failures)} failures.")
        for failure in failures:
            print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Prints rule x code x tests: every rule of docs/rules, where the code cites it, what shows it.

A rule is a line of docs/rules/<game>.<lang>.md that starts with its id, `**PUNTO-12** Title. Text`.
The code cites a rule by naming its id anywhere in src/tabletier; a test shows it by
`@pytest.mark.rule("PUNTO-12")` on itself, on its class, or in its module's `pytestmark`.
Exits with 1, and a sentence for each failure, when the three do not agree.
"""

import argparse
import ast
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("fr", "en")
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*\s*([^.\n]*)", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """A rule of a sheet, the places of the code that cite it and the tests that show it."""

    id: str
    title: str
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def read_sheets(root: Path, failures: list[str]) -> dict[str, Rule]:
    """The rules of all sheets in order; what is wrong with the sheets is added to `failures`."""
    rules: dict[str, Rule] = {}
    sheets = [path for lang in LANGUAGES for path in root.glob(f"docs/rules/*.{lang}.md")]
    for game in sorted({path.name.split(".")[0] for path in sheets}):
        listed: dict[str, dict[str, str]] = {}
        for language in LANGUAGES:
            name = f"docs/rules/{game}.{language}.md"
            path = root / name
            found = RULE.findall(path.read_text(encoding="utf-8")) if path.exists() else []
            listed[language] = dict(found)
            failures += sheet_failures(name, game, [rule for rule, _ in found])
        failures += language_failures(game, listed)
        for titles in reversed(listed.values()):
            for rule, title in titles.items():
                rules.setdefault(rule, Rule(rule, title.strip()))
    if not rules:
        failures.append("docs/rules lists no rule.")
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


def language_failures(game: str, listed: dict[str, dict[str, str]]) -> Iterator[str]:
    """Which ids one language of a game's sheet has and another has not."""
    everything = {rule: None for titles in listed.values() for rule in titles}
    for language, titles in listed.items():
        for rule in everything:
            if rule not in titles:
                yield f"docs/rules/{game}.{language}.md lacks {rule}, which another language has."


def cited_by_code(root: Path, games: set[str]) -> Iterator[tuple[str, str]]:
    """Each (rule id, file:line) of the package; only ids of a game count, UTF-8 is no rule."""
    cited = re.compile(rf"(?<![A-Z0-9_-])(?:{'|'.join(sorted(games)) or '(?!)'})-\d+(?!\d)")
    for path in sorted((root / "src/tabletier").rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            for match in cited.finditer(line):
                yield match[0], f"{path.relative_to(root).as_posix()}:{number}"


def shown_by_tests(root: Path) -> Iterator[tuple[str, str]]:
    """Each (rule id, test) of the test suite, tests named as pytest names them."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        marks = [
            rule
            for node in module.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            if "pytestmark" in ast.unparse(node).partition("=")[0]
            for rule in marked_rules([node.value])
        ]
        yield from _tests_in(module.body, path.relative_to(root).as_posix(), marks)


def _tests_in(body: Iterable[ast.stmt], place: str, marks: list[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        rules = [*marks, *marked_rules(node.decorator_list)]
        test = f"{place}::{node.name}"
        if isinstance(node, ast.ClassDef):
            yield from _tests_in(node.body, test, rules)
        elif node.name.startswith("test"):
            yield from ((rule, test) for rule in dict.fromkeys(rules))


def marked_rules(expressions: Iterable[ast.expr]) -> Iterator[str]:
    """The ids of every `pytest.mark.rule(…)` in these expressions, `pytest.param` included."""
    for expression in expressions:
        for node in ast.walk(expression):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                yield from (ast.unparse(argument).strip("'\"") for argument in node.args)


def examine(root: Path) -> tuple[list[Rule], list[str]]:
    """Every rule with its citations, and every failure as a sentence."""
    failures: list[str] = []
    rules = read_sheets(root, failures)
    folders = (path.parent.name.upper() for path in root.glob("src/tabletier/games/*/rules.py"))
    games = {rule.partition("-")[0] for rule in rules} | set(folders)
    unknown: dict[str, list[str]] = defaultdict(list)
    for rule, place in cited_by_code(root, games):
        (rules[rule].code if rule in rules else unknown[rule]).append(place)
    for rule, test in shown_by_tests(root):
        (rules[rule].tests if rule in rules else unknown[rule]).append(test)
    for entry in rules.values():
        if not entry.code:
            failures.append(f"{entry.id} is cited nowhere in the code.")
        if not entry.tests:
            failures.append(f"{entry.id} is shown by no test.")
    for rule, places in unknown.items():
        failures.append(f"{places[0]} cites {rule}, which no sheet lists.")
    return list(rules.values()), failures


def table(rules: list[Rule]) -> str:
    """The rules as text, one a line."""
    rows = [("rule", "title", "code", "tests")]
    for rule in rules:
        code = ", ".join(place.removeprefix("src/tabletier/") for place in rule.code[:2])
        rows.append((rule.id, rule.title[:48], code or "-", str(len(rule.tests))))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    )


def main(arguments: list[str] | None = None) -> int:
    """Print the table, or JSON for programs, and say whether rules, code and tests agree."""
    parser = argparse.ArgumentParser(description="Print rule x code x tests, and what is missing.")
    parser.add_argument("--json", action="store_true", help="for programs, with every citation")
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

"""Where a rule leaves a trace: compiled rule functions, tests, lessons, pictures of the sheet.

`scripts/fidelity.py` compares these with the rules of the sheets.
"""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ENGINE = {"compiled", "part", "inlined"}
"""The marks of compiled rules, `games/kernel/compiler.py`."""
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*\s*([^.\n]*)", re.MULTILINE)
PICTURE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*|^```position$", re.MULTILINE)


def cites(games: set[str]) -> re.Pattern[str]:
    """Finds ids of rules; only those of a game count, UTF-8 is no rule."""
    return re.compile(rf"(?<![A-Z0-9_-])(?:{'|'.join(sorted(games)) or '(?!)'})-\d+(?!\d)")


def cited_anywhere(root: Path, games: set[str]) -> Iterator[tuple[str, str]]:
    """Each (rule id, file:line) of the package."""
    cited = cites(games)
    for path in sorted((root / "src/tabletier").rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            for match in cited.finditer(line):
                yield match[0], f"{path.relative_to(root).as_posix()}:{number}"


def cited_by_engine(root: Path) -> Iterator[tuple[str, str]]:
    """Each (rule id, file:line) within a compiled function that a game's rules are made of."""
    for game in game_folders(root):
        cited = cites({game.name.upper()})
        for path in rule_modules(game):
            lines = path.read_text(encoding="utf-8").splitlines()
            for first, last in compiled_functions(path):
                for number in range(first, last + 1):
                    for match in cited.finditer(lines[number - 1]):
                        yield match[0], f"{path.relative_to(root).as_posix()}:{number}"


def game_folders(root: Path) -> list[Path]:
    """The folders of games: those with rules, in a module or a package of that name."""
    rules = root.glob("src/tabletier/games/*/rules*")
    return sorted({path.parent for path in rules if path.suffix in ("", ".py")})


def rule_modules(game: Path) -> list[Path]:
    """The modules of a game that its rules import, and those they import in turn."""
    package = f"tabletier.games.{game.name}."
    found: list[Path] = []
    waiting = [game / "rules"]
    while waiting:
        module = waiting.pop()
        path = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
        if path in found or not path.exists():
            continue
        found.append(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = (isinstance(node, ast.ImportFrom) and node.module) or ""
            if name.startswith(package):
                waiting.append(game.joinpath(*name.removeprefix(package).split(".")))
    return sorted(found)


def compiled_functions(path: Path) -> Iterator[tuple[int, int]]:
    """The first and the last line of every compiled function of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            if marks & ENGINE:
                yield node.lineno, node.end_lineno or node.lineno


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


def taught_by_lessons(root: Path) -> Iterator[tuple[str, str]]:
    """Each (rule id, lesson) of the games, lessons named by file and English title."""
    for path in sorted(root.glob("src/tabletier/games/*/lessons.toml")):
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        for lesson in book["lesson"]:
            for rule in dict.fromkeys(lesson["rules"]):
                yield rule, f"{path.relative_to(root).as_posix()}: {lesson['title'][1]}"


def drawn_on_sheets(root: Path, language: str) -> Iterator[tuple[str, str]]:
    """Each (rule id, file:line) of a fenced position; it belongs to the rule before it."""
    for path in sorted(root.glob(f"docs/rules/*.{language}.md")):
        text, rule = path.read_text(encoding="utf-8"), ""
        for match in PICTURE.finditer(text):
            if match[1]:
                rule = match[1]
            elif rule:
                line = text.count("\n", 0, match.start()) + 1
                yield rule, f"{path.relative_to(root).as_posix()}:{line}"

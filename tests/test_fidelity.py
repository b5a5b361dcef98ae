"""The fidelity table: every rule is in both languages, in the code and in a test."""

import json
from pathlib import Path

import pytest

from scripts import fidelity

SHEET = (
    "# Punto\n\n**PUNTO-1** Title one. Text.\n\n**PUNTO-2** Title two. It refines **PUNTO-1**.\n"
)
CODE = '"""Punto (PUNTO-1). UTF-8."""\n\nx = 1  # PUNTO-2, PUNTO-1\n'
TESTS = """
import pytest

@pytest.mark.rule("PUNTO-1", "PUNTO-2")
def test_both(): ...
"""


class Tree:
    """A small project that is in order until a test changes it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("docs/rules/punto.fr.md", SHEET)
        self.write("docs/rules/punto.en.md", SHEET)
        self.write("src/tabletier/games/punto/rules.py", CODE)
        self.write("tests/games/test_punto.py", TESTS)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    @property
    def failures(self) -> list[str]:
        return fidelity.examine(self.root)[1]

    def tests_of(self, rule_id: str) -> list[str]:
        return next(rule.tests for rule in fidelity.examine(self.root)[0] if rule.id == rule_id)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_a_project_in_order_has_no_failures_and_exits_with_0(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fidelity.main(["--root", str(tree.root)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "rule     title      code                                            tests",
        "PUNTO-1  Title one  games/punto/rules.py:1, games/punto/rules.py:3  1",
        "PUNTO-2  Title two  games/punto/rules.py:3                          1",
        "",
        "2 rules, 0 failures.",
    ]
    assert printed.err == ""


def test_a_failure_is_a_sentence_on_stderr_and_exits_with_1(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    tree.write("tests/games/test_punto.py", "")
    assert fidelity.main(["--root", str(tree.root)]) == 1
    assert "PUNTO-1 is shown by no test.\n" in capsys.readouterr().err


def test_programs_read_json(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    fidelity.main(["--root", str(tree.root), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["failures"] == []
    assert answer["rules"][1] == {
        "id": "PUNTO-2",
        "title": "Title two",
        "code": ["src/tabletier/games/punto/rules.py:3"],
        "tests": ["tests/games/test_punto.py::test_both"],
    }


class TestSheets:
    def test_without_any_sheet_there_is_nothing_to_be_faithful_to(self, tmp_path: Path) -> None:
        assert fidelity.examine(tmp_path)[1] == ["docs/rules lists no rule."]

    def test_both_languages_list_the_same_rules(self, tree: Tree) -> None:
        tree.write("docs/rules/punto.en.md", "**PUNTO-1** Title one. Text.\n")
        expected = "docs/rules/punto.en.md lacks PUNTO-2, which another language has."
        assert tree.failures == [expected]

    def test_a_missing_language_lacks_every_rule(self, tree: Tree) -> None:
        (tree.root / "docs/rules/punto.fr.md").unlink()
        assert len(tree.failures) == 2

    def test_an_id_is_given_once(self, tree: Tree) -> None:
        tree.write("docs/rules/punto.fr.md", SHEET + "**PUNTO-2** Encore.\n")
        assert tree.failures == ["docs/rules/punto.fr.md lists PUNTO-2 2 times."]

    def test_the_numbering_has_no_gap(self, tree: Tree) -> None:
        for language in fidelity.LANGUAGES:
            tree.write(f"docs/rules/punto.{language}.md", SHEET.replace("PUNTO-1", "PUNTO-3"))
        assert "docs/rules/punto.fr.md jumps over PUNTO-1." in tree.failures

    def test_ids_begin_with_the_name_of_the_game(self, tree: Tree) -> None:
        tree.write("docs/rules/punto.fr.md", SHEET + "**POINT-1** Autre jeu.\n")
        expected = "docs/rules/punto.fr.md lists POINT-1, whose id does not begin with PUNTO."
        assert expected in tree.failures


class TestCode:
    def test_every_rule_is_cited(self, tree: Tree) -> None:
        tree.write("src/tabletier/games/punto/rules.py", '"""PUNTO-1."""\n')
        assert tree.failures == ["PUNTO-2 is cited nowhere in the code."]

    def test_a_cited_rule_is_on_a_sheet(self, tree: Tree) -> None:
        tree.write("src/tabletier/cli/x.py", "# PUNTO-12\n")
        assert tree.failures == ["src/tabletier/cli/x.py:1 cites PUNTO-12, which no sheet lists."]

    def test_a_game_without_a_sheet_cites_unknown_rules(self, tree: Tree) -> None:
        tree.write("src/tabletier/games/point/rules.py", "# POINT-1\n")
        assert tree.failures == [
            "src/tabletier/games/point/rules.py:1 cites POINT-1, which no sheet lists."
        ]


class TestTests:
    def test_a_mark_on_a_class_counts_for_all_its_tests(self, tree: Tree) -> None:
        tree.write(
            "tests/test_x.py",
            'import pytest\n@pytest.mark.rule("PUNTO-1")\nclass TestX:\n'
            "    def test_a(self): ...\n    async def test_b(self): ...\n    def it(self): ...\n",
        )
        shown = tree.tests_of("PUNTO-1")
        assert shown[1:] == ["tests/test_x.py::TestX::test_a", "tests/test_x.py::TestX::test_b"]

    @pytest.mark.parametrize(
        "mark",
        ['pytest.mark.rule("PUNTO-1")', '[pytest.mark.slow, pytest.mark.rule("PUNTO-1")]'],
    )
    def test_a_mark_on_a_module_counts_for_all_its_tests(self, tree: Tree, mark: str) -> None:
        tree.write("tests/test_x.py", f"pytestmark = {mark}\ndef test_a(): ...\n")
        assert tree.tests_of("PUNTO-1")[1:] == ["tests/test_x.py::test_a"]

    def test_a_mark_on_one_parameter_counts(self, tree: Tree) -> None:
        tree.write(
            "tests/test_x.py",
            '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("PUNTO-2"))])\n'
            "def test_a(x): ...\n",
        )
        assert tree.tests_of("PUNTO-2")[1:] == ["tests/test_x.py::test_a"]

    def test_a_rule_that_is_only_mentioned_is_not_shown(self, tree: Tree) -> None:
        tree.write("tests/games/test_punto.py", '"""PUNTO-1"""\ndef test_punto_1(): ...\n')
        assert tree.tests_of("PUNTO-1") == []

    def test_a_marked_rule_is_on_a_sheet(self, tree: Tree) -> None:
        tree.write("tests/games/test_punto.py", TESTS.replace('"PUNTO-2"', '"PUNTO-2", "PUNTO-9"'))
        expected = "tests/games/test_punto.py::test_both cites PUNTO-9, which no sheet lists."
        assert tree.failures == [expected]

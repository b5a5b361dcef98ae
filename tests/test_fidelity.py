"""The fidelity table: a rule is on both sheets, in the engine, in a test, a lesson, a picture."""

import json
from pathlib import Path

import pytest

from scripts import fidelity

SHEET = (
    "# Punto\n\n**PUNTO-1** Title one. Text.\n\n**PUNTO-2** Title two. It refines **PUNTO-1**.\n"
)
PICTURE = "\n```position\nposition = {}\n```\n"
CODE = '''"""Punto. UTF-8."""

from tabletier.games.punto.board import targets


@compiled
def apply(state: int) -> int:
    """PUNTO-1. Text."""
    return state  # PUNTO-2
'''
TESTS = """
import pytest

@pytest.mark.rule("PUNTO-1", "PUNTO-2")
def test_both(): ...
"""
LESSONS = '[[lesson]]\ntitle = ["Un", "One"]\nrules = ["PUNTO-1", "PUNTO-2"]\n'


class Tree:
    """A small project that is in order until a test changes it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sheets(SHEET)
        self.write("docs/rules/punto.toml", "")
        self.write("src/tabletier/games/punto/rules.py", CODE)
        self.write("src/tabletier/games/punto/lessons.toml", LESSONS)
        self.write("tests/games/test_punto.py", TESTS)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def sheets(self, text: str, french: str | None = None) -> None:
        self.write("docs/rules/punto.en.md", text)
        self.write("docs/rules/punto.fr.md", french or text)

    @property
    def failures(self) -> list[str]:
        return fidelity.examine(self.root)[1]

    def tests_of(self, rule_id: str) -> list[str]:
        return next(rule.tests for rule in fidelity.examine(self.root)[0] if rule.id == rule_id)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_nothing_is_missing_in_this_project() -> None:
    rules, failures = fidelity.examine(fidelity.ROOT)
    assert failures == []
    assert len(rules) > 140


def test_a_project_in_order_has_no_failures_and_exits_with_0(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    tree.sheets(SHEET + PICTURE)
    assert fidelity.main(["--root", str(tree.root)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "rule     title      engine            tests  lessons  pictures",
        "PUNTO-1  Title one  punto/rules.py:8  1      1",
        "PUNTO-2  Title two  punto/rules.py:9  1      1        1",
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
        "apart": "",
        "engine": ["src/tabletier/games/punto/rules.py:9"],
        "code": ["src/tabletier/games/punto/rules.py:9"],
        "tests": ["tests/games/test_punto.py::test_both"],
        "lessons": ["src/tabletier/games/punto/lessons.toml: One"],
        "no_lesson": "",
        "pictures": [],
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


class TestEngine:
    def test_every_rule_is_cited_somewhere(self, tree: Tree) -> None:
        tree.write("src/tabletier/games/punto/rules.py", CODE.replace("# PUNTO-2", ""))
        assert tree.failures == ["PUNTO-2 is cited nowhere in the code."]

    @pytest.mark.parametrize(
        "elsewhere",
        [
            '"""PUNTO-2."""',  # what a module says
            "# PUNTO-2\n@compiled\ndef lay(): ...",  # above a function
            '@cache\ndef refuse():\n    """PUNTO-2."""',  # a function that is not compiled
            "LIMIT = 40  # PUNTO-2",
        ],
    )
    def test_a_rule_is_cited_within_a_compiled_function(self, tree: Tree, elsewhere: str) -> None:
        tree.write("src/tabletier/games/punto/rules.py", CODE.replace("# PUNTO-2", ""))
        tree.write("src/tabletier/games/punto/board.py", elsewhere)
        (failure,) = tree.failures
        assert failure.startswith("PUNTO-2 is cited by no compiled rule function, only at src/")

    @pytest.mark.parametrize("mark", ["compiled", "part", "inlined"])
    def test_a_module_that_the_rules_import_counts(self, tree: Tree, mark: str) -> None:
        tree.write("src/tabletier/games/punto/rules.py", CODE.replace("# PUNTO-2", ""))
        cited = f'@{mark}\ndef targets():\n    """PUNTO-2. Text."""\n'
        tree.write("src/tabletier/games/punto/board.py", cited)
        assert tree.failures == []

    def test_what_only_search_or_words_use_does_not_count(self, tree: Tree) -> None:
        tree.write("src/tabletier/games/punto/rules.py", CODE.replace("# PUNTO-2", ""))
        cited = '@compiled\ndef judge():\n    """PUNTO-2. Text."""\n'
        tree.write("src/tabletier/games/punto/search.py", cited)
        assert len(tree.failures) == 1

    def test_a_cited_rule_is_on_a_sheet(self, tree: Tree) -> None:
        tree.write("src/tabletier/cli/x.py", "# PUNTO-12\n")
        assert tree.failures == ["src/tabletier/cli/x.py:1 cites PUNTO-12, which no sheet lists."]

    def test_a_game_without_a_sheet_cites_unknown_rules(self, tree: Tree) -> None:
        tree.write("src/tabletier/games/point/rules.py", "# POINT-1\n")
        assert tree.failures == [
            "src/tabletier/games/point/rules.py:1 cites POINT-1, which no sheet lists."
        ]


class TestMarks:
    @pytest.mark.parametrize(
        ("english", "french"),
        [
            ("*(not for the engine: manners)*", "*(hors moteur\u00a0: conduite)*"),
            ("*(not for the engine: agreement)*", "*(hors moteur\u00a0: accord)*"),
            ("*(enforced by the set-up)*", "*(assuré par la mise en place)*"),
        ],
    )
    def test_a_marked_rule_needs_no_compiled_function(
        self, tree: Tree, english: str, french: str
    ) -> None:
        tree.write("src/tabletier/games/punto/rules.py", CODE.replace("# PUNTO-2", ""))
        tree.write("src/tabletier/games/punto/options.py", "# PUNTO-2\n")
        tree.sheets(f"{SHEET.strip()} {english}\n", f"{SHEET.strip()} {french}\n")
        assert tree.failures == []

    def test_both_languages_mark_alike(self, tree: Tree) -> None:
        marked = f"{SHEET.strip()} *(not for the engine: manners)*\n"
        tree.sheets(marked, SHEET)
        assert "The sheets of punto mark PUNTO-2 differently." in tree.failures

    def test_what_the_engine_has_is_not_marked(self, tree: Tree) -> None:
        tree.sheets(f"{SHEET.strip()} *(not for the engine: contents)*\n")
        place = "src/tabletier/games/punto/rules.py:9"
        assert tree.failures == [
            f"PUNTO-2 is marked as not for the engine, but {place} cites it.",
        ]

    def test_there_are_few_reasons(self, tree: Tree) -> None:
        tree.sheets(f"{SHEET.strip()} *(not for the engine: laziness)*\n")
        assert "docs/rules/punto.fr.md marks PUNTO-2 as laziness." in tree.failures


class TestLessons:
    @pytest.fixture
    def untaught(self, tree: Tree) -> Tree:
        lessons = LESSONS.replace(', "PUNTO-2"', "")
        tree.write("src/tabletier/games/punto/lessons.toml", lessons)
        return tree

    def test_every_rule_is_taught(self, untaught: Tree) -> None:
        assert untaught.failures == ["PUNTO-2 is taught by no lesson."]

    @pytest.mark.parametrize("why", ["contents", "set-up", "option", "house"])
    def test_or_the_sheet_says_why_not(self, untaught: Tree, why: str) -> None:
        untaught.write("docs/rules/punto.toml", f'[no_lesson]\n{why} = ["PUNTO-2"]\n')
        assert untaught.failures == []
        assert fidelity.examine(untaught.root)[0][1].no_lesson == why

    def test_a_fine_point_of_a_rule_that_is_taught(self, untaught: Tree) -> None:
        untaught.write("docs/rules/punto.toml", '[no_lesson.refines]\nPUNTO-2 = "PUNTO-1"\n')
        assert untaught.failures == []

    def test_but_not_of_one_that_is_not(self, untaught: Tree) -> None:
        untaught.write("docs/rules/punto.toml", '[no_lesson.refines]\nPUNTO-2 = "PUNTO-2"\n')
        assert untaught.failures == [
            "docs/rules/punto.toml says that PUNTO-2 refines PUNTO-2, which no lesson teaches."
        ]

    def test_what_is_left_to_the_players_is_marked_so(self, untaught: Tree) -> None:
        untaught.write("docs/rules/punto.toml", '[no_lesson]\nplayers = ["PUNTO-2"]\n')
        (failure,) = untaught.failures
        assert failure.endswith("PUNTO-2 the reason 'players'; the sheet marks it ''.")

    @pytest.mark.parametrize(
        ("said", "failure"),
        [
            ('house = ["PUNTO-1"]', "docs/rules/punto.toml says that no lesson teaches PUNTO-1"),
            ('house = ["PUNTO-9"]', "docs/rules/punto.toml names PUNTO-9, which no sheet lists."),
            ('dull = ["PUNTO-2"]', "docs/rules/punto.toml knows no reason 'dull'"),
            ('house = ["PUNTO-2", "PUNTO-2"]', "docs/rules/punto.toml says 2 times why"),
        ],
    )
    def test_reasons_hold(self, untaught: Tree, said: str, failure: str) -> None:
        untaught.write("docs/rules/punto.toml", f"[no_lesson]\n{said}\n")
        assert [found for found in untaught.failures if found.startswith(failure)]

    def test_a_taught_rule_is_on_a_sheet(self, tree: Tree) -> None:
        tree.write(
            "src/tabletier/games/punto/lessons.toml", LESSONS.replace('"]\n', '", "PUNTO-9"]\n')
        )
        assert (
            "src/tabletier/games/punto/lessons.toml: One cites PUNTO-9, which no sheet lists."
            in (tree.failures)
        )


class TestPictures:
    @pytest.fixture
    def wanted(self, tree: Tree) -> Tree:
        tree.write("docs/rules/punto.toml", '[pictures]\nPUNTO-2 = ["figure 1", "figure 2"]\n')
        return tree

    def test_every_figure_of_the_original_is_redrawn_in_both_languages(self, wanted: Tree) -> None:
        wanted.sheets(SHEET + PICTURE)
        assert wanted.failures == [
            "PUNTO-2 has 1 of 2 pictures in fr: figure 1, figure 2.",
            "PUNTO-2 has 1 of 2 pictures in en: figure 1, figure 2.",
        ]
        wanted.sheets(SHEET + 2 * PICTURE)
        assert wanted.failures == []

    def test_a_picture_belongs_to_the_rule_before_it(self, wanted: Tree) -> None:
        first, second = SHEET.split("**PUNTO-2**")
        wanted.sheets(f"{first}{2 * PICTURE}\n**PUNTO-2**{second}")
        assert len(wanted.failures) == 2

    def test_a_language_does_not_draw_more_than_the_other(self, tree: Tree) -> None:
        tree.sheets(SHEET, SHEET + PICTURE)
        assert tree.failures == ["PUNTO-2 has more pictures in one language than in another."]

    def test_a_rule_with_pictures_is_on_a_sheet(self, tree: Tree) -> None:
        tree.write("docs/rules/punto.toml", '[pictures]\nPUNTO-9 = ["figure 1"]\n')
        assert tree.failures[0] == "docs/rules/punto.toml names PUNTO-9, which no sheet lists."


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

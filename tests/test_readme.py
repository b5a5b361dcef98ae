"""The README keeps its promises: its example runs, and its links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / name for name in ("adding-a-game.md", "web.md")),
    *sorted(ROOT.glob("docs/decisions/*.md")),
]


def test_the_example_runs_and_answers_as_printed() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    example = doctest.DocTestParser().get_doctest(blocks[0], {}, "README.md", "README.md", 0)
    assert 5 <= len(example.examples) <= 10
    printed: list[str] = []
    failed, _ = doctest.DocTestRunner().run(example, out=printed.append)
    assert failed == 0, "".join(printed)


def test_the_examples_of_the_tutorial_run_and_answer_as_printed() -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == text.count("```pycon")
    parser = doctest.DocTestParser()
    example = parser.get_doctest("\n".join(blocks), {}, "python.md", "python.md", 0)
    printed: list[str] = []
    failed, tried = doctest.DocTestRunner().run(example, out=printed.append)
    assert tried > 25
    assert failed == 0, "".join(printed)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_what_players_read_is_there_in_french_and_both_lead_to_each_other() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    english, french = (
        re.findall(r"^[\w-]+$", part.split("```")[0].split("\n\n", 1)[1], re.MULTILINE)
        for part in re.split(r"^:caption: (?:Play|Jouer, en français)$", index, flags=re.M)[1:]
    )
    assert len(english) >= 6
    sisters = []
    for name in english:
        page = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
        if name == "rules":  # in both languages
            assert "Français" in page
            continue
        found = re.search(r"^\*En français : \[[^]]+\]\(([\w-]+)\.md\)\.\*$", page, re.MULTILINE)
        assert found is not None, name
        sisters.append(found[1])
        sister = (ROOT / "docs" / f"{found[1]}.md").read_text("utf-8")
        assert re.search(rf"^\*In English: \[[^]]+\]\({name}\.md\)\.\*$", sister, re.MULTILINE), (
            name
        )
    assert sorted(sisters) == sorted(french)


def test_every_picture_is_shown_by_a_page_and_small() -> None:
    shown = README + "".join(page.read_text("utf-8") for page in ROOT.glob("docs/*.md"))
    pictures = [path for path in (ROOT / "docs" / "screens").iterdir() if path.is_file()]
    assert [one.name for one in pictures if f"screens/{one.name})" not in shown] == []
    assert [one.name for one in pictures if one.stat().st_size > 70_000] == []
    assert sum(one.stat().st_size for one in pictures) <= 600_000


def test_decisions_are_short_and_have_their_three_parts() -> None:
    for page in ROOT.glob("docs/decisions/0*.md"):
        text = page.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 40, page.name
        parts = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert parts == ["Context", "Decision", "Consequences"], page.name

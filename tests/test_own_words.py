"""Rule sheets and lessons are written in our own words; short quotations stand between signs."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from scripts import originals
from scripts.originals import ROOT, borrowed, fingerprint, read_fingerprint, runs

TEXTS = sorted((*ROOT.glob("docs/rules/*.md"), *ROOT.glob("src/tabletier/games/*/lessons.toml")))
SEEDS = ROOT.parent / "shared" / "seeds"
QUOTED = re.compile(r"«\s*([^«»]*?)\s*»|“([^“”]*)”|\"([^\"]*)\"")
LONGEST_QUOTATION = 9
SUM = "9e3c0fef108abc652045639e4aa83cdd0e267f915afc7fae520bd7f4345c16d2"

THEIRS = "Whoever has no pawn left at the end of a turn loses, and the other player wins at once."


@pytest.fixture
def theirs(tmp_path: Path) -> frozenset[str]:
    path = tmp_path / "originals.txt"
    path.write_text(fingerprint([THEIRS]), encoding="utf-8")
    return read_fingerprint(path)


class TestTelling:
    def test_ten_words_in_a_row_are_theirs_however_they_are_written(
        self, theirs: frozenset[str]
    ) -> None:
        ours = "So: WHOEVER has no Páwn left\nat the end - of a turn. Then"
        assert borrowed(ours, theirs) == [
            "whoever has no pawn left at the end of a",
            "has no pawn left at the end of a turn",
        ]

    def test_nine_words_are_a_short_quotation(self, theirs: frozenset[str]) -> None:
        assert borrowed("whoever has no pawn left at the end of something", theirs) == []

    def test_no_word_of_the_originals_can_be_read_in_the_fingerprint(self) -> None:
        told = originals.FINGERPRINT.read_text("utf-8").removeprefix(originals.HEADING)
        assert not re.findall(r"[^0-9a-f\s]", told)

    def test_the_fingerprint_holds_many_runs(self) -> None:
        assert len(read_fingerprint()) > 3000


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
class TestOurTexts:
    def test_no_run_of_ten_words_stands_in_an_original(self, path: Path) -> None:
        text = path.read_text("utf-8")
        assert len(list(runs(text))) > 1000
        assert borrowed(text, read_fingerprint()) == []

    def test_quotations_are_short(self, path: Path) -> None:
        if path.suffix == ".md":
            text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
            quoted = [next(filter(None, found), "") for found in QUOTED.findall(text)]
            assert [said for said in quoted if len(said.split()) > LONGEST_QUOTATION] == []


def test_the_fingerprint_is_that_of_the_originals() -> None:
    """They are not kept in the repository: where they are not at hand, its sum holds it."""
    kept = originals.FINGERPRINT.read_text("utf-8")
    assert sha256(kept.encode()).hexdigest() == SUM
    texts = [path.read_text("utf-8") for path in sorted(SEEDS.glob("*.txt"))]
    assert fingerprint(texts) == kept or not texts

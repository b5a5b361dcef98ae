"""Every game presents itself: who made it, what it is about, and its rules in both languages."""

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import LANGUAGES
from tabletier.match.sheets import EVIDENCE, chapter
from tabletier.testing.conformance.sentences import is_said
from tests.conformance.sheets import RULES, rule_ids


class TestPresentation:
    def test_every_ending_has_a_name_and_nothing_else_has(self, key: str) -> None:
        game = find(key)
        assert set(game.endings) == set(game.rules.REASONS)
        assert all(is_said(name) for name in game.endings.values())

    def test_what_was_reconstructed_is_one_sentence_with_a_chapter_of_evidence(
        self, key: str
    ) -> None:
        said = find(key).reconstruction
        for language in LANGUAGES if said is not None else ():
            sentence = getattr(said, language)
            assert len(sentence) < 200
            assert sentence.endswith(".")
            assert ". " not in sentence
            sheet = (RULES / f"{key}.{language}.md").read_text("utf-8")
            evidence = chapter(sheet, getattr(EVIDENCE, language))
            assert evidence is not None
            assert len(evidence) > 500
            assert "TABLETIER_BOX_DIR" in evidence

    def test_the_rule_sheets_are_there_in_both_languages(self, key: str) -> None:
        found = rule_ids(key)
        numbers = {int(rule.rpartition("-")[2]) for rule in found}
        assert {rule.rpartition("-")[0] for rule in found} == {key.upper()}
        assert numbers == set(range(1, len(found) + 1))
        for language in ("fr", "en"):
            assert (RULES / f"{key}.{language}.md").read_text("utf-8").startswith("# ")

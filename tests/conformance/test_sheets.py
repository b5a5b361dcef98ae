"""Every game presents itself: who made it, what it is about, and its rules in both languages."""

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import LANGUAGES
from tabletier.match.sheets import EVIDENCE, chapter
from tests.conformance.sheets import RULES, is_said, rule_ids


class TestPresentation:
    def test_a_game_has_a_name_an_aim_an_author_and_a_version(self, key: str) -> None:
        game = find(key)
        assert isinstance(game, Game)
        assert game.key == key
        assert is_said(game.name)
        assert is_said(game.goal)
        assert game.goal.fr != game.goal.en
        assert game.goal.fr.endswith(".")
        assert game.goal.en.endswith(".")
        assert len(game.credits) > 5
        assert game.version

    def test_every_ending_has_a_name_and_nothing_else_has(self, key: str) -> None:
        game = find(key)
        assert set(game.endings) == set(game.rules.REASONS)
        assert all(is_said(name) for name in game.endings.values())

    def test_reconstructed_parts_are_admitted(self, key: str) -> None:
        game = find(key)
        assert game.reconstruction is None or is_said(game.reconstruction)
        assert game.box is None or len(game.box) == 64

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

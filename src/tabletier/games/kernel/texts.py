"""A sentence in the two languages of the house."""

from typing import Literal, NamedTuple

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


class Text(NamedTuple):
    """One sentence, in French and in English."""

    fr: str
    en: str

    def say(self, language: Language) -> str:
        """The sentence in one language."""
        return self.fr if language == "fr" else self.en

"""Everything is said in both languages, nothing is said that is not in `texts.toml`."""

import re
import string
from pathlib import Path

import pytest

from tabletier import cli
from tabletier.cli.i18n import TEXTS
from tabletier.cli.main import COMMANDS
from tabletier.games.kernel.registry import find, keys

SOURCES = sorted(Path(cli.__file__).parent.rglob("*.py"))
USED = re.compile(r"""["']([a-z]+(?:[._][a-z_]+)+|yes|no|player|turn)["']""")
PUT_TOGETHER = re.compile(r"""f["']([a-z]+)\.\{""")


def blanks(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_both_languages_have_the_sentence_with_the_same_blanks(key: str) -> None:
    text = TEXTS[key]
    assert text.fr.strip()
    assert text.en.strip()
    assert blanks(text.fr) == blanks(text.en)


def test_every_key_is_said_somewhere() -> None:
    source = "\n".join(path.read_text("utf-8") for path in SOURCES)
    said = set(USED.findall(source)) | {f"{command}.short" for command in COMMANDS}
    kinds = set(PUT_TOGETHER.findall(source))
    assert {"word", "command"} <= kinds
    assert {key for key in set(TEXTS) - said if key.partition(".")[0] not in kinds} == set()


def test_every_command_has_a_line_in_the_help_of_the_house() -> None:
    assert all(f"{command}.short" in TEXTS for command in COMMANDS)


def test_french_signs_stay_with_their_words() -> None:
    assert not [key for key, text in TEXTS.items() if re.search(r"« | [»:;?!]", text.fr)]


@pytest.mark.parametrize("key", keys())
def test_every_way_a_game_may_end_has_words(key: str) -> None:
    assert set(find(key).endings) == set(find(key).rules.REASONS)

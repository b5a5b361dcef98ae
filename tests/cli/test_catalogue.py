"""Everything is said in both languages, nothing is said that is not in the catalogue."""

import re
import string
from pathlib import Path

import pytest

from tabletier import cli
from tabletier.cli.catalogue import TEXTS
from tabletier.cli.house import COMMANDS
from tabletier.cli.orders import ORDERS

SOURCES = sorted(Path(cli.__file__).parent.glob("*.py"))
USED = re.compile(r"""["']([a-z]+(?:[._][a-z_]+)+|yes|no|player|turn)["']""")


def blanks(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_both_languages_have_the_sentence_with_the_same_blanks(key: str) -> None:
    text = TEXTS[key]
    assert text.fr.strip()
    assert text.en.strip()
    assert blanks(text.fr) == blanks(text.en)


def test_every_key_is_said_somewhere() -> None:
    said = {key for path in SOURCES for key in USED.findall(path.read_text("utf-8"))}
    said |= {f"{command}.short" for command in COMMANDS}
    said |= {f"{kind}.{order}" for order in ORDERS for kind in ("word", "order")}
    said |= {key for key in TEXTS if key.startswith("reason.")}
    assert set(TEXTS) - said == set()


def test_every_command_has_a_line_in_the_help_of_the_house() -> None:
    assert all(f"{command}.short" in TEXTS for command in COMMANDS)


def test_french_signs_stay_with_their_words() -> None:
    assert not [key for key, text in TEXTS.items() if re.search(r"« | [»:;?!]", text.fr)]

"""Every picture of every sheet: its position stands, its moves are legal, what it says is true."""

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tabletier.games.kernel.registry import keys
from tabletier.games.kernel.text import LANGUAGES, Language
from tabletier.match import sheets
from tabletier.match.sheets import (
    RULE,
    Block,
    Figure,
    drawable,
    faults,
    figures,
    figures_in,
    fingerprint,
    frames,
    sheet,
    viewer,
)

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "rules" / "pictures"
FIGURES = [figure for key in keys() for figure in figures(key)]
BOTH = [figure for key in keys() for language in LANGUAGES for figure in figures(key, language)]
EACH = pytest.mark.parametrize("figure", FIGURES, ids=lambda it: it.name)
IN_BOTH = pytest.mark.parametrize("figure", BOTH, ids=lambda it: f"{it.name}.{it.language}")


@EACH
def test_the_position_is_one_and_all_that_is_said_of_it_is_true(figure: Figure) -> None:
    assert faults(figure) == []
    shown = frames(figure)
    assert len(shown) == 1 + len(figure.block.moves)
    assert viewer(figure, shown) in range(shown[0].seats)


@EACH
def test_a_move_is_shown_together_with_what_comes_of_it(figure: Figure) -> None:
    block = figure.block
    assert not block.moves or block.events or block.after or block.legal


@pytest.mark.parametrize("key", keys())
def test_both_languages_show_the_same_pictures_after_the_same_rules(key: str) -> None:
    fr, en = (figures(key, language) for language in LANGUAGES)
    assert [(one.name, one.rule, one.block) for one in fr] == [
        (one.name, one.rule, one.block) for one in en
    ]
    assert len({figure.name for figure in fr}) == len(fr) > 0
    assert all(figure.name.startswith(f"{key}-") for figure in fr)


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_and_every_block_of_a_sheet_is_part_of_a_picture(
    key: str, language: Language
) -> None:
    text = sheet(key, language) or ""
    found = figures(key, language)
    assert text.count("```position") == text.count("](pictures/") == len(found)
    assert {figure.language for figure in found} == {language}
    assert {figure.rule for figure in found} <= set(RULE.findall(text))


@IN_BOTH
def test_a_picture_is_told_in_whole_sentences(figure: Figure) -> None:
    for text in (figure.title, figure.caption):
        assert text[0].isupper() or text[0] == "`"
        assert text.endswith(".")
    assert figure.title != figure.caption


@IN_BOTH
def test_the_drawn_file_is_that_of_the_position(figure: Figure) -> None:
    path = PICTURES / f"{figure.name}.{figure.language}.svg"
    assert path.is_file(), "`make pictures` draws it"
    drawn = path.read_text("utf-8")
    assert f'data-of="{fingerprint(figure)}"' in drawn, "the position has changed: `make pictures`"
    assert not re.search(r"<script|<foreignObject|href=\"(?!#)|url\((?!#)", drawn)


def test_no_file_is_left_of_a_picture_that_is_gone() -> None:
    named = {f"{figure.name}.{figure.language}.svg" for figure in BOTH}
    assert {path.name for path in PICTURES.iterdir()} == named


def claiming(**claims: object) -> Figure:
    """The first picture that shows a move, with other claims."""
    figure = next(figure for figure in FIGURES if figure.block.moves)
    block = msgspec.structs.replace(figure.block, **claims)
    return replace(figure, block=block)


@pytest.mark.parametrize(
    "claims",
    [
        {"events": ({"type": "no such thing"},)},
        {"after": {"to_move": 17}},
        {"legal": ()},
        {"refused": {"nonsense": "NONE-1"}},
        {"ends": "boredom"},
    ],
    ids=lambda claims: next(iter(claims)),
)
def test_a_false_claim_is_found_out(claims: dict[str, object]) -> None:
    assert len(faults(claiming(**claims))) == 1


def test_a_move_that_is_refused_may_be_claimed_to_be() -> None:
    figure = next(figure for figure in FIGURES if figure.block.refused)
    move = next(iter(figure.block.refused))
    legal = frames(figure)[0].legal_moves()[0]
    for refused in ({move: "NONE-1"}, {legal: "NONE-1"}):
        changed = msgspec.structs.replace(figure.block, refused=refused)
        assert len(faults(replace(figure, block=changed))) == 1


def test_a_fingerprint_changes_with_what_is_drawn() -> None:
    figure = FIGURES[0]
    lit = replace(figure, block=msgspec.structs.replace(figure.block, lit=("somewhere",)))
    assert fingerprint(figure) == fingerprint(replace(figure, caption="Other words."))
    assert fingerprint(figure) != fingerprint(lit)


def test_a_picture_that_a_corrected_box_cannot_show_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = keys()[0]
    text = (sheet(key, "fr") or "").replace("moves = [", 'moves = ["nonsense", ', 1)
    monkeypatch.setattr("tabletier.match.sheets.sheet", lambda *_: text)
    assert len(list(drawable(key))) == len(figures(key)) - 1


def test_a_block_is_read_strictly() -> None:
    figure = FIGURES[0]
    text = sheets.sheet(figure.game, "fr") or ""
    wrong = text.replace("```position\n", "```position\nwrong = 1\n", 1)
    with pytest.raises(msgspec.ValidationError):
        figures_in(figure.game, wrong)
    assert Block(position={}).moves == ()

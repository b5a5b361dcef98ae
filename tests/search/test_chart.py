"""The picture: well-formed, one band per side, everything marked, readable by all."""

import itertools
import re
from xml.etree import ElementTree

import pytest

from tabletier.games.kernel.registry import keys
from tabletier.match.match import Result
from tabletier.search.analysis import Analysis, Ply
from tabletier.search.analysis.chart import ribbon
from tabletier.search.analysis.verdicts import Choice, Measure
from tabletier.search.knowledge import Budget

SVG = "{http://www.w3.org/2000/svg}"


def made_up(sides: int, moves: int, marked: tuple[int, ...] = (), lucky: bool = True) -> Analysis:
    """An analysis in which the chances go round from side to side."""
    values = [
        tuple((2.0 if side == number % sides else 1.0) / (sides + 1) for side in range(sides))
        for number in range(moves + 1)
    ]
    plies = []
    for number in range(moves):
        before, then = values[number], values[number + 1]
        mark = "blunder" if number + 1 in marked else None
        gone = 0.25 if mark else 0.0
        side = number % sides
        skill = tuple(-gone if s == side else gone / (sides - 1) for s in range(sides))
        after = tuple(a + b for a, b in zip(before, skill, strict=True))
        swing = tuple(a - b for a, b in zip(then, after, strict=True))
        nothing = (0.0,) * sides
        plies.append(
            Ply(
                *(number + 1, side, side, f"<a{number}>", False, before, after, then),
                Choice("b&c", before),
                None,
                mark,
                Measure(0.25, 0.2, 0.3, 0.01) if mark else None,
                *(0.99, 0.3, swing if lucky else nothing, skill, nothing if lucky else swing),
            )
        )
    teams = tuple((side,) for side in range(sides))
    result = Result((0,), "line")
    return Analysis(
        keys()[0], teams, result, tuple(plies), tuple(values), True, Budget(simulations=1), "x"
    )


def drawn(analysis: Analysis, language: str = "en") -> ElementTree.Element:
    names = [f"Player <{number}>" for number in range(1, len(analysis.teams) + 1)]
    picture = ribbon(analysis, names, "fr" if language == "fr" else "en", "A & B")
    return ElementTree.fromstring(picture)


def of_class(svg: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [part for part in svg.iter() if name in part.get("class", "").split()]


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize("moves", [1, 2, 40, 700])
def test_there_is_one_band_per_side_with_a_point_per_moment(sides: int, moves: int) -> None:
    bands = of_class(drawn(made_up(sides, moves)), "band")
    assert len(bands) == sides
    for band in bands:
        assert len(band.get("points", "").split()) == 2 * (moves + 1)


def test_bands_have_patterns_of_their_own_and_meet_without_gap() -> None:
    svg = drawn(made_up(4, 12))
    bands = of_class(svg, "band")
    fills = {band.get("fill") for band in bands}
    patterns = list(svg.iter(f"{SVG}pattern"))
    assert fills == {f"url(#{pattern.get('id')})" for pattern in patterns}
    drawings = {ElementTree.tostring(pattern[1]) for pattern in patterns}
    assert len(drawings) == 4
    for upper, lower in itertools.pairwise(bands):
        points, below = upper.get("points", "").split(), lower.get("points", "").split()
        assert points[len(points) // 2 :][::-1] == below[: len(below) // 2]


def test_every_criticised_move_is_marked_and_tells_its_story() -> None:
    svg = drawn(made_up(2, 30, marked=(3, 17, 18)))
    marks = of_class(svg, "mark")
    assert len(marks) == 3
    assert marks[0][0].text == "Move 3, player 1, <a2>: blunder; b&c kept 67%, this 42%."
    assert [part.text for part in of_class(svg, "blunder")] == ["??"] * 3
    assert len(of_class(svg, "skill")) == 3


def test_luck_has_its_bars_only_where_there_is_luck() -> None:
    assert of_class(drawn(made_up(2, 9)), "luck")
    assert not of_class(drawn(made_up(2, 9, lucky=False)), "luck")


def test_it_can_be_read_aloud_in_both_languages() -> None:
    for language, words in (("en", "Each side's chances"), ("fr", "Chances de gain")):
        svg = drawn(made_up(3, 9, marked=(2,)), language)
        title, desc = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
        assert title is not None
        assert desc is not None
        assert title.text == "A & B"
        assert (desc.text or "").startswith(words)
        assert (desc.text or "").endswith("1.")
        assert svg.get("role") == "img"
        assert svg.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"


def test_ticks_stay_few_however_long_the_match() -> None:
    for moves in (1, 5, 30, 160, 3000):
        ticks = of_class(drawn(made_up(2, moves)), "tick")
        assert 1 <= len(ticks) <= 16


def test_two_pictures_on_one_page_keep_their_ids_apart() -> None:
    names = ("one", "two")
    one, other = (ribbon(made_up(2, 4), names, prefix=prefix) for prefix in ("a", "b"))
    ids = [set(re.findall(r'id="([^"]+)"', picture)) for picture in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_a_dark_page_gets_light_letters() -> None:
    assert "prefers-color-scheme:dark" in ribbon(made_up(2, 4), ("one", "two"))

"""The page for learning programs says what the spaces are."""

import doctest
import re
from pathlib import Path

import pytest

import tabletier as tt

PAGE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text("utf-8")


def test_its_examples_run() -> None:
    tests = doctest.DocTestParser().get_doctest(PAGE, {}, "learning.md", "docs/learning.md", 0)
    assert len(tests.examples) > 5
    runner = doctest.DocTestRunner()
    runner.run(tests)
    assert runner.summarize().failed == 0


LISTED = re.compile(
    r"arrow shows|on top in|camp of plane|tile \d|colour|=|\bside|seat (\+1 )?(has|coll)"
)
"""What the page tells of many at once, each in a word."""


@pytest.mark.parametrize("game", tt.games())
def test_planes_and_scalars_are_told_as_the_game_tells_them(game: str) -> None:
    shown = tt.observations(game)
    section = next(part for part in PAGE.split("\n\n") if f"{shown.shape[0]} planes" in part)
    plain = section.replace("\\", "")
    names = [name for name in (*shown.planes, *shown.scalars) if not LISTED.search(name)]
    assert len(names) > 4
    assert [name for name in names if name not in plain and "in the pile of" not in name] == []
    numbers = {int(number) for number in re.findall(r"^\| [^|]*?(\d+) \|", plain, re.MULTILINE)}
    assert {len(shown.planes) - 1, len(shown.scalars) - 1} <= numbers


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("barrier", {}),
        ("barrier", {"layout": "random"}),
        ("expion", {}),
        ("expion", {"push": "any"}),
        ("expion", {"chameleon": "choose"}),
        ("expion", {"push": "any", "chameleon": "choose"}),
        ("punto", {}),
        ("point", {}),
        ("point", {"rows": "random"}),
        ("point", {"players": 3}),
        ("point", {"players": 4}),
        ("point", {"bank": "box"}),
        ("point", {"players": 4, "teams": True}),
    ],
)
def test_it_counts_the_actions_right(game: str, options: dict[str, object]) -> None:
    count = len(tt.actions(game, options))
    assert re.search(rf"\b({count}|{count:,})\b", PAGE)


class TestErrors:
    def test_a_number_that_no_action_has(self) -> None:
        space = tt.actions("expion")
        for wrong in (-1, 253, 1.0, "0", None):
            with pytest.raises(tt.BadNotation, match="from 0 to 252"):
                space.text(wrong)  # type: ignore[arg-type]
        with pytest.raises(tt.BadNotation, match="from 0 to 252"):
            tt.stepwise(tt.new("expion")).step(253)

    def test_a_text_that_no_action_has(self) -> None:
        with pytest.raises(tt.BadNotation, match="'b7-b8' to 'pass'"):
            tt.actions("expion").index("e9-e5")
        with pytest.raises(tt.BadNotation, match="None"):
            tt.actions("expion").index(None)  # type: ignore[arg-type]

    def test_an_action_against_the_rules_is_refused_as_the_move_is(self) -> None:
        match, space = tt.new("expion"), tt.actions("expion")
        with pytest.raises(tt.IllegalMove) as by_number:
            tt.stepwise(match).step(space.index("e5-e6"))
        with pytest.raises(tt.IllegalMove) as by_text:
            match.play("e5-e6")
        assert (str(by_number.value), by_number.value.rule) == (
            str(by_text.value),
            by_text.value.rule,
        )

    def test_a_seat_that_is_not_there(self) -> None:
        with pytest.raises(tt.NoSuchSeat):
            tt.new("expion").observation(2)
        with pytest.raises(tt.UnknownGame):
            tt.actions("chess")
        with pytest.raises(tt.BadOption):
            tt.observations("expion", {"players": 5})

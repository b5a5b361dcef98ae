"""How far a row is from home: the table against brute force, against play, and where it is told."""

import itertools
import lzma
import random
import re

import pytest

import tabletier as tt
from tabletier.games.point import distance
from tabletier.games.point.cards import DECK
from tabletier.games.point.distance import (
    FILE,
    LONGEST,
    SHORTEST,
    fits_the_box,
    number_of,
    packed,
    said,
    shares,
    table,
    unpacked,
)
from tabletier.match.lessons import lessons
from tests.games.point.tables import position
from tests.games.point.tables import table as seated
from tests.games.remarks import said as remarked

ROUNDING = 0.05
READINGS = [text for card in DECK for text in (card, card[::-1])]
"""POINT-12. Two for each card, one after the other."""


def far(row: str, own: str = "B") -> float:
    """Turns from home, by the table."""
    return int(table()[number_of(row, own)]) / 10


def after(row: str, reading: str) -> list[str]:
    """POINT-11 to POINT-14. The rows that a reading can make of a row, in plain strings."""
    give, take = reading.split("=")
    return [
        row[:place] + take + row[place + len(give) :]
        for place in range(len(row) - len(give) + 1)
        if row[place : place + len(give)] == give
    ]


def by_card(row: str) -> list[set[str]]:
    """What each card can make of a row."""
    return [
        {new for reading in READINGS[2 * kind : 2 * kind + 2] for new in after(row, reading)}
        for kind in range(len(DECK))
    ]


def expected(best: list[float]) -> float:
    """The mean over all hands of one more turn, if each card leads to such a row at best."""
    chances = shares(len(DECK), 2)
    ordered = sorted(best)
    used = sum(chances[: len(ordered)])
    return (1 + sum(p * turns for p, turns in zip(chances, ordered, strict=False))) / used


def test_the_best_of_four_cards_is_as_likely_as_counting_hands_says() -> None:
    deck = [kind for kind in range(6) for _ in range(2)]
    hands = list(itertools.combinations(deck, 4))
    counted = [sum(min(hand) == kind for hand in hands) / len(hands) for kind in range(6)]
    assert shares(6, 2) == pytest.approx(counted)


@pytest.mark.rule("POINT-17", "POINT-21")
def test_rows_of_up_to_five_pawns_are_as_far_as_brute_force_says() -> None:
    """All rows of up to nine pawns in plain strings, improved until nothing changes."""
    rows = ["".join(pawns) for n in range(2, 10) for pawns in itertools.product("BW", repeat=n)]
    uses = {row: [{r for r in made if len(r) < 10} for made in by_card(row)] for row in rows}
    turns = {row: 5.0 if "W" in row else 0.0 for row in rows}
    for _ in range(16):
        for row in rows:
            if "W" in row:
                best = [min(turns[new] for new in made) for made in uses[row] if made]
                turns[row] = expected(best)
    for row in rows:
        if len(row) <= 5:
            assert far(row) == pytest.approx(turns[row], abs=ROUNDING + 0.03), row


def test_every_row_is_as_far_as_the_rows_that_it_can_become_say() -> None:
    """The equation that the table solves holds for rows of every length."""
    chooser = random.Random(1)
    for size in range(SHORTEST, LONGEST):
        for _ in range(6):
            row = "".join(chooser.choice("BW") for _ in range(size))
            if "W" in row:
                best = [min(map(far, made)) for made in by_card(row) if made]
                assert far(row) == pytest.approx(expected(best), abs=2 * ROUNDING + 1e-9), row


@pytest.mark.rule("POINT-10", "POINT-17")
def test_playing_alone_takes_as_many_turns() -> None:
    """Four random cards a turn, the best use of them by the table: the mean over many plays."""
    dice, cards = random.Random(2), [kind for kind in range(len(DECK)) for _ in range(2)]
    start, counts = "BBWWBWBWB", []
    for _ in range(250):
        row, turns = start, 0
        while "W" in row:
            made = by_card(row)
            rows = {new for kind in dice.sample(cards, 4) for new in made[kind]}
            row = min(sorted(rows), key=far) if rows else row
            turns += 1
        counts.append(turns)
    mean = sum(counts) / len(counts)
    error = (sum((n - mean) ** 2 for n in counts) / len(counts) ** 2) ** 0.5
    assert abs(mean - far(start)) < 3 * error


def test_a_row_of_one_colour_is_at_home_and_no_other() -> None:
    for size in range(SHORTEST, LONGEST + 1):
        values = table()[1 << size : 2 << size]
        assert values[-1] == 0
        assert values[:-1].min() >= 10


def test_mirror_images_and_colours_make_no_difference() -> None:
    dice = random.Random(3)
    for _ in range(200):
        row = "".join(dice.choice("BW") for _ in range(dice.randrange(SHORTEST, LONGEST + 1)))
        assert far(row) == far(row[::-1])
        assert far(row) == far(row.translate(str.maketrans("BW", "WB")), "W")


def test_the_table_is_small_and_packing_loses_nothing() -> None:
    assert FILE.stat().st_size < 200_000
    again = unpacked(lzma.decompress(packed(table()[: 2 << 10] / 10, 10))[distance.MARK :])
    assert (again[: 2 << 10] == table()[: 2 << 10]).all()


def test_with_other_cards_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match = seated(position(["WWWBWW", None], [["WW=WBB"], []], bank=(4, 4)))
    assert "turns from home" in remarked(match, "WW>WBB@1")[1]
    monkeypatch.setattr(distance, "DECK", {**DECK, "BB=BBB": 3})
    assert not fits_the_box()
    assert "turns from home" not in remarked(match, "WW>WBB@1")[1]


def test_in_words() -> None:
    assert said(3.42) == ("à 3,4 tours du but", "3.4 turns from home")


FIGURES = re.compile(r"(\d+\.\d) turns")


def test_what_lessons_say_of_turns_is_what_the_table_says() -> None:
    told = 0
    for lesson in lessons("point"):
        figures = [float(figure) for figure in FIGURES.findall(lesson.praise.en)]
        french = re.findall(r"(\d+,\d) tours", lesson.praise.fr)
        assert [f"{figure}".replace(".", ",") for figure in figures] == french
        if not figures:
            continue
        told += 1
        match = tt.setup("point", lesson.position, lesson.options, seed=lesson.seed)
        wanted = lesson.steps[0].goal.events[0]
        use = next(
            move
            for move in match.legal_moves()
            if move.startswith(f"{wanted['give']}>{wanted['take']}")
        )
        rows = [one.position()["rows"][lesson.seat] for one in (match, match.play(use))]
        assert figures == [far(row) for row in rows][-len(figures) :]
    assert told >= 2

"""What people type is read with good will, but never guessed between two moves."""

import textwrap

import pytest

from tabletier.cli.session.move_input import (
    find_move,
    join_first,
    list_moves,
    moves_beginning,
    moves_with_part,
    resolve_spoken,
    spellings,
)
from tabletier.cli.terminal import release_spaces

CARDS = ("r5@-1,2", "r5@0,1", "r5@1,2", "r5@11,2")
STEPS = ("c3-d4", "c3xe5xg5", "e7-e8")
WORDS = ("discard WB=BWW", "draw", "take WB>BWW@6", "WB>BWW@4")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("r5@0,1", "r5@0,1"),
        ("R5@0,1", "r5@0,1"),
        (" r5 @ 0 , 1 ", "r5@0,1"),
        ("r5@\N{MINUS SIGN}1,2", "r5@-1,2"),
        ("r5@\N{EN DASH}1,2", "r5@-1,2"),
        ("r5@9,9", None),
        ("", None),
    ],
)
def test_case_spaces_and_the_kind_of_dash_do_not_matter(typed: str, move: str | None) -> None:
    assert find_move(typed, CARDS) == move


@pytest.mark.parametrize("typed", ["e7 e8", "e7e8", "E7 E8", "E7-e8", "e7 – e8"])
def test_the_dash_between_two_cells_may_be_left_out(typed: str) -> None:
    assert find_move(typed, STEPS) == "e7-e8"


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("r5 b2", "r5@0,1"),  # only what it stands for is a move
        ("b2", "0,1"),  # or part of one
        ("r5@0,1", "r5@0,1"),
        ("r5", "r5"),  # a card, though it could be a place
        ("r5 i9", "r5 i9"),  # no move either way: refused as it was typed
    ],
)
def test_a_games_own_words_are_taken_where_nothing_else_fits(typed: str, taken: str) -> None:
    words = {"r5 b2": "r5@0,1", "b2": "0,1", "r5": "7,7", "r5 i9": "r5@9,9"}
    assert resolve_spoken(typed, CARDS, lambda text: words.get(text, text)) == taken


def test_but_never_the_dash_of_a_number() -> None:
    assert find_move("r5@1,2", CARDS[:1]) is None
    assert find_move("r51,2", CARDS[:1]) is None


@pytest.mark.parametrize(
    ("typed", "spelling"),
    [
        ("E9–E5", "e9-e5"),
        ("e9 - e5", "e9-e5"),
        ("e9 e5", "e9-e5"),
        ("E9e5", "e9-e5"),
        ("R6 @ 0 , \N{MINUS SIGN}1", "r6@0,-1"),
        ("ROW bbww", "row BBWW"),
        ("wb > bww @ 6", "WB>BWW@6"),
        ("Discard wb = bww", "discard WB=BWW"),
    ],
)
def test_what_is_refused_may_be_spelt_carelessly_too(typed: str, spelling: str) -> None:
    assert next(iter(spellings(typed))) == typed
    assert spelling in spellings(typed)


def test_moves_that_begin_like_that() -> None:
    assert moves_beginning("C3", STEPS) == ["c3-d4", "c3xe5xg5"]
    assert moves_beginning("e7-e", STEPS) == ["e7-e8"]
    assert moves_beginning(" ", STEPS) == moves_beginning("e8", STEPS) == []


def test_of_many_moves_some_are_shown_and_the_rest_counted() -> None:
    assert join_first(["a", "b"]) == "a   b"
    assert join_first(["a"] * 15) == "   ".join(["a"] * 12) + " … (+3)"


def test_a_move_of_several_words_is_never_broken_over_lines() -> None:
    moves = ("regroup BB=WWW,WW=BBB", "go on", "discard WB=BWW")
    (line,) = list_moves(moves, everything=False)
    broken = textwrap.wrap(line, 21, break_long_words=False)
    assert [release_spaces(part).strip() for part in broken] == list(moves)


def test_two_moves_that_differ_only_in_case_must_be_written_exactly() -> None:
    assert find_move("ab", ("AB", "aB")) is None
    assert find_move("aB", ("AB", "aB")) == "aB"


@pytest.mark.parametrize(
    ("typed", "moves", "move"),
    [
        ("0,1", CARDS, "r5@0,1"),
        ("1,2", CARDS, "r5@1,2"),
        ("-1,2", CARDS, "r5@-1,2"),
        ("\N{MINUS SIGN}1,2", CARDS, "r5@-1,2"),
        ("11,2", CARDS, "r5@11,2"),
        (",2", CARDS, None),
        ("2", CARDS, None),
        ("r5", CARDS, None),
        ("r5", CARDS[:1], "r5@-1,2"),
        ("r", CARDS[:1], None),
        ("", CARDS, None),
        ("e8", STEPS, "e7-e8"),
        ("e7", STEPS, "e7-e8"),
        ("g5", STEPS, "c3xe5xg5"),
        ("e5xg5", STEPS, "c3xe5xg5"),
        ("c3", STEPS, None),
        ("d", STEPS, None),
        ("wb=bww", WORDS, "discard WB=BWW"),
        ("discard", WORDS, "discard WB=BWW"),
        ("take wb", WORDS, "take WB>BWW@6"),
        ("6", WORDS, "take WB>BWW@6"),
        ("wb>bww", WORDS, "WB>BWW@4"),
        (".*", WORDS, None),
    ],
)
def test_a_whole_part_that_only_one_move_has(
    typed: str, moves: tuple[str, ...], move: str | None
) -> None:
    found = moves_with_part(typed, moves)
    assert (found[0] if len(found) == 1 else None) == move


def test_all_moves_of_which_something_is_a_part() -> None:
    assert moves_with_part("c3", STEPS) == ["c3-d4", "c3xe5xg5"]
    assert moves_with_part("c4", STEPS) == []


def test_few_moves_are_listed_on_one_line() -> None:
    assert list_moves(CARDS, everything=False) == ["r5@-1,2   r5@0,1   r5@1,2   r5@11,2"]


def test_many_moves_are_grouped_by_how_they_begin_and_cut() -> None:
    moves = tuple(f"r5@{x},{y}" for x in range(5) for y in range(4)) + tuple(
        f"b{x}-c{y}" for x in range(5) for y in range(5)
    )
    lines = list_moves(moves, everything=False)
    assert [line.split("  ")[0] for line in lines] == ["r5@", "b0-", "b1-", "b2-", "b3-", "b4-"]
    assert lines[0].endswith("2,3 … (+8)")
    assert list_moves(moves, everything=True) == ["   ".join(moves)]

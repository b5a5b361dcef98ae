"""Places called as the board's edges call them (PUNTO-11), at the keyboard."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import tabletier as tt
from tabletier.cli.main import root
from tabletier.games.punto.notation import place_name, spoken

pytestmark = pytest.mark.rule("PUNTO-11")


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TABLETIER_JIT", "0")
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path / "games"


def shown(*typed: str) -> str:
    """What two people at one keyboard see when they type this."""
    flags = ("--hot-seat", "--seed", "edges", "--first-player", "0")
    run = CliRunner().invoke(root, ["play", "punto", *flags], input="\n".join(typed) + "\n")
    assert run.exit_code == 0, run.output
    return run.stdout


def moves(games: Path) -> tuple[str, ...]:
    return tt.load(next(games.glob("*")).read_text()).moves


def first_card() -> str:
    match = tt.new("punto", {"first_player": 0}, seed="edges")
    return match.legal_moves()[0].partition("@")[0]


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("b7 f6", "b7@0,0"),
        ("B7@F6", "b7@0,0"),
        ("r1 a1", "r1@-5,-5"),
        ("r1 k11", "r1@5,5"),
        ("j7 f6", "y7@0,0"),  # the French page has V and J on green and yellow cards
        ("V7@F6", "g7@0,0"),
        ("j7@-1,2", "y7@-1,2"),
        ("v3", "g3"),
        ("e8", "-1,2"),
        ("b7", "-4,1"),  # a card, too: which of them was meant is for the moves to say
        *((text, text) for text in ("b7@0,0", "r5", "l1", "f12", "f0", "x7 f6", "quit", "")),
    ],
)
def test_a_name_is_said_as_moves_are_written(typed: str, move: str) -> None:
    assert spoken(typed) == move


def test_every_name_on_the_edges_comes_back() -> None:
    for place in ((x, y) for x in range(-5, 6) for y in range(-5, 6)):
        assert spoken(f"r5 {place_name(place)}") == f"r5@{place[0]},{place[1]}"


def test_a_card_and_a_place_by_its_name_are_a_move(games: Path) -> None:
    shown(f"{first_card()} f6", "quit")
    assert moves(games) == (f"{first_card()}@0,0",)


def test_a_place_by_its_name_is_part_of_a_move_and_records_keep_their_writing(games: Path) -> None:
    assert f"Understood: {first_card()}@0,0\n" in shown("F6", "quit")
    assert moves(games) == (f"{first_card()}@0,0",)


@pytest.mark.parametrize("typed", ["{card} g7", "why {card} g7"])
def test_a_named_place_that_is_not_allowed_is_refused_by_its_rule(typed: str) -> None:
    said = shown(typed.format(card=first_card()), "quit")
    assert "The first card of a round goes to the middle, f6" in said
    assert "does not read as a move" not in said

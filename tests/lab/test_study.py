"""A study counts what happened, and nothing else."""

import json

import numpy as np

from tabletier.lab.bulk import BulkGames, play_games
from tabletier.lab.report import commit, study_page
from tabletier.lab.study import as_json, examine, study
from tests.lab.toys import DICE, LADDER

OPTIONS = {"top": 9, "patience": 8, "lazy": True}


def played(*games: tuple[int, int, int, int]) -> BulkGames:
    """Games as (length, winners, reason, first)."""
    rows = np.array(games, np.int64)
    return BulkGames(*(rows[:, column] for column in range(4)))


def test_shares_are_counted_by_hand() -> None:
    finding = examine(
        LADDER,
        OPTIONS,
        played((10, 1, 0, 0), (12, 1, 0, 1), (14, 2, 0, 1), (8, 0, 1, 0), (6, 0, 2, 0)),
    )
    assert (finding.games, finding.sides, finding.fair) == (5, 2, 0.5)
    assert (finding.length.low, finding.length.median, finding.length.high) == (6, 10, 14)
    assert (finding.decisive.part, finding.decisive.whole) == (3, 5)
    assert (finding.first.part, finding.first.whole) == (2, 3)
    assert [seat.part for seat in finding.seats] == [2, 1]
    assert {name: found.part for name, found in finding.reasons.items()} == {
        "top": 3,
        "tired": 1,
        "repetition": 1,
    }


def test_beginning_helps_or_harms_only_when_the_interval_leaves_out_the_fair_share() -> None:
    wins, losses = (5, 1, 0, 0), (5, 2, 0, 0)
    helped = examine(LADDER, OPTIONS, played(*[wins] * 70, *[losses] * 30))
    harmed = examine(LADDER, OPTIONS, played(*[wins] * 30, *[losses] * 70))
    unclear = examine(LADDER, OPTIONS, played(*[wins] * 52, *[losses] * 48))
    assert (helped.advantage, harmed.advantage, unclear.advantage) == ("yes", "no", "?")


def test_only_drawn_games_leave_everything_open() -> None:
    finding = examine(LADDER, OPTIONS, played((8, 0, 1, 0), (8, 0, 1, 0)))
    assert finding.decisive.part == 0
    assert finding.advantage == "?"
    assert json.loads(json.dumps(as_json(finding), allow_nan=False))["first"]["value"] is None


def test_a_game_in_which_nobody_decides_has_no_first_seat_that_wins() -> None:
    finding = examine(LADDER, OPTIONS, played((0, 1, 0, -1)))
    assert (finding.first.part, finding.first.whole) == (0, 1)


def test_three_sides_have_a_fair_share_of_a_third() -> None:
    finding = next(study(DICE, 300, "thirds"))
    assert finding.fair == 1 / 3
    assert sum(seat.part for seat in finding.seats) == finding.decisive.whole == 300


def test_the_same_seed_gives_the_same_page_and_another_seed_another() -> None:
    pages = [
        study_page(list(study(LADDER, 60, seed)), "tabletier study", "seed", "2000-01-01")
        for seed in ("one", "one", "two")
    ]
    assert pages[0] == pages[1] != pages[2]


def test_a_page_says_how_it_was_made() -> None:
    findings = list(study(DICE, 40, "made"))
    page = study_page(findings, "tabletier study dice --games 40", "made", "2000-01-01")
    assert "tabletier study dice --games 40" in page
    assert f"40 games per option set, seed `made`, 2000-01-01, commit {commit()}." in page
    assert f"## {DICE.key} (rules version 1)" in page
    row = next(line for line in page.splitlines() if line.startswith("| as usual |"))
    lengths = play_games(DICE, {}, 40, "made").lengths
    assert f"| {int(np.sort(lengths)[19])} (" in row

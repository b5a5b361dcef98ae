"""Ratings: Glicko's step for any number of sides, what counts, and how it is told."""

import math
import random
from itertools import pairwise

import pytest

from tabletier.games.kernel.registry import find, keys
from tabletier.search.levels import levels_of, ranked
from tabletier.server.ratings.anchors import (
    USUAL,
    Anchors,
    TableKind,
    anchors_of,
    level_from,
    level_key,
    level_keys,
    usual,
)
from tabletier.server.ratings.model import (
    ELO,
    LEAST,
    UNSURE,
    WIDEST,
    Rating,
    Setting,
    chances,
    rate,
    rest,
)
from tabletier.server.ratings.replay import FinishedMatch, RatingBook, Seated
from tabletier.server.ratings.standing import sentence, standing
from tabletier.server.tables.counting import UNCOUNTED, Facts, is_uneven, uncounted

EVEN = Setting((0.0, 0.0))
NEWCOMER = Rating(USUAL.levels[1].mu, WIDEST)


class TestTheModel:
    def test_glickman_s_own_example(self) -> None:
        """The three games of "The Glicko system", one after the other, against each by itself."""
        for opponent, share in ((Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0)):
            q = 1 / ELO
            g = 1 / math.sqrt(1 + 3 * q**2 * opponent.sigma**2 / math.pi**2)
            expected = 1 / (1 + 10 ** (-g * (1500 - opponent.mu) / 400))
            d2 = 1 / (q**2 * g**2 * expected * (1 - expected))
            mu = 1500 + q / (1 / 200**2 + 1 / d2) * g * (share - expected)
            sigma = math.sqrt(1 / (1 / 200**2 + 1 / d2))
            shares = [share, 1 - share]
            ((after,), _) = rate([[Rating(1500, 200)], [opponent]], shares, EVEN)
            assert after == pytest.approx((mu, sigma))
        assert pytest.approx(3 / math.pi**2) == UNSURE

    def test_whoever_wins_gains_and_whoever_loses_loses(self) -> None:
        sides = [[Rating(1000, 100)], [Rating(1100, 100)], [Rating(900, 100)], [Rating(1000, 50)]]
        after = rate(sides, [1.0, 0.0, 0.0, 0.0], Setting((0.0,) * 4))
        gains = [new[0].mu - old[0].mu for old, new in zip(sides, after, strict=True)]
        assert gains[0] > 0
        assert all(gain < 0 for gain in gains[1:])
        assert gains[1] < gains[2], "of the strongest the most was expected"
        assert all(new[0].sigma < old[0].sigma for old, new in zip(sides, after, strict=True))

    def test_nothing_is_learnt_about_the_order_of_those_who_did_not_win(self) -> None:
        """Two who lose to the same winner, equally strong, lose the same, wherever they sit."""
        sides = [[Rating(1000, 100)]] * 3
        _, second, third = rate(sides, [1.0, 0.0, 0.0], Setting((0.0,) * 3))
        assert second == third

    def test_partners_share_what_their_side_has_done(self) -> None:
        strong, weak = Rating(1300, 60), Rating(900, 200)
        (first, _), _ = rate([[strong, weak], [Rating(1100, 100)] * 2], [1.0, 0.0], EVEN)
        (_, second), _ = rate([[strong, weak], [Rating(1100, 100)] * 2], [1.0, 0.0], EVEN)
        assert strong.mu < first.mu
        assert second.mu - weak.mu > first.mu - strong.mu, "the less is known, the more is learnt"

    def test_a_good_place_is_taken_into_account(self) -> None:
        begins = Setting((80.0, -80.0))
        sides = [[Rating(1000, 80)], [Rating(1000, 80)]]
        assert chances(sides, begins)[0] > 0.65
        ((first,), _), ((equal,), _) = (rate(sides, [1.0, 0.0], s) for s in (begins, EVEN))
        assert 1000 < first.mu < equal.mu

    def test_where_luck_decides_a_result_says_less(self) -> None:
        sides = [[Rating(1000, 80)], [Rating(1000, 80)]]
        ((lucky,), _), ((skilled,), _) = (
            rate(sides, [1.0, 0.0], Setting((0.0, 0.0), spread)) for spread in (2.0, 1.0)
        )
        assert lucky.mu < skilled.mu
        assert lucky.sigma > skilled.sigma

    def test_chances_add_up(self) -> None:
        found = chances([[NEWCOMER]] * 5, Setting((0.0, 10.0, 20.0, -30.0, 0.0), 1.3))
        assert math.fsum(found) == pytest.approx(1)

    def test_who_rests_becomes_less_certain_but_never_less_than_a_newcomer(self) -> None:
        assert rest(Rating(1000, 50)).sigma > 50
        assert rest(NEWCOMER) == NEWCOMER

    def test_some_matches_make_a_rating_that_is_not_provisional(self) -> None:
        book, dice = RatingBook(USUAL), random.Random(4)
        assert NEWCOMER.provisional
        for number in range(18):
            book.take(duel(number, "ann", level_key(2), "won" if dice.random() < 0.5 else "lost"))
        assert not book.rating("ann").provisional
        assert book.matches["ann"] == 18

    def test_strength_is_found(self) -> None:
        """Somebody who plays as level 4 does is soon rated as level 4 is."""
        book, dice = RatingBook(USUAL), random.Random(7)
        true = USUAL.levels[3].mu
        for number in range(150):
            level = dice.randint(2, 5)
            chance = 1 / (1 + 10 ** ((USUAL.levels[level - 1].mu - true) / 400))
            won = "won" if dice.random() < chance else "lost"
            book.take(duel(number, "ann", level_key(level), won))
        found = book.rating("ann")
        assert abs(found.mu - true) < 3 * found.sigma < 250

    def test_levels_are_refitted_by_games_with_people(self) -> None:
        book = RatingBook(USUAL)
        for number in range(30):
            book.take(duel(number, f"person {number}", level_key(2), "won"))
        assert book.rating(level_key(2)).mu < USUAL.levels[1].mu
        assert LEAST <= book.rating(level_key(2)).sigma < USUAL.levels[1].sigma


def duel(number: int, one: str, other: str, outcome: str, left: bool = False) -> FinishedMatch:
    """A match of two, from the first's side."""
    turned = {"won": "lost", "lost": "won", "drawn": "drawn"}[outcome]
    return FinishedMatch(
        f"table {number}",
        number,
        (Seated(0, one, 0, outcome, True, left), Seated(1, other, 1, turned, not left, False)),
    )


class TestReplay:
    def test_who_left_has_lost_and_nobody_is_rated_against_their_chair(self) -> None:
        book = RatingBook(USUAL)
        (change,) = book.take(duel(1, "ann", "ben", "won", left=True))
        assert change.player == "ann"
        assert change.after.mu < change.before.mu, "although the stand-in won"
        assert "ben" not in book.ratings

    def test_a_level_at_several_seats_learns_from_all_of_them(self) -> None:
        seats = tuple(
            Seated(n, "ann" if n == 0 else level_key(2), n, "lost" if n else "won", True, False)
            for n in range(4)
        )
        book = RatingBook(USUAL)
        changes = book.take(FinishedMatch("table", 1, seats))
        assert len({change.after for change in changes[1:]}) == 1
        once = RatingBook(USUAL)
        once.take(
            FinishedMatch("table", 1, (*seats[:2], *(s._replace(counts=False) for s in seats[2:])))
        )
        assert book.rating(level_key(2)).mu < once.rating(level_key(2)).mu
        assert book.matches[level_key(2)] == 1

    def test_a_draw_brings_people_together(self) -> None:
        book = RatingBook(USUAL)
        book.ratings |= {"ann": Rating(1200, 80), "ben": Rating(1000, 80)}
        book.take(duel(1, "ann", "ben", "drawn"))
        assert 1000 < book.rating("ben").mu < book.rating("ann").mu < 1200

    def test_the_short_way_leads_where_the_long_one_does(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        dice, matches = random.Random(2), list[FinishedMatch]()
        for number in range(60):
            one, other = dice.sample(["ann", "ben", level_key(2), level_key(3)], 2)
            outcome = dice.choice(["won", "lost", "drawn"])
            matches.append(duel(number, one, other, outcome, left=number % 9 == 0))
        short = list(RatingBook(USUAL).read(matches))
        monkeypatch.setattr("tabletier.server.ratings.replay._is_plain", lambda _: False)
        assert list(RatingBook(USUAL).read(matches)) == short


class TestAnchors:
    @pytest.mark.parametrize("game", keys())
    def test_every_game_has_its_ladder(self, game: str) -> None:
        found = anchors_of(game)
        assert len(found.levels) == len(levels_of(find(game)))
        assert found.levels != usual(len(found.levels)).levels, "its file has as many"
        assert all(weak.mu < strong.mu for weak, strong in pairwise(found.levels))
        assert all(0 < level.sigma < WIDEST for level in found.levels)

    @pytest.mark.parametrize("game", keys())
    def test_what_places_are_worth_adds_up_to_nothing(self, game: str) -> None:
        for shape, place in anchors_of(game).shapes.items():
            assert len(place.offsets) == len(shape.split("v"))
            assert abs(sum(place.offsets)) < 1
            assert 0.4 < place.spread < 3

    def test_a_newcomer_may_be_anybody(self) -> None:
        assert USUAL.first("ann") == NEWCOMER
        assert USUAL.first(level_key(5)) == USUAL.levels[4]

    @pytest.mark.parametrize("game", keys())
    def test_every_level_of_a_game_has_a_name_there(self, game: str) -> None:
        names = level_keys(game)
        assert [level_from(name) for name in names] == [
            level.number for level in levels_of(find(game))
        ]
        assert level_from("ann") is None

    def test_a_level_that_is_no_more_begins_as_the_last(self) -> None:
        assert USUAL.first(level_key(8)) == USUAL.levels[-1]

    def test_figures_of_other_levels_are_not_taken_for_theirs(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = keys()[0]
        known = anchors_of(game)
        shorter = ranked(len(known.levels) - 1)
        monkeypatch.setattr("tabletier.server.ratings.anchors.levels_of", lambda _: shorter)
        anchors_of.cache_clear()
        try:
            assert anchors_of(game).levels == usual(len(shorter)).levels
            assert anchors_of(game).shapes == known.shapes
        finally:
            anchors_of.cache_clear()

    def test_an_unknown_kind_of_table_gives_nobody_anything(self) -> None:
        known = Anchors(USUAL.levels, {"1v1": TableKind((20.0, -20.0), 1.1)})
        assert known.setting("1v1") == Setting((20.0, -20.0), 1.1)
        assert known.setting("2v2") == EVEN


class TestStanding:
    LEVELS = (600.0, 900.0, 1200.0, 1500.0, 2000.0)

    @pytest.mark.parametrize(
        ("rating", "fr", "en"),
        [
            (Rating(1480.2, 46), "entre les niveaux 3 et 4", "between levels 3 and 4"),
            (Rating(500, 46), "sous le niveau 1", "below level 1"),
            (Rating(2300, 46), "au-dessus du niveau 5", "above level 5"),
        ],
    )
    def test_it_is_told_among_the_levels(self, rating: Rating, fr: str, en: str) -> None:
        found = standing(rating, self.LEVELS)
        assert sentence(found).en == f"{rating.mu:.0f} ± 90, {en}"
        assert sentence(found).fr == f"{rating.mu:.0f} ± 90, {fr}"

    def test_a_wide_one_is_provisional(self) -> None:
        told = sentence(standing(Rating(1000, 150), self.LEVELS))
        assert told.en.endswith(", provisional")
        assert told.fr.endswith(", provisoire")

    @pytest.mark.parametrize(("mu", "level"), [(9, 1), (1049, 2), (1051, 3), (1740, 4), (9999, 5)])
    def test_the_level_with_an_even_chance(self, mu: float, level: int) -> None:
        assert standing(Rating(mu, 80), self.LEVELS).even == level


FAIR = Facts(
    rated=True,
    teams=((0,), (1,)),
    persons=("ann", "ben"),
    forgotten=False,
    moved=frozenset({0, 1}),
    ruled=True,
    takebacks=0,
    stood_in=frozenset(),
    left=frozenset(),
    won=frozenset({0}),
)


class TestWhatCounts:
    def test_a_match_that_everybody_played_to_its_end(self) -> None:
        assert uncounted(FAIR) == ("", "")
        assert uncounted(FAIR._replace(persons=("ann", None))) == ("", "")

    @pytest.mark.parametrize(
        ("changed", "reason"),
        [
            ({"rated": False}, "unrated"),
            ({"teams": ((0,), (1, 2)), "persons": ("ann", "ben", "cleo")}, "uneven"),
            ({"position": True}, "position"),
            ({"persons": (None, None)}, "alone"),
            ({"persons": ("ann", "ann")}, "shared"),
            ({"takebacks": 1}, "takeback"),
            ({"forgotten": True}, "forgotten"),
            ({"ruled": False, "moved": frozenset({0})}, "short"),
            ({"stood_in": frozenset({0})}, "stand_in"),
        ],
    )
    def test_for_nobody(self, changed: dict[str, object], reason: str) -> None:
        assert set(uncounted(FAIR._replace(**changed))) == {reason}  # type: ignore[arg-type]
        assert UNCOUNTED[reason].fr != UNCOUNTED[reason].en

    def test_who_left_is_rated_and_the_others_are_not(self) -> None:
        gone = FAIR._replace(left=frozenset({0}), stood_in=frozenset({0}))
        assert uncounted(gone) == ("", "empty_chair")

    def test_whoever_came_back_and_lost_has_lost(self) -> None:
        assert uncounted(FAIR._replace(stood_in=frozenset({1}))) == ("", "")

    def test_a_short_match_counts_where_the_rules_ended_it(self) -> None:
        assert uncounted(FAIR._replace(moved=frozenset({0}))) == ("", "")

    def test_two_against_one_is_uneven(self) -> None:
        assert is_uneven(((0,), (1, 2)))
        assert not is_uneven(((0, 2), (1, 3)))

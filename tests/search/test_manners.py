"""Manners: what an opponent likes decides among moves about as good, and nothing else does."""

import math
import random
from dataclasses import replace
from typing import Any, ClassVar

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Game, Likes
from tabletier.games.kernel.registry import find, keys
from tabletier.search.knowledge import knowledge_of, side_of
from tabletier.search.levels import (
    key_of,
    levels_of,
    manner_of,
    name_for,
    player_named,
    skill_of,
)
from tabletier.search.manners import after_move, is_near, log_odds, suited
from tabletier.search.players import BadPlayer, Player, choose, find_player, mannered
from tabletier.search.ranks import MANNERS
from tabletier.search.tree_search import Candidate

KEYS = tuple(manner.key for manner in MANNERS)
USUAL = find("punto")


def positions(key: str, count: int, apart: int = 5) -> list[tt.Match]:
    """Some positions of a random game, the first after its beginning."""
    match, chooser, found = tt.new(key, seed="manners"), random.Random(3), list[tt.Match]()
    while len(found) < count and match.to_move is not None:
        for _ in range(apart):
            if match.to_move is not None:
                match = match.play(chooser.choice(match.legal_moves()))
        if match.to_move is not None:
            found.append(match)
    return found


class TestNames:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("3-greedy", "3-greedy"),
            ("Master-CAREFUL", "4-careful"),
            ("artisan-gourmande", "3-greedy"),
            ("maître-prudent", "4-careful"),
            ("1-bloqueuse", "1-blocking"),
        ],
    )
    def test_a_level_may_have_a_manner(self, text: str, name: str) -> None:
        player = find_player(text, USUAL)
        assert player.name == name
        assert player == find_player(name, USUAL) == Player(name, name[0], manner=name[2:])

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("3-gredy", "no manner 'gredy': expected careful, greedy, blocking"),
            ("5-greedy", f"'5' has no manners: only levels 1 to 4 of {USUAL.name.en} "),
            ("best-careful:50", "'best' has no manners"),
            ("3-greedy:50", "its own time to think"),
            ("3-", "no opponent '3-'"),
            ("3-greedy-careful", "no opponent"),
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, text: str, sentence: str) -> None:
        with pytest.raises(BadPlayer, match=sentence):
            find_player(text, USUAL)

    def test_the_manners_are_those_that_games_judge_by(self) -> None:
        assert set(KEYS) == set(Likes._fields)
        for manner in MANNERS:
            assert manner.wish.fr.endswith(".")
            assert manner.wish.en.endswith(".")

    @pytest.mark.parametrize("key", keys())
    def test_everybody_has_a_manner_but_those_of_the_last_level(self, key: str) -> None:
        game = find(key)
        *others, last = levels_of(game)
        for level in others:
            found = [key_of(manner_of(game, level.number, name)) for name in level.people]
            assert sorted(map(found.count, KEYS)) == [2, 3, 3]
        number = str(last.number)
        assert [player_named(game, last.number, name) for name in last.people] == [number] * 8
        assert player_named(game, 2, "Nobody") == "2"
        assert manner_of(game, last.number + 1, others[0].people[0]) is None
        with pytest.raises(BadPlayer, match=f"only levels 1 to {len(others)} of "):
            find_player(f"{number}-greedy", game)
        assert find_player(f"{len(others)}-greedy", game).manner == "greedy"

    def test_who_is_wished_for_by_manner_has_it(self) -> None:
        for key in KEYS:
            first = name_for(USUAL, 3, (), key)
            second = name_for(USUAL, 3, (first,), key)
            assert first != second
            assert player_named(USUAL, 3, first) == f"3-{key}"
            assert player_named(USUAL, 3, second) == f"3-{key}"


def candidate(move: str, value: float, proven: int = 0) -> Candidate:
    return Candidate(move, 10, (value, 1 - value), proven)


class TestWhatAMannerDecides:
    LIKED: ClassVar = {"best": 0.0, "near": 1.0, "far": 5.0, "lost": 9.0}

    @pytest.fixture(autouse=True)
    def _liked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def liked(_game: Any, _state: Any, _manner: str, move: str) -> float:
            return self.LIKED[move]

        monkeypatch.setattr("tabletier.search.manners.liking", liked)

    def suits(self, *ranked: Candidate) -> str:
        game = find(keys()[0])
        return suited(game, None, 0, "greedy", ranked[0], list(ranked)).move

    def test_the_move_it_likes_most_of_those_about_as_good(self) -> None:
        best, near, far = candidate("best", 0.5), candidate("near", 0.49), candidate("far", 0.45)
        assert self.suits(best, near, far) == "near"
        assert self.suits(best, far) == "best"

    def test_who_chose_worse_by_chance_does_not_make_up_for_it(self) -> None:
        assert self.suits(candidate("near", 0.4), candidate("far", 0.41)) == "near"

    def test_a_win_that_was_seen_is_made(self) -> None:
        assert self.suits(candidate("best", 1.0, 1), candidate("near", 1.0, 1)) == "best"
        assert self.suits(candidate("best", 1.0), candidate("near", 1.0)) == "best"

    def test_a_loss_that_was_seen_is_not_chosen(self) -> None:
        assert self.suits(candidate("best", 0.01), candidate("lost", 0.0, -1)) == "best"
        assert self.suits(candidate("best", 0.0, -1), candidate("lost", 0.0, -1)) == "best"

    def test_less_is_allowed_where_much_is_decided(self) -> None:
        even, sure = candidate("best", 0.5), candidate("best", 0.95)
        assert is_near(even, candidate("near", 0.48), 0)
        assert not is_near(sure, candidate("near", 0.93), 0)
        assert log_odds(0.5) == 0.0
        assert [log_odds(0.0), log_odds(1.0)] == [-math.inf, math.inf]


@pytest.mark.parametrize("key", keys())
class TestAtTheTable:
    def test_each_plays_repeats_itself_and_gives_little_away(self, key: str) -> None:
        for match in positions(key, 3):
            known = knowledge_of(match)
            choose(find_player("2", find(key)), known, "s")  # compiling takes its time
            for name in (f"{level}-{manner}" for level in (2, 3) for manner in KEYS):
                player = find_player(name, find(key))
                thought = choose(player, known, "s")
                assert thought == choose(player, known, "s")
                if skill_of(find(key), int(name[0])).temper == 0:
                    chosen = next(c for c in thought.candidates if c.move == thought.move)
                    assert chosen == thought.candidates[0] or is_near(
                        thought.candidates[0], chosen, side_of(known)
                    )

    def test_a_bare_level_has_no_manner(self, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def asked(*_: Any) -> Any:
            raise AssertionError("somebody without a manner was asked for what they like")

        for module in ("tree_search", "alphabeta_search"):
            monkeypatch.setattr(f"tabletier.search.{module}.suited", asked)
        for match in positions(key, 2):
            for name in (*mannered(find(key)), "best:50"):
                choose(find_player(name, find(key)), knowledge_of(match), "s")
        assert find(key).has_manners

    def test_what_is_hidden_makes_no_difference(self, key: str) -> None:
        game = find(key)
        for options in ({}, {"expert": True}):
            if options and not any(option.key == "expert" for option in game.options):
                continue
            match = tt.new(key, options, seed="twins")
            for _ in range(12):
                view = match.view(match.to_move)["table"]
                states = [
                    game.setup(game.imagine(view, match.options, random.Random(n)), match.options)[
                        0
                    ]
                    for n in range(2)
                ]
                for move in match.legal_moves()[:40]:
                    one, other = (game.likes(s, after_move(game, s, move)) for s in states)
                    assert one == other
                    assert all(map(math.isfinite, one))
                match = match.play(match.legal_moves()[0])


def test_a_game_that_says_nothing_of_manners_is_played_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = keys()[0]
    (match,) = positions(key, 1)
    silent = replace(find(key), likes=Game.likes)
    assert not silent.has_manners
    monkeypatch.setattr("tabletier.search.players.find", lambda _: silent)
    known = knowledge_of(match)
    players = [find_player(name, silent) for name in ("2", *(f"2-{k}" for k in KEYS))]
    thoughts = [choose(player, known, "s") for player in players]
    assert all(thought == thoughts[0] for thought in thoughts)

"""Opponents by name: what is understood, what is refused and how, and what each may do."""

import random

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.levels import (
    NoLevel,
    level_held,
    level_of,
    levels_of,
    name_for,
    ranked,
    skills_of,
    strongest_of,
)
from tabletier.search.players import (
    BadPlayer,
    Player,
    choose,
    everyone,
    find_player,
    mannered,
    skill_for,
)
from tabletier.search.ranks import MOST_LEVELS, RANKS

USUAL = find("punto")
"""A game of five levels."""
LONG = find("expion")
"""A game of more."""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1", "1"),
        ("Apprenti", "1"),
        ("journeyman", "2"),
        ("MASTER", "4"),
        ("maître", "4"),
        ("maitre", "4"),
        (" tabletier ", "5"),
        ("random", "random"),
        ("plain@0.1", "plain@0.1"),
        ("tree:500", "tree:500"),
        ("best:20@0.50", "best:20@0.5"),
        ("handmade@0.1", "handmade@0.1"),
        ("unpruned:50", "unpruned:50"),
        ("former@0.1", "former@0.1"),
        ("learned:500", "learned:500"),
    ],
)
def test_a_text_names_an_opponent(text: str, name: str) -> None:
    assert find_player(text, USUAL).name == name


def test_the_canonical_name_names_the_same_opponent() -> None:
    for text in ("3", "random", "plain:7", "best@1.25", "tree"):
        player = find_player(text, USUAL)
        assert find_player(player.name, USUAL) == player


@pytest.mark.parametrize(
    "text",
    [
        *("", "1234", "mastr", "tree:", "tree:0", "plain@0", "tree@x", "3@1", "random:5"),
        *(3, None, "best@601", "tree:" + "9" * 40, "x" * 5000, "tr ee", "٣", "²"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(text: object) -> None:
    with pytest.raises(BadPlayer) as refused:
        find_player(text, USUAL)
    for sentence in refused.value.text:
        assert sentence.endswith((".", "?"))
        assert len(sentence) < 300


def test_a_slip_of_the_finger_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(BadPlayer, match="did you mean 'master'"):
        find_player("mastr", USUAL)


def test_levels_have_names_in_both_languages_and_are_numbered_from_one() -> None:
    assert [level.number for level in RANKS] == list(range(1, MOST_LEVELS + 1))
    for level in RANKS:
        assert level.name.fr
        assert level.name.en
        assert level.manner.fr.endswith(".")
        assert level.manner.en.endswith(".")


@pytest.mark.parametrize("key", keys())
def test_the_levels_of_a_game_keep_to_their_time(key: str) -> None:
    skills = skills_of(find(key))
    assert all(skill.seconds <= 1.0 for skill in skills[:-1])
    assert all(skill.simulations for skill in skills[:-1]), "the same on any machine"
    assert skills[-1].seconds <= 5.0
    assert skills[0].horizon == 1
    assert skills[-1].blindness == 0.0


@pytest.mark.parametrize("key", keys())
def test_a_game_has_as_many_levels_as_skills_and_the_last_is_the_strongest(key: str) -> None:
    game = find(key)
    levels = levels_of(game)
    assert 5 <= len(levels) == len(skills_of(game)) <= MOST_LEVELS
    assert [level.number for level in levels] == list(range(1, len(levels) + 1))
    assert len({level.key for level in levels}) == len(levels)
    assert [level.key for level in levels[:4]] == [rank.key for rank in RANKS[:4]]
    assert levels[-1].key == RANKS[-1].key
    assert strongest_of(game) == skill_for(find_player("best", game), game)
    assert everyone(game) == (*mannered(game), str(len(levels)))
    for level in levels:
        for word in (level.key, *level.name):
            assert find_player(word, game).kind == str(level.number)


class TestLevelsOfAGame:
    def test_a_game_may_have_more_than_five(self) -> None:
        assert len(levels_of(LONG)) > len(levels_of(USUAL)) == 5
        assert find_player("tabletier", LONG).name == str(len(levels_of(LONG)))
        assert find_player(RANKS[4].key, LONG).name == "5"

    @pytest.mark.parametrize("text", ["0", "6", "99", RANKS[4].key, RANKS[6].name.fr, "6-greedy"])
    def test_a_level_that_it_does_not_have_is_refused_with_those_it_has(self, text: str) -> None:
        with pytest.raises(NoLevel) as refused:
            find_player(text, USUAL)
        said = refused.value.text.en
        assert "Punto has no level" in said
        assert "Its levels: 1 Apprentice, 2 Journeyman, 3 Artisan, 4 Master, 5 Tabletier." in said
        assert "n'a pas de niveau" in refused.value.text.fr

    def test_an_accent_may_be_left_out(self) -> None:
        for rank in levels_of(LONG):
            bare = rank.name.fr.replace("é", "e").replace("î", "i")
            assert find_player(bare.upper(), LONG).kind == str(rank.number)

    @pytest.mark.parametrize("number", [-1, 0, 6])
    def test_there_is_no_level_beyond_the_last(self, number: int) -> None:
        with pytest.raises(NoLevel, match="1 Apprentice"):
            level_of(USUAL, number)

    def test_who_has_a_name_of_the_house_plays_at_its_level(self) -> None:
        """A log of days when the strongest was the fifth."""
        first, last = RANKS[0].people[0], RANKS[-1].people[0]
        assert level_held(LONG, 5, last) == len(levels_of(LONG))
        assert level_held(USUAL, 5, last) == 5
        assert level_held(LONG, 5, RANKS[4].people[0]) == level_held(LONG, 5) == 5
        assert (level_held(USUAL, 8), level_held(USUAL, 0), level_held(USUAL, 3, first)) == (
            5,
            1,
            1,
        )
        assert name_for(USUAL, 8, ()) == last

    @pytest.mark.parametrize("count", range(2, MOST_LEVELS + 1))
    def test_any_number_of_levels_ends_with_the_strongest(self, count: int) -> None:
        levels = ranked(count)
        assert [level.number for level in levels] == list(range(1, count + 1))
        assert levels[-1].people == RANKS[-1].people


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(
    "name", ["1", "2", "random", "plain:40", "tree:40", "best:40", "handmade:40"]
)
def test_every_opponent_plays_every_game_and_repeats_itself(key: str, name: str) -> None:
    match, chooser, player = tt.new(key, seed="a"), random.Random(5), find_player(name, find(key))
    choose(player, knowledge_of(match), "s")  # what is compiled first takes time from the thinking
    for _ in range(4):
        known = knowledge_of(match)
        first, again = choose(player, known, "s"), choose(player, known, "s")
        assert first.move == again.move
        assert first.move in match.legal_moves()
        assert len(first.value) == len(match.teams)
        assert abs(sum(first.value) - 1) < 1e-6
        for _ in range(3):
            match = match.play(chooser.choice(match.legal_moves()))


def test_chance_chooses_every_legal_move_now_and_then() -> None:
    match = tt.new(keys()[0], seed="a")
    known, player = knowledge_of(match), find_player("random", find(keys()[0]))
    chosen = {choose(player, known, f"{number}").move for number in range(400)}
    assert chosen <= set(match.legal_moves())
    assert len(chosen) > min(40, len(match.legal_moves()) // 2)


def test_an_engine_that_does_not_fit_a_game_says_so() -> None:
    unfit = [key for key in keys() if not hasattr(find(key).heuristics, "evaluate")]
    for key in unfit:
        with pytest.raises(BadPlayer, match="best"):
            skill_for(Player("alphabeta", "alphabeta", Budget(10)), find(key))
    assert unfit


@pytest.mark.parametrize("key", keys())
def test_the_hand_made_opponent_is_the_best_without_what_was_learned(key: str) -> None:
    game = find(key)
    best, handmade = (skill_for(find_player(name, game), game) for name in ("best", "handmade"))
    assert handmade == best._replace(learned=False)
    assert skill_for(find_player("former", game), game) == handmade._replace(prunes=False)
    assert best.learned <= hasattr(game.heuristics, "learned")
    assert skill_for(find_player("learned", game), game) == best._replace(learned=True)
    assert not any(skill.learned for skill in skills_of(game)[:3])

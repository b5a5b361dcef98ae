"""Opponents by name: what is understood, what is refused and how, and what each may do."""

import random

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.levels import LEVELS, skill_of
from tabletier.search.players import BadPlayer, Player, choose, find_player, skill_for


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
    assert find_player(text).name == name


def test_the_canonical_name_names_the_same_opponent() -> None:
    for text in ("3", "random", "plain:7", "best@1.25", "tree"):
        player = find_player(text)
        assert find_player(player.name) == player


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "6", "mastr", "tree:", "tree:0", "plain@0", "tree@x", "3@1", "random:5"),
        *(3, None, "best@601", "tree:" + "9" * 40, "x" * 5000, "tr ee", "٣", "²"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(text: object) -> None:
    with pytest.raises(BadPlayer) as refused:
        find_player(text)
    for sentence in refused.value.text:
        assert sentence.endswith((".", "?"))
        assert len(sentence) < 300


def test_a_slip_of_the_finger_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(BadPlayer, match="did you mean 'master'"):
        find_player("mastr")


def test_levels_have_names_in_both_languages_and_are_numbered_from_one() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    for level in LEVELS:
        assert level.name.fr
        assert level.name.en
        assert level.manner.fr.endswith(".")
        assert level.manner.en.endswith(".")


@pytest.mark.parametrize("key", keys())
def test_the_levels_of_a_game_keep_to_their_time(key: str) -> None:
    skills = [skill_of(find(key), level.number) for level in LEVELS]
    assert len(skills) == 5
    assert all(skill.seconds <= 1.0 for skill in skills[:4])
    assert skills[4].seconds <= 5.0
    assert skills[0].horizon == 1
    assert skills[4].blindness == 0.0


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(
    "name", ["1", "2", "random", "plain:40", "tree:40", "best:40", "handmade:40"]
)
def test_every_opponent_plays_every_game_and_repeats_itself(key: str, name: str) -> None:
    match, chooser, player = tt.new(key, seed="a"), random.Random(5), find_player(name)
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
    known, player = knowledge_of(match), find_player("random")
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
    best, handmade = (skill_for(find_player(name), game) for name in ("best", "handmade"))
    assert handmade == best._replace(learned=False)
    assert skill_for(find_player("former"), game) == handmade._replace(prunes=False)
    assert best.learned <= hasattr(game.heuristics, "learned")
    assert skill_for(find_player("learned"), game) == best._replace(learned=True)
    assert not any(skill_of(game, level).learned for level in (1, 2, 3))

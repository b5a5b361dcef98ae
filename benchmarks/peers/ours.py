"""Our side: the same generic sources that play the games of the house, nothing written for this."""

import time

from benchmarks.peers.openspiel import UCT_C, Timed
from tabletier.games.kernel.registry import find, register
from tabletier.games.kernel.skills import Skill
from tabletier.lab.bulk import play_games
from tabletier.match.start import new
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.players import find_player, skill_for
from tabletier.search.tree_search import think

KEYS = tuple(register(f"benchmarks.peers.{name}") for name in ("connect_four", "breakthrough"))

ALIKE = Skill(exploration=UCT_C / 2, patience=1, doubt=-10.0, judged=False, guided=False)
"""Search as the peer's: every move once, then UCT with the same constant; a leaf gets children when
it is visited again; play-outs are random and go on to the end; wins are proven."""


def rollouts(key: str, games: int, seed: int) -> tuple[Timed, float]:
    """Whole random games from the opening position, and how many moves one has."""
    game = find(key)
    begun = time.thread_time()
    played = play_games(game, {}, games, str(seed))
    seconds = time.thread_time() - begun
    return Timed(games, seconds), float(played.lengths.mean())


def simulations(key: str, count: int, seed: int, skill: Skill = ALIKE) -> Timed:
    """Tree search from the opening position, everything between question and answer included."""
    known = knowledge_of(new(key, seed=str(seed)))
    begun = time.thread_time()
    thought = think(known, Budget(simulations=count), str(seed), skill)
    return Timed(thought.simulations, time.thread_time() - begun)


def skill_of(key: str, player: str) -> Skill:
    """How one of our opponents thinks in a game."""
    return skill_for(find_player(player, find(key)), find(key))

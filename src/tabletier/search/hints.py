"""A good move for whoever is to move, with a reason in words."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.search.deep import compare, is_deep
from tabletier.search.endings import Ending, told
from tabletier.search.evaluation import Value, best_tree
from tabletier.search.knowledge import Budget, Knowledge, side_of
from tabletier.search.tree_search import Candidate, Thought, never, think

MOST = 3
"""Alternatives that a hint names."""
IMAGINED = 6
"""Worlds in which a remark must hold where hands are hidden."""
CLEAR = 0.05
"""From such a lead on, the second best move is worth mentioning."""


class Hint(NamedTuple):
    """A move worth making."""

    move: str
    reason: Text
    """Why: the rest of a sentence that begins with the move, `completes four in a row`."""
    value: Value
    """Each side's chances after it."""
    alternatives: tuple[Candidate, ...]
    """A few more moves, the better ones first."""
    ending: Ending | None = None
    """Where it is proven: whether the move wins or loses, and in how many moves."""


def hint(
    known: Knowledge,
    budget: Budget,
    seed: str,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> Hint:
    """A good move and why; the same knowledge, simulations and seed give the same hint.

    Alpha-beta looks for it where the strongest opponent does so too, elsewhere a tree is grown.
    """
    if is_deep(known):
        thought = compare(known, budget, seed, stopped, threads)
    else:
        thought = think(known, budget, seed, best_tree(find(known.game)), stopped, threads)
    best = next(found for found in thought.candidates if found.move == thought.move)
    others = tuple(found for found in thought.candidates if found.move != thought.move)
    reason = reason_for(known, thought, best.ending)
    return Hint(thought.move, reason, thought.value, others[:MOST], best.ending)


def reason_for(known: Knowledge, thought: Thought, ending: Ending | None) -> Text:
    """What the game says for the best move, and how soon it wins; else what the search says."""
    lost = ending is not None and not ending.won
    said = None if lost else remark(known, thought.move)
    found = None if said is None else joined_with(said, ending)
    return found or generic(thought, side_of(known))


def joined_with(said: Text | None, ending: Ending | None) -> Text | None:
    """What is said for a move, and in how many moves it wins where that is proven."""
    if ending is None or not ending.won:
        return said
    soon = told(ending)
    if said is None or ending.moves == 1:
        return said or soon  # a game says itself that a move ends it
    return Text(f"{said.fr}, et {soon.fr}", f"{said.en}, and {soon.en}")


def remark(known: Knowledge, move: str) -> Text | None:
    """What the game says for a move; nothing that depends on what the seat cannot see."""
    game = find(known.game)
    if not game.hidden(known.table):
        return _remark_in(game, known, move, Random(0))
    said = {_remark_in(game, known, move, Random(number)) for number in range(IMAGINED)}
    return said.pop() if len(said) == 1 else None


def _remark_in(game: Game, known: Knowledge, move: str, random: Random) -> Text | None:
    position = game.imagine(known.table, known.options, random)
    before: Any = game.setup(position, known.options)[0]
    steps, after = game.read(before, move) or (), before
    for step in steps:
        after = game.rules.apply(after, step)
    return game.remark(before, steps, after)


def generic(thought: Thought, side: int) -> Text:
    """What the search alone can say for its choice: the rest of a sentence that the move begins."""
    best, others = thought.candidates[0], thought.candidates[1:]
    if not others:
        return ONLY
    if best.proven > 0:
        return WINS if best.ending is None else wins(best.ending)
    if best.proven < 0:
        return LOST if best.ending is None else holds_out(best.ending)
    if all(other.proven < 0 for other in others):
        return SAVES
    return _chances(best, others, side)


def wins(ending: Ending) -> Text:
    """A move that wins, and how soon."""
    soon = told(ending)
    return Text(f"{soon.fr} quoi que fassent les autres", f"{soon.en} whatever the others do")


def holds_out(ending: Ending) -> Text:
    """The move that loses last, where all do."""
    if ending.moves == 1:
        return LOST
    late = told(ending)
    return Text(
        f"résiste le plus longtemps : comme tous les autres, ce coup {late.fr}",
        f"holds out longest: like every other move it {late.en}",
    )


def _chances(best: Candidate, others: tuple[Candidate, ...], side: int) -> Text:
    """The choice in figures, and how far behind the others are."""
    mine = best.value[side]
    here, tried = percent(mine), [other.value[side] for other in others if other.visits]
    if tried and mine - max(tried) >= CLEAR:
        there = percent(max(tried))
        return Text(
            f"est nettement le meilleur, {here.fr} de chances contre {there.fr} au suivant",
            f"is clearly the best, a chance of {here.en} against {there.en} for the next",
        )
    return Text(f"garde les meilleures chances, {here.fr}", f"keeps the best chances, {here.en}")


def percent(chance: float) -> Text:
    """A chance in percent; only what is certain is called 0 or 100."""
    figure = round(100 * chance)
    if 0.0 < chance < 1.0:
        figure = min(99, max(1, figure))
    return Text(f"{figure}\N{NO-BREAK SPACE}%", f"{figure}%")


def of_another(said: Text) -> Text:
    """The same said about a player rather than to them: your row is theirs."""
    french = _FRENCH.sub(lambda found: _SON.get(found[0], "son"), said.fr)
    return Text(french, _ENGLISH.sub(lambda found: _THEIR[found[0]], said.en))


_SON = {"votre carte": "sa carte", "vos": "ses", "le vôtre": "le sien", "vous": "lui"}
_FRENCH = re.compile(r"\b(?:votre carte|votre|vos|le vôtre|vous)\b")
_THEIR = {"your": "their", "yours": "theirs", "you": "them"}
_ENGLISH = re.compile(r"\b(?:yours?|you)\b")

ONLY = Text("est le seul coup permis", "is the only legal move")
WINS = Text("gagne quoi que fassent les autres", "wins whatever the others do")
LOST = Text(
    "perd, comme tous les autres, sauf erreur en face",
    "loses like every other move, unless someone else goes wrong",
)
SAVES = Text("est le seul qui ne perde pas", "is the only one that does not lose")

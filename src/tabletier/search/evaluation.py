"""What a position is worth: right after a move, before anything is drawn, and for each side.

`think` compares all moves and spends little on the poor ones. To compare two moves fairly each
must be looked at as closely as the other: `weigh` spends a whole budget on one.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple

from tabletier.games.kernel.contract import CHANCE, OVER, Game
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import TREE, Skill
from tabletier.match.match import REPETITIONS, Match
from tabletier.search.knowledge import Budget, Knowledge, Stopwatch, side_of
from tabletier.search.players import Player, skill_for
from tabletier.search.tree import ROOT, UNKNOWN, Tree
from tabletier.search.tree_search import WORLDS, Thought, World, never, settings_for
from tabletier.search.tree_settings import TreeSettings

Value = tuple[float, ...]
"""Each side's chance to win; a draw is an equal share for all."""

SLICE = 256
NODES = 1_000_000
SPREAD = 4
"""A draw spreads a look over many positions, so that it gets so many times the budget."""
ENOUGH = 8
"""Simulations through a draw before its mean says anything."""
Standing = Literal["ahead", "even", "behind"]
ABOUT = 0.1
"""How much more than an equal share of the chances still counts as about even."""


class Weight(NamedTuple):
    """What a move is worth, and how lucky the draws after it were."""

    value: Value
    """Each side's chances after the move, before anything is drawn."""
    drawn: Value
    """The same after what was drawn, as the same search sees it: so that luck evens out."""


def weigh(
    known: Knowledge,
    move: str,
    budget: Budget,
    seed: str,
    stopped: Callable[[], bool] = never,
    drawn: tuple[int, ...] = (),
) -> Weight:
    """Each side's chances after a move, as the seat that makes it can judge them.

    Exact where the move ends the match. The same simulations and seed give the same value, and
    two moves weighed with the same seed are weighed in the same imagined worlds.
    """
    game, random = find(known.game), Random(seed)
    count = WORLDS if game.hidden(known.table) else 1
    settings = settings_for(best_tree(game), random)
    worlds = [World(game, known, NODES // count, random) for _ in range(count)]
    for world in worlds:
        world.state = after(game, world.state, move)
    exact = [settled(game, known, world.state) for world in worlds]
    open_worlds = [world for world, value in zip(worlds, exact, strict=True) if value is None]
    drawing = any(game.rules.to_move(world.state) == CHANCE for world in open_worlds)
    given = longer(budget, SPREAD) if drawing else budget
    if open_worlds:
        _look_into(open_worlds, settings, given, Stopwatch(given, stopped))
    found = [value for value in exact if value is not None]
    found += [worth(world.tree) for world in open_worlds if visited(world)]
    lucky = [at for world in open_worlds if (at := node_after(world.tree, drawn)) is not None]
    value = mean(found)
    if not lucky or len(open_worlds) < len(worlds):
        return Weight(value, value)
    return Weight(value, mean([mean_at(tree, node) for tree, node in lucky]))


def node_after(tree: Tree, drawn: tuple[int, ...]) -> tuple[Tree, int] | None:
    """Where the draws lead in a tree, as far as it was looked at; None if not even one step."""
    node, steps = ROOT, 0
    for step in drawn:
        first, count = int(tree.first[node]), int(tree.count[node])
        children = (child for child in range(first, first + count) if tree.move[child] == step)
        child = next(children, None)
        if child is None or tree.visits[child] < ENOUGH:
            break
        node, steps = child, steps + 1
    return (tree, node) if steps else None


def mean_at(tree: Tree, node: int) -> Value:
    """Each side's chances at a node: the mean of all that was tried there."""
    return tuple(float(part) / int(tree.visits[node]) for part in tree.total[node])


def mean(values: list[Value]) -> Value:
    """The average of some values."""
    return tuple(sum(parts) / len(values) for parts in zip(*values, strict=True))


def _look_into(
    worlds: list[World], settings: TreeSettings, budget: Budget, clock: Stopwatch
) -> None:
    """Spend a budget on some worlds in turn, an equal share on each."""
    share = SLICE
    if budget.simulations is not None:
        share = max(1, min(SLICE, budget.simulations // len(worlds)))
    turn = 0
    while clock.goes_on() and not all(world.is_proven() for world in worlds):
        left = share  # not what the clock grants at a time, for that depends on the machine
        while left and (count := clock.take(left)):
            worlds[turn % len(worlds)].search(settings, count)
            left -= count
        turn += 1


def longer(budget: Budget, times: int) -> Budget:
    """So many times a budget."""
    simulations, seconds = budget
    return Budget(
        None if simulations is None else times * simulations,
        None if seconds is None else times * seconds,
    )


def best_tree(game: Game) -> Skill:
    """How the tree is best grown in a game, overlooking nothing."""
    return skill_for(Player(TREE, TREE), game)


def after(game: Game, state: Any, move: str) -> Any:
    """The state after a legal move, before anything is drawn."""
    for step in game.read(state, move) or ():
        state = game.rules.apply(state, step)
    return state


def settled(game: Game, known: Knowledge, state: Any) -> Value | None:
    """The value of a match that is over here; None while it goes on."""
    teams = game.teams(known.options)
    if game.rules.to_move(state) == OVER:
        seats = game.rules.outcome(state)[0]
        winners = tuple(seat for team in teams for seat in team if (seats >> seat) & 1)
        return of_result(teams, winners)
    key_of = getattr(game.rules, "repetition_key", None)
    if key_of is not None and known.past.count(key_of(state)) >= REPETITIONS - 1:
        return of_result(teams, ())
    return None


def of_result(teams: tuple[tuple[int, ...], ...], winners: tuple[int, ...]) -> Value:
    """The value of a finished match: 1 for the side that won, equal shares for a draw."""
    if not winners:
        return tuple(1.0 / len(teams) for _ in teams)
    return tuple(float(any(seat in winners for seat in team)) for team in teams)


def visited(world: World) -> bool:
    """Whether anything was tried in a world."""
    return world.is_proven() or bool(world.tree.visits[ROOT])


def worth(tree: Tree) -> Value:
    """Each side's chances at the root: proven, or the mean of all that was tried.

    Following the most tried moves instead was measured: values then sway with every change of the
    side to move, by five to twelve points in a game without chance, against one or two.
    """
    proof, visits = int(tree.proven[ROOT]), int(tree.visits[ROOT])
    if proof != UNKNOWN:
        return tuple(float(side == proof - 1) for side in range(tree.total.shape[1]))
    return tuple(float(part) / visits for part in tree.total[ROOT])


def known_by(match: Match, seat: int) -> Knowledge:
    """What a seat knows of a match that goes on; where nothing is hidden, what everybody does."""
    if match.to_move is None:
        raise ValueError("the match is over: there is nothing left to judge")
    if not find(match.game).hidden(match.view(seat)["table"]):
        seat = match.to_move  # all know the same, and searches begin with the seat to move
    return Knowledge(match.game, match.options, seat, match.view(seat)["table"], match.seen)


def chances(thought: Thought, known: Knowledge, mover: int) -> Value:
    """Each side's chances in a position that was thought about, if its mover plays well."""
    if known.seat == mover:
        return thought.value
    side = side_of(known._replace(seat=mover))
    expected = max(thought.candidates, key=lambda c: (c.value[side] >= 1.0, c.visits))
    return expected.value


def standing(value: Value, side: int) -> Standing:
    """Whether a side has about its share of the chances, more or less."""
    share = value[side] * len(value)
    if share > 1.0 + ABOUT:
        return "ahead"
    return "behind" if share < 1.0 - ABOUT else "even"

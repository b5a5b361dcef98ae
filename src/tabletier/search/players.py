"""Opponents by name: `3`, `master`, `3-greedy`, `random`, `plain@0.1`, `tree:500`, `best@0.2`.

A level is what people play against, as many as the game has, and all but the last in some manner
if one follows; `plain`, `tree`, `alphabeta`, `best`, `handmade`, `learned`, `unpruned` and `former`
are for experiments, with a budget of their own: `:2000` simulations (alpha-beta: positions), `@0.2`
seconds a move. `best` thinks as the last level does; `handmade` is `best` without what was learned,
`learned` with all that was, whether or not it proved stronger; `unpruned` is `best` that searches
lines to the end even if they look decided; `former` is both `handmade` and `unpruned`, as the
strongest was before it learned anything.
"""

import difflib
import re
import unicodedata
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import ALPHABETA, PLAIN, TREE, Skill
from tabletier.games.kernel.steps import turns
from tabletier.games.kernel.text import Text
from tabletier.match.options import quoted
from tabletier.search.alphabeta_search import deepen
from tabletier.search.knowledge import Budget, Knowledge
from tabletier.search.levels import (
    NoLevel,
    level_of,
    levels_of,
    missing,
    skill_of,
    skills_of,
    strongest_of,
)
from tabletier.search.manners import PLAIN_MANNER
from tabletier.search.ranks import MANNERS, RANKS
from tabletier.search.tree_search import Candidate, Thought, never, think

RANDOM, PLAIN_NAME, BEST = "random", "plain", "best"
HANDMADE, LEARNED, UNPRUNED, FORMER = "handmade", "learned", "unpruned", "former"
ENGINES = (PLAIN_NAME, TREE, ALPHABETA, BEST, HANDMADE, LEARNED, UNPRUNED, FORMER)
FORM = re.compile(
    r"([^\W\d_]+|[0-9]{1,3})(?:-([^\W\d_]+))?(?::([0-9]{1,12}))?(?:@([0-9]{1,6}(?:\.[0-9]{1,6})?))?"
)
LONGEST = 600.0


class BadPlayer(GameError):
    """A text that names no opponent, or one that does not play this game."""

    code = "player/bad"


class Player(NamedTuple):
    """An opponent: a level, chance, or an engine with a budget."""

    name: str
    """The text that stands for it."""
    kind: str
    """`random`, the number of a level, or one of ENGINES."""
    budget: Budget = Budget()
    manner: str = PLAIN_MANNER
    """What decides among moves that seem about as good: the key of one of MANNERS, or nothing."""


def find_player(text: object, game: Game) -> Player:
    """The opponent that a text names in a game. Raises BadPlayer, or NoLevel."""
    found = FORM.fullmatch(text.strip().lower()) if isinstance(text, str) else None
    if found is None:
        raise BadPlayer(_unknown(text, game))
    name, wished, simulations, seconds = found.groups()
    kind = _kind(name, text, game)
    if wished is not None and kind not in mannered(game):
        raise BadPlayer(_no_manners(name, game))
    if kind in ENGINES:
        return _engine(kind, simulations, seconds)
    if simulations is not None or seconds is not None:
        raise BadPlayer(_no_budget(name))
    if wished is None:
        return Player(kind, kind)
    manner = _manners().get(wished)
    if manner is None:
        raise BadPlayer(_unknown_manner(wished))
    return Player(f"{kind}-{manner}", kind, manner=manner)


def mannered(game: Game) -> tuple[str, ...]:
    """Whoever plays a game in some manner, if one is named: all levels but the last."""
    return tuple(str(level.number) for level in levels_of(game)[:-1])


def everyone(game: Game) -> tuple[str, ...]:
    """The levels of a game, as texts that name them."""
    return tuple(str(level.number) for level in levels_of(game))


def skill_for(player: Player, game: Game) -> Skill:
    """How an opponent thinks in a game. Raises BadPlayer if it cannot play it."""
    if player.kind == PLAIN_NAME:
        skill = PLAIN
    elif player.kind in (TREE, ALPHABETA):
        same = [skill for skill in skills_of(game) if skill.engine == player.kind]
        skill = _unhindered(same[-1]) if same else Skill(engine=player.kind)
    elif player.kind in (BEST, HANDMADE, LEARNED, UNPRUNED, FORMER):
        skill = strongest_of(game)
        if player.kind in (HANDMADE, LEARNED, FORMER):
            skill = skill._replace(learned=player.kind == LEARNED)
        if player.kind in (UNPRUNED, FORMER):
            skill = skill._replace(prunes=False)
    else:
        skill = skill_of(game, int(player.kind))
    if skill.engine == ALPHABETA and not hasattr(game.heuristics, "evaluate"):
        raise BadPlayer(_unfit(player.name, game))
    return skill


def engine_for(player: Player, game: Game) -> str:
    """What an opponent thinks with: RANDOM, TREE or ALPHABETA. Raises BadPlayer."""
    return RANDOM if player.kind == RANDOM else skill_for(player, game).engine


def budget_for(player: Player, game: Game) -> Budget:
    """How long an opponent thinks: as its name says, or else as its skill in the game does."""
    if player.kind == RANDOM or player.budget != Budget():
        return player.budget
    skill = skill_for(player, game)
    return Budget(skill.simulations, skill.seconds)


def choose(
    player: Player,
    known: Knowledge,
    seed: str,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> Thought:
    """The move of an opponent that knows just this."""
    game = find(known.game)
    if player.kind == RANDOM:
        return at_random(game, known, seed)
    skill, budget = skill_for(player, game), budget_for(player, game)
    engine = deepen if skill.engine == ALPHABETA else think
    manner = player.manner if game.has_manners else PLAIN_MANNER
    return engine(known, budget, seed, skill, stopped, threads, manner)


def at_random(game: Game, known: Knowledge, seed: str) -> Thought:
    """Any legal move, each as likely."""
    random = Random(seed)
    state = game.setup(game.imagine(known.table, known.options, random), known.options)[0]
    move = game.write(state, random.choice(turns(game, state)))
    sides = len(game.teams(known.options))
    value = (1 / sides,) * sides
    return Thought(move, value, (Candidate(move, 1, value, 0),), 0)


def _kind(name: str, text: object, game: Game) -> str:
    """What a name stands for in a game. Raises BadPlayer, or NoLevel."""
    if name.isdecimal():
        return str(level_of(game, int(name)).number)
    kind = _kinds(game).get(_bare(name))
    if kind is not None:
        return kind
    if any(_bare(name) == _bare(word) for rank in RANKS for word in (rank.key, *rank.name)):
        raise NoLevel(missing(game, name))
    raise BadPlayer(_unknown(text, game))


def _kinds(game: Game) -> dict[str, str]:
    """What every name stands for, without accents: both languages' names of levels, engines."""
    kinds = {name: name for name in (RANDOM, *ENGINES)}
    for level in levels_of(game):
        kinds |= {_bare(word): str(level.number) for word in (level.key, *level.name)}
    return kinds


def _bare(word: str) -> str:
    """A name as somebody types it who has no accents at hand."""
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _manners() -> dict[str, str]:
    """Every word for a manner."""
    return {word: manner.key for manner in MANNERS for word in (manner.key, *manner.words)}


def _engine(kind: str, simulations: str | None, seconds: str | None) -> Player:
    budget = Budget(
        None if simulations is None else int(simulations),
        None if seconds is None else float(seconds),
    )
    if budget.simulations == 0 or budget.seconds == 0 or (budget.seconds or 0) > LONGEST:
        raise BadPlayer(_empty_budget(kind))
    text = kind
    if budget.simulations is not None:
        text += f":{budget.simulations}"
    if budget.seconds is not None:
        text += f"@{budget.seconds:g}"
    return Player(text, kind, budget)


def _unhindered(skill: Skill) -> Skill:
    """A skill without the weaknesses of its level."""
    free = Skill()
    return skill._replace(
        horizon=free.horizon, blindness=free.blindness, temper=free.temper, simulations=None
    )


def _unknown(text: object, game: Game) -> Text:
    levels = levels_of(game)
    names = ", ".join((f"1–{len(levels)}", *(level.key for level in levels), RANDOM, *ENGINES))
    wanted = text[:40] if isinstance(text, str) else quoted(text)
    word = re.split("[-:@]", _bare(wanted))[0]
    near = difflib.get_close_matches(word, list(_kinds(game)), n=1)
    fr, en = f"Aucun adversaire ne s'appelle « {wanted} »", f"There is no opponent '{wanted}'"
    if near and near[0] != word:
        return Text(f"{fr} ; vouliez-vous dire « {near[0]} » ?", f"{en}; did you mean '{near[0]}'?")
    return Text(
        f"{fr} : attendu {names}, avec « :2000 » (simulations) ou « @0.2 » (secondes) au besoin.",
        f"{en}: expected {names}, where fit with ':2000' (simulations) or '@0.2' (seconds).",
    )


def _no_manners(name: str, game: Game) -> Text:
    last = len(mannered(game))
    return Text(
        f"« {name} » n'a pas de manière : seuls les niveaux 1 à {last} de {game.name.fr} en ont "
        "une, comme « 3-gourmand ».",
        f"'{name}' has no manners: only levels 1 to {last} of {game.name.en} have one, such as "
        "'3-greedy'.",
    )


def _unknown_manner(word: str) -> Text:
    keys = ", ".join(manner.key for manner in MANNERS)
    words = ", ".join(manner.words[0] for manner in MANNERS)
    return Text(
        f"Aucune manière ne s'appelle « {word[:40]} » : attendu {words} (ou {keys}).",
        f"There is no manner '{word[:40]}': expected {keys}.",
    )


def _no_budget(name: str) -> Text:
    return Text(
        f"« {name} » a son propre temps de réflexion : retirez ce qui suit « : » ou « @ ».",
        f"'{name}' has its own time to think: leave out what follows ':' or '@'.",
    )


def _empty_budget(kind: str) -> Text:
    return Text(
        f"« {kind} » doit pouvoir réfléchir : au moins une simulation, et de 0 à {LONGEST:g} s.",
        f"'{kind}' must be able to think: at least one simulation, and 0 to {LONGEST:g} seconds.",
    )


def _unfit(name: str, game: Game) -> Text:
    return Text(
        f"« {name} » ne sait pas jouer à {game.name.fr} ; essayez « {BEST} » ou « {TREE} ».",
        f"'{name}' cannot play {game.name.en}; try '{BEST}' or '{TREE}'.",
    )

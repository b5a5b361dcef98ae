"""The opponents of the house, from a child's first games to the strongest we have.

How many levels there are is a game's own: as many as its `search.py` has `SKILLS`, five to
MOST_LEVELS; five where it says nothing. All begin alike and end with the strongest; where the way
there is long there are rungs between the fourth and the last. A level's number is its place in its
game.
"""

from collections.abc import Iterable, Sequence

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.text import Text
from tabletier.search.ranks import MANNERS, RANKS, Level, Manner


class NoLevel(GameError):
    """A game has no such level."""

    code = "level/unknown"


SKILLS = (
    Skill(simulations=100, horizon=1, blindness=0.5, temper=0.1),
    Skill(simulations=300, horizon=2, blindness=0.25, temper=0.05),
    Skill(simulations=2_000, horizon=4, blindness=0.1, temper=0.02),
    Skill(simulations=10_000),
    Skill(seconds=1.0),
)
"""What the levels mean in a game that does not say."""


def skills_of(game: Game) -> tuple[Skill, ...]:
    """How the opponents of a game think, the weakest first."""
    skills: tuple[Skill, ...] = getattr(game.heuristics, "SKILLS", SKILLS)
    return skills


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; the last is the strongest there is."""
    return ranked(len(skills_of(game)))


def ranked(count: int) -> tuple[Level, ...]:
    """The levels of a game that has so many, at most MOST_LEVELS."""
    chosen = (*RANKS[: count - 1], RANKS[-1])
    return tuple(rank._replace(number=place) for place, rank in enumerate(chosen, 1))


def level_of(game: Game, number: int) -> Level:
    """The level of a game with this number. Raises NoLevel."""
    levels = levels_of(game)
    if not 1 <= number <= len(levels):
        raise NoLevel(missing(game, str(number)))
    return levels[number - 1]


def missing(game: Game, asked: str) -> Text:
    """That a game has no such level, and which it has."""
    fr, en = (
        ", ".join(f"{level.number} {level.name[tongue]}" for level in levels_of(game))
        for tongue in range(2)
    )
    return Text(
        f"{game.name.fr} n'a pas de niveau {asked}. Ses niveaux : {fr}.",
        f"{game.name.en} has no level {asked}. Its levels: {en}.",
    )


def level_held(game: Game, number: int, name: str = "") -> int:
    """The level that a log means, which may be of days when the game had fewer or more.

    Whoever has a name of the house plays at the level of that name; else it is the nearest.
    """
    levels = levels_of(game)
    known = next((level.number for level in levels if name in level.people), None)
    return max(1, min(number, len(levels))) if known is None else known


def skill_of(game: Game, number: int) -> Skill:
    """How the opponent of a level thinks in a game. Raises NoLevel."""
    return skills_of(game)[level_of(game, number).number - 1]


def strongest_of(game: Game) -> Skill:
    """How the strongest opponent of a game thinks."""
    return skills_of(game)[-1]


def name_for(game: Game, level: int, taken: Iterable[str], manner: str = "") -> str:
    """What the next opponent of a level is called at a table where some names are taken.

    Of some manner, if one is wished for.
    """
    used = {name.casefold() for name in taken}
    people = [
        name
        for name in levels_of(game)[level_held(game, level) - 1].people
        if manner in ("", key_of(manner_of(game, level, name)))
    ]
    return next((name for name in people if name.casefold() not in used), people[0])


def manner_of(game: Game, level: int, name: str) -> Manner | None:
    """The manner of somebody of a level; none at the last, which gives nothing away."""
    return manner_among(levels_of(game), level, name)


def manner_among(levels: Sequence[Level], number: int, name: str) -> Manner | None:
    """The manner of somebody at one of some levels.

    The manners go round the names, and each level begins with another.
    """
    if not 1 <= number < len(levels) or name not in levels[number - 1].people:
        return None
    return MANNERS[(number - 1 + levels[number - 1].people.index(name)) % len(MANNERS)]


def key_of(manner: Manner | None) -> str:
    """A manner as programs call it; nothing for none."""
    return "" if manner is None else manner.key


def player_named(game: Game, level: int, name: str) -> str:
    """The text, as `find_player` reads it, for somebody of a level: `3-greedy`, or just `3`."""
    return "-".join(filter(None, (str(level), key_of(manner_of(game, level, name)))))

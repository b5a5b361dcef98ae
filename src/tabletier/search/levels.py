"""The five opponents of the house, from a child's first games to the strongest we have."""

from typing import NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.texts import Text


class Level(NamedTuple):
    """An opponent with a name; what it means in a game stands in that game's `heuristics.py`."""

    number: int
    key: str
    name: Text
    manner: Text
    """What to expect of it, in a sentence."""


LEVELS = (
    Level(
        1,
        "apprentice",
        Text("Apprenti", "Apprentice"),
        Text(
            "Débute : voit une victoire immédiate une fois sur deux et ne prévoit rien.",
            "A beginner: sees an immediate win half of the time and plans nothing.",
        ),
    ),
    Level(
        2,
        "journeyman",
        Text("Compagnon", "Journeyman"),
        Text(
            "Connaît les règles et pense à votre réponse, quand il la voit.",
            "Knows the rules and thinks of your reply, when it sees it.",
        ),
    ),
    Level(
        3,
        "artisan",
        Text("Artisan", "Artisan"),
        Text(
            "Calcule quelques coups et se trompe parfois.",
            "Reckons a few moves ahead and errs now and then.",
        ),
    ),
    Level(
        4,
        "master",
        Text("Maître", "Master"),
        Text(
            "Calcule loin, et ne laisse plus passer grand-chose.",
            "Reckons further ahead, and no longer misses much.",
        ),
    ),
    Level(
        5,
        "tabletier",
        Text("Tabletier", "Tabletier"),
        Text(
            "Le plus fort de la maison : prend son temps et ne fait pas de cadeau.",
            "The strongest of the house: takes its time and gives nothing away.",
        ),
    ),
)

SKILLS = (
    Skill(simulations=100, horizon=1, blindness=0.5, temper=0.1),
    Skill(simulations=300, horizon=2, blindness=0.25, temper=0.05),
    Skill(simulations=2_000, horizon=4, blindness=0.1, temper=0.02),
    Skill(simulations=10_000),
    Skill(seconds=1.0),
)
"""What the levels mean in a game that does not say."""


def skill_of(game: Game, number: int) -> Skill:
    """How the opponent of a level, 1 to 5, thinks in a game."""
    skills: tuple[Skill, ...] = getattr(game.heuristics, "SKILLS", SKILLS)
    return skills[number - 1]

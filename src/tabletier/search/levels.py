"""The five opponents of the house, from a child's first games to the strongest we have."""

from collections.abc import Iterable
from typing import NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.text import Text


class Level(NamedTuple):
    """An opponent with a name; what it means in a game stands in that game's `search.py`."""

    number: int
    key: str
    name: Text
    manner: Text
    """What to expect of it, in a sentence."""
    people: tuple[str, ...]
    """Who plays at this level: enough that nobody has a namesake at a table of eight."""


LEVELS = (
    Level(
        1,
        "apprentice",
        Text("Apprenti", "Apprentice"),
        Text(
            "Débute : ne voit pas tout ce qui est sur la table et ne prévoit rien.",
            "A beginner: does not see all that lies on the table, and plans nothing.",
        ),
        ("Lison", "Basile", "Margot", "Colin", "Perrine", "Tobie", "Nanette", "Rémi"),
    ),
    Level(
        2,
        "journeyman",
        Text("Compagnon", "Journeyman"),
        Text(
            "Connaît les règles et pense à votre réponse, quand il la voit.",
            "Knows the rules and thinks of your reply, when it sees it.",
        ),
        ("Adèle", "Gaspard", "Odile", "Firmin", "Clémence", "Anselme", "Rosalie", "Léon"),
    ),
    Level(
        3,
        "artisan",
        Text("Artisan", "Artisan"),
        Text(
            "Calcule quelques coups et se trompe parfois.",
            "Reckons a few moves ahead and errs now and then.",
        ),
        ("Blanche", "Thibault", "Solange", "Augustin", "Hortense", "Fernand", "Irène", "Édouard"),
    ),
    Level(
        4,
        "master",
        Text("Maître", "Master"),
        Text(
            "Calcule loin, et ne laisse plus passer grand-chose.",
            "Reckons further ahead, and no longer misses much.",
        ),
        (
            "Mathilde",
            "Ambroise",
            "Éléonore",
            "Hippolyte",
            "Joséphine",
            "Théodore",
            "Apolline",
            "Maximilien",
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
        (
            "Célestin",
            "Victoire",
            "Balthazar",
            "Philippine",
            "Archibald",
            "Eugénie",
            "Léopold",
            "Sidonie",
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


def name_for(level: int, taken: Iterable[str]) -> str:
    """What the next opponent of a level is called at a table where some names are taken."""
    used = {name.casefold() for name in taken}
    people = LEVELS[level - 1].people
    return next((name for name in people if name.casefold() not in used), people[0])


def skill_of(game: Game, number: int) -> Skill:
    """How the opponent of a level, 1 to 5, thinks in a game."""
    skills: tuple[Skill, ...] = getattr(game.heuristics, "SKILLS", SKILLS)
    return skills[number - 1]

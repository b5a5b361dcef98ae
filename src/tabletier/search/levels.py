"""The five opponents of the house, from a child's first games to the strongest we have."""

from collections.abc import Iterable
from typing import NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.text import Text


class Manner(NamedTuple):
    """What decides, for some opponents, among moves that seem about as good to their level."""

    key: str
    """As in `Likes`, and behind a level's number where programs name an opponent."""
    name: Text
    """What somebody does who plays so, in a word or three: "bars the way"."""
    wish: Text
    """What it comes to, in a sentence."""
    words: tuple[str, ...]
    """What else people may type."""


MANNERS = (
    Manner(
        "careful",
        Text("marche sur des œufs", "treads softly"),
        Text(
            "Entre deux bons coups, fait celui qui laisse le moins à prendre.",
            "Of two good moves, makes the one that leaves less to take.",
        ),
        ("prudent", "prudente"),
    ),
    Manner(
        "greedy",
        Text("a bon appétit", "has an appetite"),
        Text(
            "Entre deux bons coups, fait celui qui prend ou avance tout de suite.",
            "Of two good moves, makes the one that takes or gets ahead at once.",
        ),
        ("gourmand", "gourmande"),
    ),
    Manner(
        "blocking",
        Text("barre la route", "bars the way"),
        Text(
            "Entre deux bons coups, fait celui qui laisse le moins à faire aux autres.",
            "Of two good moves, makes the one that leaves others less to do.",
        ),
        ("bloqueur", "bloqueuse"),
    ),
)


class Level(NamedTuple):
    """An opponent with a name; what it means in a game stands in that game's `search.py`."""

    number: int
    key: str
    name: Text
    manner: Text
    """What to expect of it, in a sentence."""
    people: tuple[str, ...]
    """Who plays at this level, each in the manner of `manner_of`: enough that nobody has a namesake
    at a table of eight."""


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


def name_for(level: int, taken: Iterable[str], manner: str = "") -> str:
    """What the next opponent of a level is called at a table where some names are taken.

    Of some manner, if one is wished for.
    """
    used = {name.casefold() for name in taken}
    people = [
        name for name in LEVELS[level - 1].people if manner in ("", key_of(manner_of(level, name)))
    ]
    return next((name for name in people if name.casefold() not in used), people[0])


def manner_of(level: int, name: str) -> Manner | None:
    """The manner of somebody of a level; none at the fifth, which gives nothing away.

    The manners go round the names, and each level begins with another.
    """
    people = LEVELS[level - 1].people
    if level == len(LEVELS) or name not in people:
        return None
    return MANNERS[(level - 1 + people.index(name)) % len(MANNERS)]


def key_of(manner: Manner | None) -> str:
    """A manner as programs call it; nothing for none."""
    return "" if manner is None else manner.key


def player_named(level: int, name: str) -> str:
    """The text, as `find_player` reads it, for somebody of a level: `3-greedy`, or just `5`."""
    return "-".join(filter(None, (str(level), key_of(manner_of(level, name)))))


def skill_of(game: Game, number: int) -> Skill:
    """How the opponent of a level, 1 to 5, thinks in a game."""
    skills: tuple[Skill, ...] = getattr(game.heuristics, "SKILLS", SKILLS)
    return skills[number - 1]

"""Who plays for the house: the names that levels have, in the words of a guild, and manners.

Which of the levels a game has is said in `levels.py`.
"""

from typing import NamedTuple

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
    """Its place among the levels of a game, from 1 on."""
    key: str
    name: Text
    manner: Text
    """What to expect of it, in a sentence."""
    people: tuple[str, ...]
    """Who plays at this level, each in the manner of `manner_of`: enough that nobody has a namesake
    at a table of eight."""


RANKS = (
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
        "warden",
        Text("Juré", "Warden"),
        Text(
            "Punit le moindre faux pas.",
            "Punishes every slip.",
        ),
        (
            "Barnabé",
            "Crescence",
            "Désiré",
            "Ernestine",
            "Gatien",
            "Honorine",
            "Isidore",
            "Léontine",
        ),
    ),
    Level(
        6,
        "provost",
        Text("Prévôt", "Provost"),
        Text(
            "Calcule plus loin qu'on ne le croit, et ne lâche rien.",
            "Reckons further than one thinks, and lets nothing go.",
        ),
        (
            "Anthelme",
            "Bathilde",
            "Casimir",
            "Dorothée",
            "Fulgence",
            "Germaine",
            "Horace",
            "Lucienne",
        ),
    ),
    Level(
        7,
        "syndic",
        Text("Syndic", "Syndic"),
        Text(
            "Voit venir de loin ce que vous préparez.",
            "Sees from afar what you are preparing.",
        ),
        (
            "Achille",
            "Berthilde",
            "Cyprien",
            "Dauphine",
            "Évariste",
            "Florentine",
            "Gédéon",
            "Hildegarde",
        ),
    ),
    Level(
        8,
        "consul",
        Text("Consul", "Consul"),
        Text(
            "Prépare ses pièges longtemps à l'avance.",
            "Sets its traps long beforehand.",
        ),
        (
            "Alphonse",
            "Bertille",
            "Cornélius",
            "Donatienne",
            "Edmée",
            "Fulbert",
            "Guillemette",
            "Hildebert",
        ),
    ),
    Level(
        9,
        "alderman",
        Text("Échevin", "Alderman"),
        Text(
            "Ne se trompe plus, mais ne cherche pas aussi loin que les derniers.",
            "No longer errs, but does not search as far as the last ones.",
        ),
        (
            "Aristide",
            "Brunehaut",
            "Constantin",
            "Domitille",
            "Eustache",
            "Fantine",
            "Gontran",
            "Hermine",
        ),
    ),
    Level(
        10,
        "dean",
        Text("Doyen", "Dean"),
        Text(
            "Joue presque comme le plus fort, et sans réfléchir longtemps.",
            "Plays nearly as the strongest does, and without thinking for long.",
        ),
        (
            "Melchior",
            "Olympe",
            "Prosper",
            "Scholastique",
            "Urbain",
            "Venance",
            "Wenceslas",
            "Zénaïde",
        ),
    ),
    Level(
        11,
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
"""All that levels are called, the weakest first: the first four and the last are in every game.

No guest may take a name of the house, so those of the newer levels are names of long ago.
"""

MOST_LEVELS = len(RANKS)
"""So many levels a game may have."""

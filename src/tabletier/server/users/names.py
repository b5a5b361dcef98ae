"""What people may be called: by the others at the table, and by the house when they log in."""

import re
import unicodedata

from tabletier.games.kernel.text import Text
from tabletier.search.levels import LEVELS
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.visible import is_visible

LONGEST = 40
OF_THE_HOUSE = frozenset(name.casefold() for level in LEVELS for name in level.people)
"""Its opponents: nobody shall be taken for one of them."""
LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{2,39}")


def display_name(given: str) -> str:
    """A name as others see it: trimmed, in one line, visible. Raises Refused."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not is_visible(name) or len(name) > LONGEST:
        raise Refused(
            "person/name",
            Text(
                f"Un nom a de 1 à {LONGEST} signes, tous visibles.",
                f"A name has 1 to {LONGEST} characters, all of them visible.",
            ),
            status=422,
        )
    return name


def person_name(given: str) -> str:
    """The name of somebody who plays: any but those of the house's opponents. Raises Refused."""
    name = display_name(given)
    if name.casefold() in OF_THE_HOUSE:
        raise Refused(
            "person/house",
            Text(
                f"{name} joue déjà pour la maison ; quel autre nom prendrez-vous ?",
                f"{name} plays for the house already; which other name will you take?",
            ),
            status=422,
        )
    return name


def login_name(given: str) -> str:
    """A name to log in with, in small letters. Raises Refused."""
    name = unicodedata.normalize("NFKC", given).strip().lower()
    if not LOGIN.fullmatch(name):
        raise Refused(
            "account/login",
            Text(
                "Un nom de compte a de 3 à 40 signes : lettres sans accent, chiffres, point, tiret "
                "ou trait bas, et commence par une lettre ou un chiffre.",
                "A login has 3 to 40 characters: letters without accents, digits, dot, hyphen "
                "or underscore, and begins with a letter or a digit.",
            ),
            status=422,
        )
    return name

"""What could not be read as an order or a request, in words for whoever wrote it."""

from collections.abc import Sequence
from typing import Any

from tabletier.games.kernel.texts import Text
from tabletier.server.tables.refused import Refused

FRENCH = {
    "missing": "il manque",
    "extra_forbidden": "rien n'est attendu ici",
    "json_invalid": "ce n'est pas du JSON",
    "string_too_short": "le texte est trop court",
    "string_too_long": "le texte est trop long",
    "string_type": "un texte est attendu",
    "literal_error": "cette valeur n'est pas permise",
    "union_tag_invalid": "cette valeur n'est pas permise",
    "union_tag_not_found": "il manque",
    "int_parsing": "un nombre entier est attendu",
    "int_type": "un nombre entier est attendu",
    "greater_than_equal": "le nombre est trop petit",
    "less_than_equal": "le nombre est trop grand",
    "less_than": "le nombre est trop grand",
}
"""What pydantic says, in French; anything else is just not valid."""


def unreadable(errors: Sequence[Any]) -> Refused:
    """A message in which pydantic found these errors, as a refusal that names the first."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])[:80] or "message"
    french = FRENCH.get(first["type"], "valeur non valable")
    return Refused(
        "order/unreadable",
        Text(
            f"Message illisible, à « {where} » : {french}.",
            f"Unreadable message, at '{where}': {first['msg'].rstrip('.')[:200]}.",
        ).printable(),
        status=422,
    )

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
OUTSIDE = ("body", "query", "path", "header", "cookie")
"""Where a request is looked at: nothing that its sender has written."""
FIELDS = {
    "password": Text("le mot de passe", "the password"),
    "new": Text("le nouveau mot de passe", "the new password"),
    "old": Text("l'ancien mot de passe", "the old password"),
    "login": Text("le nom de compte", "the account's name"),
    "name": Text("le nom", "the name"),
    "text": Text("le message", "the message"),
    "move": Text("le coup", "the move"),
    "seats": Text("les places", "the seats"),
    "options": Text("les options", "the options"),
}
"""What people call the fields that they fill in."""


def unreadable(errors: Sequence[Any]) -> Refused:
    """A message in which pydantic found these errors, as a refusal that names the first."""
    first = errors[0]
    where, french = _named(first["loc"]), FRENCH.get(first["type"], "valeur non valable")
    return Refused(
        "order/unreadable",
        Text(
            f"Message illisible, {where.fr} : {french}.",
            f"Unreadable message, {where.en}: {first['msg'].rstrip('.')[:200]}.",
        ).printable(),
        status=422,
    )


def _named(loc: Sequence[Any]) -> Text:
    """Where something is wrong, as whoever wrote it knows it."""
    parts = [str(part) for part in (loc[1:] if loc and loc[0] in OUTSIDE else loc)]
    known = FIELDS.get(parts[0]) if parts else Text("le message", "the message")
    if known is not None:
        return known
    path = ".".join(parts)[:80]
    return Text(f"à « {path} »", f"at '{path}'")

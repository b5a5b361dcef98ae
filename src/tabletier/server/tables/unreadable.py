"""What could not be read as an order or a request, in words for whoever wrote it."""

from collections.abc import Sequence
from typing import Any

from tabletier.games.kernel.text import Text
from tabletier.server.tables.refused import Refused

SAID = {
    "missing": Text("il manque", "it is missing"),
    "extra_forbidden": Text("rien n'est attendu ici", "nothing is expected here"),
    "json_invalid": Text("ce n'est pas du JSON", "this is not JSON"),
    "string_too_short": Text("le texte est trop court", "the text is too short"),
    "string_too_long": Text("le texte est trop long", "the text is too long"),
    "string_type": Text("un texte est attendu", "a text is expected"),
    "literal_error": Text("cette valeur n'est pas permise", "this value is not allowed"),
    "union_tag_invalid": Text("cette valeur n'est pas permise", "this value is not allowed"),
    "union_tag_not_found": Text("il manque", "it is missing"),
    "int_parsing": Text("un nombre entier est attendu", "a whole number is expected"),
    "int_type": Text("un nombre entier est attendu", "a whole number is expected"),
    "greater_than_equal": Text("le nombre est trop petit", "the number is too small"),
    "less_than_equal": Text("le nombre est trop grand", "the number is too large"),
    "less_than": Text("le nombre est trop grand", "the number is too large"),
}
"""What pydantic says, in our words."""
OUTSIDE = ("body", "query", "path", "header", "cookie")
"""Where a request is looked at: nothing that its sender has written."""
FIELDS = {
    "password": Text("le mot de passe", "the password"),
    "new": Text("le nouveau mot de passe", "the new password"),
    "old": Text("l'ancien mot de passe", "the old password"),
    "login": Text("le nom de compte", "the login"),
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
    where, why = _named(first["loc"]), SAID.get(first["type"]) or _otherwise(first["msg"])
    return Refused(
        "order/unreadable",
        Text(
            f"Message illisible, {where.fr} : {why.fr}.",
            f"Unreadable message, {where.en}: {why.en}.",
        ).printable(),
        status=422,
    )


def _otherwise(message: str) -> Text:
    """What is rarely wrong, in pydantic's words where they are understood."""
    plain = message.removeprefix("Value error, ").rstrip(".")[:200]
    return Text("valeur non valable", plain[:1].lower() + plain[1:])


def _named(loc: Sequence[Any]) -> Text:
    """Where something is wrong, as whoever wrote it knows it."""
    parts = [str(part) for part in (loc[1:] if loc and loc[0] in OUTSIDE else loc)]
    known = FIELDS.get(parts[0]) if parts else Text("le message", "the message")
    if known is not None:
        return known
    path = ".".join(parts)[:80]
    return Text(f"à « {path} »", f"at '{path}'")

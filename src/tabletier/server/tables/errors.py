"""What a table refuses or cannot read: a code for programs, a sentence for people, a rule."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Language, Text


class Refused(Exception):
    """An order that changes nothing."""

    def __init__(
        self,
        code: str,
        text: Text,
        rule: str | None = None,
        cells: tuple[str, ...] = (),
        status: int = 409,
        retry: float | None = None,
    ) -> None:
        super().__init__(text.en)
        self.code, self.text, self.rule, self.cells = code, text, rule, cells
        self.status = status
        """The HTTP status that fits."""
        self.retry = retry
        """Seconds after which asking again may help, told in whole ones."""

    def told(self, language: Language) -> dict[str, Any]:
        """What is sent to whoever gave the order."""
        told: dict[str, Any] = {
            "code": self.code,
            "text": self.text.say(language),
            "rule": self.rule,
            "cells": list(self.cells),
        }
        return told if self.wait is None else told | {"retry_ms": 1000 * self.wait}

    @property
    def wait(self) -> int | None:
        """Whole seconds after which asking again may help, wherever that is told."""
        return None if self.retry is None else math.ceil(self.retry)


def refused_by_rules(error: GameError, status: int = 422) -> Refused:
    """A mistake of the game, as a refusal."""
    return Refused(error.code, error.text, error.rule, error.cells, status)


def refused_as_explained(why: Refusal) -> Refused:
    """What the rules say of a move that nobody has made, as a refusal."""
    return Refused(why.code, why.text, why.rule, why.cells, 422)


def not_your_turn() -> Refused:
    """Somebody else is to move."""
    return Refused(
        "table/not-your-turn",
        Text("Ce n'est pas à vous de jouer.", "It is not your turn."),
    )


def stale(ply: int, expected: int) -> Refused:
    """The sender has not seen the last moves."""
    return Refused(
        "table/stale",
        Text(
            f"Ce coup porte le numéro {ply}, mais la table en est au numéro {expected} : "
            "la position a changé.",
            f"This move has number {ply}, but the table is at number {expected}: "
            "the position has changed.",
        ),
    )


def not_seated() -> Refused:
    """Only players may do this."""
    return Refused(
        "table/not-seated",
        Text(
            "Seule une personne assise à cette table peut le faire.",
            "Only somebody who sits at this table may do this.",
        ),
        status=403,
    )


def not_host() -> Refused:
    """Only the host may do this."""
    return Refused(
        "table/not-host",
        Text(
            "Cela revient à l'hôte de la table.",
            "Only the host of the table may do this.",
        ),
        status=403,
    )


def wrong_time(fr: str, en: str) -> Refused:
    """The table is not in a state for this."""
    return Refused("table/wrong-time", Text(fr, en))


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
    "int_from_float": Text("un nombre entier est attendu", "a whole number is expected"),
    "int_parsing_size": Text("le nombre est trop grand", "the number is too large"),
    "finite_number": Text("un nombre est attendu", "a number is expected"),
    "greater_than": Text("le nombre est trop petit", "the number is too small"),
    "greater_than_equal": Text("le nombre est trop petit", "the number is too small"),
    "less_than_equal": Text("le nombre est trop grand", "the number is too large"),
    "less_than": Text("le nombre est trop grand", "the number is too large"),
    "float_type": Text("un nombre est attendu", "a number is expected"),
    "float_parsing": Text("un nombre est attendu", "a number is expected"),
    "bool_type": Text("true ou false est attendu", "true or false is expected"),
    "bool_parsing": Text("true ou false est attendu", "true or false is expected"),
    "list_type": Text("une liste est attendue : […]", "a list is expected: […]"),
    "dict_type": Text("un objet est attendu : {…}", "an object is expected: {…}"),
    "model_type": Text("un objet est attendu : {…}", "an object is expected: {…}"),
    "model_attributes_type": Text("un objet est attendu : {…}", "an object is expected: {…}"),
    "string_pattern_mismatch": Text(
        "le texte n'a pas la forme attendue", "the text is not of the form that is expected"
    ),
    "too_short": Text("la liste est trop courte", "the list is too short"),
    "too_long": Text("la liste est trop longue", "the list is too long"),
}
"""What pydantic says, in our words."""
NOT_SAID_TO_BE_JSON = Text(
    "un objet est attendu, avec l'en-tête « Content-Type: application/json »",
    "an object is expected, with the header 'Content-Type: application/json'",
)
CHOICES = frozenset({"literal_error", "union_tag_invalid"})
"""Where only a few values are allowed, which can be named."""
TAGS = frozenset({"union_tag_invalid", "union_tag_not_found"})
"""What says which message it is, is not there or says nothing that is known."""
LONGEST_CHOICE = 300
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
    where, why = _named(first), _why(first)
    return Refused(
        "order/unreadable",
        Text(
            f"Message illisible, {where.fr} : {why.fr}.",
            f"Unreadable message, {where.en}: {why.en}.",
        ).printable(),
        status=422,
    )


def _why(error: Mapping[str, Any]) -> Text:
    """What is wrong, and which values are allowed where there are only a few."""
    if tuple(error["loc"]) == ("body",) and isinstance(error.get("input"), str | bytes):
        return NOT_SAID_TO_BE_JSON
    said = SAID.get(error["type"]) or _otherwise(error["msg"])
    told = error.get("ctx", {})
    allowed = str(told.get("expected") or told.get("expected_tags") or "")[:LONGEST_CHOICE]
    if not allowed or error["type"] not in CHOICES:
        return said
    choices = allowed.replace(" or ", " ou ")
    return Text(f"{said.fr} ; attendu : {choices}", f"{said.en}; expected {allowed}")


def _otherwise(message: str) -> Text:
    """What is rarely wrong, in pydantic's words where they are understood."""
    plain = message.removeprefix("Value error, ").rstrip(".")[:200]
    return Text("valeur non valable", plain[:1].lower() + plain[1:])


def _named(error: Mapping[str, Any]) -> Text:
    """Where something is wrong, as whoever wrote it knows it."""
    loc, kind = list(error["loc"]), error["type"]
    if kind == "json_invalid" and loc:  # of a message on a socket the place is not told
        return Text(f"au caractère {loc[-1]}", f"at character {loc[-1]}")
    parts = loc[1:] if loc and loc[0] in OUTSIDE else loc
    if kind in TAGS:  # which of several messages it is stands in a field of its own
        parts.append(str(error["ctx"]["discriminator"]).strip("'"))
    field = parts[-1] if len(parts) > 1 and isinstance(parts[1], str) else (*parts, None)[0]
    known = FIELDS.get(field) if parts else Text("le message", "the message")
    if known is not None:
        return known
    path = ".".join(map(str, parts))[:80]
    return Text(f"à « {path} »", f"at '{path}'")

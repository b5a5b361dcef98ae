"""Orders that a table refuses: a code for programs, a sentence for people, perhaps a rule."""

import math
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

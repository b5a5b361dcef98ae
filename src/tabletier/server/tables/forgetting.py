"""A person asks the house to forget them: what they did stays, who they were goes."""

from typing import Any

from msgspec.structs import replace

from tabletier.server.tables import acts

GONE = "—"
"""In place of the name, and of the words, of someone whom the house has forgotten."""


def erased(found: tuple[acts.AnyAct, ...], person: str) -> tuple[acts.AnyAct, ...]:
    """Acts without a person's name and words. Whose they are stays; nobody has that id any more."""
    return tuple(_erased(act, person) for act in found)


def _erased(act: Any, person: str) -> Any:
    if isinstance(act, acts.Sat | acts.Renamed) and act.person == person:
        return replace(act, name=GONE)
    if isinstance(act, acts.Said) and act.person == person:
        return silenced(act)
    return act


def renamed(found: tuple[acts.AnyAct, ...], person: str, account: str) -> tuple[Any, ...]:
    """Acts as if they had been an account's from the beginning."""
    return tuple(_renamed(act, person, account) for act in found)


def _renamed(act: Any, person: str, account: str) -> Any:
    if isinstance(act, acts.Opened):
        return replace(act, host=account) if act.host == person else act
    if isinstance(act, acts.Sat | acts.Renamed | acts.Said | acts.Hosted) and act.person == person:
        return replace(act, person=account)
    return act


def silenced(said: acts.Said) -> acts.Said:
    """Something that was said, without the name and the words."""
    return replace(said, name=GONE, text=GONE)

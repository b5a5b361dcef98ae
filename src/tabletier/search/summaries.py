"""What an analysis says of each seat, added up."""

from typing import NamedTuple

from tabletier.search.analysis import Analysis, Ply
from tabletier.search.verdicts import LIMITS

MARKS = tuple(name for name, _ in LIMITS)


class Account(NamedTuple):
    """How one seat played, and what luck its side had."""

    seat: int
    side: int
    moves: int
    choices: int
    """Moves that were not forced."""
    accuracy: float | None
    """1: nothing is known to have been lost; 0: no better than choosing blindly; None: no choice.

    It is 1 - (chances lost by mistakes) / (chances that average moves would have lost).
    """
    luck: float
    """By how much chance raised the side's chances, over the whole match."""
    skill: float
    """By how much this seat's mistakes lowered them; never above nought."""
    marks: dict[str, int]
    """How many of its moves got each name."""


def accounts(analysis: Analysis) -> tuple[Account, ...]:
    """One account per seat, in the order of seats."""
    sides = {seat: side for side, team in enumerate(analysis.teams) for seat in team}
    return tuple(_account(analysis, seat, sides[seat]) for seat in sorted(sides))


def _account(analysis: Analysis, seat: int, side: int) -> Account:
    own = [ply for ply in analysis.plies if ply.seat == seat]
    chosen = [ply for ply in own if not ply.forced]
    return Account(
        seat=seat,
        side=side,
        moves=len(own),
        choices=len(chosen),
        accuracy=accuracy(chosen),
        luck=sum(ply.luck[side] for ply in analysis.plies),
        skill=sum(ply.skill[side] for ply in own),
        marks={mark: sum(ply.mark == mark for ply in own) for mark in MARKS},
    )


def accuracy(plies: list[Ply]) -> float | None:
    """Which part of what there was to lose by choosing blindly was kept."""
    if not plies:
        return None
    stake, lost = sum(ply.stake for ply in plies), -sum(ply.skill[ply.side] for ply in plies)
    return 1.0 if lost <= 0.0 else max(0.0, 1.0 - lost / max(stake, lost))

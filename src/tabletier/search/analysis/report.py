"""What an analysis says of each seat, added up, and the whole of it as JSON: docs/analysis.md."""

from typing import Any, NamedTuple

from tabletier.search.analysis import Analysis, Ply
from tabletier.search.analysis.verdicts import LIMITS
from tabletier.search.endings import ending_json
from tabletier.search.hints import of_another

FORMAT = 1
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


def as_json(analysis: Analysis) -> dict[str, Any]:
    """The whole analysis in plain values."""
    result = analysis.result
    return {
        "format": FORMAT,
        "game": analysis.game,
        "teams": [list(team) for team in analysis.teams],
        "result": None if result is None else {**result._asdict(), "winners": [*result.winners]},
        "complete": analysis.complete,
        "budget": analysis.budget._asdict(),
        "seed": analysis.seed,
        "values": [list(value) for value in analysis.values],
        "moves": [_move(ply) for ply in analysis.plies],
        "seats": [_seat(account) for account in accounts(analysis)],
    }


def _move(ply: Ply) -> dict[str, Any]:
    other, loss = ply.other, ply.loss
    return {
        **{key: getattr(ply, key) for key in ("number", "seat", "side", "move", "forced", "mark")},
        **{key: list(getattr(ply, key)) for key in ("before", "after", "then")},
        **{key: list(getattr(ply, key)) for key in ("luck", "skill", "rest")},
        "ending": ending_json(ply.ending),
        "other": None
        if other is None
        else {
            "move": other.move,
            "value": list(other.value),
            "ending": ending_json(other.ending),
        },
        "why": None if ply.why is None else ply.why._asdict(),
        "why_of_another": None if ply.why is None else of_another(ply.why)._asdict(),
        "loss": None
        if loss is None
        else {
            "mean": loss.mean,
            "low": loss.low,
            "high": loss.high,
            "confidence": ply.confidence,
        },
    }


def _seat(account: Account) -> dict[str, Any]:
    return {**account._asdict(), "marks": dict(account.marks)}


def _object(*added: str, **properties: Any) -> dict[str, Any]:
    """An object of these fields; analyses made before some were `added` do not have those."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name in properties if name not in added],
        "properties": properties,
    }


def _maybe(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


_CHANCE = {"type": "number", "minimum": 0, "maximum": 1}
_CHANCES = {"type": "array", "items": _CHANCE, "minItems": 2}
_SWINGS = {"type": "array", "items": {"type": "number", "minimum": -1, "maximum": 1}, "minItems": 2}
_COUNT = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string"}
_NUMBER = {"type": "number"}
_FLAG = {"type": "boolean"}
_ENDING = _maybe(_object(won=_FLAG, moves={"type": "integer", "minimum": 1}))

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Analysis of a Tabletier record",
    **_object(
        format={"const": FORMAT},
        game=_TEXT,
        teams={"type": "array", "items": {"type": "array", "items": _COUNT}},
        result=_maybe(_object(winners={"type": "array", "items": _COUNT}, reason=_TEXT)),
        complete=_FLAG,
        budget=_object(simulations=_maybe(_COUNT), seconds=_maybe(_NUMBER)),
        seed=_TEXT,
        values={"type": "array", "items": _CHANCES},
        moves={
            "type": "array",
            "items": _object(
                "ending",
                number=_COUNT,
                seat=_COUNT,
                side=_COUNT,
                move=_TEXT,
                forced=_FLAG,
                mark={"enum": [None, *MARKS]},
                before=_CHANCES,
                after=_CHANCES,
                then=_CHANCES,
                luck=_SWINGS,
                skill=_SWINGS,
                rest=_SWINGS,
                ending=_ENDING,
                other=_maybe(_object("ending", move=_TEXT, value=_CHANCES, ending=_ENDING)),
                why=_maybe(_object(fr=_TEXT, en=_TEXT)),
                why_of_another=_maybe(_object(fr=_TEXT, en=_TEXT)),
                loss=_maybe(_object(mean=_NUMBER, low=_NUMBER, high=_NUMBER, confidence=_CHANCE)),
            ),
        },
        seats={
            "type": "array",
            "items": _object(
                seat=_COUNT,
                side=_COUNT,
                moves=_COUNT,
                choices=_COUNT,
                accuracy=_maybe(_CHANCE),
                luck=_NUMBER,
                skill=_NUMBER,
                marks=_object(**dict.fromkeys(MARKS, _COUNT)),
            ),
        },
    ),
}

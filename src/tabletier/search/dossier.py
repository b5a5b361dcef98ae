"""An analysis as JSON, for programs and for the page; `docs/analysis.md` explains the fields."""

from typing import Any

from tabletier.search.analysis import Analysis, Ply
from tabletier.search.reasons import of_another
from tabletier.search.summaries import MARKS, Account, accounts

FORMAT = 1


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
        "other": None if other is None else {"move": other.move, "value": list(other.value)},
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


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
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
                other=_maybe(_object(move=_TEXT, value=_CHANCES)),
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

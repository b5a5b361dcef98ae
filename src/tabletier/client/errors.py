"""What can go wrong between a program and a house. Each error is one sentence for people."""

from collections.abc import Mapping
from typing import Any


class HouseError(Exception):
    """Something did not work; the text says what."""


class Unreachable(HouseError):
    """The house does not answer: it is away, or what answers is no house."""


class Refused(HouseError):
    """The house said no, and nothing changed."""

    def __init__(
        self,
        code: str,
        text: str,
        rule: str | None = None,
        cells: tuple[str, ...] = (),
        retry_after: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        """For programs: `table/stale`, `move/illegal`, … (docs/protocol.md, Refusals)."""
        self.text = text
        """A sentence for people."""
        self.rule = rule
        """The rule that forbids it, such as `PUNTO-12`, where there is one."""
        self.cells = cells
        """Where to look, in the notation of the game."""
        self.retry_after = retry_after
        """After how many seconds asking again may help; None: not by itself."""
        self.status = status
        """Of the HTTP answer, where it came over HTTP."""

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.text!r})"

    @property
    def outdated(self) -> bool:
        """Whether the table has moved on since the move was chosen: look, and choose again."""
        return self.code in {"table/stale", "table/not-your-turn"}

    @property
    def passing(self) -> bool:
        """Whether the same may be asked again in a moment: too often, full, closing, paused."""
        return self.retry_after is not None and (
            self.code.startswith(("rate/", "house/")) or self.code == "table/paused"
        )


def refused(told: Mapping[str, Any], status: int | None = None) -> Refused:
    """A refusal as the house tells it."""
    retry = told.get("retry_ms")
    return Refused(
        str(told["code"]),
        str(told["text"]),
        told.get("rule"),
        tuple(told.get("cells") or ()),
        None if retry is None else retry / 1000,
        status,
    )

"""What the house writes down about itself: events, never people.

An error is written with the places it went through, not with what was in its message.
"""

import json
import logging
import sys
import traceback
from types import TracebackType
from typing import Any, TextIO

from tabletier.server.settings import Settings

OURS = "tabletier"
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Json(logging.Formatter):
    """A log entry as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry; what was handed over as `extra` becomes fields of its own."""
        entry: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": _event(record),
            **{key: value for key, value in vars(record).items() if key not in USUAL},
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry |= _error(record.exc_info[1], record.exc_info[2])
        return json.dumps(entry, ensure_ascii=False, default=str)


class Plain(logging.Formatter):
    """A log entry as a line for whoever sits at the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry, and what kind of error there was."""
        kind = record.exc_info[0] if record.exc_info else None
        return _event(record) + (f" ({kind.__name__})" if kind else "")


def _event(record: logging.LogRecord) -> str:
    """What happened; of what other packages say only the first line, which names no values."""
    message = record.getMessage()
    return message if record.name.split(".")[0] == OURS else message.split("\n")[0][:200]


def _error(error: BaseException, trace: TracebackType | None) -> dict[str, Any]:
    frames = traceback.extract_tb(trace)
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-20:]]
    return {"error": type(error).__name__, "trace": places}


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Write the log of this process to stderr, as the settings say."""
    stream = stream or sys.stderr
    seen = settings.local or stream.isatty() or sys.stdout.isatty()  # somebody reads along
    plain = settings.log == "plain" or (settings.log == "auto" and seen)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Plain() if plain else Json())
    logging.getLogger().handlers = [handler]
    logging.getLogger(OURS).setLevel(logging.WARNING if plain else logging.INFO)

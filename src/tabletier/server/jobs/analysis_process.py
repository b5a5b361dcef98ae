"""The process that analyses one match: it reads a record, tells how far it is, then what it found.

It is run with `python -c`; what it says are JSON lines.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tabletier.games.kernel.registry import find, look_on, shelves
from tabletier.games.kernel.text import LANGUAGES, Language, Text
from tabletier.match.match import Match
from tabletier.match.record import load

RUN = "from tabletier.server.jobs.analysis_process import main; main()"
LONGEST = 1 << 24
"""Bytes in one line of what the process says."""
POLITENESS = 10
"""How much others go first."""
TITLE = Text("Analyse d'une partie de {}", "Analysis of a game of {}")


class AnalysisFailed(RuntimeError):
    """The process ended without an answer."""


async def analysed(
    record: str, simulations: int, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """The analysis of a record, made by a process of its own. Raises AnalysisFailed."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        RUN,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST,
        start_new_session=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        asked = {"record": record, "simulations": simulations, "shelves": shelves()}
        child.stdin.write(json.dumps({**asked, "path": sys.path}).encode())
        child.stdin.close()
        async for line in child.stdout:
            said: dict[str, Any] = json.loads(line)
            if "result" in said:
                found: dict[str, Any] = said["result"]
                return found
            progress(said["done"], said["total"])
        raise AnalysisFailed("the process that analyses has ended")
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def main() -> None:
    """Analyse what stands on standard input."""
    from tabletier.search.analysis import analyse
    from tabletier.search.analysis.report import as_json
    from tabletier.search.knowledge import Budget

    with suppress(OSError, AttributeError):  # not everywhere
        os.nice(POLITENESS)
    asked = json.loads(sys.stdin.buffer.read())
    sys.path[:] = asked["path"]
    look_on(*asked["shelves"])
    match = load(asked["record"])

    def progress(done: int, total: int) -> None:
        _say({"done": done, "total": total})

    found = analyse(match, Budget(asked["simulations"], None), progress=progress)
    pictures = {language: picture(match, found, language) for language in LANGUAGES}
    _say({"result": {"analysis": as_json(found), "ribbon": pictures}})


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def picture(match: Match, found: Any, language: Language) -> str:
    """The ribbon. People are not named in it: it is kept, and they may want to be forgotten."""
    from tabletier.search.analysis.chart import ribbon

    word, and_ = ("Place", " et ") if language == "fr" else ("Seat", " and ")
    names = [f"{word} {and_.join(str(seat + 1) for seat in team)}" for team in match.teams]
    title = TITLE.say(language).format(find(match.game).name.say(language))
    return ribbon(found, names, language, title)

"""What happened at a table while somebody was not looking, as they may see it now."""

from typing import Any

from tabletier.games.kernel.texts import Language
from tabletier.server.live.audience import Listener
from tabletier.server.storage.store import Store
from tabletier.server.tables.acts import Line
from tabletier.server.tables.showing import Board, audience_of, line
from tabletier.server.tables.table import Table

MOST = 300
"""Lines told at most; who missed more is shown the table as it stands."""


def retold(
    table: Table,
    log: list[Line],
    after: int,
    person: str | None,
    muted: frozenset[str] = frozenset(),
    language: Language | None = None,
) -> list[dict[str, Any]]:
    """The lines of a log after a number, each as it would have been told at its time."""
    then, told = Table(table.id, table.seed), []
    for written in log:
        then.absorb(written)
        if written.number > after:
            board = None if then.match is None else Board(then, then.match, written.at)
            told.append(line(then, written, board, audience_of(then, person, muted, language)))
    return told


async def missed(
    store: Store, table: Table, after: int, listener: Listener
) -> list[dict[str, Any]]:
    """The lines of a table after a number, none if that is too long ago."""
    if not 0 <= table.number - after <= MOST or table.number == after:
        return []
    log = await store.lines_after(table.id, 0)
    seen = log[: table.number]
    return retold(table, seen, after, listener.person, listener.muted, listener.language)

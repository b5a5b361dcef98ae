"""A line as the database holds it."""

from typing import Any

from tabletier.server.storage.schema import lines
from tabletier.server.tables.acts import Line, written

COLUMNS = tuple(column.name for column in lines.columns)


def values_of(table: str, line: Line) -> tuple[Any, ...]:
    """The values of a line, in the order of the columns."""
    return (
        table,
        line.number,
        line.at,
        line.ply,
        line.person,
        line.key or None,
        written(line.acts),
    )


def row_of(table: str, line: Line) -> dict[str, Any]:
    """The values of a line by their names."""
    return dict(zip(COLUMNS, values_of(table, line), strict=True))

"""The lobby is searched for names, and filtered by clocks and games."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on; who waits at an open table is found at once.

    Not as a batch: SQLite would write the relation anew, and with the old one go all its lines.
    """
    op.add_column("tables", sa.Column("names", sa.Text(), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("clock", sa.String(8), nullable=False, server_default="none"))
    op.create_index(
        "ix_tables_public_status_game_touched", "tables", ["public", "status", "game", "touched"]
    )
    found = sa.table("tables", *map(sa.column, ("id", "status", "summary", "names", "clock")))
    connection = op.get_bind()
    waiting = connection.execute(
        sa.select(found.c.id, found.c.summary).where(found.c.status == "open")
    ).all()
    for table, text in waiting:
        summary = json.loads(text)
        names = " ".join(player["name"] for player in summary.get("players", []))
        clock = summary.get("clock", {}).get("kind", "none")
        mine = sa.update(found).where(found.c.id == table)
        connection.execute(mine.values(names=names.casefold(), clock=clock))

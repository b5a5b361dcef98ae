"""Keys are compared among orders that are no moves: a move is told from others by its ply."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NAME = "uq_lines_table_id_person_key"
NO_MOVE = sa.text("ply IS NULL")


def upgrade() -> None:
    """One step on."""
    with op.batch_alter_table("lines") as lines:
        lines.drop_constraint(NAME, type_="unique")
    op.create_index(
        NAME,
        "lines",
        ["table_id", "person", "key"],
        unique=True,
        sqlite_where=NO_MOVE,
        postgresql_where=NO_MOVE,
    )

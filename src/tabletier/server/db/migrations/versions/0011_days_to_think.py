"""Where people have days to think: whose turn it is and until when; secret calendar addresses."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on; no table of an earlier day has such a clock."""
    op.add_column("tables", sa.Column("turn_of", sa.String(32)))
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.add_column("tables", sa.Column("sitters", sa.Text))
    op.create_index("ix_tables_turn_of", "tables", ["turn_of"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "calendars",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("address", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_calendars_person", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", name="pk_calendars"),
        sa.UniqueConstraint("address", name="uq_calendars_address"),
    )

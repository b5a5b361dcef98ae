"""Notices of which nobody knows whether they were told."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on."""
    op.add_column(
        "notices", sa.Column("doubt", sa.Boolean(), server_default=sa.false(), nullable=False)
    )

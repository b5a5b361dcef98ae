"""Tokens may expire."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on."""
    op.add_column("tokens", sa.Column("expires", sa.BigInteger(), nullable=True))

"""Records from files are analysed too: a job need not be about a table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on."""
    with op.batch_alter_table("jobs") as jobs:
        jobs.alter_column("table_id", existing_type=sa.String(length=32), nullable=True)

"""Notices: where people want to be told, what waits to be told, and the house's keys."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("target", sa.String(length=255), nullable=False),
        sa.Column("details", sa.Text(), server_default="{}", nullable=False),
        sa.Column("kinds", sa.String(length=200), nullable=False),
        sa.Column("hours", sa.Text(), server_default="{}", nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=60), server_default="", nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=True),
        sa.Column("trouble", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_channels_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
        sa.UniqueConstraint("secret", name=op.f("uq_channels_secret")),
    )
    op.create_index(op.f("ix_channels_person"), "channels", ["person"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("holder", sa.String(length=32), nullable=True),
        sa.Column("lease", sa.BigInteger(), nullable=True),
        sa.Column("batch", sa.String(length=32), nullable=True),
        sa.Column("done", sa.BigInteger(), nullable=True),
        sa.Column("trouble", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["channel"], ["channels.id"], name=op.f("fk_notices_channel"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint(
            "channel",
            "table_id",
            "number",
            "kind",
            name=op.f("uq_notices_channel_table_id_number_kind"),
        ),
    )
    op.create_index(op.f("ix_notices_state_due"), "notices", ["state", "due"])
    op.create_index(op.f("ix_notices_channel_at"), "notices", ["channel", "at"])
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_keys")),
    )

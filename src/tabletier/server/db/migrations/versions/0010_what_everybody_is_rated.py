"""What everybody is rated, what each match changed, and who wants to stand on no ladder.

No match before today was rated, so there is nothing to fill in.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on."""
    op.add_column(
        "results",
        sa.Column("uncounted", sa.String(length=12), nullable=False, server_default="unrated"),
    )
    op.add_column(
        "people", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name=op.f("pk_ratings")),
    )
    op.create_index(
        "ix_ratings_game_provisional_rating_player",
        "ratings",
        ["game", "provisional", "rating", "player"],
    )
    op.create_index("ix_ratings_player", "ratings", ["player"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_rating_changes_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_rating_changes")),
    )
    op.create_index(
        "ix_rating_changes_game_ended_table_id", "rating_changes", ["game", "ended", "table_id"]
    )
    op.create_index(
        "ix_rating_changes_player_game_ended", "rating_changes", ["player", "game", "ended"]
    )
    op.create_table(
        "rating_queue",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_rating_queue_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_rating_queue")),
    )
    op.create_index("ix_rating_queue_game", "rating_queue", ["game"])

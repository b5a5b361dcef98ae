"""What came of matches, and by what others may call a person.

Matches that are over already are read when the house opens (`db/results.py`, `Backlog`).
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("opponent", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=5), nullable=False),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("mixed", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("with_house", sa.Boolean(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("others", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_results_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    op.create_index("ix_results_person_ended", "results", ["person", "ended"])
    op.create_index("ix_results_game_ended", "results", ["game", "ended"])
    op.add_column("people", sa.Column("handle", sa.String(16), nullable=True))
    op.add_column(
        "people", sa.Column("shows", sa.String(8), nullable=False, server_default="public")
    )
    op.create_index("ix_people_handle", "people", ["handle"], unique=True)
    _give_handles()


def _give_handles() -> None:
    """Everybody who is known already gets a handle."""
    people = sa.table("people", *map(sa.column, ("id", "handle")))
    connection = op.get_bind()
    mine = sa.update(people).where(people.c.id == sa.bindparam("whose"))
    known = connection.execute(sa.select(people.c.id)).scalars().all()
    given = [{"whose": person, "handle": secrets.token_urlsafe(9)} for person in known]
    if given:
        connection.execute(mine.values(handle=sa.bindparam("handle")), given)

"""Names that the lobby is searched for lose their accents: 0006 left them on those it filled in."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step on; names that are folded already stay as they are."""
    found = sa.table("tables", *map(sa.column, ("id", "names")))
    connection = op.get_bind()
    named = sa.select(found.c.id, found.c.names).where(found.c.names != "")
    for table, names in connection.execute(named).all():
        plain = unicodedata.normalize("NFKD", names.casefold())
        folded = "".join(sign for sign in plain if not unicodedata.combining(sign))
        if folded != names:
            connection.execute(sa.update(found).where(found.c.id == table).values(names=folded))

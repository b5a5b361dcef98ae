"""Alembic comes here; the connection is handed in by `schema.upgrade`."""

from alembic import context

from tabletier.server.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by writing it anew
)
with context.begin_transaction():
    context.run_migrations()

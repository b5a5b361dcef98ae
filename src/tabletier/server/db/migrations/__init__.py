"""The steps by which a database of an earlier day becomes one of today; see `database.upgrade`.

`scripts/migration.py "what changes"` writes the next step from the difference to the schema.
"""

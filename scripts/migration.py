"""Write the next migration: the difference between the last one and the schema.

`python scripts/migration.py "tables have a colour"`; read what it wrote before committing it.
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from sqlalchemy import Connection

from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.upgrading import config, head, known, upgrade


def write(connection: Connection, message: str) -> None:
    """Let Alembic compare, and write what differs."""
    from alembic import command
    from alembic.script import Script

    number = f"{int(head()) + 1:04}" if known() else "0001"
    written = command.revision(config(connection), message, autogenerate=True, rev_id=number)
    assert isinstance(written, Script)
    file = Path(written.path)
    kept = [line for line in file.read_text().splitlines() if "# ###" not in line]
    file.write_text("\n".join(kept) + "\n")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", file], check=True)
    print(file)


async def main(message: str) -> None:
    """Compare with a database that has all migrations so far."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(sqlite_url(Path(folder) / "empty.sqlite3"))
        if known():
            await upgrade(engine)
        async with engine.connect() as connection:
            await connection.run_sync(write, message)
        await engine.dispose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""Where the house keeps what must not be lost: SQLite beside the player, PostgreSQL for a site."""

"""The tables of the database, in milliseconds since 1970; `upgrading` brings an older one there."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy import Table as Relation

from tabletier.server.tables.acts import LogLine, written

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Relation(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("login", String(40), unique=True),
    Column("password", Text),
    Column("recovery", Text),
    Column("sessions", Integer, nullable=False, server_default="0"),
    Column("handle", String(16), index=True, unique=True),
    Column("shows", String(8), nullable=False, server_default="public"),
    Column("listed", Boolean, nullable=False, server_default=true()),
)
"""A guest has no login. `sessions` counts up to make all cookies of a person void. `handle` is what
others may call a person by in an address, and `shows` what they find there."""

tokens = Relation(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("digest", LargeBinary(32), nullable=False, unique=True),
    Column("label", String(60), nullable=False),
    Column("scopes", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("expires", BigInteger),
    Index(None, "person"),
)

tables = Relation(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("seed", String(128), nullable=False),
    Column("game", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("seats", Integer, nullable=False, server_default="0"),
    Column("free", Integer, nullable=False),
    Column("summary", Text, nullable=False, server_default="{}"),
    Column("names", Text, nullable=False, server_default=text("''")),
    Column("clock", String(8), nullable=False, server_default="none"),
    Column("opened", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("turn_of", String(32)),
    Column("due", BigInteger),
    Column("sitters", Text),
    Index(None, "turn_of"),
    Index(None, "due"),
    Index(None, "public", "status", "touched"),
    Index(None, "public", "status", "game", "touched"),
)
"""What the lobby lists; the truth is in the lines. `names` are those who sit there, as `folded`.
An id cannot be guessed: whoever has the link of a private table was invited. Where people have days
to think: whose turn it is (`turn_of`), when somebody must look at the table (`due`, also where a
rated match waits for its last person), who sits where and which seat is to move (`sitters`); all of
it is told to nobody as it is."""

sitting = Relation(
    "sitting",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Index(None, "person"),
)
"""Who has or had a seat at which table."""

lines = Relation(
    "lines",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("ply", Integer),
    Column("person", String(32), nullable=False),
    Column("key", String(64)),
    Column("acts", Text, nullable=False),
    UniqueConstraint("table_id", "ply"),
    Index(
        "uq_lines_table_id_person_key",
        "table_id",
        "person",
        "key",
        unique=True,
        sqlite_where=text("ply IS NULL"),
        postgresql_where=text("ply IS NULL"),
    ),
)
"""The logs of all tables. `key` is null where the sender gave none. Keys of moves need not be
compared: a move is made once because its ply is, and every index costs a page a line."""

results = Relation(
    "results",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32)),
    Column("name", String(40), nullable=False),
    Column("house", Boolean, nullable=False),
    Column("opponent", Text, nullable=False),
    Column("level", Integer),
    Column("team", Integer, nullable=False),
    Column("outcome", String(5), nullable=False),
    Column("stand_in", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("first", Boolean, nullable=False),
    Column("mixed", Boolean, nullable=False),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("with_house", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("others", Text, nullable=False),
    Column("uncounted", String(12), nullable=False, server_default="unrated"),
    Index(None, "person", "ended"),
    Index(None, "game", "ended"),
)
"""What came of matches, a row for each seat: see `tables/outcome.py`. `others` are the names of all
but this seat, as `folded`; `uncounted` is why it does not count for the seat's rating."""

ratings = Relation(
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("level", Integer),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "game", "provisional", "rating", "player"),
    Index(None, "player"),
)
"""What everybody is rated at each game, the levels of the house too: `db/ratings.py` works it out
of results. `rating` is `mu` as it is shown, `at` when the last match ended that counted."""

rating_changes = Relation(
    "rating_changes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("player", String(32), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index(None, "game", "ended", "table_id"),
    Index(None, "player", "game", "ended"),
)
"""What each match changed."""

rating_queue = Relation(
    "rating_queue",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index(None, "game"),
)
"""Matches whose changes are to be worked out, written with their results."""

calendars = Relation(
    "calendars",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(32), nullable=False, unique=True),
)
"""Where a person's calendar is read; only with a signature of the house is that its address."""

mutes = Relation(
    "mutes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("muted", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("person", "muted"),
)
"""Whom a person does not want to hear, by the name that the other had then."""

reports = Relation(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("reported", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("said", Text, nullable=False),
    UniqueConstraint("table_id", "number", "person"),
)
"""Complaints about something that was said, with what was said around it."""

jobs = Relation(
    "jobs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE")),
    Column("about", String(40), nullable=False),
    Column("person", String(32), nullable=False),
    Column("status", String(9), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("result", Text),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Index(None, "table_id", "kind"),
    Index(None, "person", "status"),
)
"""Work that takes a while, about a table or, without one, about a record from a file. `seen`: when
somebody last asked for it; `beat`: when whoever does it last gave a sign of life."""

servers = Relation(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)
"""The servers of the house, and when each was last known to be running."""

closings = Relation(
    "closings",
    metadata,
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
)
"""When the house was closed: no server ran, and nobody's clock."""

channels = Relation(
    "channels",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("target", String(255), nullable=False),
    Column("details", Text, nullable=False, server_default="{}"),
    Column("kinds", String(200), nullable=False),
    Column("hours", Text, nullable=False, server_default="{}"),
    Column("secret", String(64), nullable=False, unique=True),
    Column("state", String(8), nullable=False),
    Column("label", String(60), nullable=False, server_default=text("''")),
    Column("made", BigInteger, nullable=False),
    Column("told", BigInteger),
    Column("trouble", Text, nullable=False, server_default=text("''")),
    Index(None, "person"),
)
"""Where a person wants to be told, of which `kinds` of things, and in which hours. `target` is the
machine that is asked to; `state`: `asked` until an address is confirmed, `on`, or `dead` with the
`trouble` that ended it. Whoever knows the `secret` may read a feed, confirm or stop e-mail."""

notices = Relation(
    "notices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("channel", String(16), ForeignKey("channels.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("about", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("holder", String(32)),
    Column("lease", BigInteger),
    Column("batch", String(32)),
    Column("done", BigInteger),
    Column("trouble", Text, nullable=False, server_default=text("''")),
    Column("doubt", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("channel", "table_id", "number", "kind"),
    Index(None, "state", "due"),
    Index(None, "channel", "at"),
)
"""The outbox: one row for each notice and channel, written with the line that causes it. `state`:
`waiting`, then `sent`, `dropped` (nobody needed it any more) or `failed`. Whoever sends one holds
its `lease`; what goes out together has a `batch`, kept when it is tried again. `doubt`: it may have
been told, but nobody noted it."""

house_keys = Relation(
    "house_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the house is known by to others, made once for all its servers."""


puzzle_answers = Relation(
    "puzzle_answers",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("day", String(10)),
    Column("marks", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What people answered: a letter a try. `day`: the day whose puzzle it was, if given in time."""

puzzle_ratings = Relation(
    "puzzle_ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)
"""How hard puzzles are for those who tried; of the others their file says what levels solve."""

puzzle_solvers = Relation(
    "puzzle_solvers",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)


COLUMNS = tuple(column.name for column in lines.columns)


def values_of(table: str, line: LogLine) -> tuple[Any, ...]:
    """The values of a line, in the order of the columns."""
    return (
        table,
        line.number,
        line.at,
        line.ply,
        line.person,
        line.key or None,
        written(line.acts),
    )


def row_of(table: str, line: LogLine) -> dict[str, Any]:
    """The values of a line by their names."""
    return dict(zip(COLUMNS, values_of(table, line), strict=True))

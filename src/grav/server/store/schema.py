"""The tables of the database. Every change here needs a migration."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

# The event log of all tables. Rows are inserted at the next number, and never changed: the primary
# key decides who was first (optimistic concurrency). A command's id, its idempotency key, is stored
# with the first of its events: whoever stores it at the next number has read all events before it,
# so the command acts once.
events = Table(
    "events",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("form", SmallInteger, nullable=False),
    Column("command", String(96)),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,  # stores the events of a game together
)

# The latest number of each game: a projection of its events, written with them. `waiting` is a bit
# mask of the seats that the table waits for; NULL: not known, for games from before it.
heads = Table(
    "heads",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("waiting", Integer),
    sqlite_with_rowid=False,
)

# When each table must be checked next. Never later than the true deadline, unless that is past and
# checking it changed nothing.
deadlines = Table(
    "deadlines",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("due", BigInteger, nullable=False, index=True),
)

# What lists show of a table: a projection of its events, written with them.
games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("stage", String(12), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("slow", Boolean, nullable=False),
    Column("host", String(16), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),
    Index("ix_games_list", "stage", "public", "changed"),
)
seats = Table(
    "seats",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", String(16), index=True),
    Column("level", SmallInteger),
    Column("kept", Boolean, nullable=False, default=False),
)

# When each person was last seen at a table, for seats whose player is gone.
presence = Table(
    "presence",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# Games whose events do not fold: they are not shown, and their deadlines are not carried out.
quarantine = Table(
    "quarantine",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("error", Text, nullable=False),
)

# One row, written to check whether the database accepts writes.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

# The secret from which the seeds of bots are derived, so that nobody can predict them. Made once,
# and never disclosed.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

# Which process lets a bot think about a question, and when its lease expires.
leases = Table(
    "leases",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("question", String(24), nullable=False),
    Column("holder", String(16), nullable=False),
    Column("until", BigInteger, nullable=False),
)

# `key` is the normalised name: names that differ only in width or case are the same.
people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40)),
    Column("key", String(160), unique=True),
    Column("password", String(255)),
    Column("created", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False, default=False),
    Column("banned", Boolean, nullable=False, default=False),
)
# Sessions, tokens and codes are stored as hashes: whoever reads the database cannot use them.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False, default=""),
)
tokens = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("scopes", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
)
blocks = Table(
    "blocks",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("blocked", String(16), ForeignKey("people.id"), primary_key=True),
)
banned_addresses = Table(
    "banned_addresses",
    metadata,
    Column("address", String(64), primary_key=True),
    Column("created", BigInteger, nullable=False),
)

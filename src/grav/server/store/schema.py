"""The tables of the database. What changes here needs a migration beside it."""

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

# What happened at every table. Rows are inserted at the next number, and never changed: the key
# decides who was first. A command's id stands on the first of its events: whoever stores it at the
# next number has read all before it, so it acts once.
events = Table(
    "events",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("form", SmallInteger, nullable=False),
    Column("command", String(96)),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,  # the events of a game lie together
)

# Where each game stands: a projection of its events, written with them. `waiting` has a bit for
# each seat that the table waits for; NULL: not known, for it is older than the projection.
heads = Table(
    "heads",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("waiting", Integer),
    sqlite_with_rowid=False,
)

# When each table has to be looked at next. Never later than the true deadline, unless that is past
# and nothing came of it.
deadlines = Table(
    "deadlines",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("due", BigInteger, nullable=False, index=True),
)

# What lists show of a table: derived from its events, written with them.
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

# When each person was last at a table, for seats whose player is gone.
presence = Table(
    "presence",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# Games whose events do not fold: nobody is shown them, and no deadline of theirs is carried out.
quarantine = Table(
    "quarantine",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("error", Text, nullable=False),
)

# One row, written to find out whether anything can be written.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

# What bots are derived from, so that nobody can foretell them. Made once, and never told.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

# Which process lets a bot think about what it is asked, and until when the others leave it to it.
leases = Table(
    "leases",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("question", String(24), nullable=False),
    Column("holder", String(16), nullable=False),
    Column("until", BigInteger, nullable=False),
)

# `key` is the name as it is compared: two names that look alike are one.
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
# Sessions, tokens and codes are kept as hashes: who reads the database cannot use them.
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

"""The first tables. Names of keys and indexes follow the convention of the schema."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    _tables()
    _people()


def _tables() -> None:
    op.create_table(
        "events",
        Column("game", String(16), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("form", SmallInteger, nullable=False),
        Column("command", String(96)),
        Column("event", Text, nullable=False),
        UniqueConstraint("game", "command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deadlines",
        Column("game", String(16), primary_key=True),
        Column("due", BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "games",
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
    op.create_table(
        "seats",
        Column("game", String(16), ForeignKey("games.id"), primary_key=True),
        Column("seat", SmallInteger, primary_key=True, autoincrement=False),
        Column("person", String(16), index=True),
        Column("level", SmallInteger),
        Column("kept", Boolean, nullable=False),
    )
    op.create_table(
        "presence",
        Column("game", String(16), primary_key=True),
        Column("person", String(16), primary_key=True),
        Column("seen", BigInteger, nullable=False),
    )


def _people() -> None:
    op.create_table(
        "people",
        Column("id", String(16), primary_key=True),
        Column("name", String(40)),
        Column("key", String(160), unique=True),
        Column("password", String(255)),
        Column("created", BigInteger, nullable=False),
        Column("deleted", Boolean, nullable=False),
        Column("banned", Boolean, nullable=False),
    )
    op.create_table(
        "sessions",
        Column("id", String(16), primary_key=True),
        Column("hash", String(64), nullable=False, unique=True),
        Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
        Column("created", BigInteger, nullable=False),
        Column("seen", BigInteger, nullable=False),
        Column("expires", BigInteger, nullable=False),
        Column("agent", String(200), nullable=False),
    )
    op.create_table(
        "tokens",
        Column("id", String(16), primary_key=True),
        Column("hash", String(64), nullable=False, unique=True),
        Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
        Column("name", String(60), nullable=False),
        Column("scopes", String(200), nullable=False),
        Column("created", BigInteger, nullable=False),
        Column("used", BigInteger),
    )
    op.create_table(
        "recovery_codes",
        Column("hash", String(64), primary_key=True),
        Column("person", String(16), ForeignKey("people.id"), nullable=False, index=True),
    )
    op.create_table(
        "blocks",
        Column("person", String(16), ForeignKey("people.id"), primary_key=True),
        Column("blocked", String(16), ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "banned_addresses",
        Column("address", String(64), primary_key=True),
        Column("created", BigInteger, nullable=False),
    )

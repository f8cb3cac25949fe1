"""Drops the unique key (game, command), which doubled what was written.

Idempotency follows from the key (game, number): a process that appends at the next number has read
all events before it, with the ids of their commands.
"""

from alembic import op
from sqlalchemy import Column, Integer, SmallInteger, String, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("uq_events_game", "events")
        return
    op.rename_table("events", "events_before")  # SQLite cannot drop a constraint
    op.create_table(
        "events",
        Column("game", String(16), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("form", SmallInteger, nullable=False),
        Column("command", String(96)),
        Column("event", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO events SELECT game, number, form, command, event FROM events_before")
    op.drop_table("events_before")

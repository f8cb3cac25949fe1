"""Adds the tables `heads` (latest numbers), `quarantine` and `heartbeat`."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, SmallInteger, String, Text

revision = "0002"
down_revision = "0001"

# Whom a running game waits for is known only from its fold, and migrations fold nothing: NULL makes
# servers backfill it, one game after the other. A game that does not run waits for nobody.
FILL = """
    INSERT INTO heads (game, number, waiting)
    SELECT events.game, MAX(events.number),
        CASE WHEN MAX(games.stage) IN ('settling', 'playing') THEN NULL ELSE 0 END
    FROM events LEFT JOIN games ON games.id = events.game
    GROUP BY events.game
"""


def upgrade() -> None:
    op.create_table(
        "heads",
        Column("game", String(16), primary_key=True),
        Column("number", Integer, nullable=False),
        Column("waiting", Integer),
        sqlite_with_rowid=False,
    )
    op.execute(FILL)
    op.create_table(
        "quarantine",
        Column("game", String(16), primary_key=True),
        Column("at", BigInteger, nullable=False),
        Column("error", Text, nullable=False),
    )
    op.create_table(
        "heartbeat",
        Column("id", SmallInteger, primary_key=True, autoincrement=False),
        Column("at", BigInteger, nullable=False),
    )

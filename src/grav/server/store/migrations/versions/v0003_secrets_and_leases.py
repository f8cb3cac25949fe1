"""A secret of the server, and leases of what bots think about."""

from alembic import op
from sqlalchemy import BigInteger, Column, SmallInteger, String

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "secrets",
        Column("name", String(16), primary_key=True),
        Column("value", String(64), nullable=False),
    )
    op.create_table(
        "leases",
        Column("game", String(16), primary_key=True),
        Column("seat", SmallInteger, primary_key=True, autoincrement=False),
        Column("question", String(24), nullable=False),
        Column("holder", String(16), nullable=False),
        Column("until", BigInteger, nullable=False),
    )

"""Durable storage in SQLite or PostgreSQL. Knows no rules of the game.

`migrate` brings a database up to date. Import it from its module: only the start-up code needs it.
"""

from grav.server.store.engine import Database, StoreError, StoreUnavailable, open_database
from grav.server.store.games import Cursor, Games, Listed, Statistics
from grav.server.store.journal import UNCHANGED, Append, Journal, Row, SeatRow, Summary, Unchanged
from grav.server.store.presence import PresenceStore

__all__ = [
    "UNCHANGED",
    "Append",
    "Cursor",
    "Database",
    "Games",
    "Journal",
    "Listed",
    "PresenceStore",
    "Row",
    "SeatRow",
    "Statistics",
    "StoreError",
    "StoreUnavailable",
    "Summary",
    "Unchanged",
    "open_database",
]

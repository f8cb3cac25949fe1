"""Durable storage in SQLite or PostgreSQL. Knows no rules of the game.

`migrate` brings a database up to date. Import it from its module: only the start-up code needs it.
"""

from grav.server.store.engine import Database, StoreError, StoreUnavailable, open_database
from grav.server.store.games import Cursor, Games, Listed, Presence, Statistics
from grav.server.store.journal import KEEP, Append, Journal, Keep, Row, SeatRow, Summary

__all__ = [
    "KEEP",
    "Append",
    "Cursor",
    "Database",
    "Games",
    "Journal",
    "Keep",
    "Listed",
    "Presence",
    "Row",
    "SeatRow",
    "Statistics",
    "StoreError",
    "StoreUnavailable",
    "Summary",
    "open_database",
]

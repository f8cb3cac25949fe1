"""Alembic migrations of the tables, step by step. A migration that was released never changes."""

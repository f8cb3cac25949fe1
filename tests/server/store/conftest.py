"""Journals over the databases of the tests."""

from collections.abc import AsyncIterator

import pytest

from grav.server.store import Database, Journal, open_database


@pytest.fixture
async def journal(database: Database) -> AsyncIterator[Journal]:
    """A journal over the database of the test."""
    opened = Journal(database)
    yield opened
    await opened.close()


@pytest.fixture
async def other_journal(database_url: str) -> AsyncIterator[Journal]:
    """A journal over the same database with connections of its own, as another process has it."""
    database = open_database(database_url)
    opened = Journal(database)
    yield opened
    await opened.close()
    await database.close()

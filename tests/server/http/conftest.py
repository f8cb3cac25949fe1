"""Servers for tests over HTTP."""

from collections.abc import AsyncIterator

import pytest

from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.fixed_clock import SetClock


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def house(sqlite_url: str, clock: SetClock) -> AsyncIterator[ServerFixture]:
    async with open_server_fixture(sqlite_url, clock) as opened:
        yield opened


@pytest.fixture
async def limited_house(sqlite_url: str, clock: SetClock) -> AsyncIterator[ServerFixture]:
    """A server with rate limits; its clock stands still, so no limit refills."""
    async with open_server_fixture(sqlite_url, clock, limits=1) as opened:
        yield opened

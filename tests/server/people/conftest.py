"""People in a database, with a clock and random values that tests control."""

from collections.abc import Awaitable, Callable
from itertools import count

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from grav.server.people.passwords import Passwords
from grav.server.people.people_facade import People
from grav.server.store import Database
from grav.server.store.schema import metadata

EASY = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class SetClock:
    """A clock that stands still until a test advances it."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def now(self) -> int:
        return self.time

    def elapsed(self) -> float:
        return self.time / 1000


class CountingChance:
    """A source of numbered ids and secrets that records them."""

    def __init__(self, secrets: list[str]) -> None:
        self._numbers = count(1)
        self._secrets = secrets

    def id(self) -> str:
        return f"id-{next(self._numbers):09}"

    def secret(self) -> str:
        self._secrets.append(f"secret-{next(self._numbers):036}")
        return self._secrets[-1]


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def later(clock: SetClock) -> Callable[[int], int]:
    """Advances the clock by this many milliseconds; returns the new time."""

    def move(milliseconds: int) -> int:
        clock.time += milliseconds
        return clock.time

    return move


@pytest.fixture
def secrets() -> list[str]:
    """All secrets that were issued."""
    return []


@pytest.fixture
def people(database: Database, clock: SetClock, secrets: list[str]) -> People:
    return People(database, clock, CountingChance(secrets), Passwords(EASY))


@pytest.fixture
def everything(database: Database) -> Callable[[], Awaitable[dict[str, str]]]:
    """Reads the whole database; returns a text for each table."""

    async def read() -> dict[str, str]:
        async with database.reading() as connection:
            return {
                table.name: "\n".join(str(row) for row in await connection.execute(select(table)))
                for table in metadata.sorted_tables
            }

    return read

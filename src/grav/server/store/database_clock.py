"""Reads the database's own clock, which is the same for all hosts that share the database."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import func, select

from grav.server.store.engine import Database

SAMPLES = 5
"""Number of queries in a row: the fastest answer is the most accurate."""


class Reading(NamedTuple):
    time: float
    """Milliseconds since 1970, by the database's clock."""
    moment: float
    """The moment of that time, by the caller's clock."""
    error: float
    """Milliseconds by which the time may be wrong at most."""


async def database_time(database: Database, elapsed: Callable[[], float]) -> Reading:
    """Returns the time of PostgreSQL's clock. As in NTP, an answer counts for the middle of its
    round trip, and of a few samples the one with the shortest round trip is used."""
    seconds = select(func.extract("epoch", func.clock_timestamp()))
    samples = []
    async with database.reading() as connection:
        for _ in range(SAMPLES):
            asked = elapsed()
            time = float(await connection.scalar(seconds) or 0) * 1000
            took = elapsed() - asked
            samples.append(Reading(time, asked + took / 2, took / 2 * 1000))
    return min(samples, key=lambda sample: sample.error)

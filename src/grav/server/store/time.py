"""The time by the database's own clock: one for all hosts that share it."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import func, select

from grav.server.store.engine import Database

SAMPLES = 5
"""How often the database is asked in a row: the quickest answer is the surest."""


class Reading(NamedTuple):
    time: float
    """Milliseconds since 1970, by the database's clock."""
    moment: float
    """When that was so, by the clock of the one who asked."""
    error: float
    """Milliseconds by which it may be wrong."""


async def database_time(database: Database, elapsed: Callable[[], float]) -> Reading:
    """What PostgreSQL's clock shows. As NTP does it: the answer is of the middle of the way there
    and back, and the shortest way of a few tells it best."""
    seconds = select(func.extract("epoch", func.clock_timestamp()))
    samples = []
    async with database.reading() as connection:
        for _ in range(SAMPLES):
            asked = elapsed()
            time = float(await connection.scalar(seconds) or 0) * 1000
            took = elapsed() - asked
            samples.append(Reading(time, asked + took / 2, took / 2 * 1000))
    return min(samples, key=lambda sample: sample.error)

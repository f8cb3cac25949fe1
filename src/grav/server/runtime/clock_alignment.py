"""Keeps the clock of a process right: by the database's clock, where several hosts share it."""

import structlog

from grav.server.runtime.clock import SystemClock
from grav.server.store.database_clock import database_time
from grav.server.store.engine import Database

ALIGN_SECONDS = 60.0
MAX_ERROR = 1000.0
"""Milliseconds by which a clock may be wrong before a warning is logged."""

log = structlog.get_logger(__name__)


class Alignment:
    """Hosts that share a PostgreSQL database use its clock, so that a stone placed at one host has
    the same time at all. Processes that share a SQLite file are on one host, and use its clock."""

    def __init__(self, clock: SystemClock, database: Database) -> None:
        self._clock = clock
        self._database = database
        self._shares_machine = database.kind == "sqlite"
        self._logged_error = 0.0
        """The error that was last logged."""

    async def start(self) -> None:
        """Aligns the clock; call it before anything is stored.

        On a shared machine it only slews: if the machine's clock was set, the processes that run
        already slew too, and one that starts later must not be ahead of them.
        """
        if self._shares_machine:
            await self.renew()
        else:
            self._clock.set(await self._ahead())

    async def renew(self) -> None:
        ahead = await self._ahead()
        self._clock.slew(ahead)
        if abs(ahead - self._logged_error) > MAX_ERROR:
            self._logged_error = ahead
            log.warning("clock_stepped", ahead_ms=round(ahead))

    async def _ahead(self) -> float:
        """Returns the milliseconds by which the true time is ahead of the clock."""
        clock = self._clock
        if self._shares_machine:
            return clock.wall() - clock.at(clock.elapsed())
        reading = await database_time(self._database, clock.elapsed)
        return reading.time - clock.at(reading.moment)

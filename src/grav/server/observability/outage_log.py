"""Logs outages of the database."""

from structlog.typing import FilteringBoundLogger

from grav.server.observability.metrics import Metrics
from grav.server.runtime.clock import Clock
from grav.server.store import Database, StoreUnavailable


class OutageLog:
    """Logs an outage of the database when it begins and when it ends, and counts every failed
    write: a line for each of them would say no more, and fill a disk that is full."""

    def __init__(
        self, database: Database, clock: Clock, metrics: Metrics, log: FilteringBoundLogger
    ) -> None:
        self._clock = clock
        self._metrics = metrics
        self._log = log
        self._since: float | None = None
        database.writes.on_outcome = self._record

    def _record(self, failure: StoreUnavailable | None) -> None:
        if failure is not None:
            self._metrics.store_failures.inc()
            if self._since is None:
                self._since = self._clock.elapsed()
                self._log.error("store_failing", why=str(failure.__cause__ or failure))
        elif self._since is not None:
            seconds, self._since = self._clock.elapsed() - self._since, None
            self._log.warning("store_works_again", seconds=round(seconds, 1))

"""Metrics around the journal: duration and size of its writes; and the log of outages."""

from collections.abc import Sequence
from typing import Any

from grav.server.observability.metrics import Metrics
from grav.server.runtime.clock import Clock
from grav.server.store import Database, Journal


class MeasuredJournal(Journal):
    def __init__(self, database: Database, clock: Clock, metrics: Metrics) -> None:
        super().__init__(database)
        self._clock = clock
        self._metrics = metrics

    async def _write_until_known(self, group: Sequence[Any]) -> None:
        started = self._clock.elapsed()
        try:
            await super()._write_until_known(group)
        finally:
            self._metrics.append_seconds.observe(self._clock.elapsed() - started)
            self._metrics.append_group.observe(len(group))

"""The journal, with its times and sizes counted."""

from collections.abc import Sequence
from typing import Any

from grav.server.clock import Clock
from grav.server.metrics import Metrics
from grav.server.store import Append, Database, Journal


class MeasuredJournal(Journal):
    def __init__(self, database: Database, clock: Clock, metrics: Metrics) -> None:
        super().__init__(database)
        self._clock = clock
        self._metrics = metrics

    async def append(self, append: Append) -> bool:
        started = self._clock.elapsed()
        written = await super().append(append)
        self._metrics.append_seconds.observe(self._clock.elapsed() - started)
        return written

    async def _insist(self, group: Sequence[Any]) -> None:
        self._metrics.append_group.observe(len(group))
        await super()._insist(group)

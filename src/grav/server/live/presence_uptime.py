"""Since when this process has been able to observe presence without interruption.

Nobody counts as gone who could not be seen: while the server, its database or its channels were
down, nobody at the tables was seen, however long they waited.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from grav.server.runtime.background import Supervisor
from grav.server.runtime.clock import Clock

log = structlog.get_logger(__name__)

HEARTBEAT_SECONDS = 5.0
MAX_PAUSE_SECONDS = 20.0
"""Without a heartbeat for longer, the process was suspended or the database did not answer."""


class PresenceUptime:
    """Time since the last interruption."""

    def __init__(self, clock: Clock, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._since = clock.elapsed()
        self._beat: float | None = None
        """When the last heartbeat was; None: there has been none yet."""

    def milliseconds(self) -> int:
        """Returns the milliseconds since the last interruption."""
        if self._beat is not None and self._monotonic() - self._beat > MAX_PAUSE_SECONDS:
            self.restart()
        return round((self._clock.elapsed() - self._since) * 1000)

    def restart(self) -> None:
        """Restarts the count: the database, the channels, or this process itself was away."""
        self._since = self._clock.elapsed()

    def record_heartbeat(self) -> None:
        """Records a heartbeat; restarts the count if the last one was too long ago."""
        self.milliseconds()
        self._beat = self._monotonic()


class DatabaseHeartbeat:
    """Checks periodically whether the database answers."""

    def __init__(
        self,
        presence_uptime: PresenceUptime,
        ask: Callable[[], Awaitable[object]],
        supervisor: Supervisor | None = None,
    ) -> None:
        self._presence_uptime = presence_uptime
        self._ask = ask
        self._supervisor = supervisor or Supervisor()
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = self._supervisor.start("heartbeat", self._run, self._ending)

    async def stop(self) -> None:
        """Waits for the check in progress: cancelling would break off a database query."""
        self._ending.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while not self._ending.is_set():
            await self.beat()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), HEARTBEAT_SECONDS)

    async def beat(self) -> None:
        try:
            await self._ask()
        except Exception as error:  # noqa: BLE001 - any failure is a missed heartbeat
            log.warning("heartbeat_missed", error=type(error).__name__)
            self._presence_uptime.restart()
        self._presence_uptime.record_heartbeat()

"""Checks periodically whether the database answers: while it does not, nobody's absence counts."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from grav.server.live.presence_uptime import PresenceUptime
from grav.server.runtime.background import Supervisor

log = structlog.get_logger(__name__)

HEARTBEAT_SECONDS = 5.0


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

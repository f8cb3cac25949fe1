"""Long thoughts of bots: of all processes, one has them. The store keeps which."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import structlog

from grav.server.clock import Clock
from grav.server.messages.settings import SECOND
from grav.server.store import StoreUnavailable
from grav.server.store.leases import Leases
from grav.server.tasks import finished

log = structlog.get_logger(__name__)

LEASE_SECONDS = 10.0
"""So long after a process died, or stalled, another takes over what it thought about."""
MARGIN_SECONDS = 0.1


class ThoughtLeases:
    def __init__(self, leases: Leases, clock: Clock) -> None:
        self._leases = leases
        self._clock = clock

    @asynccontextmanager
    async def held(
        self, game: str, seat: int, asked: str, is_still_asked: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[bool]:
        """This process has the thought while the block lasts, however long that is. If another one
        has it, waits until that has answered: False, or has died."""
        while (until := await self._take(game, seat, asked)) is not None:
            await asyncio.sleep(max(until - self._clock.now(), 0) / SECOND + MARGIN_SECONDS)
            if not await is_still_asked():
                yield False
                return
        extending = asyncio.create_task(self._extend(game, seat, asked))
        try:
            yield True
        finally:
            extending.cancel()
            with suppress(StoreUnavailable):  # it ends by itself
                await finished(self._leases.release(game, seat))

    async def sweep(self) -> None:
        await self._leases.sweep(self._clock.now())

    async def _take(self, game: str, seat: int, asked: str) -> int | None:
        now = self._clock.now()
        return await finished(self._leases.take(game, seat, asked, now, now + _LASTS))

    async def _extend(self, game: str, seat: int, asked: str) -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            until = self._clock.now() + _LASTS
            try:
                await finished(self._leases.extend(game, seat, asked, until))
            except StoreUnavailable as error:
                log.warning("lease_not_extended", table=game, why=str(error.__cause__))


_LASTS = round(LEASE_SECONDS * SECOND)

"""Work that is done again and again beside everything else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from structlog.typing import FilteringBoundLogger

from grav.server.store import StoreUnavailable
from grav.server.tasks import ended


@asynccontextmanager
async def regularly(
    seconds: float, work: Callable[[], Awaitable[None]], log: FilteringBoundLogger
) -> AsyncIterator[None]:
    """Does the work every so many seconds while the block lasts. What fails is told, and the
    next time it is tried again."""
    task = asyncio.create_task(_again_and_again(seconds, work, log))
    try:
        yield
    finally:
        await ended([task])


async def _again_and_again(
    seconds: float, work: Callable[[], Awaitable[None]], log: FilteringBoundLogger
) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StoreUnavailable as error:
            log.warning("store_unavailable", why=str(error.__cause__))
        except Exception:
            log.exception("regular_work_failed")

"""Periodic background jobs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from grav.server.runtime.supervision import Supervisor
from grav.server.runtime.task_helpers import cancel_and_wait


@asynccontextmanager
async def run_periodically(
    loop: str, seconds: float, work: Callable[[], Awaitable[None]], supervisor: Supervisor
) -> AsyncIterator[None]:
    """Runs the work every so many seconds while the block lasts. A failure is logged and counted,
    and the work is tried again the next time."""

    async def again_and_again() -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - it is tried again the next time
                supervisor.failed(loop, error)

    task = supervisor.start(loop, again_and_again)
    try:
        yield
    finally:
        await cancel_and_wait([task])

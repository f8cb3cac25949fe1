"""Supervisor of background loops: logs and counts their failures, and restarts them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from grav.text import GravError

log = structlog.get_logger(__name__)

MIN_PAUSE_SECONDS = 0.1
MAX_PAUSE_SECONDS = 30.0
"""Exponential backoff: the pause before a restart doubles each time, up to this."""
STEADY_SECONDS = 60.0
"""After a run of this length the backoff starts again at its minimum."""

Work = Callable[[], Awaitable[None]]
Count = Callable[[str], None]


class Supervisor:
    """Runs named loops. One per process, so that all failures are counted in one place."""

    def __init__(self, count: Count = lambda _: None) -> None:
        """`count` is called with the name of each loop that fails."""
        self._count = count

    def start(
        self, loop: str, work: Work, ending: asyncio.Event | None = None
    ) -> asyncio.Task[None]:
        """Starts a task that ends when the work returns, or when it is cancelled. Setting `ending`
        ends it at once while it waits for a restart."""
        return asyncio.create_task(self._run(loop, work, ending or asyncio.Event()), name=loop)

    def failed(self, loop: str, error: BaseException, **about: object) -> None:
        """Logs and counts one failure, in a loop that goes on."""
        self._count(loop)
        if isinstance(error, GravError):  # expected: the database is away
            why = str(error.__cause__ or error)
            log.warning("background_failed", loop=loop, why=why, **about)
        else:
            log.error("background_failed", loop=loop, exc_info=error, **about)

    async def _run(self, loop: str, work: Work, ending: asyncio.Event) -> None:
        elapsed = asyncio.get_running_loop().time
        pause = MIN_PAUSE_SECONDS
        while not ending.is_set():
            began = elapsed()
            try:
                await work()
            except asyncio.CancelledError as error:
                # Was this task cancelled, or only something that the work awaited?
                if _is_being_cancelled():
                    raise
                self.failed(loop, error)
            except Exception as error:  # noqa: BLE001 - whatever fails is restarted
                self.failed(loop, error)
            else:
                return
            if elapsed() - began >= STEADY_SECONDS:
                pause = MIN_PAUSE_SECONDS
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0

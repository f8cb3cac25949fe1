"""Work beside everything else that must not end unnoticed: told, counted, and begun anew."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from grav.text import GravError

log = structlog.get_logger(__name__)

MIN_PAUSE_SECONDS = 0.1
MAX_PAUSE_SECONDS = 30.0
"""Before work that failed begins anew: twice as long each time."""
STEADY_SECONDS = 60.0
"""Work that went well for so long begins anew as if for the first time."""

Work = Callable[[], Awaitable[None]]
Count = Callable[[str], None]


class Supervisor:
    """Runs loops by name. One for a process, so that all that fails is counted in one place."""

    def __init__(self, count: Count = lambda _: None) -> None:
        """`count` is told the name of each loop that fails."""
        self._count = count

    def start(
        self, loop: str, work: Work, ending: asyncio.Event | None = None
    ) -> asyncio.Task[None]:
        """A task that ends when the work ends by itself, or is cancelled. `ending` has it end at
        once while it only waits to begin anew."""
        return asyncio.create_task(self._run(loop, work, ending or asyncio.Event()), name=loop)

    def failed(self, loop: str, error: BaseException, **about: object) -> None:
        """Tells and counts what went wrong once, in a loop that goes on."""
        self._count(loop)
        if isinstance(error, GravError):  # foreseen: the database is away
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
                # Of this task, or of something that the work waited for and somebody else ended?
                if _is_being_cancelled():
                    raise
                self.failed(loop, error)
            except Exception as error:
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

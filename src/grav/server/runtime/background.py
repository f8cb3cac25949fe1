"""Background work of a process: supervised loops, periodic jobs, shielded tasks.

A loop that fails is logged, counted and restarted (`Supervisor`). A shielded task is finished
though its caller is cancelled (`run_shielded`).
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import structlog

from grav.tasks import TaskSet, cancel_and_wait, retrieve_exception
from grav.text import GravError

log = structlog.get_logger(__name__)

MIN_PAUSE_SECONDS = 0.1
MAX_PAUSE_SECONDS = 30.0
"""Exponential backoff: the pause before a restart doubles each time, up to this."""
STEADY_SECONDS = 60.0
"""After a run of this length the backoff starts again at its minimum."""
SETTLE_SECONDS = 10.0
"""How long to wait for background tasks when a process ends."""

Result = TypeVar("Result")
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

    def record_failure(self, loop: str, error: BaseException, **about: object) -> None:
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
                self.record_failure(loop, error)
            except Exception as error:  # noqa: BLE001 - whatever fails is restarted
                self.record_failure(loop, error)
            else:
                return
            if elapsed() - began >= STEADY_SECONDS:
                pause = MIN_PAUSE_SECONDS
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)


@asynccontextmanager
async def run_periodically(
    loop: str, seconds: float, work: Work, supervisor: Supervisor
) -> AsyncIterator[None]:
    """Runs the work every so many seconds while the block lasts. A failure is logged and counted,
    and the work is tried again the next time."""

    async def again_and_again() -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - it is tried again the next time
                supervisor.record_failure(loop, error)

    task = supervisor.start(loop, again_and_again)
    try:
        yield
    finally:
        await cancel_and_wait([task])


_shielded = TaskSet()


def run_in_background(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """Runs it as a background task to its end; `wait_for_background_tasks` waits for it."""
    return _shielded.start(work)


async def run_shielded(work: Coroutine[Any, Any, Result]) -> Result:
    """Returns its result, or raises its error. If the caller is cancelled, it still runs to its
    end."""
    task = run_in_background(work)
    task.add_done_callback(retrieve_exception)
    return await asyncio.shield(task)


async def wait_for_background_tasks() -> None:
    """Waits for the background tasks, up to a timeout: cancelling them, or closing the database
    under them, would leave their work half done."""
    loop = asyncio.get_running_loop()
    end = loop.time() + SETTLE_SECONDS
    while (left := [task for task in _shielded if task.get_loop() is loop]) and loop.time() < end:
        await asyncio.wait(left, timeout=end - loop.time())


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0

"""Helpers for asyncio tasks: run in the background, run shielded, cancel and wait."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

Result = TypeVar("Result")
SETTLE_SECONDS = 10.0
"""How long to wait for background tasks when a process ends."""
TIMEOUT = 0.5
"""Seconds after which a task that has not ended is cancelled once more."""


_kept = set[asyncio.Task[Any]]()


def run_in_background(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """Runs it as a background task to its end. Holds a reference to the task: the event loop itself
    has only a weak one."""
    task = asyncio.create_task(work)
    _kept.add(task)
    task.add_done_callback(_kept.discard)
    return task


async def run_shielded(work: Coroutine[Any, Any, Result]) -> Result:
    """Returns its result, or raises its error. If the caller is cancelled, it still runs to its
    end."""
    task = run_in_background(work)
    task.add_done_callback(_look)
    return await asyncio.shield(task)


async def wait_for_background_tasks() -> None:
    """Waits for the background tasks, up to a timeout: cancelling them, or closing the database
    under them, would leave their work half done."""
    loop = asyncio.get_running_loop()
    end = loop.time() + SETTLE_SECONDS
    while (left := [task for task in _kept if task.get_loop() is loop]) and loop.time() < end:
        await asyncio.wait(left, timeout=end - loop.time())


def _look(task: asyncio.Task[Any]) -> None:
    """Retrieves the exception so that asyncio does not log it as never retrieved."""
    if not task.cancelled():
        task.exception()


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels tasks again and again until all have ended. Once is not enough: a library that is
    cancelled while it talks to its server may take that for a broken connection, and its caller
    retries."""
    left = known = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=TIMEOUT)
    for task in known:
        _look(task)

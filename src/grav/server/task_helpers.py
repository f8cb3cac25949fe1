"""Tasks: work that is finished once it has begun, and work that is ended for good."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

Result = TypeVar("Result")
SETTLE_SECONDS = 10.0
"""For what is still being done when a process ends."""
PATIENCE = 0.5
"""Seconds after which a task that has not ended is cancelled once more."""


_kept = set[asyncio.Task[Any]]()


def run_in_background(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """Runs it beside everything else, to its end: the loop itself holds tasks only weakly."""
    task = asyncio.create_task(work)
    _kept.add(task)
    task.add_done_callback(_kept.discard)
    return task


async def run_shielded(work: Coroutine[Any, Any, Result]) -> Result:
    """Its result, or its error. Who is cancelled while waiting leaves it to its end."""
    task = run_in_background(work)
    task.add_done_callback(_look)
    return await asyncio.shield(task)


async def wait_for_background_tasks() -> None:
    """Waits a while for all that was to run to its end: to break it off, or to close the database
    under it, would leave that half asked."""
    loop = asyncio.get_running_loop()
    end = loop.time() + SETTLE_SECONDS
    while (left := [task for task in _kept if task.get_loop() is loop]) and loop.time() < end:
        await asyncio.wait(left, timeout=end - loop.time())


def _look(task: asyncio.Task[Any]) -> None:
    """How it ended is no surprise, though nobody may be left to hear of it."""
    if not task.cancelled():
        task.exception()


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels them until they end, however they do. Once is not enough: a library that is cancelled
    while it talks to its server may take that for a broken line, and its user tries again."""
    left = known = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=PATIENCE)
    for task in known:
        _look(task)

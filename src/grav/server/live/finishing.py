"""Work that is finished once it has begun, whoever waits for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def finished(work: Coroutine[Any, Any, Result]) -> Result:
    """Its result, or its error. Who is cancelled while waiting leaves it to its end."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_look)
    return await asyncio.shield(task)


def _look(task: asyncio.Task[Any]) -> None:
    """How it ended is no surprise, though nobody may be left to hear of it."""
    if not task.cancelled():
        task.exception()

"""Ends background tasks of a client."""

import asyncio
from collections.abc import Iterable
from typing import Any


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels tasks and waits until all have ended; how they ended is ignored."""
    known = tuple(tasks)
    for task in known:
        task.cancel()
    await asyncio.gather(*known, return_exceptions=True)

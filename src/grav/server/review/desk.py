"""Where games are looked at: beside the event loop, few at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from grav.server.problems.problem import Problem

THREADS = 2
"""So many games are looked at at the same time; the others wait."""
MOST_WAITING = 16
"""So many may wait or be looked at; more are turned away."""
COME_AGAIN = {"retry-after": "3"}

Result = TypeVar("Result")


class Desk:
    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="review")
        self._there = 0

    async def work(self, work: Callable[[], Result]) -> Result:
        """What the work gives, done in another thread. A Problem if too many wait already."""
        if self._there >= MOST_WAITING:
            raise Problem(429, "busy", COME_AGAIN)
        self._there += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._there -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

"""Waits between attempts: they grow, and scatter, so that not all come back in the same moment."""

import asyncio
import random
import time

STEADY = 5.0
"""Seconds that a connection must have lasted for the next failure to count as the first."""


class Backoff:
    def __init__(self, first: float = 0.2, most: float = 8.0) -> None:
        self._first = first
        self._most = most
        self._failures = 0
        self._since = time.monotonic()

    def connected(self) -> None:
        self._since = time.monotonic()

    async def wait(self) -> None:
        """To be awaited after each failure."""
        if time.monotonic() - self._since > STEADY:
            self._failures = 0
        seconds = min(self._first * 2**self._failures, self._most)
        self._failures = min(self._failures + 1, 16)
        await asyncio.sleep(seconds * random.uniform(0.5, 1.0))
        self._since = time.monotonic()

"""Exponential backoff with jitter, so that clients do not all reconnect at the same moment."""

import asyncio
import random
import time

STEADY = 5.0
"""Seconds since the last connection or wait after which a failure counts as the first again."""


class Backoff:
    def __init__(self, first: float = 0.2, most: float = 8.0) -> None:
        self._first = first
        self._most = most
        self._failures = 0
        self._since = time.monotonic()

    def connected(self) -> None:
        self._since = time.monotonic()

    async def wait(self) -> None:
        """Sleeps before the next attempt; to be awaited after each failure."""
        if time.monotonic() - self._since > STEADY:
            self._failures = 0
        seconds = min(self._first * 2**self._failures, self._most)
        self._failures = min(self._failures + 1, 16)
        await asyncio.sleep(seconds * random.uniform(0.5, 1.0))
        self._since = time.monotonic()

"""Exponential backoff with jitter, so that clients do not all reconnect at the same moment."""

import asyncio
import random
import time

STABLE_SECONDS = 5.0
"""Seconds that a connection must have lasted for the next failure to count as the first again."""


class Backoff:
    def __init__(self, first: float = 0.2, most: float = 8.0) -> None:
        self._first = first
        self._most = most
        self._failures = 0
        self._connected_at: float | None = None

    def connected(self) -> None:
        self._connected_at = time.monotonic()

    async def wait(self) -> None:
        """Sleeps before the next attempt; to be awaited after each failure."""
        await asyncio.sleep(self.next_delay() * random.uniform(0.5, 1.0))

    def next_delay(self) -> float:
        """Counts a failure and returns the longest wait before the next attempt, in seconds.

        An attempt that hung for long before it failed never connected, so it resets nothing.
        """
        connected_at, self._connected_at = self._connected_at, None
        if connected_at is not None and time.monotonic() - connected_at > STABLE_SECONDS:
            self._failures = 0
        seconds: float = min(self._first * 2**self._failures, self._most)
        self._failures = min(self._failures + 1, 16)
        return seconds

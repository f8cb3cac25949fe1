"""A rate that all players keep to together."""

import asyncio
import time


class Pacer:
    """Gives out moments at a steady rate. What was missed while nobody could act is not made up
    for: that would be another load than the one that was asked for."""

    def __init__(self, rate: float | None) -> None:
        """None: nobody waits."""
        self._gap = 0 if rate is None else 1 / rate
        self._next = time.perf_counter()

    async def turn(self) -> None:
        now = time.perf_counter()
        mine = self._next = max(self._next + self._gap, now)
        await asyncio.sleep(mine - now)

"""A constant rate that all players share."""

import asyncio
import time


class Pacer:
    """Gives out slots at a constant rate. Slots missed while nobody could act are not made up for:
    that would be another load than the one that was asked for."""

    def __init__(self, rate: float | None) -> None:
        """`rate`: slots per second; None: nobody waits."""
        self._gap = 0 if rate is None else 1 / rate
        self._next = time.perf_counter()

    async def turn(self) -> None:
        now = time.perf_counter()
        mine = self._next = max(self._next + self._gap, now)
        await asyncio.sleep(mine - now)

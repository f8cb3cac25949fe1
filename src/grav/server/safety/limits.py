"""Counts what was done, by address, person or name, and says how long to wait.

One moment is kept for each: the one up to which its allowance is spent. Whoever is further ahead
of now than the burst allows has to wait; time pays back by itself.
"""

from collections import OrderedDict
from typing import Protocol

from grav.server.clock import Clock
from grav.server.safety.rates import Rate

MOST_KEPT = 100_000
"""Moments kept; beyond, those least recently asked for are forgotten, and start afresh."""

NO_TIME = 1e-6
"""Seconds that are none: sums of fractions are not exact."""


class Shared(Protocol):
    """Moments that several processes have in common."""

    async def take(self, rate: Rate, key: str) -> float | None:
        """Seconds to wait, 0 if it is allowed; None: it cannot be asked now."""

    async def close(self) -> None: ...


class Throttle:
    """The same reckoning for one connection alone, held with it."""

    __slots__ = ("_spent", "rate")

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._spent = 0.0

    def admits(self, now: float) -> bool:
        """Counts one; False if it is one too many."""
        spent = max(self._spent, now)
        if spent - now - self.rate.tolerance > NO_TIME:
            return False
        self._spent = spent + self.rate.interval
        return True


class Limiter:
    def __init__(
        self,
        clock: Clock,
        *,
        factor: float = 1.0,
        shared: Shared | None = None,
        most_kept: int = MOST_KEPT,
    ) -> None:
        """Every rate is multiplied by the factor; with 0 there are no limits."""
        self._clock = clock
        self._factor = factor
        self._shared = shared
        self._most_kept = most_kept
        self._spent: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._scaled: dict[Rate, Rate] = {}

    def take(self, rate: Rate, key: str) -> float:
        """Counts one in this process alone. Seconds to wait; 0 if it is allowed."""
        if not self._factor:
            return 0.0
        return self._take(self.scaled(rate), key)

    def throttle(self, rate: Rate) -> Throttle | None:
        """For what one connection sends; None where there are no limits."""
        return Throttle(self.scaled(rate)) if self._factor else None

    async def take_shared(self, rate: Rate, key: str) -> float:
        """Counts one for all processes, or in this one where they cannot be asked."""
        if not self._factor:
            return 0.0
        rate = self.scaled(rate)
        if self._shared is not None:
            wait = await self._shared.take(rate, key)
            if wait is not None:
                return wait
        return self._take(rate, key)

    async def close(self) -> None:
        if self._shared is not None:
            await self._shared.close()

    def scaled(self, rate: Rate) -> Rate:
        """The rate as it is here, by the factor."""
        if self._factor == 1:
            return rate
        if rate not in self._scaled:
            self._scaled[rate] = rate.times(self._factor)
        return self._scaled[rate]

    def _take(self, rate: Rate, key: str) -> float:
        now = self._clock.elapsed()
        name = (rate.name, key)
        spent = max(self._spent.get(name, now), now)
        wait = spent - now - rate.tolerance
        if wait > NO_TIME:
            return wait
        self._spent[name] = spent + rate.interval
        self._spent.move_to_end(name)
        if len(self._spent) > self._most_kept:
            self._spent.popitem(last=False)
        return 0.0

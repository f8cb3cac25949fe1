"""Rate limiter by address, person or name: the generic cell rate algorithm (GCRA).

One timestamp per key, the theoretical arrival time: the time up to which the allowance is spent. If
it is further ahead of now than the burst allows, the request has to wait; the allowance refills as
time passes.
"""

from collections import OrderedDict
from typing import Protocol

from grav.server.limits.rates import Rate
from grav.server.runtime.clock import Clock

MAX_KEYS = 100_000
"""Maximum number of timestamps; beyond it, the keys least recently used are dropped, and start
afresh."""

EPSILON_SECONDS = 1e-6
"""Seconds that count as zero: sums of floats are not exact."""


class SharedTimestamps(Protocol):
    """Timestamps that several processes share."""

    async def take(self, rate: Rate, key: str) -> float | None:
        """Counts one. Returns the seconds to wait, 0 if it is allowed; None if the store cannot be
        asked now."""

    async def close(self) -> None: ...


class Throttle:
    """GCRA for one connection alone, which holds its timestamp here."""

    __slots__ = ("_spent", "rate")

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._spent = 0.0

    def admits(self, now: float) -> bool:
        """Counts one; returns False if the limit is exceeded."""
        spent = max(self._spent, now)
        if spent - now - self.rate.tolerance > EPSILON_SECONDS:
            return False
        self._spent = spent + self.rate.interval
        return True


class Limiter:
    def __init__(
        self,
        clock: Clock,
        *,
        factor: float = 1.0,
        shared: SharedTimestamps | None = None,
        max_keys: int = MAX_KEYS,
    ) -> None:
        """Multiplies every rate by the factor; 0 switches the limits off."""
        self._clock = clock
        self._factor = factor
        self._shared = shared
        self._max_keys = max_keys
        self._spent: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._scaled: dict[Rate, Rate] = {}

    def take(self, rate: Rate, key: str) -> float:
        """Counts one in this process only. Returns the seconds to wait; 0 if it is allowed."""
        if not self._factor:
            return 0.0
        return self._take(self.scaled(rate), key)

    def create_throttle(self, rate: Rate) -> Throttle | None:
        """Returns a limiter for what one connection sends; None if there are no limits."""
        return Throttle(self.scaled(rate)) if self._factor else None

    async def take_shared(self, rate: Rate, key: str) -> float:
        """Counts one across all processes, or in this one if the shared store cannot be asked."""
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
        """Returns the rate multiplied by the factor."""
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
        if wait > EPSILON_SECONDS:
            self._spent.move_to_end(name)  # whoever is refused and goes on must not be forgotten
            return wait
        self._spent[name] = spent + rate.interval
        self._spent.move_to_end(name)
        if len(self._spent) > self._max_keys:
            self._spent.popitem(last=False)
        return 0.0

"""The clock; injected, so that tests can replace it."""

import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

MAX_SLEW = 0.005
"""Slew rate: the fraction by which a clock runs faster or slower while it is corrected."""


@runtime_checkable  # so that what is injected into handlers can be checked
class Clock(Protocol):
    def now(self) -> int:
        """Returns milliseconds since 1970: the time that is stored."""

    def elapsed(self) -> float:
        """Returns seconds of a monotonic clock with no fixed start: for differences only."""


def wall_time() -> float:
    """Returns milliseconds since 1970 by the machine's clock, which may be set at any time."""
    return time.time_ns() / 1_000_000


def read_epoch() -> float:
    """Returns the machine's time at the start of the monotonic clock: processes that get the same
    epoch share one time, whenever each of them starts."""
    return wall_time() - time.monotonic() * 1000


class SystemClock:
    """Reads the time of day once, and then follows the monotonic clock.

    So nobody gains or loses time when the machine's clock is set while games are played. A clock
    that is found wrong is slewed to the right time, and never goes back.
    """

    def __init__(
        self,
        wall: Callable[[], float] = wall_time,
        monotonic: Callable[[], float] = time.monotonic,
        epoch: float | None = None,
    ) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self._read = monotonic()
        self._base = wall() if epoch is None else epoch + self._read * 1000
        """The time of day at `_read`."""
        self._owed = 0.0
        """Milliseconds that this clock is to gain, or to lose, from `_read` on."""

    def now(self) -> int:
        return int(self.at(self._monotonic()))

    def elapsed(self) -> float:
        return self._monotonic()

    def set(self, ahead: float) -> None:
        """Steps this clock by `ahead` milliseconds. Allowed only before anything was stored by
        it."""
        moment = self._monotonic()
        self._read, self._base, self._owed = moment, self.at(moment) + ahead, 0.0

    def slew(self, ahead: float) -> None:
        """Slews this clock towards the true time, which is `ahead` milliseconds ahead, or behind if
        negative."""
        moment = self._monotonic()
        self._read, self._base, self._owed = moment, self.at(moment), ahead

    def at(self, moment: float) -> float:
        """Returns the time when `elapsed` is `moment`, to a fraction of a millisecond."""
        passed = (moment - self._read) * 1000
        most = passed * MAX_SLEW
        return self._base + passed + min(max(self._owed, -most), most)

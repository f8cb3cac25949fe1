"""The time, handed to whoever needs it, so that tests can hand out another."""

import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

MAX_SLEW = 0.005
"""How much faster or slower than true a clock runs while it is brought to the right time."""


@runtime_checkable  # handlers that ask for one are checked to get one
class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970: what is stored."""

    def elapsed(self) -> float:
        """Seconds that never jump, from no particular moment: for differences alone."""


def wall_time() -> float:
    """Milliseconds since 1970 by the machine's own clock, which somebody may set at any time."""
    return time.time_ns() / 1_000_000


def read_epoch() -> float:
    """When the clock that never jumps began, by the machine's own: for processes that are to go by
    one time, whenever each of them starts."""
    return wall_time() - time.monotonic() * 1000


class SystemClock:
    """Reads the time of day once, and goes on by the clock that never jumps.

    So nobody gains or loses time when the machine's clock is set while games are played. A clock
    that is found wrong is brought to the right time slowly, and never goes back.
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
        """The time of day at that moment."""
        self._owed = 0.0
        """Milliseconds that this clock is to gain, or to lose, from then on."""

    def now(self) -> int:
        return int(self.at(self._monotonic()))

    def elapsed(self) -> float:
        return self._monotonic()

    def set(self, ahead: float) -> None:
        """The truth is so many milliseconds ahead: this clock jumps there. Only before anything
        was stored by it."""
        moment = self._monotonic()
        self._read, self._base, self._owed = moment, self.at(moment) + ahead, 0.0

    def slew(self, ahead: float) -> None:
        """The truth is so many milliseconds ahead, or behind: this clock runs towards it."""
        moment = self._monotonic()
        self._read, self._base, self._owed = moment, self.at(moment), ahead

    def at(self, moment: float) -> float:
        """What it shows, to a fraction of a millisecond, when `elapsed` is this."""
        passed = (moment - self._read) * 1000
        most = passed * MAX_SLEW
        return self._base + passed + min(max(self._owed, -most), most)

"""The time, handed to whoever needs it, so that tests can hand out another."""

import time
from typing import Protocol, runtime_checkable


@runtime_checkable  # handlers that ask for one are checked to get one
class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970: what is stored."""

    def elapsed(self) -> float:
        """Seconds that never jump, from no particular moment: for differences alone."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def elapsed(self) -> float:
        return time.monotonic()

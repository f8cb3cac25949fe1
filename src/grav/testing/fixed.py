"""Time and chance that tests decide: the same tests see the same ids and the same moments."""

from base64 import urlsafe_b64encode
from random import Random

from grav.server.clock import SystemClock

START = 1_800_000_000_000


class SetClock:
    """Stands still, but for what it is told."""

    def __init__(self, at: int = START) -> None:
        self._at = at

    def now(self) -> int:
        return self._at

    def elapsed(self) -> float:
        return self._at / 1000

    def advance(self, milliseconds: int) -> None:
        self._at += milliseconds


class Repeated:
    """Names and secrets in an order that a seed decides."""

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(seed)

    def id(self) -> str:
        return self._letters(9)

    def secret(self) -> str:
        return self._letters(32)

    def _letters(self, count: int) -> str:
        return urlsafe_b64encode(self._random.randbytes(count)).rstrip(b"=").decode()


class Machine:
    """One whose clock somebody can set, while the time goes by."""

    def __init__(self, at: int = START) -> None:
        self._wall = float(at)
        self._monotonic = 0.0

    def wall(self) -> float:
        return self._wall

    def monotonic(self) -> float:
        return self._monotonic

    def advance(self, milliseconds: float) -> None:
        """Time passes."""
        self._wall += milliseconds
        self._monotonic += milliseconds / 1000

    def step(self, milliseconds: float) -> None:
        """The clock is set to another time."""
        self._wall += milliseconds

    def start(self) -> SystemClock:
        """The clock of a process that starts now."""
        return SystemClock(self.wall, self.monotonic)

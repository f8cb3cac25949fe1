"""Deterministic clocks and ids: the same tests see the same ids and the same times."""

from base64 import urlsafe_b64encode
from random import Random

from grav.server.runtime.clock import SystemClock

START = 1_800_000_000_000


class ManualClock:
    """A clock that stands still until `advance` is called."""

    def __init__(self, at: int = START) -> None:
        self._at = at

    def now(self) -> int:
        return self._at

    def elapsed(self) -> float:
        return self._at / 1000

    def advance(self, milliseconds: int) -> None:
        self._at += milliseconds


class RepeatableIds:
    """Ids and secrets from a seeded random generator."""

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(seed)

    def id(self) -> str:
        return self._letters(9)

    def secret(self) -> str:
        return self._letters(32)

    def _letters(self, count: int) -> str:
        return urlsafe_b64encode(self._random.randbytes(count)).rstrip(b"=").decode()


class MachineClocks:
    """A machine whose wall clock can be set, beside a monotonic clock that cannot."""

    def __init__(self, at: int = START) -> None:
        self._wall = float(at)
        self._monotonic = 0.0

    def wall(self) -> float:
        return self._wall

    def monotonic(self) -> float:
        return self._monotonic

    def advance(self, milliseconds: float) -> None:
        """Advances both clocks."""
        self._wall += milliseconds
        self._monotonic += milliseconds / 1000

    def step(self, milliseconds: float) -> None:
        """Sets the wall clock to another time."""
        self._wall += milliseconds

    def start(self) -> SystemClock:
        """Returns the clock of a process that starts now."""
        return SystemClock(self.wall, self.monotonic)

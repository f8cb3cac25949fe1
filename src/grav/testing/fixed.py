"""Time and chance that tests decide: the same tests see the same ids and the same moments."""

from base64 import urlsafe_b64encode
from random import Random

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

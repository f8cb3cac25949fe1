"""Random whole numbers from a seed, by a construction that any language can repeat.

docs/settling.md states it. Records rely on it: it never changes; another would get another name.
"""

from dataclasses import dataclass
from hashlib import sha256

NAME = "grav draw 1"
WORDS = 2**64
"""How many words there are: each is a whole number below this."""
_WORD_BYTES = 8
_WORDS_IN_BLOCK = 4


@dataclass(frozen=True, slots=True)
class Draws:
    """A place in the endless row of words that a seed gives. Drawing gives the place after it."""

    seed: str
    used: int = 0
    """The words taken so far, with those that were rejected."""

    def below(self, n: int) -> tuple[int, "Draws"]:
        """A number from 0 to n - 1, each equally likely, and where to draw next."""
        if not 1 <= n <= WORDS:
            raise ValueError(f"cannot draw below {n!r}: expected 1 to 2**64")
        used = self.used
        while True:
            value = number_of(_word(self.seed, used), n)
            used += 1
            if value is not None:
                return value, Draws(self.seed, used)


def number_of(word: int, n: int) -> int | None:
    """The number below n that a word stands for; None if the word is rejected.

    The words that are left are a multiple of n, so that as many stand for each number.
    """
    return word % n if word < WORDS - WORDS % n else None


def block(seed: str, index: int) -> bytes:
    """The bytes of four words."""
    return sha256(f"{NAME}\n{seed}\n{index}".encode()).digest()


def _word(seed: str, index: int) -> int:
    at, place = divmod(index, _WORDS_IN_BLOCK)
    start = place * _WORD_BYTES
    return int.from_bytes(block(seed, at)[start : start + _WORD_BYTES], "big")

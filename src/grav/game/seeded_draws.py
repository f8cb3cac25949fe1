"""Deterministic random integers from a seed: SHA-256 of a counter, and rejection sampling.

Any language can repeat it; docs/settling.md specifies it. Records rely on it: it never changes;
another construction would get another name.
"""

from dataclasses import dataclass
from hashlib import sha256

NAME = "grav draw 1"
WORDS = 2**64
"""The number of possible words: each is an integer below this."""
_WORD_BYTES = 8
_WORDS_IN_BLOCK = 4


@dataclass(frozen=True, slots=True)
class Draws:
    """A position in a seed's stream of words. Immutable: drawing returns the next position."""

    seed: str
    used: int = 0
    """How many words were consumed so far, including rejected ones."""

    def below(self, n: int) -> tuple[int, "Draws"]:
        """Returns a uniform number from 0 to n - 1, and the position for the next draw."""
        if not 1 <= n <= WORDS:
            raise ValueError(f"cannot draw below {n!r}: expected 1 to 2**64")
        used = self.used
        while True:
            value = number_of(_word(self.seed, used), n)
            used += 1
            if value is not None:
                return value, Draws(self.seed, used)


def number_of(word: int, n: int) -> int | None:
    """Returns the number below n for a word, or None if the word is rejected.

    Rejection sampling: the count of accepted words is a multiple of n, so there is no modulo bias.
    """
    return word % n if word < WORDS - WORDS % n else None


def block(seed: str, index: int) -> bytes:
    """Returns the 32 bytes of the block at that index: four words."""
    return sha256(f"{NAME}\n{seed}\n{index}".encode()).digest()


def _word(seed: str, index: int) -> int:
    at, place = divmod(index, _WORDS_IN_BLOCK)
    start = place * _WORD_BYTES
    return int.from_bytes(block(seed, at)[start : start + _WORD_BYTES], "big")

"""The passwords that most people choose, and that are therefore tried first."""

from functools import cache
from unicodedata import normalize

KNOWN = 30_000
"""How many there are in the list, of any length."""


def is_common(password: str) -> bool:
    """Is it one of them, in any case and width? The first look takes a while, for the list."""
    return normalize("NFKC", password).casefold() in _common()


@cache
def _common() -> frozenset[str]:
    # Several megabytes, which only those processes need in which somebody chooses a password.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])

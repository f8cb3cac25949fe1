"""The most common passwords, which attackers therefore try first."""

from functools import cache
from unicodedata import normalize

KNOWN = 30_000
"""Number of passwords in the list, of any length."""


def is_common(password: str) -> bool:
    """Whether it is one of them, in any case and width. The first call is slow: it loads the
    list."""
    return normalize("NFKC", password).casefold() in _common()


@cache
def _common() -> frozenset[str]:
    # Several megabytes, needed only by processes in which somebody chooses a password.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])

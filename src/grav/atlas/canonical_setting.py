"""The canonical form of settings: equivalent settings on a board are looked up as one."""

from grav.rules import Setting

UNLIMITED_DENSITY = (2, 4)
"""The canonical b and c of an unlimited density: for every b, c = b² restricts nothing."""


def canonical_setting(setting: Setting, size: int) -> Setting:
    """Returns the one setting that represents all equivalent ones on a board of that size.

    A line of n points has no room for more than n stones, no square for more than b², and no two
    points are more than 2(n - 1) steps apart. Nobody places on a stone, so d = 0 equals d = 1.
    """
    a, b, c, d, e = setting
    if c >= b * b:
        b, c = UNLIMITED_DENSITY
    return Setting(min(a, size), b, c, max(d, 1), min(e, 2 * (size - 1)))

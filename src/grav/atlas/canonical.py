"""Settings that do the same on a board are one setting: the one by which it is looked up."""

from grav.rules import Setting

NEVER_FULL = (2, 4)
"""b and c where no square can be too full: whatever b is, c = b² binds nobody."""


def canonical(setting: Setting, size: int) -> Setting:
    """The one setting that stands for all that do the same on a board of that size.

    A line of n points has no room for more than n stones, no square for more than b², and no two
    points are more than 2(n - 1) steps apart. Nobody places on a stone, so d = 0 is d = 1.
    """
    a, b, c, d, e = setting
    if c >= b * b:
        b, c = NEVER_FULL
    return Setting(min(a, size), b, c, max(d, 1), min(e, 2 * (size - 1)))

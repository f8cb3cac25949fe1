"""Sensible ranges for the five numbers, from which dice and cards draw."""

from fractions import Fraction
from functools import cache

from grav.rules.setting import Setting

MIN_SHARE, MAX_SHARE = Fraction(1, 3), Fraction(2, 3)


@cache
def sensible_settings(size: int) -> tuple[Setting, ...]:
    """Returns the settings that make sense on a board of that size, in rising order."""
    return tuple(
        Setting(a, b, c, d, d + reach)
        for a in sensible_a(size)
        for b in sensible_b(size)
        for c in sensible_c(b)
        for d in sensible_d(size)
        for reach in sensible_reach(size)
    )


def sensible_a(size: int) -> range:
    """Returns the range of a.

    A line must have room for one stone more than a, or the rule never binds; but a is at least 3,
    also on the smallest board. At most 6: longer runs hardly ever occur.
    """
    return range(3, max(3, min(6, size - 1)) + 1)


def sensible_b(size: int) -> range:
    """Returns the range of b.

    At most 5: nobody counts larger squares at a glance. On the smallest boards the square may be
    the whole board; c then limits all its stones.
    """
    return range(2, min(5, size) + 1)


def sensible_c(b: int) -> range:
    """Returns the range of c: from about a third of the square, so that there is room to play,
    to about two thirds, so that the rule binds."""
    return range(share_of_square(b, MIN_SHARE), share_of_square(b, MAX_SHARE) + 1)


def share_of_square(b: int, share: Fraction) -> int:
    """Returns the share of b² points, rounded half up, at least 2 and less than the square."""
    rounded = (2 * b * b * share + 1) // 2
    return max(2, min(rounded, b * b - 1))


def sensible_d(size: int) -> range:
    """Returns the range of d.

    From 1: 0 means the same, as nobody places on a stone. At most a third of the board's side, so
    that points are in reach from every point, the middle too.
    """
    return range(1, max(1, size // 3) + 1)


def sensible_reach(size: int) -> range:
    """Returns the range of e - d.

    At least 1: a single even distance would reach only half of the points, like the dark squares
    of a chess board. At most half of the board's side (or 2), so that the rule binds; e never
    comes near 2(n - 1), the longest distance on the board.
    """
    return range(1, max(2, size // 2) + 1)

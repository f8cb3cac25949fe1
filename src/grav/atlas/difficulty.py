"""How hard it is to see which points are legal under a setting: one number, by a model.

    difficulty = 10 × traps × log2(1 + points_to_check)

`traps` was measured: when a fifth of the board is full, the share of the points in reach (empty and
at a right distance) where a stone would break a rule after all. `points_to_check` counts what a
player checks to know that of a point:

- continuity: along each of the four lines, once for every interval, as far as a stones would reach
  to either side, or to the ends of the line;
- density: all points of the squares around it, 2b - 1 on a side, or the board;
- distance: step by step to the stone before, e steps at most.

A rule that never binds costs nothing. Of ten points that seem legal, 10 × traps are not. The
logarithm is there because people perceive much at once: twice as much to check is one step harder,
not twice as hard.

It is a model: no human perception was measured for it. It says which of two settings asks more of
people, not how often they fail.
"""

from functools import lru_cache
from math import log2

from grav.atlas.canonical_setting import UNLIMITED_DENSITY, canonical_setting
from grav.rules import Setting

LINES = 4


def difficulty(setting: Setting, size: int, traps: float) -> float:
    """Returns how hard it is to see where a stone is legal: 0 if everywhere, mostly below 40."""
    return 10 * traps * log2(1 + points_to_check(setting, size))


@lru_cache(maxsize=65_536)
def points_to_check(setting: Setting, size: int) -> int:
    """Returns the number of points to check for one point that seems legal."""
    a, b, c, d, e = canonical_setting(setting, size)
    runs = sum(min(2 * a * interval, size - 1) for interval in range(1, (size - 1) // a + 1))
    square = 0 if (b, c) == UNLIMITED_DENSITY else min(2 * b - 1, size) ** 2
    steps = 0 if (d, e) == (1, 2 * (size - 1)) else e
    return LINES * runs + square + steps

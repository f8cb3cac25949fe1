"""How alike two settings are, where one of them was not measured.

Every setting has a place, and settings that do alike are near each other: mostly less than 1 apart
for one step of one number. The weights were tried out on what was measured; docs/atlas.md says how
far a forecast from neighbours is off.
"""

from math import dist, log2

from grav.rules import Setting

Place = tuple[float, ...]

NEAR = 1.5
"""What is farther apart says nothing of each other."""


def place(setting: Setting) -> Place:
    """Where a canonical setting stands.

    A longer run matters less the longer it is. Of squares it matters most which share of them may
    be full, and of distances how many points are in reach, were there no sides.
    """
    a, b, c, d, e = setting
    in_reach = 2 * (e * (e + 1) - d * (d - 1))
    return 12 / a, b / 2, 8 * c / (b * b), 1.5 * log2(in_reach), log2(d + 1)


def apart(one: Place, other: Place) -> float:
    return dist(one, other)

"""A distance between settings, for forecasts of settings that were not measured.

Every setting is a point in a feature space, in which settings with similar effects are close: one
step of one number is mostly a distance below 1. The weights were tuned on the measured settings;
docs/atlas.md gives the error of forecasts from neighbours.
"""

from math import dist, log2

from grav.rules import Setting

Place = tuple[float, ...]

NEAR = 1.5
"""The largest distance at which a setting is used for the forecast of another."""


def place(setting: Setting) -> Place:
    """Returns the feature vector of a canonical setting.

    One stone more in a run matters less the longer the run is. Of squares, the share that may be
    full matters most; of distances, the number of points in reach on an unbounded board.
    """
    a, b, c, d, e = setting
    in_reach = 2 * (e * (e + 1) - d * (d - 1))
    return 12 / a, b / 2, 8 * c / (b * b), 1.5 * log2(in_reach), log2(d + 1)


def apart(one: Place, other: Place) -> float:
    return dist(one, other)

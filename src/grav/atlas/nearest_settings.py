"""Finds measured settings on a board: an equivalent one, those that surround one, the nearest ones.

For the nearest, every setting is a point in a feature space, in which settings with similar effects
are close: one step of one number is mostly a distance below 1.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from heapq import nsmallest
from math import dist, log2

from grav.atlas.canonical_setting import canonical_setting
from grav.atlas.surrounding_settings import Corners, SurroundingSettings
from grav.rules import Setting

Features = tuple[float, ...]


def compute_features(setting: Setting) -> Features:
    """Returns the feature vector of a canonical setting.

    One stone more in a run matters less the longer the run is. Of squares, the share that may be
    full matters most; of distances, the number of points in reach on an unbounded board.
    """
    a, b, c, d, e = setting
    in_reach = 2 * (e * (e + 1) - d * (d - 1))
    return 12 / a, b / 2, 8 * c / (b * b), 1.5 * log2(in_reach), log2(d + 1)


class NearestSettings:
    """Canonical settings in the order of a file."""

    def __init__(self, size: int, settings: Sequence[Setting]) -> None:
        self.size = size
        self.settings = settings

    @cached_property
    def _numbers(self) -> Mapping[Setting, int]:
        return {setting: number for number, setting in enumerate(self.settings)}

    @cached_property
    def _surrounding(self) -> SurroundingSettings:
        return SurroundingSettings(self.size, self.settings)

    @cached_property
    def _features(self) -> list[Features]:
        return [compute_features(setting) for setting in self.settings]

    def find(self, setting: Setting) -> int | None:
        """Returns the number of this setting or of its equivalent; None if there is neither."""
        return self._numbers.get(canonical_setting(setting, self.size))

    def surrounding(self, setting: Setting) -> Corners:
        """Returns the settings that surround this one; none if it lies outside of them."""
        return self._surrounding.find(setting)

    def nearest(self, setting: Setting, count: int) -> list[tuple[float, int]]:
        """Returns the nearest settings, nearest first, each as (distance, number)."""
        here = compute_features(canonical_setting(setting, self.size))
        far = ((dist(here, there), number) for number, there in enumerate(self._features))
        return nsmallest(count, far)

"""Finds the measured settings that surround a setting, for multilinear interpolation.

Number by number, from a to e, a setting lies on a measured value or between two. So it is in a cell
with up to 32 corners, and each corner has a weight by nearness. A setting outside of what was
measured is in no cell: nothing is extrapolated.
"""

from collections.abc import Callable, Sequence
from math import log2
from typing import Any

from grav.atlas.canonical_setting import UNLIMITED_DENSITY, canonical_setting
from grav.rules import Setting

Tree = dict[int, Any]
"""The measured values of one number, and below each those of the next; at the end, row numbers."""
Corners = list[tuple[float, int]]
"""Measured settings, each as (weight, row number); the weights sum to 1."""

Scale = Callable[[float], float]

SCALES: Sequence[Scale] = (lambda a: -1 / a, float, float, log2, log2)
"""For each of the five numbers, the scale on which it is interpolated."""


class SurroundingSettings:
    """The settings measured on a board, as a tree of their numbers in the order a to e."""

    def __init__(self, size: int, settings: Sequence[Setting]) -> None:
        self._size = size
        self._tree: Tree = {}
        for number, setting in enumerate(settings):
            node = self._tree
            for value in setting[:-1]:
                node = node.setdefault(value, {})
            node[setting.e] = number
        self._repeat_unlimited_density()

    def _repeat_unlimited_density(self) -> None:
        """Makes it the end of the scale of c for every b, though it is stored for one alone."""
        b, c = UNLIMITED_DENSITY
        for squares in self._tree.values():
            unlimited = squares.get(b, {}).get(c)
            if unlimited is not None:
                for side, densities in squares.items():
                    densities[side * side] = unlimited

    def find(self, setting: Setting) -> Corners:
        """Returns the surrounding settings, the heaviest first; none if it lies outside."""
        weights: dict[int, float] = {}
        wanted = canonical_setting(setting, self._size)
        for weight, number in self._surround(wanted, self._tree, ()):
            weights[number] = weights.get(number, 0.0) + weight
        return sorted(((weight, number) for number, weight in weights.items()), reverse=True)

    def _surround(self, wanted: Setting, node: Any, path: tuple[int, ...]) -> Corners:
        """Returns the corners below this node, where the numbers of `path` are decided.

        On either side, takes the nearest value below which the rest is surrounded, too.
        """
        if len(path) == len(wanted):
            return [(1.0, node)] if _is_comparable(wanted, Setting(*path)) else []
        position = self._position(wanted, path)
        sides: list[tuple[int, Corners]] = []
        for values in (
            sorted((value for value in node if value <= position), reverse=True),
            sorted(value for value in node if value > position),
        ):
            tried = (
                (value, self._surround(wanted, node[value], (*path, value))) for value in values
            )
            found = next((each for each in tried if each[1]), None)
            if found is None:
                return []
            if found[0] == position:
                return found[1]
            sides.append(found)
        (low, below), (high, above) = sides
        scale = SCALES[len(path)]
        share = (scale(position) - scale(low)) / (scale(high) - scale(low))
        return [
            *((weight * (1 - share), number) for weight, number in below),
            *((weight * share, number) for weight, number in above),
        ]

    def _position(self, wanted: Setting, path: tuple[int, ...]) -> float:
        """Returns where the wanted setting lies on the scale of the next number.

        Below another b, c is the same share of the square; below another d, e - d is the same. An
        unlimited e stays unlimited.
        """
        if len(path) == 2:
            return wanted.c * path[1] ** 2 / wanted.b**2
        if len(path) == 4:
            unlimited = 2 * (self._size - 1)
            reach = wanted.e - wanted.d
            return unlimited if wanted.e == unlimited else min(path[3] + reach, unlimited)
        return wanted[len(path)]


def _is_comparable(wanted: Setting, other: Setting) -> bool:
    """A single distance is like no other: an even one reaches only half of the points."""
    if wanted.d == wanted.e:
        return (other.d, other.e) == (wanted.d, wanted.e)
    return other.d != other.e

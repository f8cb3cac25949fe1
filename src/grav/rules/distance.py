"""Distance: at least `d` and at most `e` steps (taxi distance) from the stone placed before."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from grav.rules.board import all_points
from grav.rules.point import Point

NAME = "distance"


@dataclass(frozen=True, slots=True)
class WrongDistance:
    """The stone measured from, and the distance found."""

    origin: Point
    distance: int
    minimum: int
    maximum: int

    rule = NAME

    def to_json(self) -> dict[str, object]:
        return {
            "rule": self.rule,
            "from": str(self.origin),
            "distance": self.distance,
            "least": self.minimum,
            "most": self.maximum,
        }


def breaches(last: Point | None, new: Point, d: int, e: int) -> Iterator[WrongDistance]:
    """Yields at most one breach; none if there is no stone to measure from."""
    if last is not None and not d <= last.taxi_distance(new) <= e:
        yield WrongDistance(last, last.taxi_distance(new), d, e)


@lru_cache(maxsize=4096)
def allowed(size: int, last: Point | None, d: int, e: int) -> int:
    """Returns the points at an allowed distance: all if there is no stone to measure from."""
    if last is None:
        return all_points(size)
    ring = 0
    for row in range(size):
        for column in range(size):
            if d <= last.taxi_distance(Point(column, row)) <= e:
                ring |= 1 << (row * 2 * size + column)
    return ring

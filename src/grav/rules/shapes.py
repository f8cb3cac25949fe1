"""Point-symmetric shapes: which a new stone completes, and which of them count.

The shape at a centre is the set of all stones whose mirror image through it is a stone as well.
With stones numbered as the bits of a set, the image of stone i through the centre of stones p and q
is stone p + q - i. So a shape is the intersection of the stones with their reversed, shifted set.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from grav.rules.board import Board, indices_of, points_of, shifted
from grav.rules.edition import Criterion, Edition
from grav.rules.point import Point


class Centre(NamedTuple):
    """A centre of symmetry, in half steps: a point, the middle between two, or of four."""

    column: int
    row: int

    def __str__(self) -> str:
        """`c5` for a point, else the points to either side: `c5/d5`, `c5/d6`."""
        low = Point(self.column // 2, self.row // 2)
        high = Point((self.column + 1) // 2, (self.row + 1) // 2)
        return str(low) if low == high else f"{low}/{high}"


@dataclass(frozen=True, slots=True)
class Shape:
    """A point-symmetric shape: its centre and its stones, sorted."""

    centre: Centre
    points: tuple[Point, ...]

    def to_json(self) -> dict[str, object]:
        return {"centre": str(self.centre), "points": [str(point) for point in self.points]}


def completed(
    board: Board, new: Point, edition: Edition, max_shapes: int | None = None
) -> list[Shape]:
    """Returns the shapes that a stone there completes and that count by this edition.

    There can be hundreds on a full board: `max_shapes` limits the result to the largest ones.
    """
    found = _completed(board, new, edition)
    if max_shapes is not None:
        found = iter(nlargest(max_shapes, found, key=int.bit_count))
    return sorted((_shape(bits, board.size) for bits in found), key=lambda shape: shape.centre)


def count(board: Board, new: Point, edition: Edition) -> int:
    """Returns the number of shapes that `completed` finds."""
    return sum(1 for _ in _completed(board, new, edition))


def _completed(board: Board, new: Point, edition: Edition) -> Iterator[int]:
    bit = board.bit(new)
    return _COUNTING[edition.shapes](board.stones | bit, bit, edition.min_shape)


def _shape(bits: int, size: int) -> Shape:
    points = tuple(sorted(points_of(bits, size)))
    first, last = points[0], points[-1]
    return Shape(Centre(first.column + last.column, first.row + last.row), points)


def _every(stones: int, new: int, minimum: int) -> Iterator[int]:
    """Yields every completed shape: one per possible image of the new stone (itself included)."""
    yield from _at_images(stones, new, minimum).values()


def _largest(stones: int, new: int, minimum: int) -> Iterator[int]:
    """Yields the completed shapes that are contained in no other.

    The shape for image q contains stone x if the image of x, new + q - x, is a stone. So the
    images whose shapes contain x are the stones intersected with the stones moved by x - new.
    Intersecting these sets over the stones of a shape soon leaves only the shape's own image.
    """
    place = new.bit_length() - 1
    holding: dict[int, int] = {}
    for image, shape in _at_images(stones, new, minimum).items():
        own, holders = 1 << image, stones
        rest = shape
        while rest and holders != own:
            low = rest & -rest
            rest ^= low
            held = holding.get(low)
            if held is None:
                held = holding[low] = stones & shifted(stones, low.bit_length() - 1 - place)
            holders &= held
        if holders == own:
            yield shape


def _whole(stones: int, _new: int, minimum: int) -> Iterator[int]:
    """Yields all stones of the board, if they are one shape."""
    if stones.bit_count() >= minimum:
        low, top = (stones & -stones).bit_length() - 1, stones.bit_length() - 1
        if stones >> low == reversed_bits(stones >> low, top - low):
            yield stones


_COUNTING: dict[Criterion, Callable[[int, int, int], Iterator[int]]] = {
    Criterion.EVERY: _every,
    Criterion.LARGEST: _largest,
    Criterion.WHOLE: _whole,
}


def _at_images(stones: int, new: int, minimum: int) -> dict[int, int]:
    """Returns the shapes that contain the new stone, by the image of the new stone in them."""
    place, top = new.bit_length() - 1, stones.bit_length() - 1
    mirrored = reversed_bits(stones, top)
    shapes = {}
    for image in indices_of(stones):
        shape = stones & shifted(mirrored, place + image - top)
        if shape.bit_count() >= minimum:
            shapes[image] = shape
    return shapes


def reversed_bits(bits: int, top: int) -> int:
    """Returns the set with bit i moved to top - i."""
    return int(f"{bits:0{top + 1}b}"[::-1], 2)

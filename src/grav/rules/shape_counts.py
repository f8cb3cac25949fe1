"""How many shapes a stone would complete, for many points of one position at once.

Returns the same numbers as `shapes.count` for each point, several times faster: what does not
depend on the new stone is computed once. A centre is represented by the sum i + j of the bit
indices of any two stones that are each other's images through it. So `stones << i` is the set of
the centres whose shapes contain stone i. A new stone p and a stone q make a shape at centre p + q:
the stones that are already at that centre, p and q.
"""

import struct
from collections.abc import Iterable

from grav.rules.board import Board, indices_of, shifted
from grav.rules.edition import Criterion, Edition
from grav.rules.point import Point
from grav.rules.shapes import count, reversed_bits


def shape_counts(board: Board, points: Iterable[Point], edition: Edition) -> dict[Point, int]:
    """Returns how many shapes a stone on each of these empty points would complete."""
    points = list(points)
    if edition.shapes is Criterion.WHOLE:
        return {point: count(board, point, edition) for point in points}
    places = {point: board.bit(point).bit_length() - 1 for point in points}
    centres = _Centres(board.stones, edition.min_shape)
    if edition.shapes is Criterion.EVERY:
        return {point: centres.every(place) for point, place in places.items()}
    centres.find_lonely(places.values())
    return {point: centres.largest(place) for point, place in places.items()}


class _Centres:
    """The centres of one position."""

    def __init__(self, stones: int, minimum: int) -> None:
        self.stones = stones
        self.minimum = minimum
        self.sizes = _shape_sizes(stones)
        """The number of stones at each centre."""
        self._top = max(stones.bit_length() - 1, 0)
        self._mirrored = reversed_bits(stones, self._top)
        self.with_pair = _where_at_least(self.sizes, minimum - 2)
        """The centres whose shapes are large enough if two stones are added."""
        self.lonely = 0
        """Centres whose shapes are contained in no other, whichever stone completes them."""

    def completed(self, new: int) -> int:
        """Returns the centres of the shapes that a stone completes."""
        centres = self.with_pair & (self.stones << new)
        alone = 2 * new  # the centre on the new stone itself: its shape gains only this stone
        if self._size(alone) >= self.minimum - 1:
            centres |= 1 << alone
        return centres

    def every(self, new: int) -> int:
        return self.completed(new).bit_count()

    def largest(self, new: int) -> int:
        completed = self.completed(new)
        doubtful = completed & ~self.lonely
        inside = sum(1 for centre in indices_of(doubtful) if self._lies_inside(centre, new))
        return completed.bit_count() - inside

    def find_lonely(self, places: Iterable[int]) -> None:
        """Fills `lonely`, for the centres of shapes that stones at these places would complete."""
        asked = 0
        for new in places:
            asked |= self.completed(new)
        for centre in indices_of(asked):
            if self._is_lonely(centre):
                self.lonely |= 1 << centre

    def _size(self, centre: int) -> int:
        return self.sizes[centre] if centre < len(self.sizes) else 0

    def _shape(self, centre: int) -> int:
        """Returns the shape at a centre, without the new stone."""
        return self.stones & shifted(self._mirrored, centre - self._top)

    def _is_lonely(self, centre: int) -> bool:
        """Whether the shape at every other centre lacks at least two stones of this one.

        At another centre, a new stone can become the image of one of them, not of two.
        """
        own = 1 << centre
        holding_all, lacking_one = -1, 0
        for stone in indices_of(self._shape(centre)):
            holding = self.stones << stone
            lacking_one = (lacking_one & holding) | (holding_all & ~holding)
            holding_all &= holding
            if holding_all == own and not lacking_one:
                return True
        return False

    def _lies_inside(self, centre: int, new: int) -> bool:
        """Whether another centre's shape contains this one's, both with the new stone."""
        own, with_new = 1 << centre, self.stones | 1 << new
        holding = with_new << new
        image = centre - new
        if image != new:
            holding &= with_new << image
        for stone in indices_of(self._shape(centre)):
            if holding == own:
                return False
            holding &= with_new << stone
        return holding != own


_LANE = 16  # bits per coefficient (a number of stones)


def _shape_sizes(stones: int) -> list[int]:
    """Returns, for each centre, the number of stones whose images through it are stones.

    That is the number of ways to write the centre as a sum of two stones: the coefficients of the
    square of a polynomial with one term per stone. Kronecker substitution (coefficients packed in
    lanes of one integer) computes the square as one integer product.
    """
    lanes = int(f"{stones:b}".replace("0", "0000").replace("1", "0001"), 16)
    product = lanes * lanes
    count = -(-product.bit_length() // _LANE)
    return list(struct.unpack(f"<{count}H", product.to_bytes(count * _LANE // 8, "little")))


def _where_at_least(numbers: list[int], bound: int) -> int:
    """Returns the set of the indices whose numbers are at least the bound."""
    return int("".join("1" if number >= bound else "0" for number in reversed(numbers)) or "0", 2)

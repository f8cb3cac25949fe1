"""Examples of what each number of a setting does, on a board as small as possible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grav.drills.question_spec import RuleName
from grav.rules import Board, Breach, Point, Rules, Setting, breaches
from grav.rules.board import MIN_SIZE, points_of
from grav.rules.distance import allowed
from grav.rules.json_fields import Json

_MAX_SMALL_SIZE = 9
"""No example has a larger board unless it needs one."""
_SEATS = 2


@dataclass(frozen=True, slots=True)
class Example:
    """A stone that breaks one rule; or, where none can, stones that cannot break it."""

    rule: RuleName
    binds: bool
    """Whether the rule can be broken on the board of the game."""
    board: Board
    """Before the stone is placed."""
    new: Point | None
    """Where the stone is placed; None where the rule does not bind."""
    by: int
    last: Point | None
    """For the distance: the stone to measure from."""
    marked: tuple[Point, ...]
    """The run, the square, or all points at a right distance."""
    breach: Breach | None

    def to_json(self) -> dict[str, Json]:
        return {
            "rule": self.rule.value,
            "binds": self.binds,
            "size": self.board.size,
            "board": self.board.rows(),
            "stone": None if self.new is None else {"by": self.by, "at": str(self.new)},
            "last": None if self.last is None else str(self.last),
            "marked": [str(point) for point in self.marked],
            "breach": None if self.breach is None else self.breach.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Examples:
    """One example for each rule of a setting."""

    setting: Setting
    size: int
    """The size of the game's board."""
    continuity: Example
    density: Example
    distance: Example

    def to_json(self) -> dict[str, Json]:
        return {
            "setting": str(self.setting),
            "size": self.size,
            "continuity": self.continuity.to_json(),
            "density": self.density.to_json(),
            "distance": self.distance.to_json(),
        }


def examples(setting: Setting, size: int) -> Examples:
    """Returns the examples for a setting; raises a RulesError if the board does not allow it."""
    Rules(size, _SEATS, setting)  # refuses what is out of bounds
    a, b, c, d, e = setting
    return Examples(
        setting,
        size,
        _continuity_example(a, size),
        _density_example(b, c),
        _distance_example(d, e, size),
    )


def _continuity_example(a: int, size: int) -> Example:
    """Returns the example of a row of a stones, and one more."""
    binds = a < size
    side = max(MIN_SIZE, a + 1) if binds else min(size, _MAX_SMALL_SIZE)
    row = tuple(Point(column, side // 2) for column in range(side))
    return _make_example(
        RuleName.CONTINUITY, binds, side, row[: a + 1], row[: a + 1], _loose_setting(side, a=a)
    )


def _density_example(b: int, c: int) -> Example:
    """Returns the example of a square with c stones, in a chequerboard pattern, and one more."""
    square = [Point(column, row) for column in range(b) for row in range(b)]
    stones = sorted(square, key=lambda point: ((point.column + point.row) % 2, point))
    binds, side = c < b * b, max(MIN_SIZE, b)
    return _make_example(
        RuleName.DENSITY, binds, side, stones[: c + 1], square, _loose_setting(side, b=b, c=c)
    )


def _make_example(
    rule: RuleName,
    binds: bool,
    side: int,
    stones: Sequence[Point],
    marked: Sequence[Point],
    setting: Setting,
) -> Example:
    """Places the stones for both seats in turn; the last is the new stone if it breaks the rule."""
    board = Board.empty(side, _SEATS)
    placed = stones[:-1] if binds else stones
    for number, point in enumerate(placed):
        board = board.place(point, number % _SEATS)
    new = stones[-1] if binds else None
    by = len(placed) % _SEATS
    found = () if new is None else breaches(Rules(side, _SEATS, setting), board, None, new)
    return Example(rule, binds, board, new, by, None, tuple(marked), found[0] if found else None)


def _distance_example(d: int, e: int, size: int) -> Example:
    """Returns the example of a stone, all points at a right distance, and a stone elsewhere."""
    binds = d > 1 or e < 2 * (size - 1)
    side, centre = _frame_ring(d, e, size, binds)
    ring = allowed(side, centre, d, min(e, 2 * side)) & ~Board.empty(side, 1).bit(centre)
    board = Board.empty(side, _SEATS).place(centre, 0)
    new = _find_wrong_point(side, centre, d, e) if binds else None
    setting = _loose_setting(side, d=d, e=e)
    found = () if new is None else breaches(Rules(side, _SEATS, setting), board, centre, new)
    return Example(
        rule=RuleName.DISTANCE,
        binds=binds,
        board=board,
        new=new,
        by=1,
        last=centre,
        marked=tuple(sorted(points_of(ring, side))),
        breach=found[0] if found else None,
    )


def _frame_ring(d: int, e: int, size: int, binds: bool) -> tuple[int, Point]:
    """Returns a board size and a stone such that the ring of right distances is visible.

    The whole ring with a margin, if a small board has room for that; else some right points and
    some wrong ones, around the middle or, if that is not enough, around a corner.
    """
    small = min(size, _MAX_SMALL_SIZE)
    whole = 2 * (e + 1) + 1
    if whole <= small:
        return whole, _middle_point(whole)
    return next(
        (side, centre)
        for side in range(small, size + 1)
        for centre in (_middle_point(side), Point(0, 0))
        if _shows_right_and_wrong(side, centre, d, e, binds)
    )


def _shows_right_and_wrong(side: int, centre: Point, d: int, e: int, binds: bool) -> bool:
    """Whether the board shows right points and, where the rule binds, a wrong one.

    From a corner of the whole board every possible distance occurs.
    """
    right = any(d <= distance <= e for distance in _all_distances(side, centre))
    return right and (_find_wrong_point(side, centre, d, e) is not None) is binds


def _middle_point(side: int) -> Point:
    return Point(side // 2, side // 2)


def _all_distances(side: int, centre: Point) -> Iterator[int]:
    """Yields the distances of all points but the centre itself."""
    for column in range(side):
        for row in range(side):
            if (column, row) != centre:
                yield centre.taxi_distance(Point(column, row))


def _find_wrong_point(side: int, centre: Point, d: int, e: int) -> Point | None:
    """Returns a point just too far, in the same row if there is one; else one just too near."""
    points = [Point(column, row) for column in range(side) for row in range(side)]
    for wrong in (e + 1, d - 1):
        at = [point for point in points if wrong > 0 and point.taxi_distance(centre) == wrong]
        if at:
            return max(at, key=lambda point: (point.row == centre.row, point))
    return None


def _loose_setting(side: int, **numbers: int) -> Setting:
    """Returns a setting in which only these numbers bind."""
    return Setting(a=max(side, 3), b=2, c=4, d=0, e=2 * side)._replace(**numbers)

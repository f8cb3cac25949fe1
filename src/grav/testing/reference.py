"""Reference implementation of docs/law.md: what the fast functions of `grav.rules` must return.

Written from the rule text alone, on plain sets of points, and slow on purpose. Uses the plain
types of the rules; must not use the functions that are tested against it.
"""

from collections.abc import Iterator, Set

from grav.rules.board import Board
from grav.rules.continuity import TooLongRun
from grav.rules.density import TooFullSquare
from grav.rules.distance import WrongDistance
from grav.rules.edition import Criterion, Edition
from grav.rules.point import Point
from grav.rules.rules import Rules
from grav.rules.shapes import Centre, Shape

Stones = Set[Point]


def stones_of(board: Board) -> frozenset[Point]:
    """Returns the points that hold a stone, read from the board's text rows."""
    return frozenset(
        Point(column, board.size - 1 - down)
        for down, line in enumerate(board.rows())
        for column, mark in enumerate(line)
        if mark != "."
    )


def points_of_board(size: int) -> list[Point]:
    """All points, sorted by column, then row."""
    return [Point(column, row) for column in range(size) for row in range(size)]


def continuity(stones: Stones, new: Point, a: int, size: int) -> Iterator[TooLongRun]:
    """Every run through the new stone, on any line at any interval, of more than `a` stones."""
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for interval in range(1, size):
            ahead = _stones_along(stones, new, across * interval, up * interval)
            behind = _stones_along(stones, new, -across * interval, -up * interval)
            run = [new, *ahead, *behind]
            if len(run) > a:
                yield TooLongRun(tuple(sorted(run)), interval, a)


def _stones_along(stones: Stones, start: Point, across: int, up: int) -> Iterator[Point]:
    """Yields the points along the steps for as long as each holds a stone."""
    column, row = start
    while (column + across, row + up) in stones:
        column, row = column + across, row + up
        yield Point(column, row)


def density(stones: Stones, new: Point, b: int, c: int, size: int) -> Iterator[TooFullSquare]:
    """Every b × b square on the board that holds the new stone and more than `c` stones."""
    after = {*stones, new}
    for left in range(size - b + 1):
        for bottom in range(size - b + 1):
            square = {
                (column, row)
                for column in range(left, left + b)
                for row in range(bottom, bottom + b)
            }
            count = len(square & after)
            if new in square and count > c:
                yield TooFullSquare(Point(left, bottom), count, c)


def distance(last: Point | None, new: Point, d: int, e: int) -> Iterator[WrongDistance]:
    """Yields the breach of a stone nearer than `d` or farther than `e`; the first stone is free."""
    if last is None:
        return
    steps = abs(last.column - new.column) + abs(last.row - new.row)
    if steps < d or steps > e:
        yield WrongDistance(last, steps, d, e)


def breaches(
    rules: Rules, stones: Stones, last: Point | None, new: Point
) -> list[TooLongRun | TooFullSquare | WrongDistance]:
    """Returns all breaches of a stone on an empty point."""
    a, b, c, d, e = rules.setting
    return [
        *continuity(stones, new, a, rules.size),
        *density(stones, new, b, c, rules.size),
        *distance(last, new, d, e),
    ]


def image(point: tuple[int, int], centre: Centre) -> tuple[int, int]:
    """Returns the mirror image through a centre, whose coordinates are in half steps."""
    return centre.column - point[0], centre.row - point[1]


def centres(size: int) -> list[Centre]:
    """Returns every point, middle between two points and middle of four, sorted."""
    return [Centre(column, row) for column in range(2 * size - 1) for row in range(2 * size - 1)]


def shape_at(stones: Stones, centre: Centre) -> frozenset[Point]:
    """All stones whose mirror image is a stone as well."""
    return frozenset(stone for stone in stones if image(stone, centre) in stones)


def shapes(stones: Stones, size: int) -> dict[Centre, frozenset[Point]]:
    """The shape at every centre of the board, however small."""
    return {centre: shape_at(stones, centre) for centre in centres(size)}


def completed(stones: Stones, new: Point, edition: Edition, size: int) -> list[Shape]:
    """The shapes that a new stone completes and that count, sorted by their centres."""
    after = {*stones, new}
    holding_new = {
        centre: shape_at(after, centre) for centre in centres(size) if image(new, centre) in after
    }
    found = {
        centre: shape for centre, shape in holding_new.items() if len(shape) >= edition.min_shape
    }
    if edition.shapes is Criterion.LARGEST:
        found = {
            centre: shape
            for centre, shape in found.items()
            if not any(shape < other for other in found.values())
        }
    elif edition.shapes is Criterion.WHOLE:
        found = {centre: shape for centre, shape in found.items() if shape == after}
    return [Shape(centre, tuple(sorted(shape))) for centre, shape in found.items()]


def legal_set(rules: Rules, stones: Stones, last: Point | None) -> list[Point]:
    """Each empty point where a stone breaks no rule, sorted."""
    return [
        point
        for point in points_of_board(rules.size)
        if point not in stones and not breaches(rules, stones, last, point)
    ]


def legal_points(rules: Rules, stones: Stones, last: Point | None) -> dict[Point, int]:
    """Each legal point with the number of shapes that a stone there would complete."""
    return {
        point: len(completed(stones, point, rules.edition, rules.size))
        for point in legal_set(rules, stones, last)
    }

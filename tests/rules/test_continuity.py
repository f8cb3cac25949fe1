"""Continuity: the rulebook's examples on every line; random boards against the reference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.rules import Point, TooLongRun, points_of
from grav.rules.board import all_points
from grav.rules.continuity import breaches, forbidden, intervals
from grav.testing import reference
from grav.testing.games.drawing import LINES, parse_drawing, parse_line_drawing
from grav.testing.strategies import Position, positions

on_every_line = pytest.mark.parametrize("line", LINES)


def intervals_broken(text: str, line: str, a: int = 3) -> list[int]:
    drawing = parse_line_drawing(text, line)
    return [breach.interval for breach in breaches(drawing.board, drawing.asked_point, a)]


@on_every_line
@every("text", ["* . X . O", "X . * . O", "X . X . *"])
def test_three_at_interval_two_are_legal(text: str, line: str) -> None:
    """The rulebook's `X . X . O`."""
    assert intervals_broken(text, line) == []


@on_every_line
@every("text", ["* . X . O . X", "X . * . O . X", "X . X . * . X", "X . X . O . *"])
def test_four_at_interval_two_break_the_rule(text: str, line: str) -> None:
    """The rulebook's `X . X . O . X`, whichever stone was the last, and in any colours."""
    assert intervals_broken(text, line) == [2]


@on_every_line
@every("text", ["* X X X", "X * X X", "X X * X", "X X X *"])
def test_four_side_by_side_break_the_rule(text: str, line: str) -> None:
    """The rulebook's `X X X X`."""
    assert intervals_broken(text, line) == [1]


@on_every_line
def test_three_side_by_side_are_legal(line: str) -> None:
    """The rulebook's `X X X`."""
    assert intervals_broken("X X *", line) == []


@on_every_line
@every(
    "text",
    ["* . O X X . . O", "X . * X X . . O", "X . O * X . . O", "X . O X * . . O", "X . O X X . . *"],
)
def test_stones_at_unequal_intervals_are_legal(text: str, line: str) -> None:
    """The rulebook's `X . O X X . . O`."""
    assert intervals_broken(text, line) == []


def test_that_example_has_three_stones_at_intervals_one_and_two() -> None:
    assert intervals_broken("X . O X * . . O", "row", a=2) == [1, 2]


@on_every_line
def test_a_gap_ends_a_run(line: str) -> None:
    assert intervals_broken("X X . * X", line) == []


@on_every_line
def test_stones_between_those_of_a_run_do_not_end_it(line: str) -> None:
    assert intervals_broken("X . X O X . *", line) == [2]


@on_every_line
def test_a_run_without_the_new_stone_does_not_count(line: str) -> None:
    assert intervals_broken("X X X X X . . *", line) == []


@on_every_line
def test_one_stone_can_break_the_rule_at_several_intervals(line: str) -> None:
    assert intervals_broken("X X X X X X * X X", line) == [1, 2]


@on_every_line
def test_a_larger_a_allows_longer_runs(line: str) -> None:
    assert intervals_broken("X X X X X *", line, a=5) == [1]
    assert intervals_broken("X X X X X *", line, a=6) == []


def test_lines_do_not_wrap_around_the_edge() -> None:
    drawing = parse_drawing("""
        . . . . .
        X X . . .
        . . . X *
        . . . . .
        . . . . .
    """)
    assert list(breaches(drawing.board, drawing.asked_point, 3)) == []
    assert not forbidden(drawing.board, 3) & drawing.board.bit(drawing.asked_point)


def test_a_knights_walk_is_no_line() -> None:
    drawing = parse_drawing("""
        . . . . . . *
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        X . . . . . .
    """)
    assert len(list(breaches(drawing.board, drawing.asked_point, 3))) == 1
    steeper = parse_drawing("""
        . . . * . . .
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . X . . . . .
        . . . . . . .
        X . . . . . .
    """)
    assert list(breaches(steeper.board, steeper.asked_point, 3)) == []


def test_runs_on_different_lines_are_distinguished() -> None:
    drawing = parse_drawing("""
        . . . X
        . . X X
        . X . X
        X X X *
    """)
    found = [
        [str(point) for point in breach.points]
        for breach in breaches(drawing.board, drawing.asked_point, 3)
    ]
    assert found == [["a1", "b1", "c1", "d1"], ["d1", "d2", "d3", "d4"]]


def test_a_breach_has_its_points_interval_and_limit() -> None:
    drawing = parse_drawing("""
        . . . . . . *
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . O . . . .
        . . . . . . .
        X . . . . . .
    """)
    (breach,) = breaches(drawing.board, drawing.asked_point, 3)
    points = tuple(map(Point.parse, ("a1", "c3", "e5", "g7")))
    assert breach == TooLongRun(points, interval=2, limit=3)
    assert breach.to_json() == {
        "rule": "continuity",
        "points": ["a1", "c3", "e5", "g7"],
        "interval": 2,
        "limit": 3,
    }


def test_the_points_are_sorted_by_column_then_row() -> None:
    falling = parse_line_drawing("* X X X", "falling")
    column = parse_line_drawing("X X X X X X X X * X X", "column")
    (fell,) = breaches(falling.board, falling.asked_point, 3)
    assert fell.to_json()["points"] == ["a4", "b3", "c2", "d1"]
    longest = next(breaches(column.board, column.asked_point, 9))
    assert longest.to_json()["points"] == [f"f{row}" for row in range(1, 12)]


@pytest.mark.parametrize(
    ("size", "a", "found"), [(4, 3, [1]), (3, 3, []), (7, 3, [1, 2]), (25, 3, list(range(1, 9)))]
)
def test_only_intervals_with_room_for_a_run_are_checked(
    size: int, a: int, found: list[int]
) -> None:
    assert list(intervals(size, a)) == found


def test_a_limit_that_no_board_can_break_skips_the_check() -> None:
    drawing = parse_line_drawing("X X X X X X *", "row")
    assert list(breaches(drawing.board, drawing.asked_point, 10**30)) == []
    assert forbidden(drawing.board, 10**30) == 0


@given(positions(), st.data())
def test_breaches_equal_those_of_the_reference(position: Position, data: st.DataObject) -> None:
    board, a = position.board, position.rules.setting.a
    stones = reference.stones_of(board)
    empty = sorted(set(reference.points_of_board(board.size)) - stones)
    for new in data.draw(st.lists(st.sampled_from(empty), max_size=8)) if empty else ():
        expected = reference.continuity(stones, new, a, board.size)
        assert set(breaches(board, new, a)) == set(expected)


@given(positions())
def test_forbidden_points_are_those_where_a_stone_would_break_the_rule(position: Position) -> None:
    board, a = position.board, position.rules.setting.a
    empty = list(points_of(all_points(board.size) & ~board.stones, board.size))
    found = set(points_of(forbidden(board, a) & all_points(board.size), board.size))
    assert found & set(empty) == {new for new in empty if any(breaches(board, new, a))}

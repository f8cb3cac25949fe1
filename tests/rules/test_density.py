from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.rules import Point, TooFullSquare, points_of
from grav.rules.board import all_points
from grav.rules.density import breaches, forbidden
from grav.testing import reference
from grav.testing.games.drawing import parse_drawing
from grav.testing.games.symmetries import SYMMETRIES, Symmetry
from grav.testing.strategies import Position, positions


def squares_too_full(text: str, b: int, c: int) -> dict[str, int]:
    drawing = parse_drawing(text)
    return {str(br.corner): br.count for br in breaches(drawing.board, drawing.asked_point, b, c)}


FOUR_AND_ONE = """
    . . . . .
    . . X . .
    . O * X .
    . . X . .
    . . . . .
"""


def test_as_many_as_allowed_are_legal() -> None:
    assert squares_too_full(FOUR_AND_ONE, b=3, c=5) == {}


def test_one_more_than_allowed_breaks_the_rule() -> None:
    assert squares_too_full(FOUR_AND_ONE, b=3, c=4) == {"b2": 5}


def test_every_overfull_square_is_reported() -> None:
    assert squares_too_full(FOUR_AND_ONE, b=3, c=3) == {"b1": 4, "a2": 4, "b2": 5, "c2": 4, "b3": 4}


def test_only_squares_that_hold_the_new_stone_count() -> None:
    text = """
        . . . . .
        . . . . .
        . . . . *
        X X . . .
        X X . . .
    """
    assert squares_too_full(text, b=2, c=2) == {}
    assert squares_too_full(text, b=3, c=2) == {}


def test_only_squares_that_lie_on_the_board_count() -> None:
    text = """
        * X .
        X . .
        . . .
    """
    assert squares_too_full(text, b=2, c=2) == {"a2": 3}
    assert squares_too_full(text, b=3, c=2) == {"a1": 3}


def test_the_largest_square_is_the_whole_board() -> None:
    text = """
        X . O
        . . .
        * . X
    """
    assert squares_too_full(text, b=3, c=3) == {"a1": 4}
    assert squares_too_full(text, b=3, c=4) == {}


@every("symmetry", SYMMETRIES, ids=str)
def test_all_edges_are_treated_alike(symmetry: Symmetry) -> None:
    drawing = parse_drawing("""
        . . . . .
        . . . . .
        X . . . .
        * O . . .
        X . . . .
    """)
    board, new = symmetry.board(drawing.board), symmetry.point(drawing.asked_point, 5)
    assert sorted(br.count for br in breaches(board, new, 2, 2)) == [3, 3]
    assert [br.count for br in breaches(board, new, 3, 3)] == [4]


def test_squares_do_not_wrap_around_the_edge() -> None:
    drawing = parse_drawing("""
        . . . .
        X . . *
        X . . X
        . . . .
    """)
    assert list(breaches(drawing.board, drawing.asked_point, 2, 2)) == []
    assert not forbidden(drawing.board, 2, 2) & drawing.board.bit(drawing.asked_point)


def test_a_breach_has_its_lower_left_corner_count_and_limit() -> None:
    drawing = parse_drawing("""
        . . . . . .
        . . O . X .
        . . . * . .
        . . X . O .
        . . . . . .
        . . . . . .
    """)
    (breach,) = breaches(drawing.board, drawing.asked_point, 3, 4)
    assert breach == TooFullSquare(Point.parse("c3"), count=5, limit=4)
    assert breach.to_json() == {"rule": "density", "square": "c3", "count": 5, "limit": 4}


@given(positions(), st.data())
def test_breaches_equal_those_of_the_reference(position: Position, data: st.DataObject) -> None:
    board, (_, b, c, _, _) = position.board, position.rules.setting
    stones = reference.stones_of(board)
    empty = sorted(set(reference.points_of_board(board.size)) - stones)
    for new in data.draw(st.lists(st.sampled_from(empty), max_size=2)) if empty else ():
        expected = reference.density(stones, new, b, c, board.size)
        assert set(breaches(board, new, b, c)) == set(expected)


@given(positions())
def test_forbidden_points_are_those_where_a_stone_would_break_the_rule(position: Position) -> None:
    board, (_, b, c, _, _) = position.board, position.rules.setting
    empty = list(points_of(all_points(board.size) & ~board.stones, board.size))
    found = set(points_of(forbidden(board, b, c) & all_points(board.size), board.size))
    assert found & set(empty) == {new for new in empty if any(breaches(board, new, b, c))}

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.rules import MAX_SIZE, MIN_SIZE, Board, Point, points_of
from grav.rules.board import all_points, indices_of
from grav.testing.games.drawing import parse_drawing
from grav.testing.games.symmetries import SYMMETRIES, Symmetry
from grav.testing.reference import points_of_board, stones_of
from grav.testing.strategies import boards, points, sizes

any_board = st.tuples(sizes(), st.integers(2, 6)).flatmap(lambda drawn: boards(*drawn))


def test_rows_are_listed_from_the_top() -> None:
    board = Board.empty(3, 2).place(Point.parse("a1"), 0).place(Point.parse("c2"), 1)
    assert board.rows() == ["...", "..1", "0.."]


def test_a_drawing_is_the_board_that_it_shows() -> None:
    drawing = parse_drawing("""
        . . *
        X . .
        . O 5
    """, seats=6)  # fmt: skip
    assert drawing.board.rows() == ["...", "0..", ".15"]
    assert drawing.asked_point == Point.parse("c3")


@given(any_board)
def test_a_board_survives_a_round_trip_through_its_rows(board: Board) -> None:
    assert Board.from_rows(board.rows(), len(board.owned)) == board


def test_rows_of_unequal_length_are_an_error() -> None:
    with pytest.raises(ValueError, match="row 2 has 4 points, expected 3"):
        Board.from_rows(["...", "....", "..."], 2)


def test_a_new_board_is_empty() -> None:
    board = Board.empty(7, 3)
    assert board.counts() == (0, 0, 0)
    assert board.stones == 0
    assert not board.is_full


@every("size", range(MIN_SIZE, MAX_SIZE + 1))
def test_every_point_has_its_own_bit(size: int) -> None:
    board = Board.empty(size, 2)
    everywhere = points_of_board(size)
    assert len({board.bit(point) for point in everywhere}) == size**2
    assert sorted(points_of(all_points(size), size)) == everywhere
    for point in everywhere:
        assert list(points_of(board.bit(point), size)) == [point]


@pytest.mark.parametrize(
    ("name", "on_it"), [("a1", True), ("g7", True), ("h1", False), ("a8", False), ("a0", False)]
)
def test_a_board_has_the_points_up_to_its_size(name: str, on_it: bool) -> None:
    assert Board.empty(7, 2).has(Point.parse(name)) is on_it


@given(any_board, st.data())
def test_a_stone_belongs_to_the_seat_that_placed_it(board: Board, data: st.DataObject) -> None:
    point = data.draw(points(board.size))
    seat = data.draw(st.integers(0, len(board.owned) - 1))
    cleared = board.remove(point)
    assert cleared.owner(point) is None
    placed = cleared.place(point, seat)
    assert placed.owner(point) == seat
    assert placed.remove(point) == cleared
    before, after = cleared.counts(), placed.counts()
    assert [after[s] - before[s] for s in range(len(after))] == [
        int(s == seat) for s in range(len(after))
    ]


@given(any_board)
def test_counts_and_stones_agree_with_the_drawing(board: Board) -> None:
    shown = "".join(board.rows())
    assert board.counts() == tuple(shown.count(str(seat)) for seat in range(len(board.owned)))
    assert set(points_of(board.stones, board.size)) == stones_of(board)
    assert board.is_full is ("." not in shown)


def test_placing_and_removing_return_a_new_board() -> None:
    board = Board.empty(3, 2)
    board.place(Point(0, 0), 0)
    assert board == Board.empty(3, 2)
    with pytest.raises(FrozenInstanceError):
        board.size = 4  # type: ignore[misc]


def test_evaluating_the_repr_gives_the_board() -> None:
    board = Board.empty(5, 2).place(Point(2, 3), 1)
    assert eval(repr(board)) == board


def test_points_of_a_set_are_yielded_from_the_lowest() -> None:
    assert list(indices_of(0b101001)) == [0, 3, 5]
    assert list(indices_of(0)) == []


@every("symmetry", SYMMETRIES, ids=str)
def test_a_symmetry_permutes_the_points(symmetry: Symmetry) -> None:
    everywhere = points_of_board(4)
    assert sorted(symmetry.point(point, 4) for point in everywhere) == everywhere


def test_the_eight_symmetries_differ() -> None:
    board = parse_drawing("""
        X X .
        . . .
        O . .
    """).board
    assert len({symmetry.board(board) for symmetry in SYMMETRIES}) == 8

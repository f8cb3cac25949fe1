"""Shapes by drawings, and each criterion against the reference."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.rules import (
    REVISED,
    Board,
    Centre,
    Criterion,
    Edition,
    Point,
    Shape,
    completed_shapes,
    shape_counts,
)
from grav.rules.shapes import count
from grav.testing import reference
from grav.testing.games.drawing import parse_drawing
from grav.testing.games.symmetries import SYMMETRIES, Symmetry
from grav.testing.strategies import boards, sizes

EVERY, LARGEST, WHOLE = Criterion
criteria = st.sampled_from(Criterion)
minimums = st.integers(4, 8)
editions = st.builds(partial(replace, REVISED), shapes=criteria, min_shape=minimums)
all_sizes = sizes().flatmap(boards)


def edition_with(criterion: Criterion, min_shape: int = 4) -> Edition:
    return replace(REVISED, shapes=criterion, min_shape=min_shape)


def centres(text: str, criterion: Criterion, min_shape: int = 4) -> list[str]:
    """Returns the centres of the shapes that a stone on the point marked `*` completes."""
    drawing, edition = parse_drawing(text), edition_with(criterion, min_shape)
    found = completed_shapes(drawing.board, drawing.asked_point, edition)
    assert count(drawing.board, drawing.asked_point, edition) == len(found)
    counts = shape_counts(drawing.board, [drawing.asked_point], edition)
    assert counts == {drawing.asked_point: len(found)}
    return [str(shape.centre) for shape in found]


PARALLELOGRAM = """
    . . . . .
    . O . * .
    . . . . .
    X . X . .
    . . . . .
"""
ODD_LINE = """
    . . . . .
    . . . . .
    X X O X *
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize("criterion", Criterion)
def test_a_parallelogram_is_a_shape_in_any_colours(criterion: Criterion) -> None:
    assert centres(PARALLELOGRAM, criterion) == ["b3/c3"]


def test_three_stones_are_not_enough() -> None:
    text = """
        . . .
        X X *
        . . .
    """
    assert [centres(text, criterion) for criterion in Criterion] == [[], [], []]


@pytest.mark.parametrize(
    ("text", "centre"),
    [
        (
            """
            . X .
            X . X
            . * .
            """,
            "b2",
        ),
        (
            """
            X * .
            X X .
            . . .
            """,
            "a2/b3",
        ),
        (
            """
            X * .
            . . .
            X X .
            """,
            "a2/b2",
        ),
        (
            """
            X . *
            X . X
            . . .
            """,
            "b2/b3",
        ),
    ],
)
def test_a_centre_is_a_point_or_the_middle_of_two_or_four(text: str, centre: str) -> None:
    assert centres(text, LARGEST) == [centre]


def test_a_stone_on_the_centre_is_its_own_mirror_image() -> None:
    text = """
        X . O
        . * .
        O . X
    """
    assert centres(text, LARGEST) == ["b2"]
    assert centres(text, LARGEST, min_shape=5) == ["b2"]
    assert centres(text, LARGEST, min_shape=6) == []


def test_a_shape_that_grows_is_a_new_shape() -> None:
    text = """
        X . X
        . * .
        X . X
    """
    drawing = parse_drawing(text)
    (shape,) = completed_shapes(drawing.board, drawing.asked_point, edition_with(LARGEST))
    assert len(shape.points) == 5


def test_a_shape_without_the_new_stone_does_not_count() -> None:
    text = """
        X . X . .
        . . . . .
        X . X . .
        . . . . .
        . . . . *
    """
    assert centres(text, EVERY) == []


def test_every_counts_one_shape_for_each_centre() -> None:
    assert centres(ODD_LINE, EVERY) == ["c3", "c3/d3"]


def test_largest_leaves_out_shapes_within_another() -> None:
    assert centres(ODD_LINE, LARGEST) == ["c3"]


def test_largest_counts_shapes_that_overlap() -> None:
    text = """
        X . . X . .
        . . . . . .
        . . . . . .
        O . . * O .
        . . . . . .
        . . . . X X
    """
    assert centres(text, EVERY) == centres(text, LARGEST) == ["b4/c5", "e2"]


def test_whole_needs_all_stones_of_the_board() -> None:
    text = """
        X . * . .
        . . . . .
        X . X . .
        . . . . .
        . . . . X
    """
    assert centres(text, EVERY) == ["b4"]
    assert centres(text, WHOLE) == []


def test_whole_counts_as_one_shape() -> None:
    assert centres(ODD_LINE, WHOLE) == ["c3"]


def test_a_larger_minimum_leaves_out_smaller_shapes() -> None:
    assert centres(ODD_LINE, EVERY, min_shape=5) == ["c3"]
    assert [centres(ODD_LINE, criterion, min_shape=6) for criterion in Criterion] == [[], [], []]


def test_mirror_images_do_not_wrap_around_the_edge() -> None:
    text = """
        . . . .
        X . . X
        . . . .
        . X X *
    """
    assert centres(text, EVERY) == []


def test_a_shape_has_its_centre_and_sorted_points() -> None:
    drawing = parse_drawing(PARALLELOGRAM)
    (shape,) = completed_shapes(drawing.board, drawing.asked_point, edition_with(EVERY))
    points = tuple(map(Point.parse, ("a2", "b4", "c2", "d4")))
    assert shape == Shape(Centre(3, 4), points)
    assert shape.to_json() == {"centre": "b3/c3", "points": ["a2", "b4", "c2", "d4"]}


@pytest.mark.parametrize(
    ("centre", "name"),
    [
        (Centre(4, 8), "c5"),
        (Centre(5, 8), "c5/d5"),
        (Centre(4, 9), "c5/c6"),
        (Centre(5, 9), "c5/d6"),
    ],
)
def test_a_centre_is_named_by_the_points_on_either_side(centre: Centre, name: str) -> None:
    assert str(centre) == name


def empty_points(board: Board) -> list[Point]:
    return sorted(set(reference.points_of_board(board.size)) - reference.stones_of(board))


@given(all_sizes, editions, st.data())
def test_completed_shapes_equal_those_of_the_reference(
    board: Board, edition: Edition, data: st.DataObject
) -> None:
    stones, empty = reference.stones_of(board), empty_points(board)
    for new in data.draw(st.lists(st.sampled_from(empty), max_size=2)) if empty else ():
        expected = reference.completed(stones, new, edition, board.size)
        assert completed_shapes(board, new, edition) == expected
        assert count(board, new, edition) == len(expected)


@given(sizes(9).flatmap(boards), editions, st.integers(0, 4))
def test_with_a_maximum_the_largest_shapes_are_returned(
    board: Board, edition: Edition, most: int
) -> None:
    for new in empty_points(board)[:12]:
        every = completed_shapes(board, new, edition)
        some = completed_shapes(board, new, edition, most)
        assert len(some) == min(most, len(every))
        assert [shape for shape in every if shape in some] == some
        left = [len(shape.points) for shape in every if shape not in some]
        assert all(len(shape.points) >= max(left, default=0) for shape in some)


@given(sizes(9).flatmap(boards), editions)
def test_counts_of_all_points_at_once_equal_those_of_the_reference(
    board: Board, edition: Edition
) -> None:
    stones, empty = reference.stones_of(board), empty_points(board)
    assert shape_counts(board, empty, edition) == {
        new: len(reference.completed(stones, new, edition, board.size)) for new in empty
    }


@given(all_sizes, editions, st.data())
def test_counts_of_many_points_equal_single_counts(
    board: Board, edition: Edition, data: st.DataObject
) -> None:
    empty = empty_points(board)
    asked = data.draw(st.lists(st.sampled_from(empty), max_size=40)) if empty else []
    assert shape_counts(board, asked, edition) == {new: count(board, new, edition) for new in asked}


@given(sizes(7).flatmap(boards))
def test_a_shape_has_one_centre(board: Board) -> None:
    found = reference.shapes(reference.stones_of(board), board.size).values()
    shapes = [shape for shape in found if shape]
    assert len(shapes) == len(set(shapes))


@given(sizes(13).flatmap(boards), minimums)
def test_each_criterion_is_narrower_than_the_one_before(board: Board, min_shape: int) -> None:
    for new in empty_points(board)[:12]:
        every, largest, whole = (
            set(completed_shapes(board, new, edition_with(criterion, min_shape)))
            for criterion in Criterion
        )
        assert whole <= largest <= every
        assert len(whole) <= 1
        assert bool(every) is bool(largest)


@given(sizes(11).flatmap(boards), editions, st.sampled_from(SYMMETRIES))
def test_counts_are_invariant_under_symmetries_of_the_board(
    board: Board, edition: Edition, symmetry: Symmetry
) -> None:
    empty = empty_points(board)
    turned = symmetry.board(board)
    counts = shape_counts(board, empty, edition)
    there = [symmetry.point(point, board.size) for point in empty]
    assert shape_counts(turned, there, edition) == {
        symmetry.point(point, board.size): number for point, number in counts.items()
    }


@pytest.mark.parametrize("criterion", Criterion)
def test_an_empty_board_has_no_shapes(criterion: Criterion) -> None:
    board = Board.empty(25, 2)
    edition = edition_with(criterion)
    assert set(shape_counts(board, empty_points(board), edition).values()) == {0}
    assert shape_counts(board, [], edition) == {}

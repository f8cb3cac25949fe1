import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.rules import Point, WrongDistance, points_of
from grav.rules.board import all_points
from grav.rules.distance import allowed, breaches
from grav.testing import reference
from grav.testing.games.drawing import parse_drawing
from grav.testing.strategies import points, settings, sizes


def drawn_ring(text: str, d: int, e: int) -> bool:
    """Whether the points marked `*` are those at an allowed distance from the one stone."""
    drawing = parse_drawing(text)
    (last,) = points_of(drawing.board.stones, drawing.board.size)
    found = sorted(points_of(allowed(drawing.board.size, last, d, e), drawing.board.size))
    return found == list(drawing.asked)


def test_points_at_an_allowed_distance_form_a_ring() -> None:
    assert drawn_ring("""
        . . * . .
        . * . * .
        * . X . *
        . * . * .
        . . * . .
    """, d=2, e=2)  # fmt: skip
    assert drawn_ring("""
        . * * * .
        * * . * *
        * . X . *
        * * . * *
        . * * * .
    """, d=2, e=3)  # fmt: skip


def test_the_ring_is_clipped_at_the_edge() -> None:
    assert drawn_ring("""
        . . . .
        * . . .
        * * . .
        X * * .
    """, d=1, e=2)  # fmt: skip


def test_the_first_stone_is_free() -> None:
    assert allowed(5, None, 2, 2) == all_points(5)
    assert list(breaches(None, Point(0, 0), 2, 2)) == []


@pytest.mark.parametrize(("at", "steps"), [("c3", 2), ("d3", 3), ("e3", 4), ("c5", 4)])
def test_the_bounds_themselves_are_allowed(at: str, steps: int) -> None:
    assert Point.parse("a3").taxi_distance(Point.parse(at)) == steps
    assert list(breaches(Point.parse("a3"), Point.parse(at), 2, 4)) == []


@pytest.mark.parametrize(("at", "steps"), [("b3", 1), ("a4", 1), ("f3", 5), ("c6", 5)])
def test_nearer_or_farther_breaks_the_rule(at: str, steps: int) -> None:
    origin = Point.parse("a3")
    assert list(breaches(origin, Point.parse(at), 2, 4)) == [WrongDistance(origin, steps, 2, 4)]


def test_a_breach_has_the_previous_stone_and_the_distance() -> None:
    (breach,) = breaches(Point.parse("b1"), Point.parse("b2"), 2, 4)
    assert breach.to_json() == {
        "rule": "distance",
        "from": "b1",
        "distance": 1,
        "least": 2,
        "most": 4,
    }


@given(sizes(), st.data())
def test_breaches_and_allowed_points_equal_those_of_the_reference(
    size: int, data: st.DataObject
) -> None:
    last = data.draw(points(size))
    _, _, _, d, e = data.draw(settings(size))
    ring = set(points_of(allowed(size, last, d, e), size))
    for new in reference.points_of_board(size):
        expected = list(reference.distance(last, new, d, e))
        assert list(breaches(last, new, d, e)) == expected
        assert (new in ring) is not bool(expected)

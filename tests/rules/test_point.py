import pytest
from hypothesis import given
from tests.subtests import every

from grav.rules import Point, PointError
from grav.testing.strategies import named_points, points
from grav.text import LANGUAGES


@pytest.mark.parametrize(
    ("name", "point"),
    [("a1", Point(0, 0)), ("c5", Point(2, 4)), ("y25", Point(24, 24)), ("i9", Point(8, 8))],
)
def test_a_name_is_a_column_letter_and_a_row_from_the_bottom(name: str, point: Point) -> None:
    assert Point.parse(name) == point
    assert str(point) == name


def test_no_letter_is_left_out() -> None:
    letters = [str(Point(column, 0))[0] for column in range(26)]
    assert "".join(letters) == "abcdefghijklmnopqrstuvwxyz"


def test_a_point_may_lie_outside_every_board() -> None:
    assert Point.parse("z99") == Point(25, 98)
    assert Point.parse("a0") == Point(0, -1)


@given(named_points())
def test_a_point_survives_a_round_trip_through_its_name(point: Point) -> None:
    assert Point.parse(str(point)) == point


@every(
    "name",
    [
        *("", "c", "5", "5c", "C5", "c05", "c00", "c-1", "c5.0", "c 5", " c5", "cc5", "c5c5"),
        *("é5", "c٥", "c５", "c12345", "c" + "9" * 5000),
    ],
)
def test_an_invalid_name_is_refused_in_every_language(name: str) -> None:
    with pytest.raises(PointError) as caught:
        Point.parse(name)
    for language in LANGUAGES:
        assert name[:40] in caught.value.say(language)
        assert "c5" in caught.value.say(language)


def test_a_name_may_not_end_in_a_line_end() -> None:
    with pytest.raises(PointError, match="c5�"):
        Point.parse("c5\n")


def test_points_sort_by_column_then_row() -> None:
    names = ["b10", "a2", "b9", "a10"]
    assert [str(point) for point in sorted(map(Point.parse, names))] == ["a2", "a10", "b9", "b10"]


@pytest.mark.parametrize(
    ("one", "other", "steps"), [("c3", "c3", 0), ("c3", "c4", 1), ("a1", "c3", 4), ("c1", "a3", 4)]
)
def test_distance_counts_steps_along_the_lines(one: str, other: str, steps: int) -> None:
    assert Point.parse(one).taxi_distance(Point.parse(other)) == steps


@given(points(25), points(25), points(25))
def test_distance_is_a_metric(p: Point, q: Point, r: Point) -> None:
    assert p.taxi_distance(q) == q.taxi_distance(p)
    assert (p.taxi_distance(q) == 0) == (p == q)
    assert p.taxi_distance(r) <= p.taxi_distance(q) + q.taxi_distance(r)

"""Examples of the numbers of a setting, on small boards."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from tests.subtests import every

from grav.drills import Example, Examples, examples
from grav.rules import (
    Board,
    Point,
    Rules,
    RulesError,
    Setting,
    TooFullSquare,
    TooLongRun,
    WrongDistance,
    breaches,
)
from grav.testing import reference
from grav.testing.strategies import settings, sizes


@st.composite
def draw_examples(draw: DrawFn) -> Examples:
    size = draw(sizes())
    return examples(draw(settings(size)), size)


def of(text: str, size: int) -> Examples:
    return examples(Setting.parse(text), size)


def each(found: Examples) -> tuple[Example, Example, Example]:
    return found.continuity, found.density, found.distance


def test_the_example_of_a_breaks_it_by_one_stone() -> None:
    example = of("4 3 4 2 4", 9).continuity
    assert example.board.rows() == [".....", ".....", "0101.", ".....", "....."]
    assert str(example.new) == "e3"
    assert example.breach == TooLongRun(example.marked, interval=1, limit=4)


def test_the_example_of_c_breaks_it_by_one_stone() -> None:
    example = of("3 3 4 2 4", 9).density
    assert example.board.rows() == ["1..", ".0.", "0.1"]
    assert example.breach == TooFullSquare(Point.parse("a1"), count=5, limit=4)
    assert len(example.marked) == 9


def test_a_small_square_lies_on_the_smallest_board() -> None:
    example = of("3 2 2 2 4", 9).density
    assert example.board.size == 3
    assert [str(point) for point in example.marked] == ["a1", "a2", "b1", "b2"]


def test_the_ring_of_allowed_distances_is_shown_around_a_stone() -> None:
    example = of("3 3 4 2 2", 9).distance
    assert example.board.size == 7
    assert str(example.last) == "d4"
    assert [str(point) for point in example.marked] == [
        "b4", "c3", "c5", "d2", "d6", "e3", "e5", "f4",
    ]  # fmt: skip
    assert example.breach == WrongDistance(Point.parse("d4"), distance=3, minimum=2, maximum=2)


def test_a_ring_too_wide_for_a_small_board_is_shown_from_its_middle() -> None:
    example = of("3 3 4 2 4", 19).distance
    assert (example.board.size, str(example.last)) == (9, "e5")
    assert isinstance(example.breach, WrongDistance)
    assert example.breach.distance == 5


def test_a_ring_that_does_not_fit_around_the_middle_is_shown_from_a_corner() -> None:
    example = of("3 3 4 12 14", 19).distance
    assert (example.board.size, str(example.last)) == (9, "a1")


@every(
    ("numbers", "binding"),
    [
        ("3 3 4 2 4", (True, True, True)),
        ("9 3 4 2 4", (False, True, True)),
        ("3 3 9 2 4", (True, False, True)),
        ("3 3 4 1 16", (True, True, False)),
        ("3 3 4 2 16", (True, True, True)),
        ("3 3 4 0 15", (True, True, True)),
    ],
)
def test_a_number_that_does_not_bind_on_the_board_is_reported(
    numbers: str, binding: tuple[bool, bool, bool]
) -> None:
    assert tuple(example.binds for example in each(of(numbers, 9))) == binding


@given(draw_examples())
def test_a_binding_rule_is_shown_broken_and_any_other_kept(found: Examples) -> None:
    for example in each(found):
        assert (example.new is not None) is example.binds
        assert (example.breach is not None) is example.binds
        if example.breach is not None:
            assert example.breach.rule == example.rule


@given(draw_examples())
def test_a_breach_is_the_one_that_the_rules_find(found: Examples) -> None:
    a, b, c, d, e = found.setting
    for example in each(found):
        size = example.board.size
        free = Setting(max(3, size), 2, 4, 0, 2 * size)
        alone = {
            "continuity": free._replace(a=a),
            "density": free._replace(b=b, c=c),
            "distance": free._replace(d=d, e=e),
        }
        if example.new is not None:
            rules = Rules(size, 2, alone[example.rule])
            assert breaches(rules, example.board, example.last, example.new) == (example.breach,)


@given(draw_examples())
def test_whether_a_number_binds_depends_on_the_board_of_the_game(found: Examples) -> None:
    a, b, c, d, e = found.setting
    size = found.size
    everywhere = set(reference.points_of_board(size))
    middle = Point(size // 2, size // 2)
    corner = Point(0, 0)
    assert found.continuity.binds is any(reference.continuity(everywhere, middle, a, size))
    assert found.density.binds is any(reference.density(everywhere, corner, b, c, size))
    ways = {corner.taxi_distance(point) for point in everywhere - {corner}}
    assert found.distance.binds is any(not d <= way <= e for way in ways)


@given(draw_examples())
def test_marked_distances_are_all_allowed_ones(found: Examples) -> None:
    example, (_, _, _, d, e) = found.distance, found.setting
    assert example.last is not None
    assert set(example.marked) == {
        point
        for point in reference.points_of_board(example.board.size)
        if point != example.last and d <= point.taxi_distance(example.last) <= e
    }
    assert example.marked


@given(draw_examples())
def test_no_example_is_larger_than_necessary(found: Examples) -> None:
    a, b = found.setting.a, found.setting.b
    assert found.continuity.board.size <= (max(3, a + 1) if a < found.size else 9)
    assert found.density.board.size == max(3, b)
    for example in each(found):
        assert example.board.size <= found.size
    if found.distance.board.size > 9:  # on 9 × 9 no distance is allowed, or all are
        d, e = found.setting.d, found.setting.e
        assert d > 16 or (d <= 1 and e >= 16)


@given(draw_examples())
def test_json_has_all_parts_of_an_example(found: Examples) -> None:
    form = json.loads(json.dumps(found.to_json()))
    assert (form["setting"], form["size"]) == (str(found.setting), found.size)
    for example in each(found):
        shown = form[example.rule.value]
        assert Board.from_rows(shown["board"], 2) == example.board
        assert shown["size"] == example.board.size
        assert shown["binds"] is example.binds
        assert shown["marked"] == [str(point) for point in example.marked]
        stone = {"by": example.by, "at": str(example.new)}
        assert shown["stone"] == (stone if example.new else None)
        assert shown["last"] == (str(example.last) if example.last else None)
        assert shown["breach"] == (example.breach.to_json() if example.breach else None)


@pytest.mark.parametrize("numbers", ["2 3 4 2 4", "3 9 4 2 4", "3 3 10 2 4", "3 3 4 5 4"])
def test_numbers_out_of_bounds_are_refused(numbers: str) -> None:
    with pytest.raises(RulesError):
        of(numbers, 7)

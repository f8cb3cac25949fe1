"""The three rules together, against the reference and under the board's symmetries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.rules import (
    Breach,
    Point,
    TooFullSquare,
    TooLongRun,
    Verdict,
    WrongDistance,
    breaches,
    judge,
    legal_points,
    legal_set,
    parse_rules,
    points_of,
)
from grav.rules.breach_text import breach_text
from grav.rules.rules_text import setting_texts
from grav.testing import reference
from grav.testing.games.drawing import parse_drawing
from grav.testing.games.symmetries import SYMMETRIES, Symmetry
from grav.testing.strategies import Position, positions
from grav.text import LANGUAGES

RULES = parse_rules("7x7 3 3 4 2 4 classic")
ALL_THREE = parse_drawing("""
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X O . . . . .
    X X X * . . .
""")


def empty_points(position: Position) -> list[Point]:
    everywhere = reference.points_of_board(position.board.size)
    return sorted(set(everywhere) - reference.stones_of(position.board))


def test_a_verdict_has_everything_that_a_placement_breaks() -> None:
    verdict = judge(RULES, ALL_THREE.board, Point.parse("c1"), ALL_THREE.asked_point)
    assert set(verdict.breaches) == {
        TooLongRun(tuple(Point(column, 0) for column in range(4)), 1, 3),
        WrongDistance(Point.parse("c1"), 1, 2, 4),
    }
    assert verdict.violations == ["continuity", "distance"]
    assert verdict.shapes == 2


def test_breaches_are_sorted_and_unique() -> None:
    corner = Point.parse("a1")
    verdict = Verdict(
        (WrongDistance(corner, 1, 2, 4), TooFullSquare(corner, 5, 4), TooFullSquare(corner, 6, 4)),
        shapes=0,
    )
    assert verdict.violations == ["density", "distance"]


def test_breaches_of_earlier_stones_do_not_count() -> None:
    drawing = parse_drawing("""
        . . . . . . *
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X . . . . .
        X X . . . . .
        X X . . . . .
    """)
    assert breaches(RULES, drawing.board, Point.parse("d6"), drawing.asked_point) == ()


def test_the_points_marked_are_the_legal_ones() -> None:
    rules = parse_rules("5x5 3 2 2 1 2 classic")
    drawing = parse_drawing("""
        . . * . .
        . * * * .
        * . X . *
        . . O . .
        . . * . .
    """)
    legal = legal_points(rules, drawing.board, Point.parse("c3"))
    assert tuple(legal) == drawing.asked


def test_legal_points_are_sorted_and_have_their_shapes() -> None:
    rules = parse_rules("3x3 3 3 9 1 4 classic")
    drawing = parse_drawing("""
        X . .
        . . .
        X X .
    """)
    legal = legal_points(rules, drawing.board, Point.parse("b1"))
    assert {str(point): number for point, number in legal.items()} == {
        "a2": 0,
        "b2": 0,
        "b3": 1,
        "c1": 0,
        "c2": 0,
        "c3": 0,
    }
    assert list(legal) == sorted(legal)


def test_no_point_is_legal_where_the_distance_leaves_none() -> None:
    rules = parse_rules("3x3 3 3 9 4 4 classic")
    assert legal_set(rules, parse_drawing("...\n.X.\n...").board, Point.parse("b2")) == 0


@given(positions(), st.data())
def test_breaches_equal_those_of_the_reference(position: Position, data: st.DataObject) -> None:
    rules, board, last = position
    empty, stones = empty_points(position), reference.stones_of(board)
    for new in data.draw(st.lists(st.sampled_from(empty), max_size=2)) if empty else ():
        expected = reference.breaches(rules, stones, last, new)
        found = breaches(rules, board, last, new)
        assert len(found) == len(expected)
        assert set(found) == set(expected)


@given(positions(9))
def test_legal_points_equal_those_of_the_reference(position: Position) -> None:
    rules, board, last = position
    expected = reference.legal_points(rules, reference.stones_of(board), last)
    assert legal_points(rules, board, last) == expected
    assert sorted(points_of(legal_set(rules, board, last), board.size)) == list(expected)


@given(positions())
def test_legal_points_are_those_that_break_no_rule(position: Position) -> None:
    rules, board, last = position
    legal = [new for new in empty_points(position) if not breaches(rules, board, last, new)]
    assert sorted(points_of(legal_set(rules, board, last), board.size)) == legal


@given(positions(13), st.sampled_from(SYMMETRIES), st.data())
def test_verdicts_are_invariant_under_symmetries_of_the_board(
    position: Position, symmetry: Symmetry, data: st.DataObject
) -> None:
    rules, board, last = position
    size = board.size
    turned = symmetry.board(board)
    there = None if last is None else symmetry.point(last, size)
    legal = legal_points(rules, board, last)
    assert legal_points(rules, turned, there) == {
        symmetry.point(point, size): shapes for point, shapes in legal.items()
    }
    empty = empty_points(position)
    for new in data.draw(st.lists(st.sampled_from(empty), max_size=6)) if empty else ():
        found = judge(rules, board, last, new)
        mirrored = judge(rules, turned, there, symmetry.point(new, size))
        assert mirrored.shapes == found.shapes
        assert mirrored.violations == found.violations
        assert len(mirrored.breaches) == len(found.breaches)


@pytest.mark.parametrize(
    ("breach", "told"),
    [
        (
            TooLongRun(tuple(map(Point.parse, ("e6", "f5", "g4", "h3"))), 1, 3),
            "4 stones at interval 1 (e6, f5, g4, h3); at most 3",
        ),
        (TooFullSquare(Point.parse("c3"), 5, 4), "5 stones in the square from c3; at most 4"),
        (WrongDistance(Point.parse("b1"), 1, 2, 4), "1 step from b1; 2 to 4 allowed"),
        (WrongDistance(Point.parse("b1"), 5, 2, 4), "5 steps from b1; 2 to 4 allowed"),
    ],
)
def test_a_breach_has_a_text_in_every_language(breach: Breach, told: str) -> None:
    assert breach_text(breach).say() == told
    said = {breach_text(breach).say(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_the_setting_has_a_text_for_each_rule() -> None:
    assert [text.say() for text in setting_texts(RULES)] == [
        "at most 3 at one interval on a line",
        "at most 4 in any 3 × 3 square",
        "2 to 4 steps from the last stone",
    ]
    for language in LANGUAGES:
        assert all(text.say(language) for text in setting_texts(RULES))

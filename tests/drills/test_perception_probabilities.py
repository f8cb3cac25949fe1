"""Computed probabilities agree with the frequencies in the core."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as how_often
from hypothesis import strategies as st

from grav.bots import LEVELS
from grav.drills.perception_probabilities import (
    notice_probability,
    perception_checks,
    shout_probability,
)
from grav.native import (
    PERFECT_PERCEPTION,
    PerceptionModel,
    board_array,
    perceived_breaches,
    point_index,
)
from grav.rules import Board, Point, Rules, breaches, parse_rules
from grav.testing import reference
from grav.testing.games.drawing import parse_drawing, parse_line_drawing
from grav.testing.strategies import Position, positions

LOOKS = 4096
FREE = "0 99"  # a distance rule that nothing breaks


def shouts(
    rules: Rules, board: Board, last: Point | None, at: Point, model: PerceptionModel, seat: int = 0
) -> float:
    return shout_probability(perception_checks(rules, board, last, at, seat, model))


def empty_points(board: Board) -> list[Point]:
    return sorted(set(reference.points_of_board(board.size)) - reference.stones_of(board))


@pytest.mark.needs_core
@how_often(max_examples=60)
@given(positions(max_size=9), st.sampled_from((1, 5, 9)), st.sampled_from((0.0, 1.0, 8.0)))
def test_computed_probabilities_agree_with_frequencies_in_the_core(
    position: Position, level: int, pressure: float
) -> None:
    rules, board, last = position
    model = LEVELS[level].perception.with_pressure(pressure)
    lasts = np.array([point_index(last, board.size)], np.int32)
    seen = perceived_breaches(rules, board_array(board)[np.newaxis], lasts, 0, model, 7, LOOKS)[0]
    for at in empty_points(board):
        share = int(seen[at.row, at.column]) / LOOKS
        assert shouts(rules, board, last, at, model) == pytest.approx(share, abs=0.045)


@given(positions(max_size=9))
def test_perfect_perception_sees_every_breach_and_nothing_else(position: Position) -> None:
    rules, board, last = position
    for at in empty_points(board):
        expected = 1.0 if breaches(rules, board, last, at) else 0.0
        checks = list(perception_checks(rules, board, last, at, 0, PERFECT_PERCEPTION))
        assert notice_probability(checks) == shout_probability(checks) == expected


@given(positions(max_size=9))
def test_false_alarms_count_as_shouts_and_not_as_seen(position: Position) -> None:
    rules, board, last = position
    for at in empty_points(board):
        checks = list(perception_checks(rules, board, last, at, 0, LEVELS[5].perception))
        assert notice_probability(checks) <= shout_probability(checks)
        assert (notice_probability(checks) > 0) is bool(breaches(rules, board, last, at))


def test_each_check_has_its_rule() -> None:
    drawing = parse_drawing("""
        . . . . .
        . . . . .
        X X X * .
        . O . . .
        . O . . .
    """)
    rules = parse_rules("5x5 2p 3 3 5 1 2 revised")
    checks = perception_checks(
        rules, drawing.board, Point.parse("b1"), drawing.asked_point, 0, LEVELS[5].perception
    )
    assert [(check.rule.value, check.breaks) for check in checks] == [
        ("distance", True),
        ("density", False),
        ("continuity", True),
    ]


@pytest.mark.parametrize(
    ("plain", "hidden"),
    [
        (("X X X * . . .", "row", 0), ("X . X . X . *", "row", 0)),
        (("X X X *", "row", 0), ("X X X *", "rising", 0)),
        (("X X X *", "row", 0), ("X O X *", "row", 0)),
        (("X X X X *", "row", 0), ("X X X *", "row", 0)),
    ],
    ids=["a longer interval", "a diagonal", "two colours", "one stone too many, not two"],
)
def test_a_run_is_less_visible_with(
    plain: tuple[str, str, int], hidden: tuple[str, str, int]
) -> None:
    chances = []
    for text, line, seat in (plain, hidden):
        drawing = parse_line_drawing(text, line)
        rules = parse_rules(f"{drawing.board.size}x{drawing.board.size} 2p 3 2 4 {FREE} revised")
        chances.append(
            shouts(rules, drawing.board, None, drawing.asked_point, LEVELS[5].perception, seat)
        )
    assert chances[1] < chances[0]

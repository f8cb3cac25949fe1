"""Perceived breaches: the true ones with perfect perception, fewer with a weaker one."""

import pytest
from hypothesis import given

from grav.bots.levels import LEVELS
from grav.bots.perception import Perception, breach_visibility
from grav.native import PERFECT_PERCEPTION
from grav.rules import Point, legal_points, parse_rules
from grav.testing.games.drawing import parse_drawing
from grav.testing.strategies import Position, positions

pytestmark = pytest.mark.needs_core

RULES = parse_rules("9x9 2p 3 3 4 2 12")


@given(positions(max_size=9))
def test_perfect_perception_gives_the_true_breaches(position: Position) -> None:
    rules, board, last = position
    seen = Perception(PERFECT_PERCEPTION, "").breaches(rules, board, last, 0)
    assert {point for point, breaks in seen.items() if not breaks} == set(
        legal_points(rules, board, last)
    )


def test_the_same_seed_gives_the_same_perception() -> None:
    drawing = parse_drawing(CROWDED)
    one, other = (Perception(LEVELS[1].perception, "spring") for _ in range(2))
    for _ in range(3):  # each call draws anew
        first = one.breaches(RULES, drawing.board, Point(0, 0), 0)
        assert first == other.breaches(RULES, drawing.board, Point(0, 0), 0)


def test_samples_of_perception_differ() -> None:
    drawing = parse_drawing(CROWDED)
    perception = Perception(LEVELS[1].perception, "spring")
    seen = [perception.breaches(RULES, drawing.board, Point(0, 0), 0) for _ in range(20)]
    assert any(seen_once != seen[0] for seen_once in seen)


def test_perfect_perception_notices_every_shape() -> None:
    assert Perception(PERFECT_PERCEPTION, "").draw_noticed_shapes(17) == 17


def test_weak_perception_notices_some_shapes() -> None:
    perception = Perception(LEVELS[1].perception, "spring")
    assert 0 < sum(perception.draw_noticed_shapes(5) for _ in range(40)) < 150


@pytest.mark.parametrize("number", [2, 5, 8])
def test_time_pressure_makes_more_mistakes(number: int) -> None:
    def mistakes(pressure: float) -> int:
        perception = Perception(LEVELS[number].perception, "spring")
        perception.hurry(pressure)
        truth = Perception(PERFECT_PERCEPTION, "").breaches(
            RULES, parse_drawing(CROWDED).board, Point(0, 0), 0
        )
        draws_seen = [
            perception.breaches(RULES, parse_drawing(CROWDED).board, Point(0, 0), 0)
            for _ in range(300)
        ]
        return sum(seen_once[point] != truth[point] for seen_once in draws_seen for point in truth)

    assert mistakes(0.0) < mistakes(3.0)


def test_a_long_interval_is_less_visible_than_a_short_one() -> None:
    near = parse_drawing(RUN_AT_INTERVAL_ONE)
    far = parse_drawing(RUN_AT_INTERVAL_TWO)
    rules = parse_rules("9x9 2p 3 2 4 0 16")
    assert breach_visibility(rules, far.board, Point(0, 8), far.asked_point, 0) < breach_visibility(
        rules, near.board, Point(0, 8), near.asked_point, 0
    )


def test_a_legal_stone_far_from_every_bound_is_never_taken_for_a_breach() -> None:
    drawing = parse_drawing(RUN_AT_INTERVAL_ONE)
    rules = parse_rules("9x9 2p 8 2 4 0 16")
    assert breach_visibility(rules, drawing.board, Point(0, 8), drawing.asked_point, 0) == 0


CROWDED = """
    . . . . . . . . .
    . X . O . X . O .
    . . O . X . . . .
    . O . X . O . X .
    . . . . . . O . .
    . X . O . X . O .
    . . X . O . . . .
    . O . X . O . X .
    X . . . . . . . .
"""
RUN_AT_INTERVAL_ONE = """
    X . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X X * . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
RUN_AT_INTERVAL_TWO = """
    X . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X . X . X . * . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""

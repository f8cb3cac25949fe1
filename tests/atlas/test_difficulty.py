"""How hard a setting is to see, by its model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.atlas.test_canonical_setting import settings

from grav.atlas import canonical_setting, difficulty, points_to_check
from grav.rules import Setting

FREE = Setting(9, 2, 4, 1, 16)
"""A setting under which no rule ever binds on 9 × 9."""


def test_the_example_is_computed_by_hand() -> None:
    # Intervals 1 and 2: 6 and 8 points of each line; a square of 5 on a side; 4 steps.
    assert points_to_check(Setting(3, 3, 4, 2, 4), 9) == 4 * (6 + 8) + 25 + 4
    assert difficulty(Setting(3, 3, 4, 2, 4), 9, 0.25) == pytest.approx(16.0, abs=0.1)


@pytest.mark.parametrize(
    ("numbers", "points"),
    [({}, 0), ({"a": 8}, 32), ({"b": 3, "c": 4}, 25), ({"d": 2}, 16), ({"e": 5}, 5)],
)
def test_a_rule_that_never_binds_costs_nothing(numbers: dict[str, int], points: int) -> None:
    assert points_to_check(FREE._replace(**numbers), 9) == points


@given(settings(), st.floats(0, 0.99))
def test_equivalent_settings_are_equally_hard(case: tuple[int, Setting], traps: float) -> None:
    size, setting = case
    assert difficulty(setting, size, traps) == difficulty(
        canonical_setting(setting, size), size, traps
    )


@given(settings(), st.floats(0, 0.9))
def test_more_traps_are_harder(case: tuple[int, Setting], traps: float) -> None:
    size, setting = case
    assert difficulty(setting, size, 0) == 0
    assert difficulty(setting, size, traps + 0.05) >= difficulty(setting, size, traps)


def test_larger_boards_and_larger_squares_are_harder() -> None:
    setting = Setting(3, 3, 4, 2, 4)
    assert points_to_check(setting, 23) > points_to_check(setting, 9)
    assert points_to_check(setting._replace(b=5, c=9), 9) > points_to_check(setting, 9)
    assert points_to_check(setting, 9) > points_to_check(setting._replace(a=5), 9)

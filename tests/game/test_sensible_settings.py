"""The ranges of sensible settings."""

import re
from pathlib import Path

import pytest
from tests.subtests import every

from grav.game.cards import deck_for
from grav.game.sensible_settings import sensible_b, sensible_c, sensible_settings
from grav.rules.setting import Setting

SIZES = range(3, 26)
each_size = every("size", SIZES)


@each_size
def test_sensible_settings_are_in_bounds_and_in_order(size: int) -> None:
    settings = sensible_settings(size)
    assert settings
    assert list(settings) == sorted(set(settings))
    for setting in settings:
        setting.check(size)


@each_size
def test_sensible_settings_can_bind(size: int) -> None:
    for a, b, c, d, e in sensible_settings(size):
        assert a < size or size == 3
        assert 2 <= c < b * b
        assert 1 <= d < e <= 2 * (size - 1)


@pytest.mark.parametrize("size", [3, 4, 5, 9])
def test_from_every_point_some_point_is_at_a_sensible_distance(size: int) -> None:
    points = [(x, y) for x in range(size) for y in range(size)]
    ranges = {(setting.d, setting.e) for setting in sensible_settings(size)}
    for least, most in ranges:
        for x, y in points:
            assert any(least <= abs(x - u) + abs(y - v) <= most for u, v in points)


def test_sensible_c_is_from_a_third_to_two_thirds_of_the_square() -> None:
    assert {b: (sensible_c(b)[0], sensible_c(b)[-1]) for b in sensible_b(25)} == {
        2: (2, 3),
        3: (3, 6),
        4: (5, 11),
        5: (8, 17),
    }


def test_the_setting_of_the_recorded_game_is_sensible() -> None:
    assert Setting(3, 3, 4, 2, 4) in sensible_settings(9)


def test_the_numbers_of_settings_and_cards_are_as_documented() -> None:
    page = Path(__file__).parents[2] / "docs" / "settling.md"
    row = re.compile(r"^\| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
    documented = [tuple(map(int, cells)) for cells in row.findall(page.read_text(encoding="utf-8"))]
    assert documented == [(n, len(sensible_settings(n)), len(deck_for(n))) for n in SIZES]

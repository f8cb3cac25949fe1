"""One throw settles a sensible setting; the ranges of sensible settings."""

import re
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.data_driven import every

from grav.game.cards import deck_for
from grav.game.dice import Dice, Roll, roll
from grav.game.sensible_settings import (
    SettlingCode,
    SettlingError,
    sensible_b,
    sensible_c,
    sensible_settings,
)
from grav.rules.json_fields import FormError
from grav.rules.setting import RulesError, Setting

SIZES = range(3, 26)
each_size = every("size", SIZES)
seeds = st.text(st.characters(exclude_categories=["Cs"]))
tables = st.tuples(st.sampled_from(SIZES), st.integers(2, 6), seeds)


@each_size
def test_sensible_settings_are_in_bounds_and_in_order(size: int) -> None:
    settings = sensible_settings(size)
    assert settings
    assert list(settings) == sorted(set(settings))
    for setting in settings:
        setting.check(size)


@each_size
def test_sensible_settings_bind(size: int) -> None:
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


@given(tables, st.integers(0, 5))
def test_one_throw_of_anyone_settles_a_sensible_setting(
    table: tuple[int, int, str], seat: int
) -> None:
    size, players, seed = table
    dice = Dice(size, players, seed)
    assert dice.settled is None
    rolled = roll(dice, Roll(seat % players))
    assert rolled.settled in sensible_settings(size)
    assert rolled == roll(dice, Roll(seat % players))


def test_dice_show_the_same_whoever_throws() -> None:
    dice = Dice(9, 3, "grav")
    assert {roll(dice, Roll(seat)).settled for seat in range(3)} == {Setting(6, 5, 17, 3, 4)}


@pytest.mark.parametrize("size", [3, 4, 5, 9])
def test_every_sensible_setting_can_be_thrown(size: int) -> None:
    missing = set(sensible_settings(size))
    for seed in count():
        missing.discard(roll(Dice(size, 2, str(seed)), Roll(0)).settled or Setting(0, 0, 0, 0, 0))
        if not missing:
            break


def test_a_second_throw_is_refused() -> None:
    rolled = roll(Dice(7, 2, "grav"), Roll(0))
    with pytest.raises(SettlingError) as refused:
        roll(rolled, Roll(1))
    assert refused.value.code is SettlingCode.SETTLED
    assert str(rolled.settled) in str(refused.value)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_at_the_table_cannot_throw(seat: int) -> None:
    dice = Dice(7, 2, "grav")
    with pytest.raises(SettlingError) as refused:
        roll(dice, Roll(seat))
    assert refused.value.code is SettlingCode.NO_SUCH_SEAT
    assert dice == Dice(7, 2, "grav")


@pytest.mark.parametrize(("size", "players"), [(2, 2), (26, 2), (9, 1), (9, 7)])
def test_tables_that_no_game_can_have_are_refused(size: int, players: int) -> None:
    with pytest.raises(RulesError):
        Dice(size, players, "grav")


def test_a_seed_without_utf_8_is_refused() -> None:
    with pytest.raises(FormError):
        Dice(9, 2, "\ud800")

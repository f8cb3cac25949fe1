"""One throw settles a sensible setting."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.game.dice import Dice, Roll, roll
from grav.game.sensible_settings import sensible_settings
from grav.game.settling_refusal import SettlingCode, SettlingError
from grav.rules.json_fields import FormError
from grav.rules.setting import RulesError, Setting

SIZES = range(3, 26)
seeds = st.text(st.characters(exclude_categories=["Cs"]))
tables = st.tuples(st.sampled_from(SIZES), st.integers(2, 6), seeds)


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


def test_the_result_does_not_depend_on_who_throws() -> None:
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
def test_impossible_tables_are_refused(size: int, players: int) -> None:
    with pytest.raises(RulesError):
        Dice(size, players, "grav")


def test_a_seed_that_is_not_utf_8_is_refused() -> None:
    with pytest.raises(FormError):
        Dice(9, 2, "\ud800")

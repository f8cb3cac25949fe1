"""Forecasts of settings that were not measured, against games that are played."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest
from tests.subtests import every

from grav.atlas import MeasuredBoard, atlas
from grav.game import sensible_settings
from grav.game.cards import settings_to_come
from grav.lab.forecast_errors import (
    WAYS,
    CheckedForecast,
    Comparison,
    check,
    count_forecasts,
    draw_interpolated,
    forecast_on,
    summarise,
)
from grav.rules import REVISED, Setting


@cache
def board(size: int) -> MeasuredBoard:
    found = atlas().board(size, 2, REVISED)
    assert found is not None
    return found


@every(("way", "draw"), WAYS.items(), ids=list(WAYS))
@every("size", [3, 7, 13])
def test_every_setting_that_is_drawn_can_be_played(
    way: str, draw: Callable[[int, Random], Setting], size: int
) -> None:
    random = Random(way)
    for _ in range(200):
        draw(size, random).check(size)


@every("size", [7, 9, 13])
def test_all_that_dice_throw_and_cards_give_was_measured(size: int) -> None:
    for setting in {*sensible_settings(size), *settings_to_come(size, ())}:
        assert board(size).find(setting) is not None


def test_the_shares_of_forecasts_sum_to_one() -> None:
    found = count_forecasts(board(17), "stepped", 200, "any")
    assert found.measured + found.interpolated + found.none == pytest.approx(1)
    assert found.measured > 0
    assert found.interpolated > 0


@every("way", ["stepped", "guessed"])
def test_between_sensible_settings_one_step_apart_nothing_is_interpolated(way: str) -> None:
    assert draw_interpolated(board(13), way, 12, "any") == []


def test_what_is_drawn_differs_and_was_not_measured() -> None:
    found = draw_interpolated(board(17), "stepped", 20, "any")
    assert len({forecast.setting for forecast in found}) == 20
    assert not any(forecast.is_exact for forecast in found)
    assert draw_interpolated(board(9), "dice", 1, "any") == []


@pytest.mark.needs_core
def test_a_measured_setting_is_within_its_error_by_chance() -> None:
    forecast = forecast_on(board(9), Setting(3, 3, 4, 2, 4))
    assert forecast is not None
    found = check(forecast, 1024).compare("length")
    assert found is not None
    assert found.stated_error == forecast.error("length")
    assert found.off < 4 * found.error_of_true
    assert found.error_of_true == pytest.approx(2 * found.stated_error, rel=0.6)


@pytest.mark.needs_core
@every("name", ["length", "choice", "traps"])
@every("size", [7, 9, 17, 23])  # on 13 × 13 sensible settings alone, and nothing lies between them
def test_nine_of_ten_settings_are_within_two_stated_errors(size: int, name: str) -> None:
    found = summarise(_checked(size), name)
    assert found is not None
    assert found.settings == 2 * 12
    assert found.within_two >= 0.9
    assert found.mean < 0.05
    assert found.stated < 0.2


@cache
def _checked(size: int) -> Sequence[CheckedForecast]:
    forecasts = [
        forecast
        for way in ("stepped", "guessed")
        for forecast in draw_interpolated(board(size), way, 12, "sample")
    ]
    return [check(forecast, 128) for forecast in forecasts]


def test_the_error_of_the_games_that_check_a_forecast_counts_as_well() -> None:
    assert Comparison(10.0, 11.0, 0.4, 0.4).is_within_two_errors
    assert not Comparison(10.0, 11.0, 0.4, 0.1).is_within_two_errors
    assert Comparison(10.0, 11.0, 0.4, 0.1).off == 1

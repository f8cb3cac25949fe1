"""Forecasts: measured, interpolated, and none where no measured setting is near."""

from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.atlas import (
    MEASURES,
    SEARCH_1000,
    SEARCH_SIMULATIONS,
    MeasuredBoard,
    MeasuredRow,
    atlas,
    canonical_setting,
    error_of,
    forecast,
    value_of,
)
from grav.atlas.measures import STAGE_MEASURES, WINS_STEPS_PER_UNIT
from grav.game import sensible_settings
from grav.rules import REVISED, Edition, Rules, Setting, parse_edition, parse_rules

each_board = every(
    "board",
    lambda: atlas().boards,
    ids=lambda b: f"{b.size}-{b.players}-{b.edition}-{b.player_kind}",
)


def rules_on(board: MeasuredBoard, setting: Setting) -> Rules:
    return Rules(board.size, board.players, setting, board.edition)


def only(rules: str) -> MeasuredBoard:
    asked = parse_rules(rules)
    board = atlas().board(asked.size, asked.players, asked.edition)
    assert board is not None
    return board


@each_board
def test_every_measured_setting_is_found(board: MeasuredBoard) -> None:
    for number in range(0, len(board), max(1, len(board) // 7)):
        setting = board.settings[number]
        found = atlas().forecast(rules_on(board, setting), board.player_kind)
        assert found is not None
        assert found.is_exact
        assert found.board is board
        assert [near.row.number for near in found.near] == [number]
        assert found.games == board.games


@each_board
def test_settings_are_canonical_and_unique(board: MeasuredBoard) -> None:
    assert len(set(board.settings)) == len(board)
    assert all(
        canonical_setting(setting, board.size) == setting for setting in board.settings[::50]
    )


def may_be_missing(name: str, row: MeasuredRow) -> bool:
    """Whether there is nothing to measure: no shape, no trace of skill, or no point in reach.

    Stages are counted between players who place as long as they can, and not those who search.
    Under some settings all games end before, with no point in reach.
    """
    if name in STAGE_MEASURES or name == "difficulty":
        percent = 20 if name == "difficulty" else int(name.removeprefix("traps_"))
        searches = row.board.player_kind in SEARCH_SIMULATIONS
        return searches or (value_of("fill", row) or 0) < percent / 100
    if name.startswith("first_shape"):
        return row.stored_measure("shaped") == 0
    return name == "skill" and row.board.player_kind != SEARCH_1000


@each_board
def test_measures_are_within_their_ranges(board: MeasuredBoard) -> None:
    for row in list(board)[:: max(1, len(board) // 20)]:
        assert len(row.wins) == board.players
        assert sum(row.wins) == pytest.approx(1, abs=1.1 / WINS_STEPS_PER_UNIT)  # each is rounded
        assert min(row.wins) >= 0
        for name, measure in MEASURES.items():
            value = value_of(name, row)
            if value is None:
                assert may_be_missing(name, row), name
            else:
                assert value >= 0
                assert value <= 1 or measure.kind == "number"


@each_board
def test_the_standard_error_of_wins_by_place_is_below_one_percentage_point(
    board: MeasuredBoard,
) -> None:
    if board.player_kind in SEARCH_SIMULATIONS:
        return  # few games on each setting: their mean over settings is wanted
    for row in list(board)[:: max(1, len(board) // 20)]:
        found = forecast(rules_on(board, row.setting), board.player_kind)
        assert found is not None
        assert max(found.win_errors) < 0.01


def test_a_setting_that_does_the_same_has_the_same_forecast() -> None:
    one = forecast(parse_rules("7x7 2p 3 3 9 0 99 revised"))
    other = forecast(parse_rules("7x7 2p 3 2 4 1 12 revised"))
    assert one is not None
    assert other is not None
    assert one.is_exact
    assert one.near == other.near


def test_starter_and_enforcement_do_not_matter() -> None:
    plain = forecast(parse_rules("9x9 2p 3 3 4 2 4 revised"))
    other = forecast(parse_rules("9x9 2p 3 3 4 2 4 revised strict first=1"))
    assert plain is not None
    assert other is not None
    assert plain.near == other.near


def test_an_edition_is_identified_by_its_parts_not_by_its_name() -> None:
    same = "classic bonus=declared shapes=largest bonus_pass=no"
    found = forecast(parse_rules(f"9x9 2p 3 3 4 2 4 {same}"))
    assert found is not None
    assert str(found.board.edition) == "revised"


BETWEEN = "9x9 2p 3 3 4 2 7 revised"
"""Rules of a setting that was not measured, between two that were."""


def test_between_measured_settings_those_around_are_named_and_weighted() -> None:
    found = forecast(parse_rules(BETWEEN))
    assert found is not None
    assert not found.is_exact
    assert {str(near.row.setting): near.weight for near in found.near} == pytest.approx(
        {"3 3 4 2 8": 0.536, "3 3 4 2 6": 0.464}, abs=0.001
    )
    values = [near.row.stored_measure("length") or 0 for near in found.near]
    assert min(values) < (found.value("length") or 0) < max(values)


def test_the_error_of_an_interpolated_value_is_more_than_chance() -> None:
    found = forecast(parse_rules(BETWEEN))
    assert found is not None
    for name in ("length", "first_wins"):
        chances = [error_of(name, near.row) or 0 for near in found.near]
        assert (found.error(name) or 0) > max(chances)
    assert found.error("first_wins") == pytest.approx(found.win_errors[0])
    values = [near.row.stored_measure("length") or 0 for near in found.near]
    apart = max(values) - min(values)
    # Half of their standard deviation, which is almost half of what they are apart.
    assert (found.interpolation_error("length") or 0) > 0.24 * apart
    assert found.interpolation_error("choice") is not None


def test_a_measured_setting_has_no_error_of_interpolation() -> None:
    found = forecast(parse_rules("9x9 2p 3 3 4 2 4 revised"))
    assert found is not None
    assert found.interpolation_error("length") == 0
    assert found.error("length") == error_of("length", found.near[0].row)


def test_far_from_all_that_dice_can_throw_a_forecast_is_honest() -> None:
    """Games of 13.35 stones: as played with another seed."""
    found = forecast(parse_rules("9x9 2p 6 5 4 2 9 revised"))
    assert found is not None
    assert not found.is_exact
    assert abs((found.value("length") or 0) - 13.35) < 2 * (found.error("length") or 0)


@given(st.data())
def test_any_playable_setting_has_a_forecast_or_none_but_never_fails(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(atlas().boards))
    b = data.draw(st.integers(2, board.size))
    d = data.draw(st.integers(0, 2 * (board.size - 1)))
    setting = Setting(
        data.draw(st.integers(3, 30)),
        b,
        data.draw(st.integers(2, b * b)),
        d,
        data.draw(st.integers(max(1, d), 60)),
    )
    rules = rules_on(board, setting)
    found = atlas().forecast(rules, board.player_kind)
    if found is None:
        assert board.is_sample or not board.surrounding(setting)
        (instead,) = atlas().nearest_forecasts(rules, board.player_kind)
        assert instead.is_exact
        assert instead.rules.setting != setting
        return
    assert sum(near.weight for near in found.near) == pytest.approx(1)
    assert sum(found.wins) == pytest.approx(1)
    assert 0 <= found.harder_than <= 1
    for name in MEASURES:
        value, error = found.value(name), found.error(name)
        assert value is None or value >= 0
        assert error is None or error >= 0


@every(
    ("asked", "instead"),
    [
        ("8x8 2p 3 3 4 2 4 revised", ["7x7 2p 3 3 4 2 4 revised", "9x9 2p 3 3 4 2 4 revised"]),
        ("25x25 2p 3 3 4 2 4 classic", ["23x23 2p 3 3 4 2 4 classic"]),
        ("9x9 5p 3 3 4 2 4 revised", ["9x9 4p 3 3 4 2 4 revised", "9x9 6p 3 3 4 2 4 revised"]),
        (
            "9x9 2p 3 3 4 2 4 revised min_shape=5",
            ["9x9 2p 3 3 4 2 4 revised", "9x9 2p 3 3 4 2 4 revised min_shape=6"],
        ),
        ("9x9 2p 3 3 4 2 4 revised bonus_limit=2", ["9x9 2p 3 3 4 2 4 revised bonus_limit=1"]),
        (
            "23x23 2p 3 3 4 2 4 revised min_shape=6 bonus_limit=2",
            ["23x23 2p 3 3 4 2 4 revised min_shape=6 bonus_limit=1"],
        ),
    ],
)
def test_other_boards_are_no_forecast_but_the_nearest_are_named(
    asked: str, instead: list[str]
) -> None:
    rules = parse_rules(asked)
    assert forecast(rules) is None
    assert [str(found.rules) for found in atlas().nearest_forecasts(rules)] == instead


def test_a_setting_that_no_other_board_can_have_is_not_moved_there() -> None:
    rules = parse_rules("25x25 2p 3 25 60 30 40 revised")
    assert forecast(rules) is None
    assert atlas().nearest_forecasts(rules) == []


def test_greedy_players_have_forecasts_where_they_were_measured() -> None:
    rules = parse_rules("7x7 2p 3 3 4 2 4 revised")
    random, greedy = forecast(rules), forecast(rules, "greedy")
    assert random is not None
    assert greedy is not None
    assert greedy.board.player_kind == "greedy"
    assert (greedy.value("first_shape_wins") or 0) > (random.value("first_shape_wins") or 0)
    assert forecast(replace(rules, size=17), "greedy") is None


def test_derived_measures_follow_from_the_stored_ones() -> None:
    for row in list(only("9x9 3p 3 3 4 2 4 revised"))[::100]:
        wins = row.wins
        assert value_of("first_wins", row) == wins[0]
        assert value_of("last_wins", row) == wins[-1]
        assert value_of("balance", row) == pytest.approx(1 - max(wins) + min(wins))
        length, chain = row.stored_measure("length") or 0, row.stored_measure("chain") or 0
        assert value_of("fill", row) == pytest.approx(length / 81)
        assert value_of("chain_share", row) == pytest.approx(chain / length)


def test_the_error_of_two_places_is_twice_that_of_one() -> None:
    row = only("9x9 2p 3 3 4 2 4 revised").find(Setting(3, 3, 4, 2, 4))
    assert row is not None
    one, both = error_of("first_wins", row), error_of("balance", row)
    assert both == pytest.approx(2 * (one or 0), rel=1e-3)


def test_bounds_are_those_of_the_rows() -> None:
    board = only("13x13 2p 3 3 4 2 4 revised")
    for name in ("length", "balance", "difficulty", "wins_1"):
        if name in MEASURES:
            values = [value for row in board if (value := value_of(name, row)) is not None]
            assert board.bounds(name) == (min(values), max(values))


@pytest.mark.parametrize("line", ["7x7 2p 3 3 4 2 4 revised", "9x9 2p 3 3 4 2 4 revised"])
def test_some_settings_are_easier_to_see_and_some_are_harder(line: str) -> None:
    found = forecast(parse_rules(line))
    assert found is not None
    sensible = set(sensible_settings(found.size))
    values = [value_of("difficulty", row) for row in found.board if row.setting in sensible]
    difficulties = [value for value in values if value is not None]
    below = sum(value < (found.value("difficulty") or 0) for value in difficulties)
    assert found.harder_than == below / len(difficulties)


def test_all_required_editions_are_measured() -> None:
    house = (
        "min_shape=6", "min_shape=8", "bonus_limit=1", "bonus_limit=0", "shapes=whole",
        "min_shape=6 bonus_limit=1",
    )  # fmt: skip
    editions: list[Edition] = [
        parse_edition(text) for text in ("revised", "classic", *(f"revised {h}" for h in house))
    ]
    for size in (7, 9, 13, 17):
        for edition in editions:
            assert atlas().board(size, 2, edition) is not None
    assert atlas().sizes == [7, 9, 13, 17, 23]


def test_a_random_sample_gives_no_forecast_for_settings_in_between() -> None:
    board = atlas().board(7, 2, REVISED, SEARCH_1000)
    assert board is not None
    assert board.is_sample
    known, unknown = (
        parse_rules("7x7 2p 3 3 4 2 4 revised"),
        parse_rules("7x7 2p 3 3 4 2 5 revised"),
    )
    found = forecast(known, SEARCH_1000)
    assert found is not None
    assert found.is_exact
    assert forecast(unknown, SEARCH_1000) is None
    for other in atlas().boards:
        assert other.is_sample == (other.player_kind in SEARCH_SIMULATIONS)


def test_errors_of_neighbours_are_correlated_and_do_not_cancel_out() -> None:
    found = forecast(parse_rules(BETWEEN))
    assert found is not None
    errors = [error_of("length", near.row) or 0 for near in found.near]
    shared = sum(near.weight * error for near, error in zip(found.near, errors, strict=True))
    between = found.interpolation_error("length") or 0
    assert found.error("length") == pytest.approx(hypot(shared, between))

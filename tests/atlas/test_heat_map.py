"""Heat maps: a measure over two of the five numbers."""

from itertools import permutations

import pytest
from tests.subtests import every

from grav.atlas import MEASURES, AtlasError, MeasuredBoard, atlas, value_of
from grav.atlas.heat_map import AXES, HeatMap, compute_heat_map
from grav.rules import REVISED, Setting
from grav.text import LANGUAGES

SETTING = Setting(3, 3, 4, 2, 4)


def board(size: int) -> MeasuredBoard:
    found = atlas().board(size, 2, REVISED)
    assert found is not None
    return found


def cell(found: HeatMap, x: int, y: int) -> float | None:
    return found.values[list(found.rows).index(y)][list(found.columns).index(x)]


@every(("x", "y"), [*permutations(AXES, 2)])
@every("size", [7, 13])
def test_every_cell_is_the_value_measured_there(size: int, x: str, y: str) -> None:
    found = compute_heat_map(board(size), x, y, "length", SETTING)
    assert len(found.values) == len(found.rows) > 0
    for row, values in zip(found.rows, found.values, strict=True):
        assert len(values) == len(found.columns)
        assert any(value is not None for value in values)
        for column, value in zip(found.columns, values, strict=True):
            setting = SETTING._replace(**{x: column, y: row})
            measured = board(size).find(setting)
            is_setting = setting.c <= setting.b**2 and setting.d <= setting.e
            expected = value_of("length", measured) if measured and is_setting else None
            assert value == expected


def test_a_density_that_never_binds_is_shown_for_every_b() -> None:
    found = compute_heat_map(board(7), "b", "c", "balance", SETTING)
    assert list(found.columns) == [2, 3, 4, 5, 6, 7]
    free = [cell(found, b, b * b) for b in found.columns]
    assert None not in free
    assert len(set(free)) == 1
    assert cell(found, 3, 10) is None


def test_impossible_distances_have_no_value() -> None:
    found = compute_heat_map(board(7), "d", "e", "length", SETTING)
    assert cell(found, 5, 4) is None
    assert cell(found, 4, 5) is not None


@every("measure", [name for name in MEASURES if name != "skill"])
def test_every_measure_has_a_map(measure: str) -> None:
    found = compute_heat_map(board(9), "d", "e", measure, SETTING)
    least, most = board(9).bounds(measure) or (0, 0)
    values = [value for row in found.values for value in row if value is not None]
    assert values
    assert least <= min(values) <= max(values) <= most


def test_a_measure_that_a_board_does_not_have_has_an_empty_map() -> None:
    found = compute_heat_map(board(9), "d", "e", "skill", SETTING)
    assert [value for row in found.values for value in row if value is not None] == []
    assert board(9).bounds("skill") is None


def test_numbers_that_were_not_measured_give_an_empty_map() -> None:
    found = compute_heat_map(board(9), "d", "e", "length", SETTING._replace(b=9, c=40))
    assert (found.columns, found.rows, found.values) == ([], [], [])


def test_one_number_cannot_be_on_both_axes() -> None:
    with pytest.raises(AtlasError) as refusal:
        compute_heat_map(board(9), "b", "b", "length", SETTING)
    assert all(refusal.value.say(language) for language in LANGUAGES)

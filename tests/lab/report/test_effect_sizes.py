"""Effect sizes: which part changes a measure, how much, and whether that is relevant."""

from pathlib import Path

import pytest
from tests.lab.report.conftest import play_and_read

from grav.lab.measures import ALONG
from grav.lab.report.averages import Average, compute_averages, select_fair_cells
from grav.lab.report.effect_sizes import (
    CHALLENGE_MEASURES,
    MAIN_MEASURES,
    NOTICEABLE_DIFFERENCES,
    find_effect,
    find_largest_effects,
    find_strongest,
)
from grav.lab.report.report_data import ReportData

pytestmark = pytest.mark.needs_core


def sure(value: float, reach: float = 0.01) -> Average:
    return Average(value, value - reach, value + reach, 1)


def test_an_effect_is_the_range_of_the_averages() -> None:
    found = find_effect("c", "length", {3: sure(12), 4: sure(30), 5: sure(6)})
    assert (found.least[0], found.most[0]) == (5, 4)
    assert found.steps == 24 / NOTICEABLE_DIFFERENCES["length"]


def test_an_effect_within_chance_does_not_matter() -> None:
    assert find_effect("c", "length", {3: sure(12, 3), 4: sure(20, 3)}).matters
    assert not find_effect("c", "length", {3: sure(12, 5), 4: sure(20, 5)}).matters


def test_an_unnoticeable_effect_does_not_matter() -> None:
    assert not find_effect("c", "balance", {3: sure(0.90), 4: sure(0.93)}).matters
    assert find_effect("c", "balance", {3: sure(0.90), 4: sure(0.99)}).matters


def test_an_average_without_an_interval_counts_as_exact() -> None:
    found = {3: Average(0.2, None, None, 1), 4: Average(0.4, None, None, 1)}
    assert find_effect("c", "traps", found).matters


def test_for_large_values_the_difference_must_be_larger() -> None:
    few = find_effect("c", "length", {3: sure(10), 4: sure(20)})
    many = find_effect("c", "length", {3: sure(1010), 4: sure(1020)})
    assert few.matters
    assert not many.matters


def test_the_strongest_effect_is_the_most_noticeable_one() -> None:
    lengths = find_effect("c", "length", {3: sure(10), 4: sure(20)})
    balance = find_effect("c", "balance", {3: sure(0.3), 4: sure(0.9)})
    assert find_strongest([lengths, balance]) is balance
    assert find_strongest([]) is None


def test_every_measure_has_a_noticeable_step() -> None:
    assert set(NOTICEABLE_DIFFERENCES) == {*MAIN_MEASURES, *ALONG, *CHALLENGE_MEASURES}


def test_the_largest_effects_have_the_numbers_of_the_summary(grid_data: ReportData) -> None:
    found = find_largest_effects(grid_data)
    assert found
    assert [each.steps for each in found] == sorted((each.steps for each in found), reverse=True)
    for each in found:
        kept = select_fair_cells(grid_data.frame, each.part).frame
        values = compute_averages(kept, (each.part,), each.measure)
        assert each.most[1] == max(values.values(), key=lambda average: average.value)
        assert each.least[1] == min(values.values(), key=lambda average: average.value)


def test_one_cell_has_no_effects(tmp_path: Path) -> None:
    text = 'name = "one"\nseed = 1\ngames = 20\nboards = {sizes = 4}\n'
    assert (
        find_largest_effects(play_and_read(tmp_path, text + 'settings = {list = ["3 3 4 1 4"]}\n'))
        == []
    )

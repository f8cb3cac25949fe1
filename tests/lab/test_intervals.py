"""Intervals and tests: known values, coverage, error rates."""

from math import inf, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.arena import wilson_interval as wilson_of_the_arena
from grav.lab.intervals import (
    Sample,
    difference_of_means,
    difference_of_shares,
    holm_correction,
    normal_interval,
    sample_of,
    t_quantile,
    t_tail_probability,
    wilson_interval,
)


@given(st.integers(1, 10_000), st.data())
def test_the_wilson_interval_is_that_of_the_arena(of: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, of))
    assert wilson_interval(hits, of) == pytest.approx(wilson_of_the_arena(hits, of), abs=1e-6)


@given(st.lists(st.integers(0, 500), min_size=2, max_size=60))
def test_a_sample_has_the_mean_and_the_variance_of_its_values(values: list[int]) -> None:
    found = sample_of(sum(values), sum(value * value for value in values), len(values))
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert isclose(found.mean, mean)
    assert found.variance == pytest.approx(variance, abs=1e-9)
    assert normal_interval(found)[0] <= mean <= normal_interval(found)[1]


@every(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.30265), (5, 2.57058), (10, 2.22814), (30, 2.04227), (100, 1.98397),
     (250, 1.96950), (1000, 1.96234), (1e9, 1.95996)],
)  # fmt: skip
def test_quantiles_of_students_t_agree_with_published_tables(
    freedom: float, quantile: float
) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=1e-5)
    assert t_tail_probability(quantile, freedom) == pytest.approx(0.05, abs=1e-5)
    assert t_tail_probability(-quantile, freedom) == t_tail_probability(quantile, freedom)
    assert t_tail_probability(0, freedom) == 1.0


def test_the_quantile_is_continuous_where_the_series_takes_over() -> None:
    assert t_quantile(200) == pytest.approx(t_quantile(200.001), abs=1e-6)


def test_two_shares_are_compared_by_a_z_test() -> None:
    found = difference_of_shares(30, 100, 50, 100)
    assert found.value == pytest.approx(0.2)
    assert found.p == pytest.approx(0.003892, abs=1e-6)  # z = 2.8868
    assert found.interval == pytest.approx((0.067069, 0.332931), abs=1e-6)


def test_two_means_are_compared_by_welchs_test() -> None:
    one, other = Sample(20.0, 16.0, 10), Sample(24.0, 4.0, 20)
    found = difference_of_means(one, other)
    # t = 4 / sqrt(1.6 + 0.2) = 2.98142 with 11.307 degrees of freedom; SciPy says the same
    assert found.value == 4.0
    assert found.p == pytest.approx(0.0121473699, abs=1e-9)
    assert found.interval[0] == pytest.approx(1.0568192198, abs=1e-9)


def test_without_variance_p_is_0_or_1() -> None:
    assert difference_of_shares(0, 10, 0, 20).p == 1.0
    assert difference_of_means(Sample(3.0, 0.0, 5), Sample(3.0, 0.0, 5)).p == 1.0
    assert difference_of_means(Sample(3.0, 0.0, 5), Sample(4.0, 0.0, 5)).p == 0.0
    assert difference_of_means(sample_of(3, 9, 1), Sample(4.0, 1.0, 5)).interval == (-inf, inf)


def test_intervals_contain_the_true_value_about_nineteen_times_out_of_twenty() -> None:
    chance = Random(1)
    held = {"wilson": 0, "shares": 0, "means": 0}
    for _ in range(1000):
        hits, others = (sum(chance.random() < 0.3 for _ in range(80)) for _ in range(2))
        low, high = wilson_interval(hits, 80)
        held["wilson"] += low <= 0.3 <= high
        found = difference_of_shares(hits, 80, others, 80)
        held["shares"] += found.interval[0] <= 0 <= found.interval[1]
        samples = [[chance.randint(0, 9) for _ in range(count)] for count in (8, 30)]
        one, other = (
            sample_of(sum(each), sum(value * value for value in each), len(each))
            for each in samples
        )
        low, high = difference_of_means(one, other).interval
        held["means"] += low <= 0 <= high
    assert all(930 <= count <= 970 for count in held.values()), held


def test_holms_correction_demands_more_the_more_tests_there_are() -> None:
    assert holm_correction([0.04]) == [True]
    assert holm_correction([0.04, 0.04]) == [False, False]
    assert holm_correction([0.03, 0.001, 0.02]) == [True, True, True]
    assert holm_correction([0.03, 0.001, 0.026]) == [False, True, False]
    assert holm_correction([]) == []

"""Domains of axes: they cover everything drawn, and are wide enough for chance to look small."""

from hypothesis import given
from hypothesis import strategies as st

from grav.lab.report.averages import Average
from grav.lab.report.axis_domains import axis_domain, axis_format, value_domain
from grav.lab.report.chart_model import Mark, Panel
from grav.lab.report.effect_sizes import CHALLENGE_MEASURES, MAIN_MEASURES, noticeable_difference
from grav.lab.report.formatter import is_share

numbers = st.floats(0, 1) | st.floats(0, 3000)
measures = st.sampled_from([*MAIN_MEASURES, *CHALLENGE_MEASURES, "place_1"])


def panel(measure: str, values: list[float], fair: float | None = None) -> Panel:
    if is_share(measure):
        values = [min(value, 1.0) for value in values]
    numbers = [Average(value, value * 0.9, value, 1) for value in values]
    return Panel(measure, "", "", tuple(Mark("x", "", number) for number in numbers), fair)


@given(measures, st.lists(numbers, min_size=1, max_size=5))
def test_a_domain_holds_all_that_is_drawn_and_is_wide_enough(
    measure: str, values: list[float]
) -> None:
    shown = panel(measure, values, 0.5 if is_share(measure) else None)
    low, high = axis_domain(shown)
    for mark in shown.marks:
        assert mark.number.low is not None
        assert low <= mark.number.low + 1e-9
        assert mark.number.value <= high + 1e-9
    assert shown.fair is None or low <= shown.fair <= high
    most = max(mark.number.value for mark in shown.marks)
    assert high - low >= min(1.0, 2.99 * noticeable_difference(measure, most))
    assert low >= 0
    assert not is_share(measure) or high <= 1


@given(measures, st.lists(numbers, min_size=1, max_size=5))
def test_colour_domains_hold_values_without_intervals(measure: str, values: list[float]) -> None:
    shown = panel(measure, values)
    low, high = value_domain(shown)
    assert low <= min(mark.number.value for mark in shown.marks) + 1e-9
    assert high >= max(mark.number.value for mark in shown.marks) - 1e-9


def test_shares_are_shown_in_percent() -> None:
    assert axis_format(panel("balance", [0.2, 0.9])) == ".0%"
    assert "%" not in axis_format(panel("length", [20, 30]))

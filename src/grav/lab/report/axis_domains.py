"""The domains of axes and colour scales."""

from grav.lab.report.chart_model import Mark, Panel
from grav.lab.report.effect_sizes import noticeable_difference
from grav.lab.report.formatter import is_share

_MIN_STEPS = 3
"""The least span in relevant differences, so that chance does not look like an effect."""
_MAX_FINE_SPAN = 0.04
"""Shares with a span below this are formatted with a decimal of a percent."""


def axis_domain(panel: Panel) -> list[float]:
    """Returns the domain that covers marks, intervals, bands and the fair value."""
    ends = [end for mark in panel.marks for end in _ends(mark)]
    return _widen_domain(panel, [*ends, *([panel.fair] if panel.fair is not None else [])])


def value_domain(panel: Panel) -> list[float]:
    return _widen_domain(panel, [mark.number.value for mark in panel.marks])


def axis_format(panel: Panel) -> str:
    """Returns the d3 number format for an axis."""
    if not is_share(panel.measure):
        return ",~r"
    low, high = axis_domain(panel)
    return ".1~%" if high - low < _MAX_FINE_SPAN else ".0%"


def _widen_domain(panel: Panel, values: list[float]) -> list[float]:
    low, high = min(values), max(values)
    more = _MIN_STEPS * noticeable_difference(panel.measure, high) - (high - low)
    if more <= 0:
        return [low, high]
    low, high = low - more / 2, high + more / 2
    if is_share(panel.measure) and high > 1:
        low, high = low - (high - 1), 1.0
    if low < 0:
        low, high = 0.0, high - low
    return [low, high]


def _ends(mark: Mark) -> list[float]:
    number = mark.number
    found = (number.value, number.low, number.high, *(number.middle or ()))
    return [end for end in found if end is not None]

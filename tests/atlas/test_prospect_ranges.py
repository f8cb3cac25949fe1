"""Ranges of measures over possible settings, compared with values computed by hand."""

import pytest

from grav.atlas import MEASURES, MeasuredBoard, atlas, value_of
from grav.atlas.prospect_ranges import Span, compute_prospect, compute_span
from grav.game import sensible_settings
from grav.rules import REVISED, Setting


def nine() -> MeasuredBoard:
    board = atlas().board(9, 2, REVISED)
    assert board is not None
    return board


@pytest.mark.parametrize(
    ("values", "span"),
    [
        ([], None),
        ([3.0], Span(3, 3, 3)),
        ([2.0, 1.0], Span(1, 1, 2)),
        ([float(n) for n in reversed(range(11))], Span(1, 5, 9)),
    ],
)
def test_a_range_leaves_out_a_tenth_below_and_a_tenth_above(
    values: list[float], span: Span | None
) -> None:
    assert compute_span(values) == span


def test_a_setting_is_weighted_by_the_number_of_ways_to_it() -> None:
    often, once = Setting(3, 3, 4, 2, 4), Setting(4, 3, 5, 1, 5)
    found = compute_prospect(nine(), [often, once, often, often])
    row = nine().find(often)
    assert row is not None
    assert (found.ways, found.measured) == (4, 4)
    for name in MEASURES:
        span = found.spans[name]
        assert (None if span is None else span.middle) == value_of(name, row)
    assert [name for name, span in found.spans.items() if span is None] == ["skill"]


def test_unmeasured_settings_are_left_out_and_counted() -> None:
    found = compute_prospect(nine(), [Setting(3, 3, 4, 2, 4), Setting(3, 9, 50, 8, 16)])
    assert (found.ways, found.measured) == (2, 1)
    nothing = compute_prospect(nine(), [Setting(3, 9, 50, 8, 16)])
    assert set(nothing.spans.values()) == {None}
    assert nothing.harder_than is None


def test_a_range_of_difficulty_is_ranked_among_the_settings_that_dice_can_throw() -> None:
    found = compute_prospect(nine(), sensible_settings(9))
    assert found.harder_than is not None
    assert found.harder_than.low == pytest.approx(0.1, abs=0.01)
    assert found.harder_than.middle == pytest.approx(0.5, abs=0.01)
    assert found.harder_than.high == pytest.approx(0.9, abs=0.01)

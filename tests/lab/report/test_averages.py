"""Averages over cells: their intervals, and which cells are compared."""

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.lab.report.averages import Average, compute_averages, select_fair_cells
from grav.lab.report.report_data import CELL_PARTS, NUMBERS

CELL = {"size": 5, "players": 2, "variant": "revised", "enforcement": "strict", "line_up": "random"}
numbers = st.floats(0, 100)


def frame(*cells: dict[str, Any]) -> pl.DataFrame:
    """Returns a table of cells with these columns; the others have default values."""
    usual = {**CELL, **dict.fromkeys(NUMBERS, 3)}
    return pl.DataFrame([{**usual, "setting": "", **cell} for cell in cells])


def cell(length: float | None, reach: float = 1.0, **parts: int | str) -> dict[str, Any]:
    ends = (None, None) if length is None else (length - reach, length + reach)
    return {**parts, "length": length, "length_low": ends[0], "length_high": ends[1]}


def test_the_interval_of_an_average_is_computed_from_its_cells() -> None:
    cells = frame(cell(10, 1, c=3, b=2), cell(20, 3, c=3, b=3), cell(5, 1, c=4, b=2))
    found = compute_averages(cells, ("c",), "length")
    assert found == {3: Average(15, 13, 17, 2), 4: Average(5, 4, 6, 1)}


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6))
def test_the_interval_of_an_average_assumes_correlated_errors(
    cells: list[tuple[float, float]],
) -> None:
    found = compute_averages(frame(*(cell(*each) for each in cells)), ("size",), "length")[5]
    assert found.low is not None
    assert found.high is not None
    widest = sum(2 * reach for _, reach in cells) / len(cells)
    assert found.high - found.low == pytest.approx(widest, abs=1e-9)
    assert found.low <= found.value + 1e-9
    assert found.value <= found.high + 1e-9


def test_several_columns_make_a_key_together() -> None:
    cells = frame(cell(10, c=3, b=2), cell(20, c=3, b=3))
    assert set(compute_averages(cells, ("b", "c"), "length")) == {(2, 3), (3, 3)}


def test_cells_without_the_measure_are_left_out() -> None:
    found = compute_averages(
        frame(cell(10, c=3), cell(None, c=3), cell(None, c=4)), ("c",), "length"
    )
    assert found == {3: Average(10, 9, 11, 1)}


def test_a_measure_without_intervals_has_none_as_an_average() -> None:
    cells = frame(cell(10, c=3)).select(pl.exclude("length_low", "length_high"))
    assert compute_averages(cells, ("c",), "length") == {3: Average(10, None, None, 1)}


def test_one_game_alone_has_no_interval() -> None:
    lone = {**cell(10, c=3), "length_low": None, "length_high": None}
    assert compute_averages(frame(lone, cell(12, c=3)), ("c",), "length")[3].low is None


def test_half_of_many_cells_lie_in_the_middle() -> None:
    cells = frame(*(cell(value, b=value) for value in range(9)))
    assert compute_averages(cells, ("size",), "length", spread=True)[5].middle == (2, 6)
    assert compute_averages(cells[:3], ("size",), "length", spread=True)[5].middle is None
    assert compute_averages(cells, ("size",), "length")[5].middle is None


def test_only_cells_that_exist_for_every_value_are_compared() -> None:
    # b = 2 has no c = 5: without matching, c would seem to have the effect of b.
    there = [(b, c) for b in (2, 3) for c in (3, 4, 5) if (b, c) != (2, 5)]
    cells = frame(*(cell(10 * b, b=b, c=c) for b, c in there))
    assert compute_averages(cells, ("c",), "length")[5].value == 30
    kept = select_fair_cells(cells, "c")
    assert (kept.is_fair, kept.left_out) == (True, 2)
    found = compute_averages(kept.frame, ("c",), "length")
    assert {each.value for each in found.values()} == {30}


def test_if_hardly_any_cells_match_all_are_used_with_a_note() -> None:
    cells = frame(*(cell(b, b=b, c=b + 1) for b in range(2, 7)))
    kept = select_fair_cells(cells, "c")
    assert (kept.is_fair, kept.left_out, len(kept.frame)) == (False, 0, 5)


def test_whole_settings_are_compared_if_everything_else_matches() -> None:
    cells = frame(
        cell(1, setting="3 3 4 1 4", size=5, c=4),
        cell(2, setting="3 3 3 1 4", size=5, c=3),
        cell(3, setting="3 3 3 1 4", size=7, c=3),
    )
    kept = select_fair_cells(cells, "setting")
    assert (kept.is_fair, kept.left_out) == (True, 1)
    assert set(kept.frame["size"]) == {5}


def test_every_part_of_a_cell_counts_for_matching() -> None:
    for part in CELL_PARTS:
        other: dict[str, int | str] = {"size": 7, "players": 3}
        cells = frame(cell(1, c=3), {**cell(2, c=4), part: other.get(part, "other")})
        assert not select_fair_cells(cells, "c").is_fair

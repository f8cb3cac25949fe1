"""Averages over cells, and the selection of cells for a fair comparison."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grav.lab.report.report_data import CELL_PARTS, PARTS, SETTING

if TYPE_CHECKING:
    import polars as pl

MIN_MATCHED_SHARE = 0.25
"""The minimum share of matched cells for a comparison by those alone."""
_MIN_CELLS_FOR_QUARTILES = 4
"""The minimum number of cells for reporting their quartiles."""


@dataclass(frozen=True, slots=True)
class Average:
    """The mean of a measure over cells. Its interval is the mean of their intervals.

    All cells share one seed, so their errors are correlated to an unknown degree. This interval is
    the upper bound: the interval of the mean cannot be wider.
    """

    value: float
    low: float | None
    high: float | None
    cells: int
    middle: tuple[float, float] | None = None
    """The first and the third quartile of the cells, if requested and with enough cells."""


def compute_averages(
    frame: "pl.DataFrame", by: tuple[str, ...], measure: str, *, spread: bool = False
) -> dict[Any, Average]:
    """Returns the averages of a measure by value, or by tuple of values.

    `spread`: include the quartiles of the cells.
    """
    import polars as pl

    there = frame.drop_nulls(measure)
    ends = [f"{measure}_low", f"{measure}_high"]
    is_sure = all(end in there.columns and not there[end].null_count() for end in ends)
    means = [pl.col(name).mean() for name in (measure, *(ends if is_sure else ()))]
    quarters = [
        pl.col(measure).quantile(share, "linear").alias(f"quarter_{n}")
        for n, share in enumerate((0.25, 0.75))
    ]
    grouped = there.group_by(by, maintain_order=True).agg(*means, *quarters, pl.len())
    found: dict[Any, Average] = {}
    for row in grouped.iter_rows(named=True):
        key = tuple(row[part] for part in by)
        low, high = (row[end] if is_sure else None for end in ends)
        wide = spread and row["len"] >= _MIN_CELLS_FOR_QUARTILES
        middle = (row["quarter_0"], row["quarter_1"]) if wide else None
        average = Average(row[measure], low, high, row["len"], middle)
        found[key[0] if len(key) == 1 else key] = average
    return found


@dataclass(frozen=True)
class SelectedCells:
    """The cells to average for each value of a part."""

    frame: "pl.DataFrame"
    left_out: int
    is_fair: bool
    """Whether the cells of all values match in everything else."""


def select_fair_cells(frame: "pl.DataFrame", part: str) -> SelectedCells:
    """Keeps only the cells that exist for every value of the part, if there are enough.

    This removes confounding: a large c needs a large b, and e is never below d, so the effect of b
    would otherwise be taken for an effect of c.
    """
    import polars as pl

    others = CELL_PARTS if part == SETTING else tuple(name for name in PARTS if name != part)
    alike = frame.filter(pl.len().over(others) == frame[part].n_unique())
    if len(alike) and len(alike) >= MIN_MATCHED_SHARE * len(frame):
        return SelectedCells(alike, len(frame) - len(alike), is_fair=True)
    return SelectedCells(frame, 0, is_fair=False)

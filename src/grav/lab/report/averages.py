"""Averages over cells, and which cells may fairly be averaged."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grav.lab.report.data import AROUND, PARTS, SETTING

if TYPE_CHECKING:
    import polars as pl

ENOUGH = 0.25
"""The least share of the cells that must be alike for a comparison by those alone."""
_WIDE = 4
"""Cells from which on it is worth telling how far they differ."""


@dataclass(frozen=True, slots=True)
class Average:
    """The mean of a measure over cells. Its interval is the mean of theirs.

    All cells share one seed, so their errors go together, nobody knows how far. No interval of
    the mean can be wider than this one.
    """

    value: float
    low: float | None
    high: float | None
    cells: int
    middle: tuple[float, float] | None = None
    """What half of the cells lie between, where that was asked for and they are enough."""


def averages(
    frame: "pl.DataFrame", by: tuple[str, ...], measure: str, *, spread: bool = False
) -> dict[Any, Average]:
    """For each value, or each tuple of values, that is there.

    `spread`: tell how far cells differ.
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
        wide = spread and row["len"] >= _WIDE
        middle = (row["quarter_0"], row["quarter_1"]) if wide else None
        average = Average(row[measure], low, high, row["len"], middle)
        found[key[0] if len(key) == 1 else key] = average
    return found


@dataclass(frozen=True)
class Fair:
    """Cells to average, value by value of some part."""

    frame: "pl.DataFrame"
    left_out: int
    is_fair: bool
    """Are the cells of every value alike in all else?"""


def fair(frame: "pl.DataFrame", part: str) -> Fair:
    """Only the cells that are there for every value of the part, if those are enough of them.

    A large c needs a large b, and e is never below d: without this, what b does would be taken
    for something that c does.
    """
    import polars as pl

    others = AROUND if part == SETTING else tuple(name for name in PARTS if name != part)
    alike = frame.filter(pl.len().over(others) == frame[part].n_unique())
    if len(alike) and len(alike) >= ENOUGH * len(frame):
        return Fair(alike, len(frame) - len(alike), is_fair=True)
    return Fair(frame, 0, is_fair=False)

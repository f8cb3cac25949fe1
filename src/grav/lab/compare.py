"""Compares two runs cell by cell: differences with intervals and significance tests."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from grav.lab.intervals import (
    Difference,
    Sample,
    difference_of_means,
    difference_of_shares,
    holm_correction,
)
from grav.lab.measures import MEASURES, LabMeasure, Proportion, Source, ValueWithInterval
from grav.lab.plan import Cell
from grav.lab.store import RunFolder
from grav.lab.summary import CellTotal, cell_totals, shown_measures
from grav.rules.json_fields import Json
from grav.text import GravError

DIMENSIONS = ("size", "players", "setting", "edition", "enforcement", "line_up")
"""The attributes that identify a cell."""


class CompareError(GravError):
    """The two runs have no cell in common."""


@dataclass(frozen=True, slots=True)
class ComparedMeasure:
    """One measure of one cell in both runs."""

    one: Cell
    other: Cell
    measure: str
    values: tuple[float, float]
    difference: Difference | None
    """The second minus the first, with its interval; None for measures without an interval."""
    significant: bool = False

    def to_json(self) -> dict[str, Json]:
        found = self.difference
        return {
            "rules": [str(self.one.rules), str(self.other.rules)],
            "line_up": [self.one.line_up, self.other.line_up],
            "measure": self.measure,
            "values": list(self.values),
            "difference": self.values[1] - self.values[0],
            "interval": None if found is None else list(found.interval),
            "p": None if found is None else found.p,
            "significant": self.significant,
        }


@dataclass(frozen=True, slots=True)
class RunComparison:
    rows: tuple[ComparedMeasure, ...]
    varied: dict[str, tuple[str, str]]
    """The dimensions with a single value in each run, where the two values differ."""
    alone: tuple[int, int]
    """The numbers of cells that only the first run has, and only the second."""


def compare_runs(one: RunFolder, other: RunFolder, measures: tuple[str, ...] = ()) -> RunComparison:
    """Compares cells that match in all dimensions except those with one value per run.

    So a run under one edition can be compared with a run under another, or one line-up with
    another. Significance is corrected for multiple comparisons (Holm, 5 %).
    """
    ours, theirs = list(cell_totals(one)), list(cell_totals(other))
    varied = _find_varied(ours, theirs)
    dimensions = [name for name in DIMENSIONS if name not in varied]
    mine = {_cell_key(each.cell, dimensions): each for each in ours}
    others = {_cell_key(each.cell, dimensions): each for each in theirs}
    pairs = [(mine[key], others[key]) for key in mine if key in others]
    if not pairs:
        raise CompareError("lab.nothing_common", one=str(one.path), other=str(other.path))
    known = {measure.name for measure in shown_measures(one)}.intersection(measures or MEASURES)
    shared = [measure for measure in shown_measures(other) if measure.name in known]
    rows = [row for pair in pairs for row in _rows(*pair, shared)]
    tested = [row.difference.p for row in rows if row.difference is not None]
    marks = iter(holm_correction(tested))
    marked = (
        row if row.difference is None else replace(row, significant=next(marks)) for row in rows
    )
    alone = len(mine) - len(pairs), len(others) - len(pairs)
    return RunComparison(tuple(marked), varied, alone)


def _find_varied(ours: list[CellTotal], theirs: list[CellTotal]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for name in DIMENSIONS:
        values, others = (
            {_dimension_value(each.cell, name) for each in run} for run in (ours, theirs)
        )
        if len(values) == len(others) == 1 and values != others:
            found[name] = (str(values.pop()), str(others.pop()))
    return found


def _dimension_value(cell: Cell, name: str) -> Any:
    return cell.line_up if name == "line_up" else getattr(cell.rules, name)


def _cell_key(cell: Cell, names: list[str]) -> Hashable:
    return tuple(_dimension_value(cell, name) for name in names)


def _rows(
    one: CellTotal, other: CellTotal, measures: list[LabMeasure]
) -> Iterator[ComparedMeasure]:
    for measure in measures:
        sources = [_source_of_measure(each, measure) for each in (one, other)]
        values = [measure(each.tally, each.cell.rules) for each in (one, other)]
        if sources[0] is None or sources[1] is None or values[0] is None or values[1] is None:
            continue
        both = (values[0].value, values[1].value)
        difference = _difference(sources[0], sources[1])
        yield ComparedMeasure(one.cell, other.cell, measure.name, both, difference)


def _source_of_measure(each: CellTotal, measure: LabMeasure) -> Source | None:
    exists = measure.exists(each.cell.rules, all_shapes=True) and each.tally.games > 0
    return measure.take(each.tally, each.cell.rules) if exists else None


def _difference(one: Source, other: Source) -> Difference | None:
    match one, other:
        case Proportion(), Proportion():
            return difference_of_shares(one.hits, one.of, other.hits, other.of)
        case Sample(), Sample():
            return difference_of_means(one, other)
        case ValueWithInterval(), ValueWithInterval():
            return None
    raise AssertionError((one, other))

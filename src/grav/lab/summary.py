"""Summary of a run, one row per cell: the parts of the rules, and measures with intervals."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grav.lab.measures import ALONG, MEASURES, LabMeasure, measure_along_game
from grav.lab.parquet import TALLY_COLUMNS, tally_from_row
from grav.lab.plan import Cell
from grav.lab.store import RunFolder, read_folder
from grav.native import Tally

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class CellTotal:
    """A cell with the tally of all its played games."""

    cell: Cell
    tally: Tally


def cell_totals(folder: RunFolder) -> Iterator[CellTotal]:
    """Yields the cells that have played games, in order, with their tallies."""
    import polars as pl

    lots = folder.tallies()
    added = lots.group_by("cell", maintain_order=True).agg(pl.col(*TALLY_COLUMNS).sum())
    for row in added.iter_rows(named=True):
        yield CellTotal(folder.plan.cells[row["cell"]], tally_from_row(row))


def shown_measures(folder: RunFolder) -> list[LabMeasure]:
    """Returns the measures that exist for at least one cell of the run."""
    all_shapes = folder.experiment.shapes == "all"
    kinds = {(each.rules.enforcement, each.rules.players): each.rules for each in folder.plan.cells}
    return [
        measure
        for measure in MEASURES.values()
        if any(measure.exists(rules, all_shapes=all_shapes) for rules in kinds.values())
    ]


def summary(folder: RunFolder | Path) -> "pl.DataFrame":
    """Returns one row per cell.

    The columns: cell, rules, line_up; size, players, a to e, edition, house_rules, enforcement;
    games, stopped; each measure, with `_low` and `_high` after it where it has an interval; and
    lists of ten for those that are reported by stage of the game.
    """
    folder = read_folder(folder) if isinstance(folder, Path) else folder
    measures = shown_measures(folder)
    rows = [
        {**_cell_columns(each), **_measure_columns(each, measures), **_stage_columns(each)}
        for each in cell_totals(folder)
    ]
    import polars as pl

    return pl.DataFrame(rows, schema=_schema(measures))


def _cell_columns(each: CellTotal) -> dict[str, Any]:
    rules = each.cell.rules
    return {
        "cell": each.cell.number,
        "rules": str(rules),
        "line_up": each.cell.line_up,
        "size": rules.size,
        "players": rules.players,
        **rules.setting._asdict(),
        "edition": rules.edition.name,
        "house_rules": str(rules.edition).removeprefix(rules.edition.name).strip(),
        "enforcement": rules.enforcement.value,
        "games": each.tally.games,
        "stopped": each.tally.stopped,
    }


def _measure_columns(each: CellTotal, measures: list[LabMeasure]) -> dict[str, float]:
    row: dict[str, float | None] = {}
    for measure in measures:
        exists = measure.exists(each.cell.rules, all_shapes=True)
        found = measure(each.tally, each.cell.rules) if exists else None
        if found is not None:
            row[measure.name] = found.value
            row |= {f"{measure.name}_low": found.low, f"{measure.name}_high": found.high}
    return {name: value for name, value in row.items() if value is not None}


def _stage_columns(each: CellTotal) -> dict[str, list[float | None]]:
    return {
        along_column(name): measure_along_game(name, each.tally, each.cell.rules) for name in ALONG
    }


def along_column(measure: str) -> str:
    """Returns the column name of a measure by stage of the game."""
    return f"{measure}_along"


def _schema(measures: list[LabMeasure]) -> "dict[str, Any]":
    import polars as pl

    words = ("rules", "line_up", "edition", "house_rules", "enforcement")
    names = [
        "cell", "rules", "line_up", "size", "players", *"abcde", "edition", "house_rules",
        "enforcement", "games", "stopped",
    ]  # fmt: skip
    schema: dict[str, Any] = {name: pl.String if name in words else pl.Int64 for name in names}
    for measure in measures:
        ends = ("",) if measure.kind == "ratio" else ("", "_low", "_high")
        schema |= {f"{measure.name}{end}": pl.Float64 for end in ends}
    return schema | {along_column(name): pl.List(pl.Float64) for name in ALONG}

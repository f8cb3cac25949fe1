"""The data of a report: one row per cell, and which parts differ between cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grav.lab.intervals import wilson_interval
from grav.lab.store import RunFolder
from grav.lab.summary import CellTotal, cell_totals, summary
from grav.native.tallies import SEATS

if TYPE_CHECKING:
    import polars as pl

NUMBERS = tuple("abcde")
CELL_PARTS = ("size", "players", "variant", "enforcement", "line_up")
"""The parts of a cell besides the five numbers; a variant is an edition with house rules."""
PARTS = (*CELL_PARTS, *NUMBERS)
"""All parts that identify a cell."""
SETTING = "setting"
"""The column with the five numbers as one text."""


@dataclass(frozen=True)
class ReportData:
    folder: RunFolder
    frame: "pl.DataFrame"
    """The summary of the run, with `variant`, `setting`, and the wins by place."""

    def values(self, part: str) -> list[Any]:
        """Returns the values of a part: numbers sorted, texts in the order of the experiment."""
        column = self.frame[part].unique(maintain_order=True)
        return (column.sort() if column.dtype.is_numeric() else column).to_list()

    def varies(self, part: str) -> bool:
        return self.frame[part].n_unique() > 1

    def has(self, measure: str) -> bool:
        return measure in self.frame.columns and self.frame[measure].count() > 0

    def varying(self, parts: tuple[str, ...], most: int) -> list[str]:
        """Returns the parts that differ between cells and have at most `most` values."""
        return [part for part in parts if 1 < self.frame[part].n_unique() <= most]


def read_report_data(folder: RunFolder) -> ReportData:
    """Reads the summary of a run, and adds the columns for the report.

    :raises RunFolderError: when nothing has been played yet
    """
    import polars as pl

    places = pl.DataFrame(map(_places, cell_totals(folder)), schema=_place_columns())
    frame = summary(folder).hstack(places)
    variant = pl.concat_str("edition", "house_rules", separator=" ").str.strip_chars()
    setting = pl.concat_str(*NUMBERS, separator=" ")
    return ReportData(folder, frame.with_columns(variant=variant, setting=setting))


def _places(each: CellTotal) -> dict[str, float]:
    """Returns the wins by place in the order of play, as shares with Wilson intervals."""
    games = each.tally.games
    found: dict[str, float] = {}
    for number in range(1, each.cell.rules.players + 1 if games else 1):
        wins = each.tally.by_place[number - 1]
        name = place_column(number)
        found |= {name: wins / games}
        found |= zip((f"{name}_low", f"{name}_high"), wilson_interval(wins, games), strict=True)
    return found


def place_column(number: int) -> str:
    """Returns the column name of the wins of a place, counted from 1."""
    return f"place_{number}"


def _place_columns() -> "dict[str, type[pl.Float64]]":
    import polars as pl

    return {name + end: pl.Float64 for name in _place_names() for end in ("", "_low", "_high")}


def _place_names() -> Iterator[str]:
    return (place_column(number) for number in range(1, SEATS + 1))

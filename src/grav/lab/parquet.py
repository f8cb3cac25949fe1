"""Converts tallies and games to Parquet; the only module that knows the columns of part files.

Tallies have one row per lot: the number of the cell, its rules and line-up as text, the first game,
and the numbers of the tally. Games have one row each.
"""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from grav.extras import require
from grav.lab.plan import Lot
from grav.native import Playouts, Tally
from grav.native.bulk import COLUMNS
from grav.native.tallies import FIELD_WIDTHS

if TYPE_CHECKING:
    import polars as pl


def _column_names(widths: Mapping[str, int]) -> tuple[str, ...]:
    """Returns the column names; a field with several numbers has a column for each."""
    return tuple(
        name if width == 1 else f"{name}_{n}"
        for name, width in widths.items()
        for n in range(width)
    )


TALLY_COLUMNS = _column_names(FIELD_WIDTHS)
"""The columns of a tally, in the order of `Tally.numbers()`."""
LOT_COLUMNS = ("cell", "rules", "line_up", "first_game")


def encode_tallies(outcomes: Sequence[tuple[Lot, Tally]]) -> bytes:
    """Encodes tallies as Parquet, one row per lot."""
    require("lab")
    import polars as pl

    numbers = zip(*(total.numbers() for _, total in outcomes), strict=True)
    frame = pl.DataFrame(
        {
            "cell": pl.Series([lot.cell.number for lot, _ in outcomes], dtype=pl.Int64),
            "rules": [str(lot.cell.rules) for lot, _ in outcomes],
            "line_up": [lot.cell.line_up for lot, _ in outcomes],
            "first_game": pl.Series([lot.first for lot, _ in outcomes], dtype=pl.Int64),
            **{
                name: pl.Series(column, dtype=pl.Int64)
                for name, column in zip(TALLY_COLUMNS, numbers, strict=True)
            },
        }
    )
    return _parquet(frame)


def encode_games(outcomes: Sequence[tuple[Lot, Playouts]]) -> bytes:
    """Encodes games as Parquet, one row per game. Columns of absent seats are null."""
    require("lab")
    import polars as pl

    return _parquet(pl.concat([_game_rows(lot, played) for lot, played in outcomes]))


def _game_rows(lot: Lot, played: Playouts) -> "pl.DataFrame":
    import polars as pl

    count = len(played)
    columns: dict[str, object] = {}
    for name, width in COLUMNS.items():
        values = getattr(played, name)
        each = [values] if width == 1 else list(values.T)
        missing = [pl.repeat(None, count, dtype=pl.Int32, eager=True)] * (width - len(each))
        columns |= zip(_column_names({name: width}), each + missing, strict=True)
    return pl.DataFrame(
        {
            "cell": pl.repeat(lot.cell.number, count, dtype=pl.Int64, eager=True),
            "game": pl.arange(lot.first, lot.first + count, dtype=pl.Int64, eager=True),
            **columns,
        }
    )


def tally_from_row(row: "dict[str, int]") -> Tally:
    """Builds the tally from a row, by the names of its columns."""
    return Tally.from_numbers([row[name] for name in TALLY_COLUMNS])


def _parquet(frame: "pl.DataFrame") -> bytes:
    written = io.BytesIO()
    frame.write_parquet(written)
    return written.getvalue()

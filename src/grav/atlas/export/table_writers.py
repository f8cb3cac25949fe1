"""Writers of tables: CSV with the standard library, Parquet with polars (the extra `lab`)."""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from pathlib import Path

from grav.atlas.export.columns import Cell, Column, ColumnType

Rows = Sequence[Sequence[Cell]]
WriteRows = Callable[[Rows], object]


class TableFormat(StrEnum):
    """A file format of tables; also the ending of its files."""

    CSV = "csv"
    PARQUET = "parquet"

    @property
    def media_type(self) -> str:
        return "text/csv" if self is TableFormat.CSV else "application/vnd.apache.parquet"


def open_table(
    file: Path, columns: Sequence[Column], table_format: TableFormat
) -> AbstractContextManager[WriteRows]:
    """Opens a new table; the context gives a function that appends rows."""
    write = _csv_table if table_format is TableFormat.CSV else _parquet_table
    return write(file, columns)


@contextmanager
def _csv_table(file: Path, columns: Sequence[Column]) -> Iterator[WriteRows]:
    """RFC 4180, but for lines that end in LF: UTF-8, a header, empty cells for missing values."""
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened, lineterminator="\n")
        writer.writerow([column.name for column in columns])
        yield lambda rows: writer.writerows(map(_format_row, rows))


def _format_row(row: Sequence[Cell]) -> list[Cell]:
    return [str(cell).lower() if isinstance(cell, bool) else cell for cell in row]


@contextmanager
def _parquet_table(file: Path, columns: Sequence[Column]) -> Iterator[WriteRows]:
    """Holds rows as columns of polars, which take far less memory than Python's numbers."""
    import polars as pl

    types = {
        ColumnType.INTEGER: pl.Int32,
        ColumnType.NUMBER: pl.Float64,
        ColumnType.BOOLEAN: pl.Boolean,
        ColumnType.STRING: pl.String,
    }
    schema = {column.name: types[column.type] for column in columns}
    frames = [pl.DataFrame(schema=schema)]
    yield lambda rows: frames.append(pl.DataFrame(rows, schema=schema, orient="row"))
    pl.concat(frames).write_parquet(file)

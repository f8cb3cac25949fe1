"""Writes the atlas as a data set into a new folder, which is complete or not there at all."""

import hashlib
import tempfile
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from importlib import resources
from pathlib import Path

from grav.atlas.atlas import Atlas
from grav.atlas.export.codebook import format_codebook_csv, format_codebook_markdown
from grav.atlas.export.columns import Column, table_columns
from grav.atlas.export.metadata import (
    LICENCE_FILE,
    DataSet,
    ExportedTable,
    format_citation,
    format_data_package,
    format_zenodo,
)
from grav.atlas.export.readme import format_readme
from grav.atlas.export.source import source_of
from grav.atlas.export.table_writers import TableFormat, open_table
from grav.atlas.file_format import AtlasFile
from grav.extras import require
from grav.text import GravError, Language

CHECKSUMS = "SHA256SUMS"


class ExportError(GravError):
    """The export cannot be written where it was asked for."""


def export_atlas(
    atlas: Atlas,
    folder: Path,
    formats: Collection[TableFormat],
    sizes: Collection[int],
    language: Language,
    progress: Callable[[ExportedTable], None] = lambda _: None,
) -> list[ExportedTable]:
    """Writes the tables of these sizes, the codebook and the metadata; returns the tables.

    The texts are in this language. Calls `progress` with each table when it is written.

    :raises ExportError: if something is in the folder already
    :raises ExtraMissing: if a format needs an extra that is not installed
    """
    if TableFormat.PARQUET in formats:
        require("lab")
    if folder.exists() and not _is_empty_folder(folder):
        raise ExportError("atlas_export.not_empty", folder=str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    columns = table_columns()
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".grav-") as beside:
        unfinished = Path(beside) / "export"  # with the usual permissions, other than `beside`
        unfinished.mkdir()
        tables: list[ExportedTable] = []
        for file in (file for file in atlas.files if file.size in sizes):
            for table in _write_tables(atlas, file, columns, unfinished, formats):
                progress(table)
                tables.append(table)
        _write_texts(unfinished, DataSet(columns, tables, language))
        if folder.exists():
            folder.rmdir()
        unfinished.rename(folder)
    return tables


def _is_empty_folder(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())


def _write_tables(
    atlas: Atlas,
    file: AtlasFile,
    columns: Sequence[Column],
    folder: Path,
    formats: Collection[TableFormat],
) -> list[ExportedTable]:
    """Writes the tables of one size in all formats, board by board."""
    boards = [board for board in atlas.boards if board.size == file.size]
    paths = {each: folder / f"atlas-{file.size}x{file.size}.{each}" for each in sorted(formats)}
    with ExitStack() as open_tables:
        writers = [
            open_tables.enter_context(open_table(path, columns, table_format))
            for table_format, path in paths.items()
        ]
        for board in boards:
            rows = [[column.value(row) for column in columns] for row in board]
            for write in writers:
                write(rows)
    return [
        ExportedTable(
            path,
            file.size,
            table_format,
            sum(map(len, boards)),
            sum(len(board) * board.games for board in boards),
            path.stat().st_size,
            _sha256(path),
            source_of(file),
        )
        for table_format, path in paths.items()
    ]


def _write_texts(folder: Path, data: DataSet) -> None:
    """Writes all files that are not tables; the checksums last."""
    texts = {
        ".zenodo.json": format_zenodo(data),
        "CITATION.cff": format_citation(data),
        LICENCE_FILE: (resources.files("grav.atlas.export") / LICENCE_FILE).read_text("utf-8"),
        "README.md": format_readme(data),
        "codebook.csv": format_codebook_csv(data.columns, data.language),
        "codebook.md": format_codebook_markdown(data.columns, data.language),
        "datapackage.json": format_data_package(data),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    sums = {name: _sha256(folder / name) for name in texts}
    sums |= {table.path.name: table.sha256 for table in data.tables}
    lines = [f"{sums[name]}  {name}\n" for name in sorted(sums)]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()

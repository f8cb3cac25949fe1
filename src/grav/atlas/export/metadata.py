"""Metadata of the data set for programs: Frictionless, Citation File Format, Zenodo."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import grav
from grav.atlas.export.columns import Column
from grav.atlas.export.table_writers import TableFormat
from grav.atlas.file_format import Json
from grav.text import Language, say

AUTHOR = "The Grav authors"
LICENCE = "MIT"
LICENCE_FILE = "LICENSE"
KEYWORDS = ("board games", "abstract strategy games", "game analysis", "perception")
"""As in the project's own CITATION.cff; a test compares them."""
_ZENODO_LANGUAGES = {Language.EN: "eng", Language.JA: "jpn", Language.KO: "kor"}


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table that was written, of one size of board."""

    path: Path
    size: int
    table_format: TableFormat
    rows: int
    games: int
    """Played for all rows together."""
    bytes: int
    sha256: str
    source: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class DataSet:
    """All that the metadata are written from."""

    columns: Sequence[Column]
    tables: Sequence[ExportedTable]
    language: Language

    def say(self, key: str, **values: object) -> str:
        return say(f"atlas_export.{key}", self.language, **values)

    @property
    def description(self) -> str:
        by_size = {table.size: table for table in self.tables}.values()
        rows, games = sum(it.rows for it in by_size), sum(it.games for it in by_size)
        return self.say("description", rows=f"{rows:,}", games=f"{games:,}")


def format_data_package(data: DataSet) -> str:
    """Returns `datapackage.json`: a Frictionless data package, with a schema for each table."""
    schema = {
        "fields": [_field(column, data.language) for column in data.columns],
        "missingValues": [""],
        "primaryKey": [column.name for column in data.columns if column.is_key],
    }
    package = {
        "profile": "data-package",
        "name": "grav-atlas",
        "title": data.say("title"),
        "description": data.description,
        "version": grav.__version__,
        "licenses": [{"name": LICENCE, "path": LICENCE_FILE}],
        "contributors": [{"title": AUTHOR, "role": "author"}],
        "keywords": list(KEYWORDS),
        "resources": [_resource(table, schema) for table in data.tables],
    }
    return _format_json(package)


def _field(column: Column, language: Language) -> Json:
    field = {
        "name": column.name,
        "type": column.type.value,
        "description": column.meaning.say(language),
    }
    return field | ({"constraints": {"required": True}} if column.is_key else {})


def _resource(table: ExportedTable, schema: Json) -> Json:
    is_csv = table.table_format is TableFormat.CSV
    return {
        "profile": "tabular-data-resource" if is_csv else "data-resource",
        "name": table.path.name.replace(".", "-"),
        "path": table.path.name,
        "format": table.table_format.value,
        "mediatype": table.table_format.media_type,
        **({"encoding": "utf-8"} if is_csv else {}),
        "bytes": table.bytes,
        "hash": f"sha256:{table.sha256}",
        "schema": schema,
        "source": dict(table.source),
    }


def format_citation(data: DataSet) -> str:
    """Returns `CITATION.cff`, version 1.2.0. Strings are quoted as in JSON, which YAML reads."""
    fields = {
        "message": data.say("please_cite"),
        "type": "dataset",
        "title": data.say("title"),
        "abstract": data.description,
        "version": grav.__version__,
        "license": LICENCE,
    }
    lines = ["cff-version: 1.2.0", *(f"{name}: {_quote(text)}" for name, text in fields.items())]
    lines += ["authors:", f"  - name: {_quote(AUTHOR)}"]
    lines += ["keywords:", *(f"  - {_quote(word)}" for word in KEYWORDS)]
    return "\n".join(lines) + "\n"


def format_zenodo(data: DataSet) -> str:
    """Returns `.zenodo.json`: what Zenodo asks for when data are deposited."""
    return _format_json(
        {
            "upload_type": "dataset",
            "title": data.say("title"),
            "description": data.description,
            "creators": [{"name": AUTHOR}],
            "access_right": "open",
            "license": LICENCE.lower(),  # Zenodo's name for it
            "version": grav.__version__,
            "language": _ZENODO_LANGUAGES[data.language],
            "keywords": list(KEYWORDS),
        }
    )


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _format_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"

"""The README of the data set: which files there are, what a row is, what the data cannot say."""

from collections.abc import Iterator

from grav.atlas.export.metadata import DataSet

NOTES = ("rows", "equivalent", "empty", "rounding", "guessing", "shared_seeds")
LIMITS = ("limit_players", "limit_rules", "limit_difficulty", "limit_samples", "limit_steps")


def format_readme(data: DataSet) -> str:
    sections = [
        f"# {data.say('title')}\n\n{data.description}",
        f"## {data.say('files')}\n\n{_table(_file_rows(data))}",
        f"## {data.say('reading')}\n\n{_list(data, NOTES)}",
        f"## {data.say('limits')}\n\n{_list(data, LIMITS)}",
        f"## {data.say('origin')}\n\n{data.say('origin_about')}\n\n{_table(_source_rows(data))}",
        f"## {data.say('licence')}\n\n{data.say('licence_about')}",
    ]
    return "\n\n".join(sections) + "\n"


def _file_rows(data: DataSet) -> Iterator[list[str]]:
    yield [data.say(head) for head in ("head_file", "head_content")]
    for table in data.tables:
        yield [
            f"`{table.path.name}`",
            data.say("table_of", size=table.size, rows=f"{table.rows:,}"),
        ]
    yield ["`codebook.csv`, `codebook.md`", data.say("codebook_about")]
    yield ["`datapackage.json`", data.say("package_about")]
    yield ["`CITATION.cff`, `.zenodo.json`", data.say("citation_about")]
    yield ["`SHA256SUMS`", data.say("checksums_about")]


def _source_rows(data: DataSet) -> Iterator[list[str]]:
    """The keys are names of the program: they are the same in every language."""
    by_size = {table.size: table.source for table in data.tables}
    names = list(dict.fromkeys(name for source in by_size.values() for name in source))
    yield [data.say("head_size"), *(f"`{name}`" for name in names)]
    for size, source in by_size.items():
        yield [f"{size} × {size}", *(f"`{source.get(name, '')}`" for name in names)]


def _table(rows: Iterator[list[str]]) -> str:
    heads, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *rest])


def _list(data: DataSet, keys: tuple[str, ...]) -> str:
    return "\n".join(f"- {data.say(key)}" for key in keys)

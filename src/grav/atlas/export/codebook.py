"""The codebook of the tables: what each column means, for people and for programs."""

import csv
import io
from collections.abc import Iterator, Sequence

from grav.atlas.export.columns import Column
from grav.text import Language, Text, say

HEADS = ("name", "type", "unit", "step", "meaning", "error")


def format_codebook_csv(columns: Sequence[Column], language: Language) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(_rows(columns, language))
    return text.getvalue()


def format_codebook_markdown(columns: Sequence[Column], language: Language) -> str:
    heads = [say(f"atlas_export.head_{head}", language) for head in HEADS]
    rows = [[f"`{name}`", *rest] for name, *rest in _rows(columns, language)]
    table = "".join(f"| {' | '.join(row)} |\n" for row in [heads, ["---"] * len(heads), *rows])
    title = say("atlas_export.codebook", language)
    return f"# {title}\n\n{say('atlas_export.codebook_about', language)}\n\n{table}"


def _rows(columns: Sequence[Column], language: Language) -> Iterator[list[str]]:
    for column in columns:
        yield [
            column.name,
            column.type.value,
            _say(column.unit, language),
            "" if column.step is None else f"{column.step:g}",
            column.meaning.say(language),
            _say(column.error, language),
        ]


def _say(text: Text | None, language: Language) -> str:
    return "" if text is None else text.say(language)

"""Formats rows of strings as a table: for a terminal, or in Markdown.

The first row holds the column names.
"""

import unicodedata
from collections.abc import Sequence

from grav.text import printable

Rows = Sequence[Sequence[str]]


def format_aligned(rows: Rows) -> str:
    """Formats a table for a terminal: the first column left-aligned, the others right-aligned."""
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [max(text_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            _pad(cell, widths[column], to_the_right=column > 0) for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    )


def format_markdown(rows: Rows) -> str:
    first, *others = [f"| {' | '.join(_escape_cell(text) for text in row)} |" for row in rows]
    rule = "| --- |" + " ---: |" * (len(rows[0]) - 1)
    return "\n".join((first, rule, *others))


def text_width(text: str) -> int:
    """Returns the columns a text takes in a terminal: East Asian wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _pad(text: str, cells: int, *, to_the_right: bool) -> str:
    blanks = " " * (cells - text_width(text))
    return blanks + text if to_the_right else text + blanks


def _escape_cell(text: str) -> str:
    """Escapes the pipe character, which would end a Markdown cell."""
    return printable(text).replace("|", "\\|")

"""Opens and reads files named on the command line; `-` is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from grav.record import MAX_SIZE, Record, decode, parse_record
from grav.text import GravError


class FileProblem(GravError):
    """An error in the content of a file, with the file's name."""


@contextmanager
def open_file(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


def read_record(name: str) -> Record:
    """Reads a record from a file; raises its errors with the file's name."""
    with open_file(name) as file:
        data = file.read(MAX_SIZE + 1)
    try:
        return parse_record(decode(data))
    except GravError as error:
        raise FileProblem("cli.in_file", file=name, cause=error.text) from error

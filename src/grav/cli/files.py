"""Files that are named on a command line; `-` is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from grav.record import MAX_SIZE, Record, decode, parse_record
from grav.text import GravError


class FileProblem(GravError):
    """What is wrong within a file, with its name."""


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


def read_record(name: str) -> Record:
    """The record in a file; what is wrong with it is told with the file's name."""
    with opened(name) as file:
        data = file.read(MAX_SIZE + 1)
    try:
        return parse_record(decode(data))
    except GravError as error:
        raise FileProblem("cli.in_file", file=name, cause=error.text) from error

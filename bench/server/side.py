"""One side of the comparison: a server that can be started afresh for every measurement."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from bench.server.dialect import Dialect


@dataclass(frozen=True)
class Serving:
    """A server that listens, and its one process."""

    pid: int
    dialect: Dialect


class Side(Protocol):
    """Starts the server on its core, and ends it afterwards."""

    def __call__(self) -> AbstractContextManager[Serving]: ...

"""One side of the comparison: a server that is started anew for every measurement."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from bench.server.dialect import Dialect


@dataclass(frozen=True)
class Serving:
    """A server that listens, and the id of its main process."""

    pid: int
    dialect: Dialect


class Side(Protocol):
    """Starts the server, on its core if it is pinned to one, and stops it afterwards."""

    def __call__(self) -> AbstractContextManager[Serving]: ...

"""A disk without room, for a SQLite database: what the system itself refuses to write.

Needs no disk of its own and no rights: the system lets no file of the process grow any more.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def full_disk(database: str, process: int | None = None) -> Iterator[None]:
    """For this process, or for another of the same user (on Linux), while the block lasts. The log
    that SQLite commits to must be there."""
    file = Path(database.removeprefix("sqlite:///"))
    room = file.with_name(f"{file.name}-wal").stat().st_size
    before = _limit(process, None)
    _limit(process, (room, before[1]))
    try:
        yield
    finally:
        _limit(process, before)


def _limit(process: int | None, to: tuple[int, int] | None) -> tuple[int, int]:
    """Sets the limit, if it is given one; gives the one there was."""
    which = resource.RLIMIT_FSIZE
    if process is not None:
        return resource.prlimit(process, which, *(() if to is None else (to,)))
    before = resource.getrlimit(which)
    if to is not None:
        resource.setrlimit(which, to)
    return before

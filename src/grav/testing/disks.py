"""A disk without room, for a SQLite database: what the system itself refuses to write.

Needs no disk of its own and no rights: the system lets no file of the process grow any more.
"""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WAL_HEADER, FRAME_HEADER = 32, 24
"""Bytes, by SQLite's file format."""


@contextmanager
def full_disk(database: str, process: int | None = None) -> Iterator[None]:
    """For this process, or for another of the same user (on Linux), while the block lasts."""
    file = Path(database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        _hold_log(holder)
        before = _limit(process, None)
        _limit(process, (_end_of_log(file.with_name(f"{file.name}-wal")), before[1]))
        try:
            yield
        finally:
            _limit(process, before)


def _hold_log(holder: sqlite3.Connection) -> None:
    """Keeps SQLite from starting its log anew, which would make room in it: somebody still reads a
    frame of it that is not in the database file yet."""
    (version,) = holder.execute("PRAGMA user_version").fetchone()
    holder.execute(f"PRAGMA user_version = {version}")  # the same again: a frame that nobody needs
    holder.execute("BEGIN")
    holder.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _end_of_log(wal: Path) -> int:
    """Where the next frame will be written. Behind it there may be old ones, with other salts."""
    data = wal.read_bytes()
    frame = FRAME_HEADER + int.from_bytes(data[8:12], "big")
    salts = data[16:24]
    end = WAL_HEADER
    while data[end + 8 : end + 16] == salts:
        end += frame
    return end


def _limit(process: int | None, to: tuple[int, int] | None) -> tuple[int, int]:
    """Sets the limit, if it is given one; gives the one there was."""
    which = resource.RLIMIT_FSIZE
    if process is not None:
        return resource.prlimit(process, which, *(() if to is None else (to,)))
    before = resource.getrlimit(which)
    if to is not None:
        resource.setrlimit(which, to)
    return before

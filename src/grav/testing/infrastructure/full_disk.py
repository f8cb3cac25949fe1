"""Simulates a full disk for a SQLite database: the operating system refuses its writes.

Needs no separate disk and no privileges: RLIMIT_FSIZE keeps the process's files from growing.
"""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WAL_HEADER, FRAME_HEADER = 32, 24
"""Sizes in bytes, from SQLite's file format."""


@contextmanager
def full_disk(database: str, process: int | None = None) -> Iterator[None]:
    """Fills the disk for this process, or another of the same user (on Linux), in the block."""
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
    """Keeps SQLite from restarting its write-ahead log, which would make room in it: an open read
    transaction holds a frame that is not in the database file yet."""
    (version,) = holder.execute("PRAGMA user_version").fetchone()
    holder.execute(f"PRAGMA user_version = {version}")  # unchanged: writes a frame without effect
    holder.execute("BEGIN")
    holder.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _end_of_log(wal: Path) -> int:
    """Returns the offset of the next frame. Old frames with other salts may follow it."""
    data = wal.read_bytes()
    frame = FRAME_HEADER + int.from_bytes(data[8:12], "big")
    salts = data[16:24]
    end = WAL_HEADER
    while data[end + 8 : end + 16] == salts:
        end += frame
    return end


def _limit(process: int | None, to: tuple[int, int] | None) -> tuple[int, int]:
    """Sets the file-size limit, if one is given; returns the previous one."""
    which = resource.RLIMIT_FSIZE
    if process is not None:
        return resource.prlimit(process, which, *(() if to is None else (to,)))
    before = resource.getrlimit(which)
    if to is not None:
        resource.setrlimit(which, to)
    return before

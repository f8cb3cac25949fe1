"""A file lock for one process at a time; the system releases it when the process ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class IsLocked(Exception):
    """Another process holds the lock."""


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Holds the lock while the block runs; the file itself stays.

    :raises IsLocked: when another process holds it
    """
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            _take(handle)
        except OSError as error:
            raise IsLocked from error
        yield
    finally:
        os.close(handle)

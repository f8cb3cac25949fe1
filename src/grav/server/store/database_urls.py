"""Parses database URLs as people write them. Opens nothing; errors never contain a password."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from grav.text import GravError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
# Names of options in other programs, and asyncpg's names for them.
_OPTIONS = {"host": "host", "port": "port", "ssl": "ssl", "sslmode": "ssl"}


class StoreError(GravError):
    """The database cannot be used as configured."""


def database_url(text: str) -> URL:
    """Returns the URL with the driver we use; raises StoreError if it cannot be used.

    Creates the folder of a SQLite file if it is missing.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError("store.url") from None  # the cause may hold a password
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise StoreError("store.kind", found=url.get_backend_name())
    url = url.set(drivername=driver)
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url)


def _sqlite(url: URL) -> URL:
    if url.database in (None, "", ":memory:") or url.host or url.query:
        raise StoreError("store.file")
    assert url.database is not None
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("store.folder", folder=str(folder), why=error.strerror) from error
    return url


def _postgres(url: URL) -> URL:
    for name in url.query:
        if name not in _OPTIONS:
            raise StoreError("store.option", found=name, expected=sorted(_OPTIONS))
    return url.set(query={_OPTIONS[name]: value for name, value in url.query.items()})

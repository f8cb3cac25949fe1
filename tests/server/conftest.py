"""Databases and servers for tests: every test that asks for one has its own.

`GRAV_TEST_POSTGRES` and `GRAV_TEST_REDIS` name servers to be used; without them each worker starts
its own where the programs are installed.
"""

import asyncio
import logging
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from litestar import Litestar
from redis import Redis
from sqlalchemy import text
from structlog.testing import capture_logs
from tests.server.application_client import Connect, client_at
from tests.server.changed_rules import RulesChange

from grav.server.app import create_app
from grav.server.protocol.asgi_types import Scope
from grav.server.runtime.config import Config
from grav.server.store import Database, open_database
from grav.server.store.migrate import migrate
from grav.server.store.schema import metadata
from grav.testing.infrastructure.services import Service, ServiceMissing, postgres_url, redis_url
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

ScopeOf = Callable[..., Scope]
KINDS = ["sqlite", "postgresql"]
# An earlier test may have left connections that hold locks.
CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
EMPTY = [
    CUT,
    *(f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables)),
]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def rules_change(monkeypatch: pytest.MonkeyPatch) -> RulesChange:
    """Returns a function that makes the change of the rules when a test calls it."""
    return RulesChange(monkeypatch)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Yields the URL of a PostgreSQL server, for a user who may create databases."""
    with ExitStack() as stack:
        yield os.environ.get("GRAV_TEST_POSTGRES") or _start(postgres_url, stack)


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    """Yields the URL of a Redis database that is empty at first, and used by this worker only."""
    with ExitStack() as stack:
        url = os.environ.get("GRAV_TEST_REDIS")
        if url:
            worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
            url = urlsplit(url)._replace(path=f"/{worker}").geturl()
        else:
            url = _start(redis_url, stack)
        with Redis.from_url(url) as connection:
            connection.flushdb()
        yield url


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty migrated database, of each kind in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=KINDS)
def blank_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database without tables, of each kind in turn."""
    url: str = request.getfixturevalue(f"blank_{request.param}_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The database of `database_url`, opened."""
    opened = open_database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'grav.sqlite')}"


@pytest.fixture
def blank_sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'blank.sqlite'}"


@pytest.fixture
def postgresql_url(postgres_database: str) -> str:
    asyncio.run(_execute(postgres_database, *EMPTY))
    return postgres_database


@pytest.fixture
def blank_postgresql_url(postgres: str) -> Iterator[str]:
    with _new_database(postgres) as url:
        yield url


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def server(sqlite_url: str, clock: ManualClock) -> AsyncIterator[ServerFixture]:
    async with open_server_fixture(sqlite_url, clock) as opened:
        yield opened


@pytest.fixture
async def limited_server(sqlite_url: str, clock: ManualClock) -> AsyncIterator[ServerFixture]:
    """A server with rate limits; its clock stands still, so that no allowance refills."""
    async with open_server_fixture(sqlite_url, clock, limits=1) as opened:
        yield opened


@pytest.fixture
async def app(sqlite_url: str) -> AsyncIterator[Litestar]:
    # The clock stands still: otherwise, on a slow machine, a limit would refill before it is
    # reached.
    made = create_app(Config(database=sqlite_url), clock=ManualClock())
    async with made.lifespan():
        yield made


@pytest.fixture
def connect_from(app: Litestar) -> Connect:
    return lambda address="192.0.2.1": client_at(app, address)


@pytest.fixture
def nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test whose logs contain a warning or an error."""
    with capture_logs() as events:
        yield
    worse = ("warning", "error", "critical")
    assert [event for event in events if event["log_level"] in worse] == []
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == []


@pytest.fixture
def scope_of() -> ScopeOf:
    """Makes an ASGI scope."""

    def make(
        peer: str | None = "192.0.2.9",
        headers: list[tuple[bytes, bytes]] | None = None,
        **other: object,
    ) -> Scope:
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "method": "GET",
            "path": "/",
            "raw_path": b"/",
            "root_path": "",
            "query_string": b"",
            "scheme": "http",
            "client": None if peer is None else (peer, 1234),
            "headers": headers or [],
            "state": {},
            **other,
        }

    return make


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "template.sqlite"
    asyncio.run(_migrate(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def postgres_database(postgres: str) -> Iterator[str]:
    """A migrated database for all tests of a worker: creating one takes longer than most tests."""
    with _new_database(postgres) as url:
        asyncio.run(_migrate(url))
        yield url


def _start(service: Service, stack: ExitStack) -> str:
    try:
        return stack.enter_context(service())
    except ServiceMissing as missing:
        pytest.skip(str(missing))


async def _migrate(url: str) -> None:
    database = open_database(url)
    await migrate(database)
    await database.close()


@contextmanager
def _new_database(server: str) -> Iterator[str]:
    name = f"grav_test_{uuid4().hex}"
    asyncio.run(_execute(server, f"CREATE DATABASE {name} TEMPLATE template0"))
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        asyncio.run(_execute(server, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(url: str, *statements: str) -> None:
    database = open_database(url)
    engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await database.close()

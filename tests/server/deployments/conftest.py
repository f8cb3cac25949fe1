"""Four deployments, each with real databases and processes: one suite runs over all of them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from sqlalchemy import text

from grav.server.store import open_database
from grav.testing.servers.deployment_clients import DeploymentClients, deployment_clients_at
from grav.testing.servers.server_processes import Deployment, run_deployment

DEPLOYMENTS = ["sqlite-memory-1", "sqlite-redis-3", "postgresql-memory-1", "postgresql-redis-3"]


@pytest.fixture(scope="session", params=DEPLOYMENTS)
def deployment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """One deployment for all tests of a worker: each test has its own tables, and stops no
    server.
    """
    with _running(request, tmp_path_factory.mktemp(request.param)) as servers:
        yield servers


@pytest.fixture(params=DEPLOYMENTS)
def killable_deployment(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Deployment]:
    """A deployment whose servers may be killed."""
    with _running(request, tmp_path) as servers:
        yield servers


@pytest.fixture
async def deployment_clients(deployment: Deployment) -> AsyncIterator[DeploymentClients]:
    async with deployment_clients_at(deployment) as people:
        yield people


@pytest.fixture
async def killable_players(killable_deployment: Deployment) -> AsyncIterator[DeploymentClients]:
    """Players at servers that may be killed."""
    async with deployment_clients_at(killable_deployment) as people:
        yield people


@contextmanager
def _running(request: pytest.FixtureRequest, folder: Path) -> Iterator[Deployment]:
    kind, channels, processes = request.param.split("-")
    redis = request.getfixturevalue("redis") if channels == "redis" else None
    with (
        _database(request, kind, folder) as database,
        run_deployment(database, redis, int(processes), folder) as servers,
    ):
        yield servers


@contextmanager
def _database(request: pytest.FixtureRequest, kind: str, folder: Path) -> Iterator[str]:
    """Yields the URL of a database without tables: the first server migrates it."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'grav.sqlite'}"
        return
    server: str = request.getfixturevalue("postgres")
    name = f"grav_test_{uuid4().hex}"
    asyncio.run(_execute(server, f"CREATE DATABASE {name} TEMPLATE template0"))
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        asyncio.run(_execute(server, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(url: str, statement: str) -> None:
    database = open_database(url)
    engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await database.close()

"""A real server, and proxies to it whose connections break."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from grav.client import Address, ServerClient, parse_address
from grav.testing.infrastructure.flaky_proxy import FlakyProxy, flaky_proxy_to
from grav.testing.servers.server_processes import Deployment, run_deployment


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def killable(tmp_path: Path) -> Iterator[Deployment]:
    """A deployment whose server the test may kill."""
    with run_deployment(f"sqlite:///{tmp_path / 'grav.sqlite'}", None, 1, tmp_path) as servers:
        yield servers


@pytest.fixture
async def address(deployment: Deployment) -> Address:
    return parse_address(await deployment.servers[0].url())


@pytest.fixture
async def host(address: Address) -> AsyncIterator[ServerClient]:
    """A guest with a session."""
    async with ServerClient(address) as server:
        await server.become_guest()
        yield server


@pytest.fixture
async def proxy(deployment: Deployment) -> AsyncIterator[FlakyProxy]:
    """A flaky proxy to the server that all tests share."""
    async with flaky_proxy_to(deployment.servers[0].url) as opened:
        yield opened


@pytest.fixture
async def killable_proxy(killable: Deployment) -> AsyncIterator[FlakyProxy]:
    """A flaky proxy to a server that may be killed, and has another port when it is restarted."""
    async with flaky_proxy_to(killable.servers[0].url) as opened:
        yield opened

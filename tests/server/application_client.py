"""HTTP clients of a whole application in this process, each with an address."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from httpx import ASGITransport, AsyncClient
from litestar import Litestar

Connect = Callable[..., AbstractAsyncContextManager[AsyncClient]]
HOST = "http://grav.example"


@asynccontextmanager
async def client_at(app: Litestar, address: str) -> AsyncIterator[AsyncClient]:
    """Returns a client with this address."""
    transport = ASGITransport(app, client=(address, 1234))  # type: ignore[arg-type]  # httpx types ASGI loosely
    async with AsyncClient(transport=transport, base_url=HOST, headers={"origin": HOST}) as client:
        yield client

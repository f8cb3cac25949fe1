"""The proxies that tests use leave no connection open, whenever they are closed."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from grav.testing.infrastructure.flaky_proxy import flaky_proxy_to
from grav.testing.infrastructure.service_proxy import tcp_proxy_to


@asynccontextmanager
async def silent_server() -> AsyncIterator[str]:
    """Accepts every connection, and sends nothing."""

    def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)

    writers: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    for writer in writers:
        writer.transport.abort()
    await asyncio.sleep(0)


@pytest.mark.parametrize("kind", ["tcp proxy", "flaky proxy"])
def test_a_connection_accepted_just_before_closing_is_closed(kind: str) -> None:
    """A few iterations of the event loop pass between accepting and the task that forwards."""

    async def call(moment: int) -> None:
        async with silent_server() as far:

            async def where() -> str:
                return far

            async def leave(url: str) -> None:
                host, port = url.removeprefix("http://").split(":")
                with socket.create_connection((host, int(port))):
                    for _ in range(moment):
                        await asyncio.sleep(0)

            if kind == "tcp proxy":
                async with tcp_proxy_to(far) as (_, url):
                    await leave(url)
            else:
                async with flaky_proxy_to(where) as proxy:
                    await leave(proxy.url)

    for moment in range(8):
        asyncio.run(call(moment))
    gc.collect()  # warns of connections left open, which fails the test

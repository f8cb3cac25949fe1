"""Lines for tests leave nothing open, at whatever moment they end."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from grav.testing.infrastructure.flaky_proxy import flaky_proxy_to
from grav.testing.infrastructure.tcp_proxy import tcp_proxy_to


@asynccontextmanager
async def somebody() -> AsyncIterator[str]:
    """A server that takes every call and says nothing."""

    def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)

    writers: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    for writer in writers:
        writer.transport.abort()
    await asyncio.sleep(0)


@pytest.mark.parametrize("kind", ["cable", "wire"])
def test_whoever_calls_in_the_last_moment_is_hung_up_on(kind: str) -> None:
    """Between the call and the task that carries it lie some turns of the loop."""

    async def call(moment: int) -> None:
        async with somebody() as far:

            async def where() -> str:
                return far

            async def leave(url: str) -> None:
                host, port = url.removeprefix("http://").split(":")
                with socket.create_connection((host, int(port))):
                    for _ in range(moment):
                        await asyncio.sleep(0)

            if kind == "cable":
                async with tcp_proxy_to(far) as (_, url):
                    await leave(url)
            else:
                async with flaky_proxy_to(where) as wire:
                    await leave(wire.url)

    for moment in range(8):
        asyncio.run(call(moment))
    gc.collect()  # what was left open is told now, and an error

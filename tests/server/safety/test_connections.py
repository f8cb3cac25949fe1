"""Connections that never come to the point, or to an end, are cut off; all others are served."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
import uvicorn

from grav.server.asgi import Message, Receive, Scope, Send
from grav.server.safety import connections
from grav.server.safety.connections import MOST_BYTES, BoundedConnection

pytestmark = pytest.mark.anyio

REQUEST = b"GET / HTTP/1.1\r\nhost: grav.example\r\n"


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/stream":
        await stream(receive, send)
        return
    message: Message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
    length = (b"content-length", b"2")
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": b"ok"})


async def stream(receive: Receive, send: Send) -> None:
    """Begins an answer that has no end, until the asker is gone."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"begun", "more_body": True})
    while (await receive())["type"] != "http.disconnect":
        pass


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server that runs in this process."""
    config = uvicorn.Config(
        answer,
        http=BoundedConnection,
        lifespan="off",
        log_config=None,
        port=0,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        await server.shutdown()  # it has no limit here: what does not end would be waited for
        writer.close()


async def test_a_request_in_pieces_is_served_and_so_is_the_next() -> None:
    async with connected() as (reader, writer):
        for _ in range(3):
            for piece in (b"GET / HT", b"TP/1.1\r\nhost: gr", b"av.example\r\n", b"\r\n"):
                writer.write(piece)
                await writer.drain()
            assert b"200 OK" in await reader.readuntil(b"ok")


@pytest.mark.parametrize("pieces", [1, 3])
async def test_a_body_does_not_count_as_head(pieces: int) -> None:
    async with connected() as (reader, writer):
        for _ in range(2):
            length = pieces * (MOST_BYTES + 1)
            writer.write(REQUEST + b"content-length: %d\r\n\r\n" % length)
            for _ in range(pieces):
                await writer.drain()
                writer.write(b"x" * (MOST_BYTES + 1))
            assert b"200 OK" in await reader.readuntil(b"ok")


async def test_a_head_that_is_too_long_is_cut_off() -> None:
    async with connected() as (reader, writer):
        writer.write(REQUEST + b"x-long: ")
        for _ in range(MOST_BYTES // 1024 + 1):
            writer.write(b"x" * 1024)
            await writer.drain()
        answered = await reader.read()
    assert answered.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nhost: gr"])
async def test_who_does_not_finish_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    async with connected() as (reader, writer):
        writer.write(said)
        assert await reader.read() == b""


async def test_a_stream_does_not_hold_up_the_end_of_the_server() -> None:
    with anyio.fail_after(30):
        async with connected() as (reader, writer):
            writer.write(REQUEST.replace(b" / ", b" /stream ") + b"\r\n")
            await reader.readuntil(b"begun")

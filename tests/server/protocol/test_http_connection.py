"""Slowloris protection: connections whose request head is too long or too slow are closed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import cast

import anyio
import pytest
import uvicorn
from tests.subtests import every
from websockets.asyncio.client import connect

from grav.server.protocol import http_connection
from grav.server.protocol.asgi_types import Message, Receive, Scope, Send
from grav.server.protocol.http_connection import BoundedConnection
from grav.server.protocol.http_framing import MAX_HEAD_BYTES, MAX_TRAILER_BYTES
from grav.server.protocol.unread_responses import end_when
from grav.text import LANGUAGES, say

pytestmark = pytest.mark.anyio

LENGTH = (b"content-length", b"2")
REQUEST = b"GET / HTTP/1.1\r\nhost: grav.example\r\n"


GIVEN_UP = asyncio.Event()


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await echo(receive, send)
        return
    if scope["path"] == "/stream":
        await stream(receive, send)
        return
    if scope["path"] == "/unread":
        await flood_and_abort(scope, receive, send)
        return
    if scope["path"] == "/refuse":  # without reading the body
        await send({"type": "http.response.start", "status": 403, "headers": [LENGTH]})
        await send({"type": "http.response.body", "body": b"no"})
        return
    message: Message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [LENGTH]})
    await send({"type": "http.response.body", "body": b"ok"})


async def echo(receive: Receive, send: Send) -> None:
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": (await receive())["text"]})
    await send({"type": "websocket.close"})


async def stream(receive: Receive, send: Send) -> None:
    """Begins a response that ends only when the client disconnects."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"begun", "more_body": True})
    while (await receive())["type"] != "http.disconnect":
        pass


async def flood_and_abort(scope: Scope, receive: Receive, send: Send) -> None:
    """Sends more than the network buffers, and aborts its reader."""

    async def flood(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(1 << 24), "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        GIVEN_UP.set()

    async def give_up() -> None:
        await asyncio.sleep(0)

    await end_when(flood, give_up)(scope, receive, send)


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """Runs a server in this process; yields its port."""
    config = uvicorn.Config(
        answer,
        http=BoundedConnection,
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
        port=0,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        await server.shutdown()  # without a timeout: fails if a connection stays open


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Yields a connection to such a server."""
    async with serving() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            yield reader, writer
        finally:
            writer.close()


async def test_requests_in_pieces_are_served_on_one_connection() -> None:
    async with connected() as (reader, writer):
        for _ in range(3):
            for piece in (b"GET / HT", b"TP/1.1\r\nhost: gr", b"av.example\r\n", b"\r\n"):
                writer.write(piece)
                await writer.drain()
            assert b"200 OK" in await reader.readuntil(b"ok")


@every("length", [33_000, 64 * 1024, 500_000])
@every("piece", [1 << 20, 1 << 15, 1001])
async def test_a_body_does_not_count_as_head(length: int, piece: int) -> None:
    body = b"\r\n" * (length // 2)
    sent = REQUEST + b"content-length: %d\r\n\r\n" % length + body
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in split(body, 4096))
    sent += REQUEST + b"transfer-encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n"
    async with connected() as (reader, writer):
        for part in split(sent, piece):
            writer.write(part)
            await writer.drain()
        for _ in range(2):
            assert b"200 OK" in await reader.readuntil(b"ok")


def split(data: bytes, length: int) -> list[bytes]:
    return [data[start : start + length] for start in range(0, len(data), length)]


@every("piece", [1 << 20, 4096, 1001])
@every("more", [-1, 0, 1, 8 * 1024, 2 * 1024 * 1024])
async def test_the_head_may_have_the_maximum_length_and_no_more(more: int, piece: int) -> None:
    begin = REQUEST + b"x-long: "
    head = begin + b"x" * (MAX_HEAD_BYTES + more - len(begin) - 4) + b"\r\n\r\n"
    assert len(head) == MAX_HEAD_BYTES + more
    async with connected() as (reader, writer):
        with suppress(ConnectionError):  # a client that sends far too much is disconnected
            for part in split(head, piece):
                writer.write(part)
                await writer.drain()
        if more <= 0:
            assert b"200 OK" in await reader.readuntil(b"ok")
            return
        if more < 1024 * 1024:
            answered = await reader.read()
            assert answered.startswith(b"HTTP/1.1 431")
            told = json.loads(answered.partition(b"\r\n\r\n")[2])
            assert told["code"] == "head_too_long"
            assert str(MAX_HEAD_BYTES) in told["text"]


async def test_trailers_are_limited() -> None:
    async with connected() as (reader, writer):
        writer.write(REQUEST + b"transfer-encoding: chunked\r\n\r\n0\r\n")
        writer.write(b"trailer: 0123456789\r\n" * (4 * MAX_TRAILER_BYTES // 20))
        answered = await reader.read()
    assert answered.startswith(b"HTTP/1.1 431")
    told = json.loads(answered.partition(b"\r\n\r\n")[2])
    assert told["code"] == "trailers_too_long"
    assert str(MAX_TRAILER_BYTES) in told["text"]


async def test_a_response_before_the_end_of_the_request_arrives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_connection, "LINGER_SECONDS", 3600.0)  # however slow the machine is
    head = REQUEST.replace(b"GET / ", b"POST /refuse ") + b"content-length: 900000\r\n\r\n"
    async with connected() as (reader, writer):
        writer.write(head + b"x" * 500_000)
        assert (await reader.read()).endswith(b"no"), "the answer, and the end of it"


UPGRADE = (
    REQUEST + b"connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
HELLO = b"\x81\x85\0\0\0\0hello"
"""Returns a masked frame with that text; the mask is zero."""


async def test_bytes_before_a_websocket_is_accepted_are_discarded() -> None:
    async with connected() as (reader, writer):
        writer.write(UPGRADE + HELLO)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        writer.write(HELLO)
        assert await reader.readexactly(7) == b"\x81\x05hello"


@every("place", range(1, len(UPGRADE), 7))
async def test_a_websocket_handshake_in_pieces_is_served(place: int) -> None:
    async with connected() as (reader, writer):
        writer.write(UPGRADE[:place])
        await writer.drain()
        await asyncio.sleep(0)
        writer.write(UPGRADE[place:])
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        writer.write(HELLO)
        assert await reader.readexactly(7) == b"\x81\x05hello"


async def test_the_limits_do_not_apply_to_open_websockets() -> None:
    async with serving() as port:
        more = {f"x-{number}": "y" * 1000 for number in range(20)}
        async with connect(f"ws://127.0.0.1:{port}/", additional_headers=more) as line:
            await line.send("hello")
            assert await line.recv() == "hello"


async def test_a_connection_without_a_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "HEAD_TIMEOUT", 0.05)
    async with connected() as (reader, _):
        assert await reader.read() == b""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_unfinished_request_gets_an_error_with_the_timeout(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(http_connection, "HEAD_TIMEOUT", 2.0)
    async with connected() as (reader, writer):
        writer.write(REQUEST + b"accept-language: %s\r\nx-more: " % language.encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    told = json.loads(body)
    assert told["code"] == "head_too_slow"
    assert told["text"] == say("serve.head_too_slow", language, most=2)


async def test_empty_lines_do_not_keep_a_connection_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with connected() as (reader, writer):
        writer.write(REQUEST + b"\r\n")
        assert b"200 OK" in await reader.readuntil(b"ok")
        monkeypatch.setattr(http_connection, "HEAD_TIMEOUT", 0.05)  # for the next request
        writer.write(b"\r\n")
        with anyio.fail_after(30):
            assert b"408 Request Timeout" in await reader.read()


async def test_a_stream_does_not_delay_the_shutdown() -> None:
    with anyio.fail_after(30):
        async with connected() as (reader, writer):
            writer.write(REQUEST.replace(b" / ", b" /stream ") + b"\r\n")
            await reader.readuntil(b"begun")


async def test_an_aborted_reader_keeps_no_connection_open() -> None:
    """Although it has not read what was sent: otherwise the shutdown would wait for it."""
    with anyio.fail_after(30):
        async with connected() as (_, writer):
            cast("asyncio.ReadTransport", writer.transport).pause_reading()
            writer.write(REQUEST.replace(b" / ", b" /unread ") + b"\r\n")
            await GIVEN_UP.wait()

"""HTTP framing: however the network splits requests, the responses are the same, and every limit is
exact.

The protocol is driven directly here, over a transport that records; test_http_connection.py has
real sockets.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.subtests import every
from uvicorn.server import ServerState

from grav.server.protocol import http_connection, http_framing
from grav.server.protocol.asgi_types import Message, Receive, Scope, Send
from grav.server.protocol.http_connection import BoundedConnection

HEAD, CHUNK_LINE, TRAILERS = 120, 16, 40
"""The limits here: so low that every place to split can be tried."""


@pytest.fixture(autouse=True)
def _small_limits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http_framing, "MAX_HEAD_BYTES", HEAD)
        patch.setattr(http_framing, "MAX_CHUNK_LINE_BYTES", CHUNK_LINE)
        patch.setattr(http_framing, "MAX_TRAILER_BYTES", TRAILERS)
        yield


class RecordingTransport(asyncio.Transport):
    """A transport that records what is done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_half_closed = False
        self.is_closed = False
        self.is_left = False
        """Whether the server aborted it."""

    def write(self, data: Any) -> None:
        assert not self.is_half_closed
        assert not self.is_closed
        self.written += data

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.is_half_closed = True

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        """Bytes in transit arrive nevertheless."""

    def resume_reading(self) -> None: ...


async def report_length(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with the path, the length of the body and the names of the headers."""
    body, message = b"", cast("Message", {"more_body": True})
    while message.get("more_body"):
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message.get("body", b"")
    names = ",".join(name.decode() for name, _ in scope["headers"])
    told = f"<{scope['path']} {len(body)} {names}>".encode()
    length = (b"content-length", str(len(told)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": told})


CONFIG = uvicorn.Config(report_length, lifespan="off", log_config=None)
CONFIG.load()


def connect() -> tuple[BoundedConnection, RecordingTransport]:
    line = RecordingTransport()
    connection = BoundedConnection(CONFIG, ServerState(), {})
    connection.connection_made(line)
    return connection, line


async def converse(pieces: Iterable[bytes], *, at_once: bool) -> RecordingTransport:
    connection, line = connect()
    for piece in pieces:
        if line.is_closed:
            break
        connection.data_received(piece)
        if not at_once:
            await run_loop()
    told = -1
    while told != len(line.written):  # until there are no more responses
        told = len(line.written)
        await run_loop()
    line.is_left = line.is_half_closed or line.is_closed
    connection.connection_lost(None)
    await run_loop()
    return line


async def run_loop() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


async def responses_to(pieces: Sequence[bytes], *, at_once: bool = False) -> list[tuple[int, str]]:
    """Returns the status and text of every response; 0 at the end if nothing more is read."""
    line = await converse(pieces, at_once=at_once)
    told: list[tuple[int, str]] = []
    rest = line.written
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        status = int(head.split(b" ")[1])
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        body, rest = rest[:length].decode(), rest[length:]
        told.append((status, json.loads(body)["code"] if status != 200 else body))
    if line.is_left:
        told.append((0, ""))
    return told


def head(length: int, method: str = "GET", path: str = "/", *headers: str) -> bytes:
    """Returns a request head of exactly this length."""
    begin = "\r\n".join([f"{method} {path} HTTP/1.1", "host: a", *headers, "x: "]).encode()
    return begin + b"y" * (length - len(begin) - 4) + b"\r\n\r\n"


def chunked(*pieces: bytes, trailers: bytes = b"", extension: bytes = b"") -> bytes:
    lines = [b"%x%s\r\n%s\r\n" % (len(piece), extension, piece) for piece in pieces]
    return b"".join([*lines, b"0\r\n", trailers, b"\r\n"])


CHUNKED = "transfer-encoding: chunked"
GET = head(60)
CLOSED = (0, "")


def ok(path: str = "/", length: int = 0, names: str = "host,x") -> tuple[int, str]:
    return 200, f"<{path} {length} {names}>"


EXCHANGES: dict[str, tuple[bytes, list[tuple[int, str]]]] = {
    "one byte less than the bound": (head(HEAD - 1), [ok()]),
    "a head of the bound": (head(HEAD), [ok()]),
    "one byte more": (head(HEAD + 1), [(431, "head_too_long"), CLOSED]),
    "far more": (head(4 * HEAD), [(431, "head_too_long"), CLOSED]),
    "empty lines first": (b"\r\n\r\n" + head(HEAD - 4), [ok()]),
    "empty lines and too much": (b"\r\n\r\n" + head(HEAD - 3), [(431, "head_too_long"), CLOSED]),
    "nothing but empty lines": (b"\r\n" * HEAD, [(431, "head_too_long"), CLOSED]),
    "one after another": (head(HEAD) + GET + head(HEAD, "GET", "/b"), [ok(), ok(), ok("/b")]),
    "the second too long": (GET + head(HEAD + 1) + GET, [ok(), (431, "head_too_long"), CLOSED]),
    "a body longer than any head": (
        head(HEAD, "POST", "/", f"content-length: {3 * HEAD}")
        + b"\n\r\n\r" * (3 * HEAD // 4)
        + GET,
        [ok("/", 3 * HEAD, "host,content-length,x"), ok()],
    ),
    "a body in chunks": (
        head(HEAD, "POST", "/", CHUNKED) + chunked(b"\r\n\r\n0\r\n\r\n", b"x" * 2 * HEAD) + GET,
        [ok("/", 2 * HEAD + 9, "host,transfer-encoding,x"), ok()],
    ),
    "trailers, which nobody is told": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a", trailers=b"cookie: b\r\nt: c\r\n") + GET,
        [ok("/", 1, "host,transfer-encoding,x"), ok()],
    ),
    "trailers of the bound": (
        head(90, "POST", "/", CHUNKED) + chunked(trailers=b"t:" + b"y" * (TRAILERS - 6) + b"\r\n"),
        [ok("/", 0, "host,transfer-encoding,x")],
    ),
    "one byte more of trailers": (
        head(90, "POST", "/", CHUNKED) + chunked(trailers=b"t:" + b"y" * (TRAILERS - 5) + b"\r\n"),
        [(431, "trailers_too_long"), CLOSED],
    ),
    "trailers without end": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a", trailers=b"t: u\r\n" * TRAILERS),
        [(431, "trailers_too_long"), CLOSED],
    ),
    "an extension of the bound": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a", extension=b";" + b"y" * (CHUNK_LINE - 4)),
        [ok("/", 1, "host,transfer-encoding,x")],
    ),
    "one byte more of extension": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a", extension=b";" + b"y" * (CHUNK_LINE - 3)),
        [(400, "chunk_line_too_long"), CLOSED],
    ),
    "a length in chunks without end": (
        head(90, "POST", "/", CHUNKED) + b"0" * 4 * CHUNK_LINE,
        [(400, "chunk_line_too_long"), CLOSED],
    ),
    "refused while others wait": (
        GET + GET + head(90, "POST", "/", CHUNKED) + chunked(b"a", trailers=b"t: u\r\n" * TRAILERS),
        [ok(), ok(), (431, "trailers_too_long"), CLOSED],
    ),
    "no HTTP": (b"hello, is anybody there?\r\n\r\n", [(400, "not_http"), CLOSED]),
    "no HTTP after some": (GET + b"and now this\r\n\r\n" + GET, [ok(), (400, "not_http"), CLOSED]),
    "no chunks": (
        GET + head(90, "POST", "/", CHUNKED) + b"z\r\n",
        [ok(), (400, "not_http"), CLOSED],
    ),
    "two lengths": (
        head(HEAD, "POST", "/", CHUNKED, "content-length: 1"),
        [(400, "not_http"), CLOSED],
    ),
    "an upgrade to what is unknown here": (
        head(HEAD, "GET", "/", "connection: upgrade", "upgrade: h2c") + GET,
        [ok("/", 0, "host,connection,upgrade,x"), ok()],
    ),
    "an upgrade that says it has no body": (
        head(HEAD, "GET", "/", "connection: upgrade", "upgrade: h2c", "content-length: 0") + GET,
        [ok("/", 0, "host,connection,upgrade,content-length,x"), ok()],
    ),
    "a head of the bound after chunks": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a") + head(HEAD),
        [ok("/", 1, "host,transfer-encoding,x"), ok()],
    ),
    "a head of one byte more after chunks": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a") + head(HEAD + 1),
        [ok("/", 1, "host,transfer-encoding,x"), (431, "head_too_long"), CLOSED],
    ),
    "a head of one byte more after trailers": (
        head(90, "POST", "/", CHUNKED) + chunked(b"a", trailers=b"t: u\r\n") + head(HEAD + 1),
        [ok("/", 1, "host,transfer-encoding,x"), (431, "head_too_long"), CLOSED],
    ),
    "trailers that ask for an upgrade": (
        head(90, "POST", "/", CHUNKED)
        + chunked(b"a", trailers=b"connection: upgrade\r\nupgrade: h\r\n")
        + GET,
        [ok("/", 1, "host,transfer-encoding,x"), ok()],
    ),
    "the last one": (
        head(HEAD, "GET", "/", "connection: close") + GET,
        [ok("/", 0, "host,connection,x"), CLOSED],
    ),
}


def upgrade(*headers: str, body: bytes = b"", line: str = "POST / HTTP/1.1") -> bytes:
    """Returns an upgrade to an unknown protocol, after a request that is answered."""
    lines = [line, "connection: upgrade", "upgrade: h2c", *headers, "", ""]
    return GET + "\r\n".join(lines).encode() + body


TO_WEBSOCKET = "connection: upgrade", "upgrade: websocket"
BAD_UPGRADES = {
    "a request in a body": upgrade(f"content-length: {len(GET)}", body=GET),
    "a request in a chunk": upgrade(CHUNKED, body=chunked(GET)),
    "chunks that never come": upgrade(CHUNKED),
    "CONNECT with a body": GET + b"CONNECT a:80 HTTP/1.1\r\ncontent-length: 60\r\n\r\n" + GET,
    "two protocols": upgrade("upgrade: websocket", line="GET / HTTP/1.1"),
    "to be upgraded, and not": upgrade("connection: keep-alive", line="GET / HTTP/1.1"),
    "a websocket with a body": GET + head(HEAD, "GET", "/", *TO_WEBSOCKET, "content-length: 1"),
    "a websocket with chunks": GET + head(HEAD, "GET", "/", *TO_WEBSOCKET, CHUNKED),
    "a websocket of old": GET + head(90, "GET", "/", *TO_WEBSOCKET).replace(b"/1.1", b"/1.0"),
}
for what, sent in BAD_UPGRADES.items():
    EXCHANGES[f"an upgrade: {what}"] = sent, [ok(), (400, "bad_upgrade"), CLOSED]


@every(("sent", "told"), EXCHANGES.values(), ids=EXCHANGES.keys())
@pytest.mark.anyio
async def test_the_responses_are_the_same_wherever_the_bytes_are_split(
    sent: bytes, told: list[tuple[int, str]]
) -> None:
    assert await responses_to([sent]) == told
    assert await responses_to([bytes([byte]) for byte in sent]) == told
    assert await responses_to([bytes([byte]) for byte in sent], at_once=True) == told
    for place in range(1, len(sent)):
        assert await responses_to([sent[:place], sent[place:]]) == told, place


@settings(max_examples=200)
@given(
    which=st.lists(st.sampled_from(sorted(EXCHANGES)), min_size=1, max_size=4),
    lengths=st.lists(st.integers(1, 70), min_size=1, max_size=12),
    at_once=st.booleans(),
)
def test_pipelined_requests_in_any_pieces_are_answered_in_order(
    which: list[str], lengths: list[int], at_once: bool
) -> None:
    sent = b"".join(EXCHANGES[each][0] for each in which)
    told: list[tuple[int, str]] = []
    for each in which:
        told += EXCHANGES[each][1]
        if CLOSED in told:
            break
    pieces: list[bytes] = []
    start = 0
    while start < len(sent):
        length = lengths[len(pieces) % len(lengths)]
        pieces.append(sent[start : start + length])
        start += length
    assert asyncio.run(responses_to(pieces, at_once=at_once)) == told


@pytest.mark.anyio
async def test_a_refusal_names_the_limit_in_the_language_of_the_request() -> None:
    asked = head(HEAD + 1, "GET", "/", "accept-language: ja")
    line = await converse([asked], at_once=True)
    told = json.loads(line.written.partition(b"\r\n\r\n")[2])
    assert told["text"] == f"リクエストのヘッダーが長すぎます。読むのは {HEAD} バイトまでです"


@pytest.mark.anyio
async def test_a_websocket_request_behind_a_running_response_is_refused() -> None:
    """Otherwise two protocols would write to one connection, and the first would never learn of its
    end."""
    told = await responses_to([GET + head(HEAD, "GET", "/", *TO_WEBSOCKET)], at_once=True)
    assert told == [ok(), (400, "bad_upgrade"), CLOSED]


@pytest.mark.anyio
async def test_the_chunks_of_a_body_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 5
    monkeypatch.setattr(http_connection, "MAX_CHUNKS", most)
    begin = head(90, "POST", "/", CHUNKED)
    enough, too_many = begin + chunked(*[b"x"] * most), begin + chunked(*[b"x"] * (most + 1))
    done = ok("/", most, "host,transfer-encoding,x")
    for place in range(len(enough) + 1):
        assert await responses_to([enough[:place], enough[place:], enough]) == [done, done]
        told = await responses_to([too_many[:place], too_many[place:] + GET])
        assert told == [(400, "too_many_chunks"), CLOSED]


@pytest.mark.anyio
async def test_chunks_of_pipelined_requests_are_counted_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_connection, "MAX_CHUNKS", 5)
    request = head(90, "POST", "/", CHUNKED) + chunked(b"x", b"x", b"x")
    done = ok("/", 3, "host,transfer-encoding,x")
    assert await responses_to([request * 3]) == [done, (400, "too_many_chunks"), CLOSED]
    assert await responses_to([request] * 3) == [done] * 3


@pytest.mark.anyio
async def test_an_ordinary_chunked_body_is_far_below_the_limit() -> None:
    body = [b"x" * 1024] * (512 * 1024 // 1024)
    told = await responses_to([head(90, "POST", "/", CHUNKED) + chunked(*body)])
    assert told == [ok("/", 512 * 1024, "host,transfer-encoding,x")]


@pytest.mark.anyio
async def test_bytes_after_a_refusal_are_discarded_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_connection, "MAX_DISCARDED_BYTES", 1000)
    long, rest = head(HEAD + 1), b"x" * 999
    connection, line = connect()
    connection.data_received(long + rest)
    assert (line.is_half_closed, line.is_closed) == (True, False)
    connection.data_received(b"xx")
    assert line.is_closed


@pytest.mark.anyio
@pytest.mark.parametrize("more", [0, 1, 1000])
async def test_pipelined_requests_are_limited(more: int) -> None:
    most = http_connection.MAX_PIPELINED
    told = await responses_to([GET * (most + more)])
    refused = [(429, "too_many_pipelined"), CLOSED] if more else []
    assert told == [ok()] * most + refused
    one_by_one = await responses_to([GET] * (most + more))
    assert one_by_one == [ok()] * (most + more), "who waits for answers may ask on"


async def stream_at(scope: Scope, receive: Receive, send: Send) -> None:
    """At /stream: responds until the client disconnects, and then notes it in the state."""
    if scope["path"] != "/stream":
        await report_length(scope, receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"begun", "more_body": True})
    while (await receive())["type"] != "http.disconnect":
        pass
    scope["state"]["ended"].set()


@pytest.mark.anyio
@every("how", ["shutdown", "connection_lost"])
@every("behind", [b"", GET, GET + GET], ids=["none", "one", "two"])
async def test_a_stream_learns_of_the_disconnection_whatever_was_pipelined(
    how: str, behind: bytes
) -> None:
    config = uvicorn.Config(stream_at, lifespan="off", log_config=None)
    config.load()
    ended, line = asyncio.Event(), RecordingTransport()
    connection = BoundedConnection(config, ServerState(), {"ended": ended})
    connection.connection_made(line)
    connection.data_received(head(60, "GET", "/stream") + behind)
    await run_loop()
    assert b"begun" in line.written
    assert not ended.is_set()
    if how == "shutdown":
        connection.shutdown()
    else:
        connection.connection_lost(None)
    await run_loop()
    assert ended.is_set()
    assert line.is_closed


@pytest.mark.anyio
async def test_a_client_answered_early_cannot_send_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_connection, "LINGER_SECONDS", 0.001)
    connection, line = connect()
    connection.data_received(head(HEAD + 1))
    assert (line.is_half_closed, line.is_closed) == (True, False)
    async with asyncio.timeout(30):
        while not line.is_closed:
            connection.data_received(b"x")
            await asyncio.sleep(0)

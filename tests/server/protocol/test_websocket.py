"""An open websocket between its transport and the owner that took it over from ASGI."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

import pytest
import uvicorn
from tests.subtests import every
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from grav.server.problems.problem import TurnedAway
from grav.server.protocol import http_connection, open_websocket
from grav.server.protocol.asgi_types import Receive, Scope, Send
from grav.server.protocol.http_connection import BoundedConnection
from grav.server.protocol.open_websocket import (
    MAX_BYTES_AFTER_CLOSE,
    MAX_FRAMES_AFTER_CLOSE,
    PIECE_BYTES,
    OpenWebSocket,
    WriteBatch,
)
from grav.server.protocol.websocket_handshake import MAX_EARLY_BYTES, HandshakeProtocol
from grav.server.protocol.websocket_takeover import (
    Receiver,
    WebSocketConnection,
    encode_frame,
    takeover_of,
)

pytestmark = pytest.mark.anyio


class Transport:
    """Records what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_reading = True
        self.ended: str | None = None
        self.protocol: asyncio.Protocol | None = None

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self.protocol = protocol

    def get_extra_info(self, _: str) -> None:
        """The peer's address is unknown."""

    def can_write_eof(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self.written))

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.ended is not None

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"


class Owner:
    """The owner of the socket: records the messages it receives."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.other_frames = 0
        self.losses = 0

    def receive(self, message: bytes | None) -> None:
        if message is None:
            self.other_frames += 1
        else:
            self.received.append(message)

    def lost(self) -> None:
        self.losses += 1


Opened = tuple[OpenWebSocket, Transport, Owner]


def socket_to(
    transport: Transport, batch: WriteBatch, owner: Receiver | None = None
) -> OpenWebSocket:
    framing = ServerProtocol(state=State.OPEN, max_size=65_536)
    return OpenWebSocket(cast("Any", transport), framing, owner or Owner(), set(), batch)


@pytest.fixture
def opened() -> Opened:
    transport, owner = Transport(), Owner()
    return socket_to(transport, WriteBatch(), owner), transport, owner


def client_frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """Encodes a client's frame."""
    return Frame(opcode, data, fin).serialize(mask=True)


@every("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_encoded_as_the_library_encodes_it(length: int) -> None:
    message = b"x" * length
    assert encode_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


async def test_frames_sent_in_one_loop_iteration_are_written_once_and_in_order(
    opened: Opened,
) -> None:
    socket, transport, _ = opened
    socket.send(b"one")
    socket.send(b"two")
    assert transport.written == []
    await asyncio.sleep(0)
    assert transport.written == [b"onetwo"]
    await asyncio.sleep(0)
    assert transport.written == [b"onetwo"]


async def test_frames_of_several_sockets_in_one_loop_iteration_are_written_by_one_callback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batch, transports = WriteBatch(), [Transport() for _ in range(3)]
    calls = list[Callable[[], object]]()
    with monkeypatch.context() as patched:
        patched.setattr(asyncio.get_running_loop(), "call_soon", calls.append)
        for transport in transports:
            socket_to(transport, batch).send(b"one")
    (write_out,) = calls
    write_out()
    assert [transport.written for transport in transports] == [[b"one"]] * 3


async def test_a_transport_that_fails_delays_no_other_socket() -> None:
    class BrokenTransport(Transport):
        def write(self, data: bytes) -> None:
            raise RuntimeError(f"cannot write {data!r}")

    batch, transports = WriteBatch(), [BrokenTransport(), Transport()]
    for turn in (1, 2):
        for transport in transports:
            socket_to(transport, batch).send(b"one")
        await asyncio.sleep(0)
        assert transports[1].written == [b"one"] * turn


async def test_frames_sent_before_a_close_precede_it_and_none_follows(
    opened: Opened,
) -> None:
    socket, transport, owner = opened
    socket.send(b"one")
    socket.close(4008)
    socket.close(1001)
    socket.send(b"two")
    await asyncio.sleep(0)
    close = Frame(Opcode.CLOSE, (4008).to_bytes(2, "big")).serialize(mask=False)
    assert transport.written == [b"one", close]
    assert owner.losses == 1, "it is of no more use, whatever the client does"
    socket.data_received(client_frame(Opcode.TEXT, b"late"))
    assert owner.received == []
    socket.data_received(client_frame(Opcode.CLOSE, (4008).to_bytes(2, "big")))
    assert transport.ended == "closed"
    socket.connection_lost(None)
    assert owner.losses == 1


async def test_a_client_that_floods_after_the_close_is_disconnected(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.close(4029)
    frame, read = client_frame(Opcode.TEXT, b"x" * 60_000), 0
    while transport.ended is None:
        socket.data_received(frame)
        read += len(frame)
        assert read <= MAX_BYTES_AFTER_CLOSE + len(frame)
    assert transport.ended == "aborted"
    socket.connection_lost(None)


async def test_a_client_that_drops_is_reported_lost_once(opened: Opened) -> None:
    socket, _, owner = opened
    socket.connection_lost(ConnectionResetError())
    socket.connection_lost(None)
    assert owner.losses == 1


async def test_fragments_are_joined_to_one_message(opened: Opened) -> None:
    socket, _, owner = opened
    socket.data_received(
        client_frame(Opcode.TEXT, b"a", fin=False) + client_frame(Opcode.CONT, b"b", fin=False)
    )
    assert owner.received == []
    socket.data_received(client_frame(Opcode.PING, b"!") + client_frame(Opcode.CONT, b"c"))
    assert owner.received == [b"abc"]
    socket.data_received(client_frame(Opcode.TEXT, b"d"))
    assert owner.received == [b"abc", b"d"]


async def test_a_ping_of_the_client_is_answered_with_a_pong(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.data_received(client_frame(Opcode.PING, b"there?"))
    assert transport.written == [Frame(Opcode.PONG, b"there?").serialize(mask=False)]


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
async def test_every_control_frame_is_reported_to_the_owner(opened: Opened, opcode: Opcode) -> None:
    socket, _, owner = opened
    socket.data_received(client_frame(opcode, b"") * 7)
    assert (owner.other_frames, owner.received) == (7, [])


async def test_every_fragment_is_reported_and_empty_ones_use_no_memory(opened: Opened) -> None:
    socket, _, owner = opened
    socket.data_received(client_frame(Opcode.TEXT, b"a", fin=False))
    socket.data_received(client_frame(Opcode.CONT, b"", fin=False) * 1000)
    assert owner.other_frames == 1001
    socket.data_received(client_frame(Opcode.CONT, b""))
    assert (owner.other_frames, owner.received) == (1001, [b"a"]), "the last is the message"


class LimitingOwner(Owner):
    """Closes a connection that sends too many frames, as real owners do."""

    def __init__(self, max_frames: int) -> None:
        super().__init__()
        self.max_frames, self.connection = max_frames, cast("WebSocketConnection", None)

    def receive(self, message: bytes | None) -> None:
        super().receive(message)
        if self.other_frames + len(self.received) > self.max_frames:
            self.connection.close(4029)


def limiting_socket() -> tuple[OpenWebSocket, Transport, LimitingOwner]:
    transport, owner = Transport(), LimitingOwner(200)
    owner.connection = socket = socket_to(transport, WriteBatch(), owner)
    return socket, transport, owner


async def test_a_flood_in_one_read_is_not_parsed_to_its_end() -> None:
    """One read may contain 40,000 frames, which take some microseconds each."""
    socket, transport, owner = limiting_socket()
    ping = client_frame(Opcode.PING, b"")
    socket.data_received(ping * (256 * 1024 // len(ping)))
    assert (owner.other_frames, owner.losses) == (201, 1)
    assert transport.ended == "aborted"
    answered = sum(data.count(b"\x8a\0") for data in transport.written)
    assert answered <= 2 * PIECE_BYTES // len(ping) + MAX_FRAMES_AFTER_CLOSE
    socket.connection_lost(None)


async def test_a_client_that_floods_and_closes_in_one_read_is_disconnected() -> None:
    """The parser has read the close frame before the flood is noticed, and yields nothing more."""
    socket, transport, owner = limiting_socket()
    socket.data_received(client_frame(Opcode.TEXT, b"x") * 300 + client_frame(Opcode.CLOSE, b""))
    assert (len(owner.received), owner.losses, transport.ended) == (201, 1, "closed")
    socket.connection_lost(None)


def send_close_frame(socket: OpenWebSocket) -> None:
    socket.data_received(client_frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))


def send_noise(socket: OpenWebSocket) -> None:
    socket.data_received(b"\xff\xff\xff\xff")


def send_eof(socket: OpenWebSocket) -> None:
    socket.eof_received()


def end_server(socket: OpenWebSocket) -> None:
    socket.shutdown()


@pytest.mark.parametrize("end", [send_close_frame, send_noise, send_eof, end_server])
async def test_however_a_connection_ends_a_client_that_reads_nothing_is_not_waited_for(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    """A closing transport waits until its buffer is sent: for ever, if nobody reads."""
    monkeypatch.setattr(open_websocket, "CLOSE_TIMEOUT", 0.001)
    socket, transport, owner = opened
    end(socket)
    assert owner.losses == 1, "it is of no more use"
    async with asyncio.timeout(30):
        while transport.ended != "aborted":
            await asyncio.sleep(0)
    socket.connection_lost(None)
    assert owner.losses == 1


async def test_any_frame_counts_as_a_sign_of_life(opened: Opened) -> None:
    socket, transport, _ = opened
    assert socket.probe()
    assert transport.written == [Frame(Opcode.PING, b"").serialize(mask=False)]
    socket.data_received(client_frame(Opcode.PONG, b""))
    assert socket.probe()
    assert not socket.probe()


async def test_frames_of_one_read_wait_while_reading_is_paused(opened: Opened) -> None:
    socket, transport, owner = opened
    socket.pause()
    assert not transport.is_reading
    socket.data_received(client_frame(Opcode.TEXT, b"1") + client_frame(Opcode.BINARY, b"2"))
    assert owner.received == []
    socket.resume()
    assert owner.received == [b"1", b"2"]
    assert transport.is_reading


async def test_a_protocol_error_ends_the_connection(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.data_received(b"\xff\xff\xff\xff")
    assert transport.ended == "closed"


async def test_shutdown_closes_the_connection(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.send(b"last")
    socket.shutdown()
    close = Frame(Opcode.CLOSE, (1012).to_bytes(2, "big")).serialize(mask=False)
    assert transport.written == [b"last", close]
    assert transport.ended == "closed"


# --- before the takeover -------------------------------------------------------------------------


class TakeoverApp:
    """An ASGI application that accepts a websocket, and takes it over or closes it when told to."""

    def __init__(self) -> None:
        self.owner = Owner()
        self.connection: WebSocketConnection | None = None
        self.may_go_on = asyncio.Event()
        self.closes_with: int | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await self.may_go_on.wait()
        if self.closes_with is not None:
            await send({"type": "websocket.close", "code": self.closes_with})
        else:
            self.connection = takeover_of(scope)(self.owner)

    async def open(self) -> None:
        self.may_go_on.set()
        await run_loop()


async def run_loop() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


HEAD = (
    "GET / HTTP/1.1", "host: a", "connection: upgrade", "upgrade: websocket",
    "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
)  # fmt: skip


def request(*headers: str) -> bytes:
    return "\r\n".join([*HEAD, *headers, "", ""]).encode()


class Accepted:
    """A websocket that was accepted, and is not taken over yet."""

    def __init__(self) -> None:
        self.takeover_app, self.transport, self.state = TakeoverApp(), Transport(), ServerState()
        config = uvicorn.Config(
            self.takeover_app, lifespan="off", log_config=None, ws=HandshakeProtocol
        )
        config.load()
        self.protocol = HandshakeProtocol(config, self.state, {})
        self.protocol.connection_made(cast("Any", self.transport))
        self.protocol.data_received(request())

    def receive_bytes(self, data: bytes) -> None:
        """Passes bytes of the network to the protocol that reads them now."""
        assert self.transport.is_reading
        cast("Any", self.transport.protocol or self.protocol).data_received(data)


@pytest.fixture
async def accepted() -> Accepted:
    accepted = Accepted()
    await run_loop()
    assert b" 101 " in accepted.transport.written[0]
    return accepted


async def test_messages_before_the_takeover_are_received_after_it_in_order(
    accepted: Accepted,
) -> None:
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"1") + client_frame(Opcode.BINARY, b"2"))
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"3"))
    owner = accepted.takeover_app.owner
    accepted.takeover_app.may_go_on.set()
    while accepted.takeover_app.connection is None:
        assert owner.received == []
        await asyncio.sleep(0)
    await run_loop()
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"4"))
    assert owner.received == [b"1", b"2", b"3", b"4"]


@pytest.mark.parametrize("place", range(1, 30, 4))
async def test_a_message_split_by_the_takeover_is_received_whole(
    accepted: Accepted, place: int
) -> None:
    frames = (
        client_frame(Opcode.TEXT, b"one ", fin=False)
        + client_frame(Opcode.PING, b"")
        + client_frame(Opcode.CONT, b"2")
    )
    accepted.receive_bytes(frames[:place])
    await accepted.takeover_app.open()
    accepted.receive_bytes(frames[place:])
    assert accepted.takeover_app.owner.received == [b"one 2"]
    assert accepted.takeover_app.owner.other_frames == 2


async def test_a_binary_message_is_passed_to_the_owner(accepted: Accepted) -> None:
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"\xff"))
    await accepted.takeover_app.open()
    assert accepted.takeover_app.owner.received == [b"\xff"]


async def test_reading_pauses_when_too_much_comes_before_the_takeover(
    accepted: Accepted,
) -> None:
    ping = client_frame(Opcode.PING, b"")
    while accepted.transport.is_reading:
        accepted.receive_bytes(ping)
    assert len(accepted.transport.written) == 1, "nothing is answered yet"
    await accepted.takeover_app.open()
    accepted.receive_bytes(ping)
    assert accepted.takeover_app.owner.other_frames == -(-MAX_EARLY_BYTES // len(ping)) + 1


class PausingOwner(Owner):
    """Pauses reading after each message."""

    connection: WebSocketConnection

    def receive(self, message: bytes | None) -> None:
        super().receive(message)
        self.connection.pause()


async def test_an_owner_that_pauses_during_the_takeover_stays_paused(accepted: Accepted) -> None:
    owner = accepted.takeover_app.owner = PausingOwner()
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"1") + client_frame(Opcode.TEXT, b"2"))
    accepted.takeover_app.may_go_on.set()
    while accepted.takeover_app.connection is None:
        await asyncio.sleep(0)
    owner.connection = accepted.takeover_app.connection
    await run_loop()
    assert owner.received == [b"1"]
    assert not accepted.transport.is_reading


async def test_a_client_that_dropped_before_the_takeover_is_reported_lost_once_after_it(
    accepted: Accepted,
) -> None:
    accepted.transport.close()
    accepted.protocol.connection_lost(None)
    accepted.takeover_app.may_go_on.set()
    while accepted.takeover_app.connection is None:
        await asyncio.sleep(0)
    assert accepted.takeover_app.owner.losses == 0, "not while it takes over"
    await run_loop()
    assert accepted.takeover_app.owner.losses == 1
    assert accepted.state.connections == set()


async def test_a_client_that_closed_before_the_takeover_is_reported_lost_after_it(
    accepted: Accepted,
) -> None:
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"last") + client_frame(Opcode.CLOSE, b""))
    await accepted.takeover_app.open()
    owner = accepted.takeover_app.owner
    assert (owner.received, owner.losses) == ([b"last"], 1)
    assert accepted.transport.ended == "closed"
    cast("OpenWebSocket", accepted.takeover_app.connection).connection_lost(None)


async def test_the_server_may_shut_down_before_the_takeover(accepted: Accepted) -> None:
    accepted.protocol.shutdown()
    await accepted.takeover_app.open()
    assert accepted.takeover_app.owner.losses == 1
    connection = cast("OpenWebSocket", accepted.takeover_app.connection)
    connection.close(4008)
    assert accepted.state.connections == cast("Any", {connection}), (
        "until the network is done with it"
    )
    connection.connection_lost(None)
    assert accepted.state.connections == set()


async def test_a_close_without_a_takeover_ends_with_the_close_frame_of_the_client(
    accepted: Accepted,
) -> None:
    accepted.receive_bytes(client_frame(Opcode.TEXT, b"early"))
    accepted.takeover_app.closes_with = 4004
    await accepted.takeover_app.open()
    assert not accepted.transport.is_closing()
    accepted.receive_bytes(client_frame(Opcode.CLOSE, (4004).to_bytes(2, "big")))
    assert accepted.transport.ended == "closed"


async def test_a_client_that_floods_after_a_close_without_a_takeover_is_disconnected(
    accepted: Accepted,
) -> None:
    accepted.takeover_app.closes_with = 4004
    await accepted.takeover_app.open()
    frame = client_frame(Opcode.TEXT, b"x" * 60_000)
    for _ in range(MAX_BYTES_AFTER_CLOSE // len(frame)):
        accepted.receive_bytes(frame)
    assert not accepted.transport.is_closing()
    accepted.receive_bytes(frame)
    assert accepted.transport.ended == "aborted"
    accepted.protocol.connection_lost(None)


# --- websocket requests that are malformed --------------------------------------------------------


def header_line(length: int) -> str:
    """Returns a header whose line has this length, with its CRLF."""
    return "x-long: " + "y" * (length - len("x-long: \r\n"))


MALFORMED: dict[str, tuple[bytes, int, str, str]] = {
    "a long header": (request(header_line(8193)), 431, "header_too_long", "8192"),
    "a very long header": (request(header_line(9000)), 431, "header_too_long", "8192"),
    "many headers": (
        request(*[f"x-{n}: y" for n in range(129 - len(HEAD) + 1)]), 431, "too_many_headers", "128",
    ),
    "a long address": (
        request().replace(b"/ ", b"/" + b"a" * 8200 + b" ", 1), 414, "url_too_long", "4096",
    ),
    "an address that is no ASCII": (
        request().replace(b"/ ", b"/\xff ", 1), 400, "not_http", "HTTP",
    ),
    "a body": (request("content-length: 5") + b"hello", 400, "bad_upgrade", "HTTP/1.1"),
    "HTTP of old": (request().replace(b"/1.1", b"/1.0"), 400, "bad_upgrade", "HTTP/1.1"),
}  # fmt: skip


def send_request(data: bytes) -> tuple[Transport, ServerState, TakeoverApp]:
    """Opens a connection and sends these bytes."""
    transport, state, takeover_app = Transport(), ServerState(), TakeoverApp()
    config = uvicorn.Config(takeover_app, lifespan="off", log_config=None, ws=HandshakeProtocol)
    config.load()
    connection = BoundedConnection(config, state, {})
    connection.connection_made(cast("Any", transport))
    connection.data_received(data)
    return transport, state, takeover_app


@pytest.mark.parametrize(
    ("data", "status", "code", "said"), MALFORMED.values(), ids=MALFORMED.keys()
)
async def test_a_malformed_request_is_answered_with_an_error_and_closed(
    monkeypatch: pytest.MonkeyPatch, data: bytes, status: int, code: str, said: str
) -> None:
    monkeypatch.setattr(http_connection, "LINGER_SECONDS", 0.001)
    transport, state, _ = send_request(data)
    head, _, body = b"".join(transport.written).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    told = json.loads(body)
    assert told["code"] == code
    assert said in told["text"]
    assert all(isinstance(each, BoundedConnection) for each in state.connections)
    async with asyncio.timeout(30):
        while transport.ended != "closed":
            await asyncio.sleep(0)


async def test_any_other_error_of_the_parser_is_answered_with_an_error() -> None:
    config = uvicorn.Config(TakeoverApp(), lifespan="off", log_config=None, ws=HandshakeProtocol)
    config.load()
    state = ServerState()
    protocol = HandshakeProtocol(config, state, {})
    protocol.connection_made(cast("Any", Transport()))
    with pytest.raises(TurnedAway) as refused:
        protocol.data_received(request("transfer-encoding: chunked"))
    assert (refused.value.status, refused.value.code) == (400, "not_http")
    assert state.connections == set()


async def test_the_error_is_in_the_language_of_the_request() -> None:
    transport, *_ = send_request(request("accept-language: ko", header_line(9000)))
    assert "헤더 한 줄이 너무 길어요. 8192바이트" in b"".join(transport.written).decode()


@pytest.mark.parametrize(
    "data",
    [
        request(),
        request(header_line(8192)),
        request(*[f"x-{n}: y" for n in range(128 - len(HEAD) + 1)]),
    ],
    ids=["an ordinary one", "the longest header", "as many headers as there may be"],
)
async def test_a_request_within_the_limits_is_accepted(data: bytes) -> None:
    transport, state, takeover_app = send_request(data)
    await run_loop()
    assert b" 101 " in transport.written[0]
    await takeover_app.open()
    assert state.connections == cast("Any", {takeover_app.connection})

"""An open websocket between a transport and whoever took it over."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

import pytest
import uvicorn
from tests.every import every
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from grav.server.problems.problem import TurnedAway
from grav.server.protocol import http_connection, websocket
from grav.server.protocol.asgi_types import Receive, Scope, Send
from grav.server.protocol.http_connection import BoundedConnection
from grav.server.protocol.websocket import (
    MAX_BYTES_AFTER_CLOSE,
    MAX_EARLY_BYTES,
    MAX_FRAMES_AFTER_CLOSE,
    PIECE_BYTES,
    HandshakeProtocol,
    OpenWebSocket,
    WriteBatch,
)
from grav.server.protocol.wire import Receiver, Wire, encode_frame, takeover_of

pytestmark = pytest.mark.anyio


class Transport:
    """Keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_reading = True
        self.ended: str | None = None
        self.protocol: asyncio.Protocol | None = None

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self.protocol = protocol

    def get_extra_info(self, _: str) -> None:
        """Nothing is known of the other end."""

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
    """Who took the socket over."""

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


def sent(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A client's frame."""
    return Frame(opcode, data, fin).serialize(mask=True)


@every("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_the_one_that_the_library_would_send(length: int) -> None:
    message = b"x" * length
    assert encode_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


async def test_what_is_sent_in_one_turn_is_written_once_and_in_order(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.send(b"one")
    socket.send(b"two")
    assert transport.written == []
    await asyncio.sleep(0)
    assert transport.written == [b"onetwo"]
    await asyncio.sleep(0)
    assert transport.written == [b"onetwo"]


async def test_what_several_sockets_send_in_one_turn_is_written_by_one_callback(
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


async def test_a_socket_that_cannot_be_written_to_keeps_none_of_the_others_waiting() -> None:
    class Broken(Transport):
        def write(self, data: bytes) -> None:
            raise RuntimeError(f"cannot write {data!r}")

    batch, transports = WriteBatch(), [Broken(), Transport()]
    for turn in (1, 2):
        for transport in transports:
            socket_to(transport, batch).send(b"one")
        await asyncio.sleep(0)
        assert transports[1].written == [b"one"] * turn


async def test_what_was_sent_before_a_close_goes_before_it_and_nothing_after(
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
    socket.data_received(sent(Opcode.TEXT, b"late"))
    assert owner.received == []
    socket.data_received(sent(Opcode.CLOSE, (4008).to_bytes(2, "big")))
    assert transport.ended == "closed"
    socket.connection_lost(None)
    assert owner.losses == 1


async def test_who_floods_it_after_a_close_is_cut_off(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.close(4029)
    frame, read = sent(Opcode.TEXT, b"x" * 60_000), 0
    while transport.ended is None:
        socket.data_received(frame)
        read += len(frame)
        assert read <= MAX_BYTES_AFTER_CLOSE + len(frame)
    assert transport.ended == "aborted"
    socket.connection_lost(None)


async def test_a_client_that_drops_is_lost_once(opened: Opened) -> None:
    socket, _, owner = opened
    socket.connection_lost(ConnectionResetError())
    socket.connection_lost(None)
    assert owner.losses == 1


async def test_parts_are_put_together(opened: Opened) -> None:
    socket, _, owner = opened
    socket.data_received(sent(Opcode.TEXT, b"a", fin=False) + sent(Opcode.CONT, b"b", fin=False))
    assert owner.received == []
    socket.data_received(sent(Opcode.PING, b"!") + sent(Opcode.CONT, b"c"))
    assert owner.received == [b"abc"]
    socket.data_received(sent(Opcode.TEXT, b"d"))
    assert owner.received == [b"abc", b"d"]


async def test_a_ping_of_the_client_is_answered(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.data_received(sent(Opcode.PING, b"there?"))
    assert transport.written == [Frame(Opcode.PONG, b"there?").serialize(mask=False)]


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
async def test_every_control_frame_counts(opened: Opened, opcode: Opcode) -> None:
    socket, _, owner = opened
    socket.data_received(sent(opcode, b"") * 7)
    assert (owner.other_frames, owner.received) == (7, [])


async def test_every_part_of_a_message_counts_and_empty_ones_take_no_room(opened: Opened) -> None:
    socket, _, owner = opened
    socket.data_received(sent(Opcode.TEXT, b"a", fin=False))
    socket.data_received(sent(Opcode.CONT, b"", fin=False) * 1000)
    assert owner.other_frames == 1001
    socket.data_received(sent(Opcode.CONT, b""))
    assert (owner.other_frames, owner.received) == (1001, [b"a"]), "the last is the message"


class Strict(Owner):
    """Lets a client go that sends too much, as those do who take sockets over."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.wire = most, cast("Wire", None)

    def receive(self, message: bytes | None) -> None:
        super().receive(message)
        if self.other_frames + len(self.received) > self.most:
            self.wire.close(4029)


def strict() -> tuple[OpenWebSocket, Transport, Strict]:
    transport, owner = Transport(), Strict(200)
    owner.wire = socket = socket_to(transport, WriteBatch(), owner)
    return socket, transport, owner


async def test_a_flood_in_one_read_is_not_parsed_to_its_end() -> None:
    """A read may bring 40,000 frames, of some microseconds each."""
    socket, transport, owner = strict()
    ping = sent(Opcode.PING, b"")
    socket.data_received(ping * (256 * 1024 // len(ping)))
    assert (owner.other_frames, owner.losses) == (201, 1)
    assert transport.ended == "aborted"
    answered = sum(data.count(b"\x8a\0") for data in transport.written)
    assert answered <= 2 * PIECE_BYTES // len(ping) + MAX_FRAMES_AFTER_CLOSE
    socket.connection_lost(None)


async def test_who_floods_and_says_goodbye_in_one_read_is_let_go() -> None:
    """The framing has read the goodbye before the flood is noticed, and says no more."""
    socket, transport, owner = strict()
    socket.data_received(sent(Opcode.TEXT, b"x") * 300 + sent(Opcode.CLOSE, b""))
    assert (len(owner.received), owner.losses, transport.ended) == (201, 1, "closed")
    socket.connection_lost(None)


def say_goodbye(socket: OpenWebSocket) -> None:
    socket.data_received(sent(Opcode.CLOSE, (1000).to_bytes(2, "big")))


def send_noise(socket: OpenWebSocket) -> None:
    socket.data_received(b"\xff\xff\xff\xff")


def send_end(socket: OpenWebSocket) -> None:
    socket.eof_received()


def end_server(socket: OpenWebSocket) -> None:
    socket.shutdown()


@pytest.mark.parametrize("end", [say_goodbye, send_noise, send_end, end_server])
async def test_however_it_ends_who_reads_nothing_is_not_waited_for(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    """A transport that is closed waits until all is sent: for ever, if nobody reads it."""
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT", 0.001)
    socket, transport, owner = opened
    end(socket)
    assert owner.losses == 1, "it is of no more use"
    async with asyncio.timeout(30):
        while transport.ended != "aborted":
            await asyncio.sleep(0)
    socket.connection_lost(None)
    assert owner.losses == 1


async def test_a_client_is_there_as_long_as_anything_is_heard(opened: Opened) -> None:
    socket, transport, _ = opened
    assert socket.probe()
    assert transport.written == [Frame(Opcode.PING, b"").serialize(mask=False)]
    socket.data_received(sent(Opcode.PONG, b""))
    assert socket.probe()
    assert not socket.probe()


async def test_what_was_read_together_waits_while_reading_is_paused(opened: Opened) -> None:
    socket, transport, owner = opened
    socket.pause()
    assert not transport.is_reading
    socket.data_received(sent(Opcode.TEXT, b"1") + sent(Opcode.BINARY, b"2"))
    assert owner.received == []
    socket.resume()
    assert owner.received == [b"1", b"2"]
    assert transport.is_reading


async def test_what_is_no_websocket_ends_it(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.data_received(b"\xff\xff\xff\xff")
    assert transport.ended == "closed"


async def test_it_ends_with_the_server(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.send(b"last")
    socket.shutdown()
    close = Frame(Opcode.CLOSE, (1012).to_bytes(2, "big")).serialize(mask=False)
    assert transport.written == [b"last", close]
    assert transport.ended == "closed"


# --- before it is taken over ---------------------------------------------------------------------


class Door:
    """An application that accepts a websocket, and takes it over, or closes it, when told to."""

    def __init__(self) -> None:
        self.owner = Owner()
        self.wire: Wire | None = None
        self.may_go_on = asyncio.Event()
        self.closes_with: int | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await self.may_go_on.wait()
        if self.closes_with is not None:
            await send({"type": "websocket.close", "code": self.closes_with})
        else:
            self.wire = takeover_of(scope)(self.owner)

    async def open(self) -> None:
        self.may_go_on.set()
        await settle()


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


HEAD = (
    "GET / HTTP/1.1", "host: a", "connection: upgrade", "upgrade: websocket",
    "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
)  # fmt: skip


def request(*headers: str) -> bytes:
    return "\r\n".join([*HEAD, *headers, "", ""]).encode()


class Accepted:
    """A websocket that was accepted, and not taken over yet."""

    def __init__(self) -> None:
        self.door, self.transport, self.state = Door(), Transport(), ServerState()
        config = uvicorn.Config(self.door, lifespan="off", log_config=None, ws=HandshakeProtocol)
        config.load()
        self.protocol = HandshakeProtocol(config, self.state, {})
        self.protocol.connection_made(cast("Any", self.transport))
        self.protocol.data_received(request())

    def hear(self, data: bytes) -> None:
        """What the network brings, to whoever reads it now."""
        assert self.transport.is_reading
        cast("Any", self.transport.protocol or self.protocol).data_received(data)


@pytest.fixture
async def accepted() -> Accepted:
    accepted = Accepted()
    await settle()
    assert b" 101 " in accepted.transport.written[0]
    return accepted


async def test_what_came_before_the_takeover_is_heard_after_it_in_order(
    accepted: Accepted,
) -> None:
    accepted.hear(sent(Opcode.TEXT, b"1") + sent(Opcode.BINARY, b"2"))
    accepted.hear(sent(Opcode.TEXT, b"3"))
    owner = accepted.door.owner
    accepted.door.may_go_on.set()
    while accepted.door.wire is None:
        assert owner.received == []
        await asyncio.sleep(0)
    await settle()
    accepted.hear(sent(Opcode.TEXT, b"4"))
    assert owner.received == [b"1", b"2", b"3", b"4"]


@pytest.mark.parametrize("place", range(1, 30, 4))
async def test_a_message_of_which_a_part_came_before_the_takeover_is_whole(
    accepted: Accepted, place: int
) -> None:
    frames = (
        sent(Opcode.TEXT, b"one ", fin=False) + sent(Opcode.PING, b"") + sent(Opcode.CONT, b"2")
    )
    accepted.hear(frames[:place])
    await accepted.door.open()
    accepted.hear(frames[place:])
    assert accepted.door.owner.received == [b"one 2"]
    assert accepted.door.owner.other_frames == 2


async def test_what_is_no_text_is_for_whoever_takes_over_to_judge(accepted: Accepted) -> None:
    accepted.hear(sent(Opcode.TEXT, b"\xff"))
    await accepted.door.open()
    assert accepted.door.owner.received == [b"\xff"]


async def test_too_much_before_the_takeover_is_left_to_the_network_until_then(
    accepted: Accepted,
) -> None:
    ping = sent(Opcode.PING, b"")
    while accepted.transport.is_reading:
        accepted.hear(ping)
    assert len(accepted.transport.written) == 1, "nothing is answered yet"
    await accepted.door.open()
    accepted.hear(ping)
    assert accepted.door.owner.other_frames == -(-MAX_EARLY_BYTES // len(ping)) + 1


class Busy(Owner):
    """Can take one message, and no more for now."""

    wire: Wire

    def receive(self, message: bytes | None) -> None:
        super().receive(message)
        self.wire.pause()


async def test_who_pauses_at_what_came_before_is_not_made_to_go_on(accepted: Accepted) -> None:
    owner = accepted.door.owner = Busy()
    accepted.hear(sent(Opcode.TEXT, b"1") + sent(Opcode.TEXT, b"2"))
    accepted.door.may_go_on.set()
    while accepted.door.wire is None:
        await asyncio.sleep(0)
    owner.wire = accepted.door.wire
    await settle()
    assert owner.received == [b"1"]
    assert not accepted.transport.is_reading


async def test_who_left_before_the_takeover_is_lost_once_and_later(accepted: Accepted) -> None:
    accepted.transport.close()
    accepted.protocol.connection_lost(None)
    accepted.door.may_go_on.set()
    while accepted.door.wire is None:
        await asyncio.sleep(0)
    assert accepted.door.owner.losses == 0, "not while it takes over"
    await settle()
    assert accepted.door.owner.losses == 1
    assert accepted.state.connections == set()


async def test_who_says_goodbye_before_the_takeover_is_lost_after_it(accepted: Accepted) -> None:
    accepted.hear(sent(Opcode.TEXT, b"last") + sent(Opcode.CLOSE, b""))
    await accepted.door.open()
    owner = accepted.door.owner
    assert (owner.received, owner.losses) == ([b"last"], 1)
    assert accepted.transport.ended == "closed"
    cast("OpenWebSocket", accepted.door.wire).connection_lost(None)


async def test_the_server_may_end_before_the_takeover(accepted: Accepted) -> None:
    accepted.protocol.shutdown()
    await accepted.door.open()
    assert accepted.door.owner.losses == 1
    wire = cast("OpenWebSocket", accepted.door.wire)
    wire.close(4008)
    assert accepted.state.connections == cast("Any", {wire}), "until the network is done with it"
    wire.connection_lost(None)
    assert accepted.state.connections == set()


async def test_a_close_without_a_takeover_ends_with_its_answer(accepted: Accepted) -> None:
    accepted.hear(sent(Opcode.TEXT, b"early"))
    accepted.door.closes_with = 4004
    await accepted.door.open()
    assert not accepted.transport.is_closing()
    accepted.hear(sent(Opcode.CLOSE, (4004).to_bytes(2, "big")))
    assert accepted.transport.ended == "closed"


async def test_who_floods_it_after_a_close_without_a_takeover_is_cut_off(
    accepted: Accepted,
) -> None:
    accepted.door.closes_with = 4004
    await accepted.door.open()
    frame = sent(Opcode.TEXT, b"x" * 60_000)
    for _ in range(MAX_BYTES_AFTER_CLOSE // len(frame)):
        accepted.hear(frame)
    assert not accepted.transport.is_closing()
    accepted.hear(frame)
    assert accepted.transport.ended == "aborted"
    accepted.protocol.connection_lost(None)


# --- requests for a websocket that cannot be read ------------------------------------------------


def line_of(length: int) -> str:
    """A header whose line has so many bytes, with its end."""
    return "x-long: " + "y" * (length - len("x-long: \r\n"))


UNREADABLE: dict[str, tuple[bytes, int, str, str]] = {
    "a long header": (request(line_of(8193)), 431, "header_too_long", "8192"),
    "a very long header": (request(line_of(9000)), 431, "header_too_long", "8192"),
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


def ask(data: bytes) -> tuple[Transport, ServerState, Door]:
    """A connection on which this was sent."""
    transport, state, door = Transport(), ServerState(), Door()
    config = uvicorn.Config(door, lifespan="off", log_config=None, ws=HandshakeProtocol)
    config.load()
    connection = BoundedConnection(config, state, {})
    connection.connection_made(cast("Any", transport))
    connection.data_received(data)
    return transport, state, door


@pytest.mark.parametrize(
    ("data", "status", "code", "said"), UNREADABLE.values(), ids=UNREADABLE.keys()
)
async def test_a_request_that_cannot_be_read_is_answered_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, data: bytes, status: int, code: str, said: str
) -> None:
    monkeypatch.setattr(http_connection, "LINGER_SECONDS", 0.001)
    transport, state, _ = ask(data)
    head, _, body = b"".join(transport.written).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    told = json.loads(body)
    assert told["code"] == code
    assert said in told["text"]
    assert all(isinstance(each, BoundedConnection) for each in state.connections)
    async with asyncio.timeout(30):
        while transport.ended != "closed":
            await asyncio.sleep(0)


async def test_whatever_else_the_library_cannot_read_is_turned_away() -> None:
    config = uvicorn.Config(Door(), lifespan="off", log_config=None, ws=HandshakeProtocol)
    config.load()
    state = ServerState()
    protocol = HandshakeProtocol(config, state, {})
    protocol.connection_made(cast("Any", Transport()))
    with pytest.raises(TurnedAway) as refused:
        protocol.data_received(request("transfer-encoding: chunked"))
    assert (refused.value.status, refused.value.code) == (400, "not_http")
    assert state.connections == set()


async def test_why_is_told_in_the_askers_language() -> None:
    transport, *_ = ask(request("accept-language: ko", line_of(9000)))
    assert "헤더 한 줄이 너무 길어요. 8192바이트" in b"".join(transport.written).decode()


@pytest.mark.parametrize(
    "data",
    [
        request(),
        request(line_of(8192)),
        request(*[f"x-{n}: y" for n in range(128 - len(HEAD) + 1)]),
    ],
    ids=["an ordinary one", "the longest header", "as many headers as there may be"],
)
async def test_a_request_within_the_bounds_is_accepted(data: bytes) -> None:
    transport, state, door = ask(data)
    await settle()
    assert b" 101 " in transport.written[0]
    await door.open()
    assert state.connections == cast("Any", {door.wire})

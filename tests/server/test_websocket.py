"""An open websocket between a transport and whoever took it over."""

import asyncio
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from grav.server.live.wire import encode_frame
from grav.server.websocket import MAX_BYTES_AFTER_CLOSE, OpenWebSocket

pytestmark = pytest.mark.anyio


class Transport:
    """Keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_reading = True
        self.ended: str | None = None

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
        self.losses = 0

    def receive(self, message: bytes) -> None:
        self.received.append(message)

    def lost(self) -> None:
        self.losses += 1


Opened = tuple[OpenWebSocket, Transport, Owner]


@pytest.fixture
def opened() -> Opened:
    transport, owner = Transport(), Owner()
    framing = ServerProtocol(state=State.OPEN, max_size=65_536)
    socket = OpenWebSocket(cast("Any", transport), framing, owner, set())
    return socket, transport, owner


def sent(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A client's frame."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
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


async def test_a_ping_of_the_client_is_answered(opened: Opened) -> None:
    socket, transport, _ = opened
    socket.data_received(sent(Opcode.PING, b"there?"))
    assert transport.written == [Frame(Opcode.PONG, b"there?").serialize(mask=False)]


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

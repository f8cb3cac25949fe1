"""A websocket that the application has taken over: its frames, its close, and writes in batches."""

import asyncio
from collections import deque
from typing import Any, cast
from weakref import WeakKeyDictionary

import structlog
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from grav.server.protocol.websocket_takeover import Receiver

CLOSE_TIMEOUT = 10.0
"""Seconds that a client has to answer a close frame, and to read all that was sent before it."""
MAX_BYTES_AFTER_CLOSE = 256 * 1024
"""Bytes that are read and discarded while the client's answer to a close is awaited."""
MAX_FRAMES_AFTER_CLOSE = 1000
"""The same limit in frames: each costs some microseconds, however short it is."""
PIECE_BYTES = 4096
"""Bytes parsed at a time: some hundred frames at most, so that a flood is detected early."""
log = structlog.get_logger(__name__)
_DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class WriteBatch:
    """Writes the pending data of all sockets at the end of a turn of the event loop, in one
    callback instead of one per socket."""

    def __init__(self) -> None:
        self._sockets: list[OpenWebSocket] = []

    def add(self, socket: "OpenWebSocket") -> None:
        if not self._sockets:
            asyncio.get_running_loop().call_soon(self._write_out)
        self._sockets.append(socket)

    def _write_out(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            try:
                socket.write_out()
            except Exception:
                log.exception("write_failed")  # of one socket: the others are still written


_batches = WeakKeyDictionary[asyncio.AbstractEventLoop, WriteBatch]()


def write_batch(loop: asyncio.AbstractEventLoop) -> WriteBatch:
    """Returns the write batch of an event loop."""
    return _batches.setdefault(loop, WriteBatch())


class OpenWebSocket(asyncio.Protocol):
    """Connects a transport with the receiver of its messages, by the framing of `websockets`."""

    __slots__ = (
        "_batch",
        "_bytes_left",
        "_close_timer",
        "_connections",
        "_fragments",
        "_frames_left",
        "_framing",
        "_held",
        "_is_closing",
        "_out",
        "_paused",
        "_received",
        "_receiver",
        "_transport",
    )  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        framing: ServerProtocol,
        receiver: Receiver,
        connections: set[Any],
        batch: WriteBatch,
    ) -> None:
        self._transport = transport
        self._batch = batch
        self._framing = framing
        self._receiver: Receiver | None = receiver
        self._connections = connections
        self._out: bytes | None = None
        """Frames that are written together at the end of this turn of the event loop."""
        self._fragments = b""
        """The fragments so far of a fragmented message. Not a list, which empty fragments could
        make grow without limit."""
        self._is_closing = False
        self._paused = False
        self._received = True
        self._held: deque[bytes] | None = None
        """Messages that were read together with the one that paused reading."""
        self._close_timer: asyncio.TimerHandle | None = None
        self._bytes_left = MAX_BYTES_AFTER_CLOSE
        self._frames_left = MAX_FRAMES_AFTER_CLOSE

    @property
    def unsent(self) -> int:
        return self._transport.get_write_buffer_size()

    def send(self, frame: bytes) -> None:
        """Queues a frame, to be written with all others of this turn of the event loop: the write
        to the network is the most expensive part of sending."""
        if self._is_closing:
            return
        if self._out is None:
            self._out = frame
            self._batch.add(self)
        else:
            self._out += frame

    def write_out(self) -> None:
        data, self._out = self._out, None
        if data is not None and not self._transport.is_closing():
            self._transport.write(data)

    def close(self, code: int) -> None:
        if not self._is_closing:
            self._send_close(code)
            self.resume()  # to read the answer

    def _send_close(self, code: int) -> None:
        if self._framing.state is State.OPEN:  # else the client closed first, in this very data
            self._framing.send_close(code)
            self._flush()
        self._start_closing()

    def _start_closing(self) -> None:
        """Ends the connection: at once for the receiver, and after a timeout at the latest for the
        network. A transport alone would wait for ever for a client that reads nothing."""
        self._is_closing = True
        if self._close_timer is None:
            loop = asyncio.get_running_loop()
            self._close_timer = loop.call_later(CLOSE_TIMEOUT, self._transport.abort)
        self._report_loss()

    def probe(self) -> bool:
        received, self._received = self._received, False
        if received and not self._is_closing:
            self._framing.send_ping(b"")
            self._flush()
        return received

    def pause(self) -> None:
        if not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        """Delivers the messages that were held back, and then resumes reading."""
        self._paused = False
        while self._held and not self._paused:
            self.deliver(self._held.popleft())
        if not self._paused and not self._transport.is_closing():
            self._held = None
            self._transport.resume_reading()

    def deliver(self, message: bytes) -> None:
        if self._paused and not self._is_closing:
            self._held = self._held or deque()
            self._held.append(message)
        elif self._receiver is not None and not self._is_closing:
            self._receiver.receive(message)

    def begin(self, early: bytes) -> None:
        """Reads the data that came before the connection was taken over, and then resumes
        reading."""
        self.data_received(early)
        if not self._paused:
            self.resume()

    def data_received(self, data: bytes) -> None:
        self._received = True
        for start in range(0, len(data), PIECE_BYTES):
            if self._transport.is_closing():
                return
            self._read(data[start : start + PIECE_BYTES])

    def _read(self, data: bytes) -> None:
        framing = self._framing
        framing.receive_data(data)
        frames = cast("list[Frame]", framing.events_received())
        if self._is_closing:
            self._discard(len(data), len(frames))
        else:
            for frame in frames:
                self._handle(frame)
        self._flush()  # pongs, and answers to a close
        if framing.close_rcvd is not None or framing.parser_exc is not None:
            self._start_closing()
            self._transport.close()

    def _discard(self, length: int, frames: int) -> None:
        self._bytes_left -= length
        self._frames_left -= frames
        if self._bytes_left < 0 or self._frames_left < 0:
            self._transport.abort()

    def _handle(self, frame: Frame) -> None:
        """Handles a frame. A message comes in one frame, or in fragments, between which there may
        be pings and pongs."""
        if frame.opcode in _DATA:
            message = self._fragments + bytes(frame.data)
            if frame.fin:
                self._fragments = b""
                self.deliver(message)
                return
            self._fragments = message
        if self._receiver is not None:
            self._receiver.receive(None)

    def _flush(self) -> None:
        """Sends the control frames of the framing, after all that was sent before them."""
        frames = self._framing.data_to_send()
        if frames:
            self.write_out()
        for data in frames:
            if data and not self._transport.is_closing():
                self._transport.write(data)

    def eof_received(self) -> None:
        """The client sends no more. The transport closes itself, once the client has read all."""
        self._start_closing()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._is_closing = True
        self._connections.discard(self)
        if self._close_timer is not None:
            self._close_timer.cancel()
            self._close_timer = None
        self._report_loss()

    def _report_loss(self) -> None:
        """Reports the loss of the connection to the receiver, once."""
        receiver, self._receiver = self._receiver, None
        self._held = None
        if receiver is not None:
            receiver.lost()

    def shutdown(self) -> None:
        """Closes the connection; uvicorn calls this when the server ends."""
        if not self._is_closing:
            self._send_close(CloseCode.SERVICE_RESTART)
        self._transport.close()

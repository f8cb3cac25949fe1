"""Websockets of uvicorn whose application takes the connection over once it is accepted."""

import asyncio
from collections import deque
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from grav.server.live.wire import EXTENSION, Receiver

CLOSE_TIMEOUT = 10.0
"""Seconds that a client has to answer a close."""
MAX_BYTES_AFTER_CLOSE = 256 * 1024
"""What is read of a client, and thrown away, while its answer to a close is awaited."""
_DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class HandshakeProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's own protocol until the connection is taken over."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[EXTENSION] = self._hand_over

    def _hand_over(self, receiver: Receiver) -> "OpenWebSocket":
        """From now on the connection is not uvicorn's, but for ending it with the server."""
        self.stop_keepalive()  # who takes over sees itself who is still there
        wire = OpenWebSocket(self.transport, self.conn, receiver, self.connections)
        if self.disconnected:
            self.loop.call_soon(wire.connection_lost, None)  # as it is told to a protocol: later
            return wire
        self.transport.set_protocol(wire)
        self.connections.discard(self)
        self.connections.add(cast("Any", wire))
        while not self.queue.empty():
            event = cast("dict[str, Any]", self.queue.get_nowait())
            if event["type"] == "websocket.receive":
                text = event.get("text")
                message = event["bytes"] if text is None else text.encode()
                self.loop.call_soon(wire.deliver, message)
        if self.read_paused:
            self.loop.call_soon(wire.resume)
        self.transport = cast("Any", _Detached())
        return wire


class _Detached:
    """In the place of a transport that is no longer uvicorn's to close."""

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        pass


class OpenWebSocket(asyncio.Protocol):
    """The framing of `websockets` between a transport and whoever took the connection over."""

    __slots__ = (
        "_bytes_left", "_close_timer", "_connections", "_framing", "_heard", "_held", "_is_closing",
        "_out", "_parts", "_paused", "_receiver", "_transport",
    )  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        framing: ServerProtocol,
        receiver: Receiver,
        connections: set[Any],
    ) -> None:
        self._transport = transport
        self._framing = framing
        self._receiver: Receiver | None = receiver
        self._connections = connections
        self._out: bytes | None = None
        """What is sent together at the end of this turn of the loop."""
        self._parts: list[bytes] | None = None
        self._is_closing = False
        self._paused = False
        self._heard = True
        self._held: deque[bytes] | None = None
        """Messages that were read together with the one that paused reading."""
        self._close_timer: asyncio.TimerHandle | None = None
        self._bytes_left = MAX_BYTES_AFTER_CLOSE

    @property
    def unsent(self) -> int:
        return self._transport.get_write_buffer_size()

    def send(self, frame: bytes) -> None:
        """With all that is sent in this turn of the loop: to hand something to the network is the
        dearest part of sending it."""
        if self._is_closing:
            return
        if self._out is None:
            self._out = frame
            asyncio.get_running_loop().call_soon(self._write_out)
        else:
            self._out += frame

    def _write_out(self) -> None:
        data, self._out = self._out, None
        if data is not None and not self._transport.is_closing():
            self._transport.write(data)

    def close(self, code: int) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        self._framing.send_close(code)
        self._flush()
        loop = asyncio.get_running_loop()
        self._close_timer = loop.call_later(CLOSE_TIMEOUT, self._transport.abort)
        self.resume()  # to read the answer
        self._release()

    def probe(self) -> bool:
        heard, self._heard = self._heard, False
        if heard and not self._is_closing:
            self._framing.send_ping(b"")
            self._flush()
        return heard

    def pause(self) -> None:
        if not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        """Hands out what was held back before anything is read again."""
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

    def data_received(self, data: bytes) -> None:
        framing = self._framing
        self._heard = True
        if self._is_closing:
            self._bytes_left -= len(data)
            if self._bytes_left < 0:
                self._transport.abort()
                return
        framing.receive_data(data)
        for event in framing.events_received():
            assert isinstance(event, Frame)
            if event.opcode in _DATA:
                self._take(event)
        self._flush()  # pongs, and answers to a close
        if framing.close_rcvd is not None or framing.parser_exc is not None:
            self._is_closing = True
            self._transport.close()

    def _take(self, frame: Frame) -> None:
        """A message comes in one frame, or in parts."""
        data = bytes(frame.data)
        if self._parts is None and frame.fin:
            self.deliver(data)
            return
        self._parts = self._parts or []
        self._parts.append(data)
        if frame.fin:
            message, self._parts = b"".join(self._parts), None
            self.deliver(message)

    def _flush(self) -> None:
        """Sends what the framing has to say, after all that was sent before it."""
        said = self._framing.data_to_send()
        if said:
            self._write_out()
        for data in said:
            if data and not self._transport.is_closing():
                self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._is_closing = True
        self._connections.discard(self)
        if self._close_timer is not None:
            self._close_timer.cancel()
            self._close_timer = None
        self._release()

    def _release(self) -> None:
        """Whoever took the connection over is told once that it is of no more use."""
        receiver, self._receiver = self._receiver, None
        self._held = None
        if receiver is not None:
            receiver.lost()

    def shutdown(self) -> None:
        """The server ends: uvicorn asks every connection to."""
        if not self._is_closing:
            self._is_closing = True
            self._framing.send_close(CloseCode.SERVICE_RESTART)
            self._flush()
        self._transport.close()

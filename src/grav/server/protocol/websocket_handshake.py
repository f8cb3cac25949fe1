"""Websocket handshakes for uvicorn: an accepted connection is handed over to the application."""

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import HeaderLineTooLong, RequestLineTooLong, TooManyHeaders
from websockets.http11 import MAX_LINE_LENGTH, MAX_NUM_HEADERS, Request

from grav.server.problems.problem import TurnedAway
from grav.server.protocol.http_framing import MAX_URL_LENGTH
from grav.server.protocol.open_websocket import MAX_BYTES_AFTER_CLOSE, OpenWebSocket, write_batch
from grav.server.protocol.websocket_takeover import EXTENSION, Receiver

MAX_EARLY_BYTES = 64 * 1024
"""Bytes buffered until the connection is taken over; beyond that, reading is paused."""


class HandshakeProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's own protocol until the connection is taken over.

    After the handshake it parses only the answer to a close; all other data is buffered unparsed
    for the receiver that takes the connection over.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._early = bytearray()
        self._bytes_left = MAX_BYTES_AFTER_CLOSE

    def data_received(self, data: bytes) -> None:
        """Raises `TurnedAway` if the request cannot be parsed: the caller must answer it, as
        uvicorn would do nothing more."""
        if self.close_sent:
            self._read_after_close(data)
        elif self.handshake_initiated:
            self._buffer(data)
        else:
            super().data_received(data)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.connections.discard(self)
                raise _refusal(self.conn.handshake_exc)

    def _buffer(self, data: bytes) -> None:
        self._early += data
        if len(self._early) >= MAX_EARLY_BYTES and not self.read_paused:
            self.read_paused = True  # uvicorn resumes reading once it has sent a close
            self.transport.pause_reading()

    def _read_after_close(self, data: bytes) -> None:
        data, self._early = bytes(self._early) + data, bytearray()
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            self.transport.abort()
        else:
            super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[EXTENSION] = self._hand_over

    def _hand_over(self, receiver: Receiver) -> OpenWebSocket:
        """Hands the connection over to the receiver; uvicorn only ends it when the server ends.

        The receiver is not called before this turn of the event loop is over.
        """
        self.stop_keepalive()  # the receiver does its own probing
        wire = OpenWebSocket(
            self.transport, self.conn, receiver, self.connections, write_batch(self.loop)
        )
        if self.disconnected:
            self.loop.call_soon(wire.connection_lost, None)  # later, as asyncio does
            return wire
        self.transport.set_protocol(wire)
        self.connections.discard(self)
        self.connections.add(cast("Any", wire))
        if self.transport.is_closing():  # the server ends
            self.loop.call_soon(wire.shutdown)
        elif self._early:
            self.transport.pause_reading()  # or new data might overtake it
            self.loop.call_soon(wire.begin, bytes(self._early))
        self.transport = cast("Any", _Detached())
        return wire


def _refusal(error: Exception) -> TurnedAway:
    """Returns the answer to a websocket request that the library could not parse."""
    match error:
        case RequestLineTooLong():
            return TurnedAway(414, "url_too_long", most=MAX_URL_LENGTH)
        case HeaderLineTooLong():
            return TurnedAway(431, "header_too_long", most=MAX_LINE_LENGTH)
        case TooManyHeaders():
            return TurnedAway(431, "too_many_headers", most=MAX_NUM_HEADERS)
        case _:
            return TurnedAway(400, "not_http")


class _Detached:
    """Placeholder for a transport that uvicorn must no longer close."""

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        pass

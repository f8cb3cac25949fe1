"""One WebSocket connection of a load: the framing of `websockets` without its tasks and queues, so
that one core can run enough clients to keep a server busy."""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from bench.server.adapter import ConnectRequest, Refused


class WebSocketConnection(asyncio.Protocol):
    """Passes every text message to `on_message`; messages can be sent once `opened` is done. Calls
    `on_lost` when the connection ends and this side did not close it."""

    def __init__(
        self,
        address: tuple[str, int],
        request: ConnectRequest,
        on_message: Callable[[bytes], None],
        on_lost: Callable[[Refused], None],
    ) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request, self._on_message, self._on_lost = request, on_message, on_lost
        host, port = address
        self._framing = ClientProtocol(parse_uri(f"ws://{host}:{port}{request.target}"))
        self._transport: asyncio.Transport | None = None
        self._closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        request = self._framing.connect()
        for name, value in self._request.headers:
            request.headers[name] = value
        self._framing.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        self._framing.receive_data(data)
        for event in self._framing.events_received():
            if not isinstance(event, Frame):
                self._open()
            elif event.opcode is Opcode.TEXT:
                self._on_message(bytes(event.data))
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._closing:
            self._on_lost(
                Refused(f"The server ended a connection: {exc or self._framing.close_rcvd}")
            )

    def send(self, message: bytes) -> None:
        self._framing.send_text(message)
        self._write()

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.close()

    def _open(self) -> None:
        """Handles the server's answer to the handshake request."""
        if self._framing.handshake_exc is not None:
            self.close()
            self.opened.set_exception(self._framing.handshake_exc)
            return
        self.opened.set_result(None)
        if self._request.greeting is not None:
            self.send(self._request.greeting)

    def _write(self) -> None:
        for data in self._framing.data_to_send():
            if data and self._transport is not None:
                self._transport.write(data)

"""One WebSocket connection of a load: the framing of `websockets` without its tasks and queues, so
that one core can run enough clients to keep a server busy."""

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from bench.server.dialect import Door, Refused


class Line(asyncio.Protocol):
    """Passes every text message to `hear`; messages can be sent once `opened` is done. Calls `lost`
    when the connection ends and this side did not close it."""

    def __init__(
        self,
        address: tuple[str, int],
        door: Door,
        hear: Callable[[bytes], None],
        lost: Callable[[Refused], None],
    ) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._door, self._hear, self._lost = door, hear, lost
        host, port = address
        self._framing = ClientProtocol(parse_uri(f"ws://{host}:{port}{door.target}"))
        self._transport: asyncio.Transport | None = None
        self._closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        request = self._framing.connect()
        for name, value in self._door.headers:
            request.headers[name] = value
        self._framing.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        self._framing.receive_data(data)
        for event in self._framing.events_received():
            if not isinstance(event, Frame):
                self._open()
            elif event.opcode is Opcode.TEXT:
                self._hear(bytes(event.data))
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._closing:
            self._lost(Refused(f"The server ended a connection: {exc or self._framing.close_rcvd}"))

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
        if self._door.greeting is not None:
            self.send(self._door.greeting)

    def _write(self) -> None:
        for data in self._framing.data_to_send():
            if data and self._transport is not None:
                self._transport.write(data)

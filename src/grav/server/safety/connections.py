"""Connections that hold nothing up: no request that never comes to the point is waited for, and no
answer that never ends."""

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_BYTES = 32 * 1024
"""Of the lines before a body: the address and all headers."""
PATIENCE = 15.0
"""Seconds for those lines to come."""


class BoundedConnection(HttpToolsProtocol):
    """One connection, whose every request has to state in short what it wants, and soon."""

    _length = 0
    """Of the lines that came since the last request was stated."""
    _stated = 0
    """Requests whose lines came to their end."""
    _is_body = False
    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        stated = self._stated
        super().data_received(data)
        if self._is_body or self._stated != stated:
            self._length = 0
            return
        self._length += len(data)
        if self._length > MOST_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._set_timer()

    def on_headers_complete(self) -> None:
        self._stated += 1
        self._is_body = True
        self._stop_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_body = False
        super().on_message_complete()

    def shutdown(self) -> None:
        """An answer that was begun and goes on is a stream: it would not end by itself."""
        super().shutdown()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle.response_started and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
            self.transport.close()

    def _set_timer(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

"""Slowloris protection: drops connections whose request head is too long or too slow. Also limits
chunks, trailers and pipelined requests, and closes streams at shutdown.

A subclass of uvicorn's protocol, since none of those that come with it limits all of this: the one
with httptools limits nothing; the one with h11, at three times the cost of a request, accepts
whatever arrives in one read at any length, and its refusals do not state the limit.
"""

from asyncio import TimerHandle, Transport
from collections import deque
from http import HTTPStatus
from typing import cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from grav.server.messages.responses import ProblemAnswer
from grav.server.problems.language_negotiation import negotiate_language
from grav.server.problems.problem import TurnedAway
from grav.server.protocol.asgi_types import Scope
from grav.server.protocol.http_framing import (
    MAX_DISCARDED_BYTES,
    Framing,
    Part,
    TooLong,
    has_body,
)
from grav.server.protocol.unread_responses import ABORT

HEAD_TIMEOUT = 15.0
"""Timeout for a request head."""
MAX_PIPELINED = 64
"""Unanswered (pipelined) requests of one connection. Each takes some kilobytes before it is checked
whether it is admitted at all."""
MAX_CHUNKS = 4096
"""Chunks of all unanswered requests of one connection. Each costs the event loop some microseconds,
however short it is, and a single read may bring 40,000 of them."""
RETRY_AFTER = {"retry-after": "1"}
LINGER_SECONDS = 2.0
"""Lingering close: how long a connection that is given up is still read. If it were closed at once,
what the client goes on sending would be answered by a reset, and that can destroy the answer on its
way."""

REFUSALS = {
    Part.HEAD: (431, "head_too_long"),
    Part.CHUNK_LINE: (400, "chunk_line_too_long"),
    Part.TRAILERS: (431, "trailers_too_long"),
}


class BoundedConnection(HttpToolsProtocol):
    """One connection, with limits on request heads, chunks, trailers and pipelining."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn's
        self._framing = Framing()
        self._unanswered: deque[RequestResponseCycle] = deque()
        """Requests that have begun and are not answered, the oldest first, which is the one being
        answered: more than one only if they are pipelined."""
        self._chunks = 0
        self._reason: TurnedAway | None = None
        """Why this class stopped the parser, if the parser itself found nothing wrong."""
        self._final_response: bytes | None = None
        """Set once the connection is given up: the final response, sent after all earlier requests
        are answered."""
        self._lingering = False
        self._is_handed_over = False
        """Whether it is a websocket by now, which has a protocol of its own."""
        self._discarded = 0
        self._timer: TimerHandle | None = None
        super().connection_made(transport)
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        for cycle in self._unanswered:  # uvicorn notifies the newest alone
            _notify_disconnect(cycle)
        super().connection_lost(exc)

    # --- what comes in ---------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        start = 0
        while start < len(data) and not self.transport.is_closing():
            if self._final_response is not None or self._lingering:
                self._discard(len(data) - start)
                return
            if self._chunks > MAX_CHUNKS:
                self._refuse(TurnedAway(400, "too_many_chunks", most=MAX_CHUNKS))
                continue
            if len(self._unanswered) == MAX_PIPELINED and not self._framing.has_begun:
                self._refuse(TurnedAway(429, "too_many_pipelined", RETRY_AFTER, most=MAX_PIPELINED))
                continue
            try:
                end = self._framing.cut(data, start)
            except TooLong as error:
                status, code = REFUSALS[error.part]
                self._refuse(TurnedAway(status, code, most=error.limit))
                continue
            if self._framing.part is Part.HEAD and self._timer is None:
                self._set_timer()
            super().data_received(data[start:end])
            if self._is_handed_over:
                return  # clients may send nothing before their websocket is accepted
            start = end

    def handle_websocket_upgrade(self) -> None:
        try:
            super().handle_websocket_upgrade()
        except TurnedAway as problem:
            self.connections.add(self)  # it is still ours, and needs an answer
            self._refuse(problem)
        else:
            self._is_handed_over = True

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._framing.part is Part.HEAD:  # trailers are ignored: checks use the head
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stop_timer()
        headers = dict(self.headers)
        if self.parser.should_upgrade() and not self._may_upgrade(headers):
            self._reason = TurnedAway(400, "bad_upgrade")
            raise self._reason  # the parser stops, and uvicorn calls send_400_response
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # else it is for a websocket
            if not self._unanswered:
                self._chunks = 0
            self._unanswered.append(self.cycle)
            self.cycle.transport = cast("Transport", _ResponseTransport(self))
            cast("Scope", self.cycle.scope)["extensions"] = {ABORT: self.transport.abort}
        self._framing.on_head_end(
            chunked=b"transfer-encoding" in headers,
            content_length=int(headers.get(b"content-length", b"0")),
        )

    def _may_upgrade(self, headers: dict[bytes, bytes]) -> bool:
        """Whether it is certain where the request ends, and which protocol reads on.

        httptools skips the body of any request that asks for an upgrade, so the body would be
        parsed as the next request (request smuggling). It reads every Connection and Upgrade
        header, but uvicorn only the last of each. A websocket needs HTTP/1.1, and no answer that is
        still on its way.
        """
        names = [name for name, _ in self.headers]
        if has_body(headers) or max(names.count(b"connection"), names.count(b"upgrade")) > 1:
            return False
        if not self._should_upgrade():
            return True  # it is answered like any other request
        return self.parser.get_http_version() == "1.1" and not self._unanswered

    def on_chunk_header(self) -> None:
        self._framing.chunk_line_ended()
        if self._framing.part is Part.CHUNK:
            self._chunks += 1

    def on_message_complete(self) -> None:
        self._framing.request_ended()
        super().on_message_complete()

    # --- what goes out ---------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        self._unanswered.popleft()
        if self._lingering:
            return
        super().on_response_complete()
        if self._unanswered or self.transport.is_closing():
            return
        if self._final_response is not None:
            self._send_final_response()
        elif self._framing.part is not Part.HEAD:
            self.linger()  # answered before its end: nobody waits for the rest

    def shutdown(self) -> None:
        """Also closes lingering connections and streams: a response that has started and goes on is
        a stream, and would not end by itself."""
        super().shutdown()
        goes_on = bool(self._unanswered) and self._unanswered[0].response_started
        if goes_on:
            _notify_disconnect(self._unanswered[0])
        if goes_on or self._lingering:
            self.transport.close()

    def linger(self) -> None:
        """Lingering close: closes the sending side, and the connection once the client closes too,
        or after LINGER_SECONDS. Closes it at once if no request is half received."""
        if self._lingering or self.transport.is_closing():
            return
        self._lingering = True
        if not self._framing.has_begun:
            self.transport.close()
            return
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        self._set_timer(LINGER_SECONDS)

    # --- giving up -------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn's
        """Replaces uvicorn's answer to a parser error by a problem in JSON."""
        self._refuse(self._reason or TurnedAway(400, "not_http"))

    def _refuse(self, problem: TurnedAway) -> None:
        if self._framing.part is not Part.HEAD and not self._withdraw():
            self._give_up(b"")
            return
        asked = dict(self.headers or ()).get(b"accept-language", b"").decode("latin-1")
        answer = ProblemAnswer(problem.code, problem.say(negotiate_language(asked)))
        self._give_up(_encode_response(problem, msgspec.json.encode(answer)))

    def _withdraw(self) -> bool:
        """Withdraws a request that is refused while its body arrives, so that no handler waits for
        the rest. Returns False if its response has started already."""
        if self.cycle.response_started:
            return False
        if self.pipeline and self.pipeline[0][0] is self.cycle:
            self.pipeline.popleft()
        _notify_disconnect(self.cycle)
        self._unanswered.pop()
        return True

    def _give_up(self, final_response: bytes) -> None:
        """Accepts no more requests. Those that came before are answered first."""
        self._stop_timer()
        self._final_response = final_response
        if not self._unanswered:
            self._send_final_response()

    def _send_final_response(self) -> None:
        if self._final_response:
            self.transport.write(self._final_response)
        self.linger()

    def _discard(self, length: int) -> None:
        self._discarded += length
        if self._discarded > MAX_DISCARDED_BYTES:
            self.transport.close()

    def _time_out(self) -> None:
        if self._lingering:
            self.transport.close()
        elif not self._framing.has_begun:
            self._give_up(b"")  # nothing was asked, so nothing is answered
        else:
            self._refuse(TurnedAway(408, "head_too_slow", most=round(HEAD_TIMEOUT)))

    def _set_timer(self, seconds: float | None = None) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds or HEAD_TIMEOUT, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _ResponseTransport:
    """The transport as a response sees it: `close` is a lingering close."""

    def __init__(self, connection: BoundedConnection) -> None:
        self.write = connection.transport.write
        self.is_closing = connection.transport.is_closing
        self.close = connection.linger


def _notify_disconnect(cycle: RequestResponseCycle) -> None:
    """Tells the handler of a request that its client is gone."""
    cycle.disconnected = True
    cycle.message_event.set()


def _encode_response(problem: TurnedAway, body: bytes) -> bytes:
    more = "".join(f"{name}: {value}\r\n" for name, value in problem.headers.items()).encode()
    head = (
        b"content-type: application/json\r\n"
        b"x-content-type-options: nosniff\r\n"
        b"cache-control: no-store\r\n"
        b"content-length: %d\r\n"
        b"connection: close\r\n\r\n" % len(body)
    )
    status = HTTPStatus(problem.status)
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() + more + head + body

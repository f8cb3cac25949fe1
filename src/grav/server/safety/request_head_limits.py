"""Connections that hold nothing up: no request that never comes to the point is waited for, no
answer that never ends, and nothing is taken in without a bound.

A subclass of uvicorn's protocol, since none of those that come with it bounds all of this: with
httptools nothing is bounded; with h11, at three times the cost of a request, what comes in one read
is let in whatever its length, and what is refused is told without a number.
"""

from asyncio import TimerHandle, Transport
from collections import deque
from typing import cast

import msgspec
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from grav.server.asgi_types import Scope
from grav.server.problems.language import liked_best
from grav.server.problems.problem import ProblemAnswer
from grav.server.safety.bodies import MAX_DISCARDED_BYTES, has_body
from grav.server.safety.framing import Framing, Part, TooLong
from grav.server.safety.refusal import TurnedAway
from grav.server.safety.unread import ABORT

HEAD_SECONDS = 15.0
"""For a head to come."""
MAX_PIPELINED = 64
"""Requests of one connection that are not answered yet. Each takes some kilobytes before anybody is
asked whether it may come at all."""
MAX_CHUNKS = 4096
"""Chunks of all requests of one connection that are not answered yet. Each costs the event loop
some microseconds, however short it is, and a single read may bring 40,000 of them."""
COME_AGAIN = {"retry-after": "1"}
LINGER_SECONDS = 2.0
"""For which a connection that is given up is still read. If it were closed at once, what the asker
goes on sending would be answered by a reset, and that can destroy the answer on its way."""

REFUSED = {
    Part.HEAD: (431, "head_too_long"),
    Part.CHUNK_LINE: (400, "chunk_line_too_long"),
    Part.TRAILERS: (431, "trailers_too_long"),
}


class BoundedConnection(HttpToolsProtocol):
    """One connection, whose every request has to state in short what it wants, and soon."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn's
        self._framing = Framing()
        self._unanswered: deque[RequestResponseCycle] = deque()
        """Requests that were begun and not answered, the oldest first, which is the one being
        answered: more than one where they are pipelined."""
        self._chunks = 0
        self._wrong: TurnedAway | None = None
        """What the parser was stopped for, where it found nothing wrong itself."""
        self._last_words: bytes | None = None
        """Once it is given up: what is still to be told, after all that was asked before."""
        self._lingering = False
        self._is_handed_over = False
        """Is it a websocket by now, which has a protocol of its own?"""
        self._discarded = 0
        self._timer: TimerHandle | None = None
        super().connection_made(transport)
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        for cycle in self._unanswered:  # uvicorn tells the newest alone
            _tell_gone(cycle)
        super().connection_lost(exc)

    # --- what comes in ---------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        start = 0
        while start < len(data) and not self.transport.is_closing():
            if self._last_words is not None or self._lingering:
                self._discard(len(data) - start)
                return
            if self._chunks > MAX_CHUNKS:
                self._refuse(TurnedAway(400, "too_many_chunks", most=MAX_CHUNKS))
                continue
            if len(self._unanswered) == MAX_PIPELINED and not self._framing.has_begun:
                self._refuse(TurnedAway(429, "too_many_pipelined", COME_AGAIN, most=MAX_PIPELINED))
                continue
            try:
                end = self._framing.cut(data, start)
            except TooLong as error:
                status, code = REFUSED[error.part]
                self._refuse(TurnedAway(status, code, most=error.most))
                continue
            if self._framing.part is Part.HEAD and self._timer is None:
                self._set_timer()
            super().data_received(data[start:end])
            if self._is_handed_over:
                return  # nobody may send anything before a websocket is accepted
            start = end

    def handle_websocket_upgrade(self) -> None:
        try:
            super().handle_websocket_upgrade()
        except TurnedAway as problem:
            self.connections.add(self)  # it is still ours, and has to be told
            self._refuse(problem)
        else:
            self._is_handed_over = True

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._framing.part is Part.HEAD:  # trailers are nobody's: who asks has been judged
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stop_timer()
        headers = dict(self.headers)
        if self.parser.should_upgrade() and not self._may_upgrade(headers):
            self._wrong = TurnedAway(400, "bad_upgrade")
            raise self._wrong  # the parser stops, and uvicorn sends a 400
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # else it is for a websocket
            if not self._unanswered:
                self._chunks = 0
            self._unanswered.append(self.cycle)
            self.cycle.transport = cast("Transport", _Answering(self))
            cast("Scope", self.cycle.scope)["extensions"] = {ABORT: self.transport.abort}
        self._framing.head_ended(
            chunked=b"transfer-encoding" in headers,
            content_length=int(headers.get(b"content-length", b"0")),
        )

    def _may_upgrade(self, headers: dict[bytes, bytes]) -> bool:
        """Is there no doubt where the request ends, and who reads on?

        httptools skips the body of whatever asks for an upgrade, so the body would be taken for the
        next request (request smuggling). It reads every Connection and Upgrade header, but uvicorn
        only the last of each. A websocket needs HTTP/1.1, and no answer that is still on its way.
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
        if self._last_words is not None:
            self._leave()
        elif self._framing.part is not Part.HEAD:
            self.linger()  # what was answered without its end has no end that anybody waits for

    def shutdown(self) -> None:
        """An answer that was begun and goes on is a stream: it would not end by itself."""
        super().shutdown()
        goes_on = bool(self._unanswered) and self._unanswered[0].response_started
        if goes_on:
            _tell_gone(self._unanswered[0])
        if goes_on or self._lingering:
            self.transport.close()

    def linger(self) -> None:
        """Closes this end, and the connection once the other end is closed too, or soon."""
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
        """What uvicorn says when the parser stops, in our words."""
        self._refuse(self._wrong or TurnedAway(400, "not_http"))

    def _refuse(self, problem: TurnedAway) -> None:
        if self._framing.part is not Part.HEAD and not self._take_back():
            self._give_up(b"")
            return
        asked = dict(self.headers or ()).get(b"accept-language", b"").decode("latin-1")
        said = ProblemAnswer(problem.code, problem.say(liked_best(asked)))
        self._give_up(_written(problem, msgspec.json.encode(said)))

    def _take_back(self) -> bool:
        """Lets nobody wait for the body of a request that is refused while it comes. False if it
        is being answered already."""
        if self.cycle.response_started:
            return False
        if self.pipeline and self.pipeline[0][0] is self.cycle:
            self.pipeline.popleft()
        _tell_gone(self.cycle)
        self._unanswered.pop()
        return True

    def _give_up(self, last_words: bytes) -> None:
        """Takes no more requests. What was asked before is answered first."""
        self._stop_timer()
        self._last_words = last_words
        if not self._unanswered:
            self._leave()

    def _leave(self) -> None:
        if self._last_words:
            self.transport.write(self._last_words)
        self.linger()

    def _discard(self, length: int) -> None:
        self._discarded += length
        if self._discarded > MAX_DISCARDED_BYTES:
            self.transport.close()

    def _is_late(self) -> None:
        if self._lingering:
            self.transport.close()
        elif not self._framing.has_begun:
            self._give_up(b"")  # nothing was asked, so nothing is answered
        else:
            self._refuse(TurnedAway(408, "head_too_slow", most=round(HEAD_SECONDS)))

    def _set_timer(self, seconds: float | None = None) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds or HEAD_SECONDS, self._is_late)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Answering:
    """The way out, as an answer sees it: to close it ends the connection in peace."""

    def __init__(self, connection: BoundedConnection) -> None:
        self.write = connection.transport.write
        self.is_closing = connection.transport.is_closing
        self.close = connection.linger


def _tell_gone(cycle: RequestResponseCycle) -> None:
    """Tells whoever answers a request that nobody hears it any more."""
    cycle.disconnected = True
    cycle.message_event.set()


def _written(problem: TurnedAway, body: bytes) -> bytes:
    more = "".join(f"{name}: {value}\r\n" for name, value in problem.headers.items()).encode()
    head = (
        b"content-type: application/json\r\n"
        b"x-content-type-options: nosniff\r\n"
        b"cache-control: no-store\r\n"
        b"content-length: %d\r\n"
        b"connection: close\r\n\r\n" % len(body)
    )
    return STATUS_LINE[problem.status] + more + head + body

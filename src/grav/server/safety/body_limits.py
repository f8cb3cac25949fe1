"""Limits on request bodies: JSON only, short, not deeply nested, and sent in time."""

import asyncio
import re
from collections.abc import Mapping

from grav.server.protocol.asgi_types import Message, Receive
from grav.server.protocol.http_framing import MAX_DISCARDED_BYTES

MAX_BYTES = 64 * 1024
MAX_BYTES_OF_GAMES = 512 * 1024
"""For the paths to which a whole game is sent."""
GAMES_AT = frozenset({"/api/review", "/api/review/convert", "/api/review/opinion", "/api/study"})
MAX_DEPTH = 32
BODY_TIMEOUT = 15.0
"""Timeout in seconds for a whole body; so short a body needs no more on any connection."""
JSON = b"application/json"

_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def can_be_discarded(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a refused body can be read to its end: not if its stated length is too long for that,
    nor if the client sends it only when asked to (`Expect: 100-continue`)."""
    is_awaited = b"expect" in headers
    return not is_awaited and not states_too_long(headers, MAX_DISCARDED_BYTES)


def is_json(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == JSON


def max_bytes_of(path: str) -> int:
    """Returns the maximum length of a body that is sent to this path."""
    return MAX_BYTES_OF_GAMES if path.rstrip("/") in GAMES_AT else MAX_BYTES


def states_too_long(headers: Mapping[bytes, bytes], most: int = MAX_BYTES) -> bool:
    """Whether the stated Content-Length exceeds the limit, or cannot be read."""
    stated = headers.get(b"content-length", b"0")
    return not stated.isdigit() or len(stated) > 9 or int(stated) > most


class Body:
    """The body of one request, read as far as it is needed."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_over = False
        self._has_left = False

    async def read(self, most: int = MAX_BYTES) -> bytes | None:
        """Returns the whole body; None if it is too long, or the client disconnects before its end.

        Raises TimeoutError if the end does not arrive in time.
        """
        pieces: list[bytes] = []
        length = 0
        async with asyncio.timeout(BODY_TIMEOUT):
            while not self._is_over:
                piece = await self._next()
                length += len(piece)
                if length > most:
                    return None
                pieces.append(piece)
        return None if self._has_left else b"".join(pieces)

    async def discard(self) -> bool:
        """Reads the rest and drops it, so that a refused client receives the refusal: most clients
        read only after they have sent everything. Returns False if it is too long or too slow."""
        length = 0
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                while not self._is_over and length <= MAX_DISCARDED_BYTES:
                    length += len(await self._next())
        except TimeoutError:
            return False
        return self._is_over

    async def _next(self) -> bytes:
        message = await self._receive()
        self._has_left = message["type"] != "http.request"
        self._is_over = self._has_left or not message.get("more_body", False)
        piece: bytes = message.get("body", b"")
        return piece


def replay(body: bytes, receive: Receive) -> Receive:
    """Returns a `receive` that replays the body in one message, and then continues with the
    original."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_replayed() -> Message:
        return left.pop() if left else await receive()

    return receive_replayed


def is_too_deep(data: bytes) -> bool:
    """Whether the JSON is nested deeper than any valid request. JSON parsers may fail on such data.

    Also for websocket messages. Nearly all have fewer brackets than the limit: those are not
    scanned.
    """
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return False
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(data):
        mark = found[0]
        if mark in (b"[", b"{"):
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif mark in (b"]", b"}"):
            depth -= 1
    return False

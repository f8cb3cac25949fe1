"""Bodies of requests: JSON, short, and not nested without end."""

import asyncio
import re
from collections.abc import Mapping

from grav.server.asgi_types import Message, Receive

MOST_BYTES = 64 * 1024
MOST_BYTES_OF_GAMES = 512 * 1024
"""Where a whole game is sent."""
GAMES_AT = frozenset({"/api/review", "/api/review/convert", "/api/review/opinion", "/api/study"})
MOST_DEPTH = 32
MAX_DISCARDED_BYTES = 1024 * 1024
"""Of what is refused: read so that the refusal can be heard. Whoever sends more is cut off."""
PATIENCE = 15.0
"""Seconds for a body to come; so short a one needs no more on any line."""
JSON = b"application/json"

_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def has_body(headers: Mapping[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def can_be_discarded(headers: Mapping[bytes, bytes]) -> bool:
    """Not what is stated to be too long for it, nor what is sent only once it is asked for."""
    is_awaited = b"expect" in headers
    return not is_awaited and not is_said_to_be_too_long(headers, MAX_DISCARDED_BYTES)


def is_json(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == JSON


def most_bytes(path: str) -> int:
    """How long a body may be that is sent to this path."""
    return MOST_BYTES_OF_GAMES if path.rstrip("/") in GAMES_AT else MOST_BYTES


def is_said_to_be_too_long(headers: Mapping[bytes, bytes], most: int = MOST_BYTES) -> bool:
    """Does the request itself state a length beyond the bound, or none that can be read?"""
    stated = headers.get(b"content-length", b"0")
    return not stated.isdigit() or len(stated) > 9 or int(stated) > most


class Body:
    """What comes with a request, as far as it was read."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_over = False
        self._has_left = False

    async def read(self, most: int = MOST_BYTES) -> bytes | None:
        """The whole body; None if it is too long, or if the asker left before its end.

        TimeoutError: its end did not come in time.
        """
        pieces: list[bytes] = []
        length = 0
        async with asyncio.timeout(PATIENCE):
            while not self._is_over:
                piece = await self._next()
                length += len(piece)
                if length > most:
                    return None
                pieces.append(piece)
        return None if self._has_left else b"".join(pieces)

    async def discard(self) -> bool:
        """Reads on and forgets, so that whoever is refused can hear it: as a rule, they listen once
        they have sent everything. False if that is too much, or takes too long."""
        length = 0
        try:
            async with asyncio.timeout(PATIENCE):
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


def again(body: bytes, receive: Receive) -> Receive:
    """Hands out the body that was read, in one piece, and then what comes after it."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return left.pop() if left else await receive()

    return receive_again


def is_too_deep(data: bytes) -> bool:
    """Is the JSON nested deeper than anything that is ever asked? Readers of JSON may break at it.

    For messages of sockets too. Nearly all have fewer brackets than the bound: those are not read.
    """
    if data.count(b"[") + data.count(b"{") <= MOST_DEPTH:
        return False
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(data):
        mark = found[0]
        if mark in (b"[", b"{"):
            depth += 1
            if depth > MOST_DEPTH:
                return True
        elif mark in (b"]", b"}"):
            depth -= 1
    return False

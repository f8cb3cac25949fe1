"""Bodies of requests: JSON, short, and not nested without end."""

import asyncio
import re
from collections.abc import Mapping

from grav.server.asgi import Message, Receive

MOST_BYTES = 64 * 1024
MOST_BYTES_OF_GAMES = 512 * 1024
"""Where a whole game is sent."""
GAMES_AT = frozenset({"/api/review", "/api/review/convert", "/api/review/opinion", "/api/study"})
MOST_DEPTH = 32
PATIENCE = 15.0
"""Seconds for a body to come; so short a one needs no more on any line."""
JSON = b"application/json"

_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def has_body(headers: Mapping[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def is_json(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == JSON


def most_bytes(path: str) -> int:
    """How long a body may be that is sent to this path."""
    return MOST_BYTES_OF_GAMES if path.rstrip("/") in GAMES_AT else MOST_BYTES


def is_said_to_be_too_long(headers: Mapping[bytes, bytes], most: int = MOST_BYTES) -> bool:
    """Does the request itself state a length beyond the bound, or none that can be read?"""
    stated = headers.get(b"content-length", b"0")
    return not stated.isdigit() or len(stated) > 9 or int(stated) > most


async def read_body(receive: Receive, most: int = MOST_BYTES) -> bytes | None:
    """The whole body; None if it is too long, or if the asker left before its end.

    TimeoutError: its end did not come in time.
    """
    async with asyncio.timeout(PATIENCE):
        return await _read(receive, most)


async def _read(receive: Receive, most: int) -> bytes | None:
    pieces: list[bytes] = []
    length = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        piece: bytes = message.get("body", b"")
        length += len(piece)
        if length > most:
            return None
        pieces.append(piece)
        if not message.get("more_body", False):
            return b"".join(pieces)


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

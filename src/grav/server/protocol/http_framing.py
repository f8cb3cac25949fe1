"""HTTP framing: finds where the parts of a request end, and limits the length of all but the body.

The parser (llhttp) limits none of them: it buffers a line until it ends, and reports what a piece
of data contained, but not where. So each piece that it is given holds data of one part at most, and
every byte is counted for the right part, however the network has split the request. The parser
decides when a head or a request is over; this module only counts bytes, and cuts too often rather
than too seldom.
"""

import re
from collections.abc import Mapping
from enum import Enum, auto

MAX_URL_LENGTH = 4096
MAX_HEAD_BYTES = 32 * 1024
"""The request line and all headers, including the empty line after them."""
MAX_CHUNK_LINE_BYTES = 256
"""The line before a chunk: its length, and chunk extensions, none of which is supported."""
MAX_TRAILER_BYTES = 8 * 1024
"""Trailers: the headers after a chunked body, including the empty line after them. They are
ignored."""
MAX_DISCARDED_BYTES = 1024 * 1024
"""Bytes of a refused body that are read and discarded so that the client receives the refusal.
Whoever sends more is disconnected."""

_EMPTY_LINE = re.compile(rb"\n\r?\n")


def has_body(headers: Mapping[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


class Part(Enum):
    """The part of a request that comes next."""

    HEAD = auto()
    BODY = auto()
    CHUNK_LINE = auto()
    CHUNK = auto()
    TRAILERS = auto()


class TooLong(Exception):
    """A part exceeds its maximum length."""

    def __init__(self, part: Part, limit: int) -> None:
        super().__init__(part, limit)
        self.part, self.limit = part, limit


class Framing:
    """Tracks the current part of one connection, request after request."""

    def __init__(self) -> None:
        self.part = Part.HEAD
        self._length = 0
        """Bytes of this part so far, if it consists of lines."""
        self._left = 0
        """Bytes of the body or the chunk that are still to come."""
        self._line = b""

    @property
    def has_begun(self) -> bool:
        """Whether a request has begun to arrive and is not over yet."""
        return self.part is not Part.HEAD or self._length > 0

    def cut(self, data: bytes, start: int) -> int:
        """Returns where the next piece for the parser ends. Raises TooLong if not one more byte is
        allowed."""
        if self.part is Part.BODY or self.part is Part.CHUNK:
            return self._cut_bytes(start, len(data))
        limit = _max_length(self.part)
        if self._length == limit:
            raise TooLong(self.part, limit)
        end = min(self._end_of_lines(data, start), start + limit - self._length)
        self._length += end - start
        if self.part is Part.CHUNK_LINE:
            self._line += data[start:end]
        return end

    def _end_of_lines(self, data: bytes, start: int) -> int:
        """Returns the end of the one line before a chunk; otherwise the end of all lines, up to the
        empty one."""
        if self.part is Part.CHUNK_LINE or (start == 0 and self._is_after_a_line):
            return data.find(b"\n", start) + 1 or len(data)
        found = _EMPTY_LINE.search(data, max(start - 1, 0))
        return found.end() if found else len(data)

    @property
    def _is_after_a_line(self) -> bool:
        """Whether a line came before this data, so that the empty line may be next: the data itself
        does not show that at its beginning. Before trailers comes the line of the last chunk."""
        return self._length > 0 or self.part is Part.TRAILERS

    def _cut_bytes(self, start: int, available: int) -> int:
        end = min(start + self._left, available)
        self._left -= end - start
        if self.part is Part.CHUNK and not self._left:
            self._begin(Part.CHUNK_LINE)
        return end

    # What the parser reports about the piece that it was given.

    def on_head_end(self, *, chunked: bool, content_length: int) -> None:
        self._begin(Part.CHUNK_LINE if chunked else Part.BODY)
        self._left = content_length

    def chunk_line_ended(self) -> None:
        size = int(self._line.partition(b";")[0], 16)  # the parser has checked that it is a number
        self._begin(Part.CHUNK if size else Part.TRAILERS)
        self._left = size + len(b"\r\n")

    def request_ended(self) -> None:
        self._begin(Part.HEAD)

    def _begin(self, part: Part) -> None:
        self.part, self._length, self._line = part, 0, b""


def _max_length(part: Part) -> int:
    match part:
        case Part.CHUNK_LINE:
            return MAX_CHUNK_LINE_BYTES
        case Part.TRAILERS:
            return MAX_TRAILER_BYTES
        case _:
            return MAX_HEAD_BYTES

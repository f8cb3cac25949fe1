"""Where the parts of a request end, and how long those may be that are no body.

The parser (llhttp) bounds none of them: it holds a line until it ends, and says of a piece of data
what was in it, not where. So it is given no more at a time than what can be of one part, and every
byte counts for the right one, however the network has cut the request. It is the parser that says
when a head or a request is over; here bytes are only counted, and cut rather too often than too
seldom.
"""

import re
from enum import Enum, auto

MAX_HEAD_BYTES = 32 * 1024
"""Of a head: the address and all headers, up to and with the empty line after them."""
MAX_CHUNK_LINE_BYTES = 256
"""Of the line before a chunk: its length, and extensions, of which nobody knows any."""
MAX_TRAILER_BYTES = 8 * 1024
"""Of the headers after a body in chunks, with the empty line after them. Nobody reads them."""

_EMPTY_LINE = re.compile(rb"\n\r?\n")


class Part(Enum):
    """What comes next."""

    HEAD = auto()
    BODY = auto()
    CHUNK_LINE = auto()
    CHUNK = auto()
    TRAILERS = auto()


class TooLong(Exception):
    """A part has more bytes than it may have."""

    def __init__(self, part: Part, most: int) -> None:
        super().__init__(part, most)
        self.part, self.most = part, most


class Framing:
    """Follows one connection, request after request."""

    def __init__(self) -> None:
        self.part = Part.HEAD
        self._length = 0
        """Bytes of this part so far, where it is made of lines."""
        self._left = 0
        """Bytes of the body or the chunk that are still to come."""
        self._line = b""

    @property
    def has_begun(self) -> bool:
        """Is there anything of a request that is not over yet?"""
        return self.part is not Part.HEAD or self._length > 0

    def cut(self, data: bytes, start: int) -> int:
        """Where the next piece for the parser ends; TooLong if not one more byte is allowed."""
        if self.part is Part.BODY or self.part is Part.CHUNK:
            return self._cut_bytes(start, len(data))
        most = _most(self.part)
        if self._length == most:
            raise TooLong(self.part, most)
        end = min(self._end_of_lines(data, start), start + most - self._length)
        self._length += end - start
        if self.part is Part.CHUNK_LINE:
            self._line += data[start:end]
        return end

    def _end_of_lines(self, data: bytes, start: int) -> int:
        """Of one line in front of a chunk; else of all lines, up to an empty one."""
        if self.part is Part.CHUNK_LINE or (start == 0 and self._is_after_a_line):
            return data.find(b"\n", start) + 1 or len(data)
        found = _EMPTY_LINE.search(data, max(start - 1, 0))
        return found.end() if found else len(data)

    @property
    def _is_after_a_line(self) -> bool:
        """Has a line come before, so that the empty one may be the next? It cannot be seen where
        the data begins. Before trailers there is the line of the last chunk."""
        return self._length > 0 or self.part is Part.TRAILERS

    def _cut_bytes(self, start: int, available: int) -> int:
        end = min(start + self._left, available)
        self._left -= end - start
        if self.part is Part.CHUNK and not self._left:
            self._begin(Part.CHUNK_LINE)
        return end

    # What the parser says of the piece that it was given.

    def head_ended(self, *, chunked: bool, content_length: int) -> None:
        self._begin(Part.CHUNK_LINE if chunked else Part.BODY)
        self._left = content_length

    def chunk_line_ended(self) -> None:
        size = int(self._line.partition(b";")[0], 16)  # the parser has seen that it is a number
        self._begin(Part.CHUNK if size else Part.TRAILERS)
        self._left = size + len(b"\r\n")

    def request_ended(self) -> None:
        self._begin(Part.HEAD)

    def _begin(self, part: Part) -> None:
        self.part, self._length, self._line = part, 0, b""


def _most(part: Part) -> int:
    match part:
        case Part.CHUNK_LINE:
            return MAX_CHUNK_LINE_BYTES
        case Part.TRAILERS:
            return MAX_TRAILER_BYTES
        case _:
            return MAX_HEAD_BYTES

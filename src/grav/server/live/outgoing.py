"""A message on its way to many: encoded once, whoever and however many hear it."""

from typing import TYPE_CHECKING

from grav.server.live.wire import encode_frame
from grav.server.messages.views import ToClient, encode_message

if TYPE_CHECKING:
    from typing import Self


class Outgoing:
    """Its JSON, for streams and other processes, and its frame, for sockets."""

    __slots__ = ("_frame", "json")

    def __init__(self, json: bytes) -> None:
        self.json = json
        self._frame: bytes | None = None

    @classmethod
    def of(cls, message: ToClient) -> "Self":
        return cls(encode_message(message))

    @property
    def frame(self) -> bytes:
        if self._frame is None:
            self._frame = encode_frame(self.json)
        return self._frame

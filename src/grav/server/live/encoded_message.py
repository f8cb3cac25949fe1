"""A message to any number of receivers, encoded once."""

from typing import TYPE_CHECKING

from grav.server.messages.views import ToClient, encode_message
from grav.server.protocol.websocket_takeover import encode_frame

if TYPE_CHECKING:
    from typing import Self


class EncodedMessage:
    """A message as JSON, for streams and other processes, and as a frame, for websockets."""

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

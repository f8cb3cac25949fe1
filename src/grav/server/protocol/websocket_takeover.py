"""An open websocket after the handshake: messages in, encoded frames out, and nothing between.

The handshake is an ASGI call like any request: limits, identity, routes. Once it is accepted, the
handler takes the connection over through an extension of the scope, and the ASGI call ends. So an
open socket costs no task, no queue and no scope, and a message to everybody at a table is framed
once for all of them.
"""

from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Protocol, cast

EXTENSION = "grav.takeover"
"""The key in the ASGI scope's extensions under which a server offers the connection."""

_FINAL_TEXT = 0x81
_MEDIUM, _LONG = Struct("!BBH").pack, Struct("!BBQ").pack


def encode_frame(message: bytes) -> bytes:
    """Encodes a text message as a server's websocket frame: the same bytes for every client.

    RFC 6455, 5.2: one final text frame without a mask; the length takes 1, 3 or 9 bytes.
    """
    length = len(message)
    if length < 126:
        return bytes((_FINAL_TEXT, length)) + message
    if length < 65_536:
        return _MEDIUM(_FINAL_TEXT, 126, length) + message
    return _LONG(_FINAL_TEXT, 127, length) + message


class WebSocketConnection(Protocol):
    """The operations on an open websocket."""

    def send(self, frame: bytes) -> None:
        """Hands the bytes of whole frames to the network; never waits. No effect after a close."""

    def close(self, code: int) -> None:
        """Sends a close frame, and disconnects soon, whether or not the client answers."""

    def pause(self) -> None:
        """Stops reading, so that the client is held up by its own connection (backpressure)."""

    def resume(self) -> None: ...

    def probe(self) -> bool:
        """Whether anything at all was received since the last probe. Sends a ping of the websocket
        protocol, which clients answer by themselves."""

    @property
    def unsent(self) -> int:
        """Bytes that the network has not taken yet."""


class Receiver(Protocol):
    """The object that took a websocket over."""

    def receive(self, message: bytes | None) -> None:
        """Takes a whole message, text or binary. None: a frame that is no message of its own (a
        ping, a pong, a close, a part of a message); it costs as much, so it has to count too."""

    def lost(self) -> None:
        """Called once when the connection is gone, whoever ended it."""


TakeOver = Callable[[Receiver], WebSocketConnection]


def takeover_of(scope: Mapping[str, Any]) -> TakeOver:
    """Returns the function that takes over the accepted websocket of a scope."""
    return cast("TakeOver", scope["extensions"][EXTENSION])

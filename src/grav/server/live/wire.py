"""An open websocket after the handshake: messages in, encoded frames out, and nothing between.

The handshake is an ASGI call like any request: limits, identity, routes. Once it is accepted, the
handler takes the connection over through an extension of the scope, and the ASGI call ends. So an
open socket costs no task, no queue and no scope, and what everybody at a table is sent is framed
once for all of them.
"""

from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Protocol, cast

EXTENSION = "grav.takeover"
"""The key of the scope's extensions under which a server offers the connection."""

_FINAL_TEXT = 0x81
_MEDIUM, _LONG = Struct("!BBH").pack, Struct("!BBQ").pack


def encode_frame(message: bytes) -> bytes:
    """A message of text as a server sends it on the wire: the same bytes for every client.

    RFC 6455, 5.2: one frame, final, of text, without a mask; a length in 1, 3 or 9 bytes.
    """
    length = len(message)
    if length < 126:
        return bytes((_FINAL_TEXT, length)) + message
    if length < 65_536:
        return _MEDIUM(_FINAL_TEXT, 126, length) + message
    return _LONG(_FINAL_TEXT, 127, length) + message


class Wire(Protocol):
    """What can be done with an open websocket."""

    def send(self, frame: bytes) -> None:
        """Hands the bytes of whole frames to the network; never waits. Nothing after a close."""

    def close(self, code: int) -> None:
        """Says goodbye, and lets go soon, whether or not the client answers."""

    def pause(self) -> None:
        """Reads nothing more, so that the client is held up by its own connection."""

    def resume(self) -> None: ...

    def probe(self) -> bool:
        """Asks whether anybody is still there, by a ping of the websocket protocol, which clients
        answer by themselves. False: nothing at all was heard since the last time."""

    @property
    def unsent(self) -> int:
        """Bytes that the network has not taken yet."""


class Receiver(Protocol):
    """Who took a websocket over."""

    def receive(self, message: bytes | None) -> None:
        """A whole message, of text or not. None: a frame that is no message of its own (a ping, a
        pong, a close, a part of a message); it cost the server as much, so it has to count too."""

    def lost(self) -> None:
        """The connection is gone. Called once, whoever ended it."""


TakeOver = Callable[[Receiver], Wire]


def takeover_of(scope: Mapping[str, Any]) -> TakeOver:
    """How to take the accepted websocket of a scope over."""
    return cast("TakeOver", scope["extensions"][EXTENSION])

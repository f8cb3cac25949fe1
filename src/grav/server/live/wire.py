"""An open websocket after the handshake: messages in, encoded frames out, and nothing between.

The handshake is an ASGI call like any request: limits, identity, routes. Once it is accepted, the
handler takes the connection over through an extension of the scope, and the ASGI call ends. So an
open socket costs no task, no queue and no scope, and what everybody at a table is sent is framed
once for all of them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from websockets.frames import Frame, Opcode

EXTENSION = "grav.takeover"
"""The key of the scope's extensions under which a server offers the connection."""


def encode_frame(message: bytes) -> bytes:
    """A message of text as a server sends it on the wire: the same bytes for every client."""
    return Frame(Opcode.TEXT, message).serialize(mask=False)


class Wire(Protocol):
    """What can be done with an open websocket."""

    def send(self, frame: bytes) -> None:
        """Hands the bytes of whole frames to the network; never waits. Nothing after a close."""

    def close(self, code: int) -> None:
        """Says goodbye, and lets go soon, whether or not the client answers."""

    def pause(self) -> None:
        """Reads nothing more, so that the client is held up by its own connection."""

    def resume(self) -> None: ...

    @property
    def unsent(self) -> int:
        """Bytes that the network has not taken yet."""


class Receiver(Protocol):
    """Who took a websocket over."""

    def receive(self, message: bytes) -> None:
        """A whole message, of text or not."""

    def lost(self) -> None:
        """The connection is gone. Called once, whoever ended it."""


TakeOver = Callable[[Receiver], Wire]


def takeover_of(scope: Mapping[str, Any]) -> TakeOver:
    """How to take the accepted websocket of a scope over."""
    return cast("TakeOver", scope["extensions"][EXTENSION])

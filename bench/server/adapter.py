"""The adapter interface through which the loads drive a server: where a client connects, what it
sends, and how many actions it has been shown."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class ConnectRequest:
    """How one client connects: the target of its WebSocket request, its own headers, and its first
    message if the server waits for one."""

    target: str
    headers: tuple[tuple[str, str], ...] = ()
    greeting: bytes | None = None


class MessageCodec(Protocol):
    """Reads and writes the messages of one client at one table."""

    def read(self, message: bytes, /) -> bytes | int | None:
        """Reads a message. Returns the answer that the protocol requires; or how many actions the
        table has accepted, by what this client is shown now, 0 once it sits; or None for other
        messages. Raises `Refused` for an action that was not accepted."""

    def encode_action(self, number: int, /) -> bytes:
        """Returns the message for an action of the script. Called only when this client has been
        shown all earlier actions, and the action is its own."""


class ServerAdapter(Protocol):
    """A running server as its clients see it. It is passed to another process."""

    @property
    def address(self) -> tuple[str, int]: ...

    async def open_tables(self, tables: int, /) -> None:
        """Prepares tables 0, 1, ... for two players each; called once, before `connect_request`."""

    def connect_request(self, table: int, seat: int | None, /) -> ConnectRequest:
        """Returns how to connect to a player's seat, or as a spectator if `seat` is None."""

    def codec(self, table: int, seat: int | None, /) -> MessageCodec: ...


class Refused(Exception):
    """The server did not do what a load needs, so there is nothing to measure."""


@dataclass(frozen=True)
class RunningServer:
    """A server that listens, and the id of its main process."""

    pid: int
    adapter: ServerAdapter


class StartServer(Protocol):
    """Starts the server, on its core if it is pinned to one, and stops it afterwards."""

    def __call__(self) -> AbstractContextManager[RunningServer]: ...

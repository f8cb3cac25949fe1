"""What a server has to be told to be driven by these loads: where a client comes in, what it says,
and how many actions it has been shown."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Door:
    """Where one client comes in: the target of its WebSocket request, headers of its own, and what
    it says first where the server waits for that."""

    target: str
    headers: tuple[tuple[str, str], ...] = ()
    greeting: bytes | None = None


class Voice(Protocol):
    """One client at one table."""

    def hear(self, message: bytes, /) -> bytes | int | None:
        """An answer that the protocol wants; or how many actions the table has accepted, by what
        this client is shown now, 0 once it sits; or nothing of interest. Raises `Refused` for an
        action that was not accepted."""

    def act(self, number: int, /) -> bytes:
        """The message for an action of the script. It is asked for only when this client has been
        shown all the actions before, and the action is its own."""


class Dialect(Protocol):
    """A server that is up and running, as its clients see it. Is handed to another process."""

    @property
    def address(self) -> tuple[str, int]: ...

    async def lay(self, tables: int, /) -> None:
        """Makes tables 0, 1, ... ready for two players each; called once, before any door."""

    def door(self, table: int, seat: int | None, /) -> Door:
        """For a player's seat, or for one who watches."""

    def voice(self, table: int, seat: int | None, /) -> Voice: ...


class Refused(Exception):
    """The server did not do what a load needs: then there is nothing to measure."""

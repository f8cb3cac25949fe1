"""What one client recorded at a table: the commands it sent, their answers, and the news, in the
order of arrival. Nothing is corrected here: `checking` compares it with what is stored."""

from dataclasses import dataclass, field
from typing import NamedTuple

from grav.server.messages import commands as c


class NewsReceived(NamedTuple):
    """News: the number before, the number after, and a hash of the message."""

    after: int
    number: int
    digest: int


class SnapshotReceived(NamedTuple):
    """A snapshot of the whole table, at a number."""

    number: int


@dataclass
class ClientLog:
    name: str
    guest: str | None
    """None for a spectator."""
    received: list[NewsReceived | SnapshotReceived] = field(default_factory=list)
    sent: dict[str, c.Command] = field(default_factory=dict)
    """By command id, as the two below."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The number with which each was acknowledged."""
    refused: dict[str, str] = field(default_factory=dict)
    """The code with which each was refused."""
    faults: list[str] = field(default_factory=list)
    """What no server may send or do."""
    stayed: bool = True
    """Whether it stayed until the end."""

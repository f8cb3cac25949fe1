"""What one client knows of a table: what it sent, what it was answered, and what it was told, in
the order in which it came. Nothing is put right here: that is for whoever compares it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from grav.server.messages import commands as c


class Told(NamedTuple):
    """News: the number before, the number after, and what they said, in short."""

    after: int
    number: int
    digest: int


class Shown(NamedTuple):
    """The whole table, as it was at a number."""

    number: int


@dataclass
class Account:
    name: str
    person: str | None
    """None: somebody who only watches."""
    heard: list[Told | Shown] = field(default_factory=list)
    sent: dict[str, c.Command] = field(default_factory=dict)
    """By their ids, as all that follows."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The number that each was answered with."""
    refused: dict[str, str] = field(default_factory=dict)
    """The code that each was refused with."""
    faults: list[str] = field(default_factory=list)
    """What no server may say."""
    stayed: bool = True
    """Was it there until the end?"""

"""What the journal takes and gives: appends, rows, and what lists show of a table."""

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct


class Keep(Enum):
    KEEP = "keep"


KEEP = Keep.KEEP
"""The stored deadline stays as it is."""


class SeatRow(Struct, frozen=True):
    seat: int
    person: str | None
    level: int | None
    kept: bool = False
    """Is the seat only kept for the person?"""


class Summary(Struct, frozen=True):
    """What lists show of a table; times are milliseconds since 1970."""

    stage: str
    public: bool
    slow: bool
    host: str
    created: int
    changed: int
    settings: str
    """JSON."""
    seats: tuple[SeatRow, ...]


SHOWN = tuple(name for name in Summary.__struct_fields__ if name != "seats")
"""The columns of a summary."""


class Append(Struct, frozen=True):
    """Events to be written after number `after` of a game, all or none."""

    game: str
    after: int
    events: tuple[bytes, ...]
    """JSON."""
    form: int
    """The form that the events are stored in."""
    command: str | None = None
    """The id of the command that they came of; it stands on the first of them."""
    due: int | Keep | None = KEEP
    """When the table has to be looked at next; None: not at all."""
    summary: Summary | None = None
    """What lists shall show from now on; None: what they show now."""
    waiting: int | None = None
    """The seats that the table waits for after these events, a bit for each (`bits_of`); None: not
    known, and found out later by who can fold them."""

    @property
    def last(self) -> int:
        """The number of the last of the events."""
        return self.after + len(self.events)


def bits_of(seats: Iterable[int]) -> int:
    """Seats as one number, a bit for each."""
    bits = 0
    for seat in seats:
        bits |= 1 << seat
    return bits


class Row(Struct, frozen=True):
    """An event as it is stored."""

    number: int
    form: int
    command: str | None
    event: bytes


def rows_of(append: Append) -> list[Row]:
    """The rows that an append will be, once it is written."""
    first, form = append.after + 1, append.form
    return [
        Row(first + index, form, append.command if index == 0 else None, event)
        for index, event in enumerate(append.events)
    ]

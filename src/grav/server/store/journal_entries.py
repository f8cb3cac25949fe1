"""Values that the journal takes and returns: appends, rows, and the summary shown in lists."""

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct


class Unchanged(Enum):
    UNCHANGED = "unchanged"


UNCHANGED = Unchanged.UNCHANGED
"""Leaves the stored deadline unchanged."""


class SeatRow(Struct, frozen=True):
    seat: int
    person: str | None
    level: int | None
    reserved: bool = False
    """Whether the seat is only reserved for the person."""


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


SUMMARY_COLUMNS = tuple(name for name in Summary.__struct_fields__ if name != "seats")
"""The columns of a summary."""


class Append(Struct, frozen=True):
    """Events to write after number `after` of a game, all or none."""

    game: str
    after: int
    events: tuple[bytes, ...]
    """JSON."""
    form: int
    """The version of the stored form of the events."""
    command: str | None = None
    """The id of the command that caused them (idempotency key), stored with the first of them."""
    due: int | Unchanged | None = UNCHANGED
    """When the table must be checked next; None: never."""
    summary: Summary | None = None
    """What lists show from now on; None: no change."""
    waiting: int | None = None
    """Bit mask (`bit_mask_of`) of the seats that the table waits for after these events; None: not
    known, filled in later by code that can fold them."""

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.after + len(self.events)


def bit_mask_of(seats: Iterable[int]) -> int:
    """Returns seats as a bit mask."""
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
    """Returns the rows that an append is stored as."""
    first, form = append.after + 1, append.form
    return [
        Row(first + index, form, append.command if index == 0 else None, event)
        for index, event in enumerate(append.events)
    ]

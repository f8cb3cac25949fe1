"""A race of shouts in the record of a table's game."""

from msgspec import Struct

from grav.server.messages.stored_events import Entry


class RecordedRace(Struct, frozen=True, kw_only=True):
    """A race of shouts, as the record of a table's game holds it."""

    action: int
    winner: int
    band: tuple[int, ...] = ()
    sealed: bool = False
    entries: tuple[Entry, ...]

"""The clock of one table: the process's, but never before what happened there."""

from dataclasses import dataclass

from grav.server.clock import Clock
from grav.server.live.room import Room


@dataclass(frozen=True, slots=True)
class TableClock:
    """What those at the table are told the time by."""

    room: Room
    clock: Clock

    def now(self) -> int:
        return self.room.shown_time(self.clock.now())

    def elapsed(self) -> float:
        return self.clock.elapsed()

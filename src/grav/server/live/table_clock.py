"""The clock of one table: the process's clock, but never before what was shown there."""

from dataclasses import dataclass

from grav.server.live.room import Room
from grav.server.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class TableClock:
    """The time that is sent to those at the table."""

    room: Room
    clock: Clock

    def now(self) -> int:
        return self.room.shown_time(self.clock.now())

    def elapsed(self) -> float:
        return self.clock.elapsed()

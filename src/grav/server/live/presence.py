"""Who is at the tables: told to all who sit there, in every process, and noted for later."""

from collections.abc import Iterable

import msgspec
import structlog

from grav.server.clock import Clock
from grav.server.live.fanout import Fanout
from grav.server.live.outgoing import Outgoing
from grav.server.live.people_lookup import PeopleLookup
from grav.server.live.room import Attendance, Listener, Room
from grav.server.live.uptime import Uptime
from grav.server.table.model import Table

log = structlog.get_logger(__name__)

_encode = msgspec.msgpack.Encoder().encode


class TablePresence:
    def __init__(
        self,
        process: str,
        fanout: Fanout,
        people_lookup: PeopleLookup,
        clock: Clock,
        uptime: Uptime,
        *,
        alone: bool,
    ) -> None:
        self._process = process
        """What this one is called among the processes."""
        self._fanout = fanout
        self._people_lookup = people_lookup
        self._clock = clock
        self._uptime = uptime
        self._alone = alone
        """Is this the only process?"""
        self._changed: set[Room] = set()
        """Rooms where somebody came or went since that was last told."""

    def changed(self, room: Room) -> None:
        """Somebody came or went, or sits now."""
        self._changed.add(room)

    def hear(self, room: Room, attendance: Attendance) -> None:
        """Another process tells who listens there."""
        if attendance.process != self._process:
            room.elsewhere[attendance.process] = (self._clock.elapsed(), attendance)
            self.changed(room)

    def tell(self, rooms: Iterable[Room], *, anew: bool) -> None:
        """Tells those at tables who else is there, where that has changed; and, now and then, the
        other processes of all rooms, since they forget it else."""
        at = self._clock.elapsed()
        changed_rooms, self._changed = self._changed, set()
        for room in tuple(rooms) if anew and not self._alone else changed_rooms:
            if not room.listeners or room.table is None:
                continue
            here = room.here(at)
            changed = here != room.attended
            if changed:
                room.attended = here
                message = Outgoing.of(here)
                for listener in tuple(room.listeners):
                    listener.hear(message)
            if not self._alone and (changed or anew):
                self._fanout.publish(room.channel, _encode(room.attendance(self._process)))

    async def note(self, there: Iterable[tuple[Room, Listener]]) -> None:
        """Notes for the other processes, and for later, who is there of those who have a seat."""
        playing = {
            (room.id, listener.person)
            for room, listener in there
            if listener.person and _plays(room.table, listener.person)
        }
        try:
            await self._people_lookup.saw(playing, self._clock.now())
        except Exception as error:  # a note that is missed is no reason to end a game
            log.warning("presence_failed", error=type(error).__name__)
            self._uptime.broke()  # nor to take somebody for gone


def _plays(table: Table | None, person: str) -> bool:
    """Only of them it is asked later when they were last there."""
    if table is None or table.stage.name in ("over", "closed"):
        return False
    return bool(table.seats_of(person))

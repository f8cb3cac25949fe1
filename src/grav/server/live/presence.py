"""Presence: who is at the tables. Sent to everybody there, in every process, and stored."""

from collections.abc import Iterable

import msgspec
import structlog

from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import Fanout
from grav.server.live.presence_uptime import PresenceUptime
from grav.server.live.room import Listener, Room
from grav.server.live.table_news import PresenceReport
from grav.server.runtime.clock import Clock
from grav.server.store.presence import PresenceStore
from grav.server.table.model import Table

log = structlog.get_logger(__name__)

_encode = msgspec.msgpack.Encoder().encode


class TablePresence:
    def __init__(
        self,
        process: str,
        fanout: Fanout,
        presence_store: PresenceStore,
        clock: Clock,
        presence_uptime: PresenceUptime,
        *,
        alone: bool,
    ) -> None:
        self._process = process
        """The name of this process among all of them."""
        self._fanout = fanout
        self._presence_store = presence_store
        self._clock = clock
        self._presence_uptime = presence_uptime
        self._alone = alone
        """Whether this is the only process."""
        self._changed: set[Room] = set()
        """Rooms whose presence may have changed since it was last sent."""

    def mark_changed(self, room: Room) -> None:
        """Marks a room where somebody came, went or took a seat."""
        self._changed.add(room)

    def receive(self, room: Room, report: PresenceReport) -> None:
        """Stores another process's report of who listens to the room there."""
        if report.process != self._process:
            room.remote_presence[report.process] = (self._clock.elapsed(), report)
            self.mark_changed(room)

    def send(self, rooms: Iterable[Room], *, refresh: bool) -> None:
        """Sends the presence to those at tables and to the other processes, where it has changed.

        `refresh`: sends it to the other processes for all rooms, since what they have expires.
        """
        at = self._clock.elapsed()
        changed_rooms, self._changed = self._changed, set()
        for room in tuple(rooms) if refresh and not self._alone else changed_rooms:
            if not room.listeners or room.table is None:
                continue
            presence = room.presence(at)
            changed = presence != room.sent_presence
            if changed:
                room.sent_presence = presence
                message = EncodedMessage.of(presence)
                for listener in tuple(room.listeners):
                    listener.send(message)
            if not self._alone and (changed or refresh):
                self._fanout.publish(room.channel, _encode(room.presence_report(self._process)))

    async def store(self, listening: Iterable[tuple[Room, Listener]]) -> None:
        """Stores who is present of those who have a seat, for the other processes and for later."""
        playing = {
            (room.id, listener.person)
            for room, listener in listening
            if listener.person and _plays(room.table, listener.person)
        }
        try:
            await self._presence_store.store_seen(playing, self._clock.now())
        except Exception as error:  # noqa: BLE001 - a failure here must not end a game
            log.warning("presence_failed", error=type(error).__name__)
            self._presence_uptime.restart()  # nor make anybody count as gone


def _plays(table: Table | None, person: str) -> bool:
    """Whether the person has a seat in a game that is not over: only then is it needed later when
    they were last seen."""
    if table is None or table.stage.name in ("over", "closed"):
        return False
    return bool(table.seats_of(person))

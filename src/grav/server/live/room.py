"""A room: one table in the memory of one process, as a cache of its fold, with its listeners."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import NamedTuple, Protocol

from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.table_news import Appended, FoldResult, NewsMessage, PresenceReport, people_in
from grav.server.messages.views import Here
from grav.server.runtime.clock import Clock
from grav.server.table.deadlines import next_check
from grav.server.table.draft import Draft
from grav.server.table.event_upgrades import decode_event
from grav.server.table.fold import fold
from grav.server.table.model import Table
from grav.server.table.table_view import Snapshot

HISTORY = 64
"""News messages kept for clients that reconnect."""


class Listener(Protocol):
    """A socket or a stream at the table."""

    person: str | None

    def send(self, message: EncodedMessage) -> None:
        """Sends the message soon; a listener that is too slow is disconnected."""

    @property
    def round_trip(self) -> int | None: ...


class DeliveredNews(NamedTuple):
    """A news message that was delivered here, kept for clients that reconnect."""

    before: int
    shown: int
    message: EncodedMessage


PRESENCE_SECONDS = 30.0
"""Seconds after which another process's presence report expires."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class Room:
    id: str
    _table: Table | None = None
    names: dict[str, str | None] = field(default_factory=dict)
    """Names by id, of everybody involved in the table."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    commands: dict[str, int] = field(default_factory=dict)
    """Idempotency keys of commands that were carried out, with the shown number after each."""
    acting: dict[str, int] = field(default_factory=dict)
    """Actors whose commands wait for the lock or have it, with how many."""
    history: deque[DeliveredNews] = field(default_factory=lambda: deque(maxlen=HISTORY))
    snapshot: Snapshot | None = None
    """The encoded table at some number, for everybody who joins before the next."""
    encoding: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a thread makes a snapshot, for all who wait for it."""
    delivered: int = 0
    """The shown number up to which the listeners here have the news."""
    newest: int = 0
    """The highest stored number that this process knows of."""
    unsure: bool = False
    """Whether it is unknown if the last append was stored."""
    stored_due: int | None = None
    """The stored deadline, as far as this process knows."""
    placement: tuple[int, float] = (0, 0.0)
    """The latest placement that is known here, and when it was first sent to the table, by this
    process or another; on this process's monotonic clock."""
    ahead: int = 0
    """Milliseconds by which the table's time is ahead of this process's: another host's clock was
    ahead, or this one's before it was set back. The table's time goes on from there, never back."""
    shown_ahead: int = 0
    """The same, from shown events alone: the time that is shown must not reveal a shout."""
    channel_listener: Callable[[bytes], None] | None = None
    """The callback for messages of other processes, while somebody listens here."""
    remote_presence: dict[str, tuple[float, PresenceReport]] = field(default_factory=dict)
    """Presence reports of other processes, each with the time of its arrival."""
    sent_presence: Here | None = None
    """The presence that was last sent to the table."""
    _occupied_since: float = 0.0
    _emptied: float = -inf
    """When the last listener here left; like `_occupied_since`, by the monotonic clock."""
    _left: dict[str, float] = field(default_factory=dict)
    """When each player last left here, by the same clock."""
    used: float = 0.0
    """When the room was last used, by the same clock."""
    _following: list[Appended] = field(default_factory=list)
    """Appends of other processes that are not folded yet."""
    _cached_check: tuple[Table, int | None] | None = None

    @property
    def channel(self) -> str:
        """The channel on which processes send each other what happens at this table."""
        return f"grav:table:{self.id}"

    @property
    def table(self) -> Table | None:
        """The table as far as this process knows it. Appends of other processes are folded lazily,
        when it is asked for: seldom where people only watch, and where they play together with
        what they do next."""
        if self._following:
            self._fold_following()
        return self._table

    @property
    def is_stale(self) -> bool:
        table = self.table
        return table is None or self.unsure or self.newest > table.number

    def next_check(self, table: Table, after: int = 0) -> int | None:
        """Returns when to check the room's table next, as `table.deadlines` says; cached."""
        if self._cached_check is None or self._cached_check[0] is not table:
            self._cached_check = (table, next_check(table))
        due = self._cached_check[1]
        return next_check(table, after) if due is not None and due <= after else due

    def adopt(self, result: FoldResult) -> None:
        """Makes what other processes have stored the state of the room: all of it, or nothing."""
        assert result.table is not None
        self._table = result.table
        self.commands |= result.commands
        self.newest = max(self.newest, result.table.number)

    def knows(self, message: NewsMessage) -> bool:
        """Whether the message is already known and delivered here."""
        return message.number <= self.known and message.shown <= self.delivered

    @property
    def known(self) -> int:
        """The stored number up to which the table can be folded without reading the journal."""
        if self._table is None:
            return 0
        return self._table.number + sum([len(each.events) for each in self._following])

    def follow(self, number: int, appended: Appended) -> None:
        """Queues an append of another process, up to a number, for folding. Not to be called while
        somebody else has the lock, who decides by what was known. If the append does not directly
        follow what is known, the room stays stale, and whoever needs it reads the journal."""
        if self._table is None or self.unsure:
            return
        if self.known + len(appended.events) == number:
            self._following.append(appended)

    def _fold_following(self) -> None:
        """Folds the queued appends as far as possible; at a failure the room is stale again."""
        following, self._following = self._following, []
        for appended in following:
            try:
                events = [decode_event(appended.form, each) for each in appended.events]
                table = fold(events, self._table)
            except Exception:  # noqa: BLE001 - whoever reads the journal finds out what is wrong
                return
            if not people_in(events) <= self.names.keys():
                return
            assert table is not None
            self._table = table
            self.stored_due = appended.due
            if appended.command is not None:
                self.commands[appended.command] = table.shown

    def advance(self, draft: Draft, command: str | None) -> None:
        """Makes what was just stored the state of the room."""
        self._table = draft.table
        self.newest = max(self.newest, draft.table.number)
        if command is not None:
            self.commands[command] = draft.table.shown

    def deliver(self, message: NewsMessage, at: float) -> bool:
        """Sends the news to all listeners here. Returns False if earlier news are missing."""
        self.newest = max(self.newest, message.number)
        if message.shown <= self.delivered:
            return True
        if message.before > self.delivered:
            return False
        self.delivered = message.shown
        encoded = EncodedMessage(message.news)
        self.history.append(DeliveredNews(message.before, message.shown, encoded))
        if message.placement != self.placement[0]:
            self.placement = (message.placement, at)
        for listener in tuple(self.listeners):
            listener.send(encoded)
        return True

    def time(self, at: int) -> int:
        """Returns the table's time at the process's time `at`: never before the last event."""
        if self._table is not None:
            self.ahead = max(self.ahead, self._table.latest - at)
        return at + self.ahead

    def shown_time(self, at: int) -> int:
        """Like `time`, from shown events alone: this is the time that is sent to clients."""
        if self._table is not None:
            self.shown_ahead = max(self.shown_ahead, self._table.changed - at)
        return at + self.shown_ahead

    def adopt_time(self, sent_at: int, at: int) -> None:
        """Adopts the table's time `sent_at`, at which another process sent something."""
        self.shown_ahead = max(self.shown_ahead, sent_at - at)
        self.ahead = max(self.ahead, self.shown_ahead)

    def skip_to_present(self) -> None:
        """Marks everything as delivered: nobody listened, so no news are sent."""
        assert self.table is not None
        self.delivered = self.table.shown
        self.history.clear()

    def messages_since(
        self, since: int | None, person: str | None, at: int
    ) -> list[EncodedMessage]:
        """Returns what to send to somebody who knows everything up to a number, or nothing (None):
        the news since then, or the whole table."""
        news = None if since is None else self._since(since)
        return [EncodedMessage(self.encode_snapshot(person, at))] if news is None else news

    def _since(self, number: int) -> list[EncodedMessage] | None:
        """Returns the news after a number; None if some are no longer kept."""
        if number == self.delivered:
            return []
        later = [each for each in self.history if each.shown > number]
        return [each.message for each in later] if later and later[0].before == number else None

    def encode_snapshot(self, person: str | None, at: int) -> bytes:
        """Returns all that a person may see of the table, encoded. All but a few fields are encoded
        once, in the snapshot that everybody shares."""
        if self.snapshot is None or not self.has_snapshot:
            self.snapshot = self.prepare_snapshot()()
        return self.snapshot.encode(person, self.shown_time(at))

    @property
    def has_snapshot(self) -> bool:
        """Whether there is a snapshot of the table as it is."""
        table, snapshot = self.table, self.snapshot
        return bool(table and snapshot and snapshot.is_of(table, self.names))

    def prepare_snapshot(self) -> Callable[[], Snapshot]:
        """Returns a function that makes a snapshot of the table as it is now. It can run in any
        thread, while the room goes on."""
        assert self.table is not None
        return partial(Snapshot, self.id, self.table, dict(self.names))

    def join(self, listener: Listener, at: float) -> None:
        if not self.listeners and at - self._emptied > PRESENCE_SECONDS:
            self._occupied_since = at
        self.listeners.add(listener)

    def leave(self, listener: Listener, at: float) -> None:
        if listener not in self.listeners:
            return
        self.listeners.remove(listener)
        if not self.listeners:
            self._emptied = at
        if listener.person and self._table and self._table.seats_of(listener.person):
            self._left[listener.person] = at

    def away_for(self, person: str, at: float) -> float:
        """Returns the milliseconds since a player left here; inf if they were never here."""
        return (at - self._left.get(person, -inf)) * 1000

    def occupied_for(self, at: float) -> int:
        """Returns for how many milliseconds somebody has been here, ignoring short breaks. Time
        before that does not count: the server may have been unreachable for all of them."""
        return round((at - self._occupied_since) * 1000) if self.listeners else 0

    def presence_report(self, process: str) -> PresenceReport:
        """Returns this process's presence report."""
        people: dict[str, int | None] = {}
        for listener in self.listeners:
            if listener.person is not None:
                longest = people.get(listener.person, 0)
                people[listener.person] = _longer(longest, listener.round_trip)
        unknown = sum(1 for listener in self.listeners if listener.person is None)
        return PresenceReport(process, people, unknown)

    def people_present(self, at: float) -> tuple[dict[str, int | None], int]:
        """Returns everybody at the table, in all processes, with their round trips; and how many
        listeners are not known."""
        local = self.presence_report("")
        people, unknown = dict(local.people), local.watching
        for received, other in self.remote_presence.values():
            if received > at - PRESENCE_SECONDS:
                for person, round_trip in other.people.items():
                    people[person] = _longer(people.get(person, 0), round_trip)
                unknown += other.watching
        return people, unknown

    def presence(self, at: float) -> Here:
        """Returns the presence at the table, as it is sent to everybody."""
        assert self.table is not None
        people, unknown = self.people_present(at)
        seats = tuple(seat.is_bot or seat.person in people for seat in self.table.seats)
        sitting = {seat.person for seat in self.table.seats}
        return Here(seats, unknown + len(people.keys() - sitting))


def _longer(one: int | None, other: int | None) -> int | None:
    """Returns the longer of two round trips; None if one is unknown, as it may be longer."""
    return None if one is None or other is None else max(one, other)


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of one table: the process's clock, but never before what was shown there. Its time
    is sent to those at the table."""

    room: Room
    clock: Clock

    def now(self) -> int:
        return self.room.shown_time(self.clock.now())

    def elapsed(self) -> float:
        return self.clock.elapsed()

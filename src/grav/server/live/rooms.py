"""The rooms of this process: tables in memory, kept up to date by the journal and channels."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import msgspec
import structlog

from grav.server.live.context_builder import ContextBuilder
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import Fanout
from grav.server.live.folding import events_of
from grav.server.live.presence import TablePresence
from grav.server.live.presence_uptime import PresenceUptime
from grav.server.live.quarantine import Quarantine, TableUnreadable, run_fold
from grav.server.live.room import Listener, Room
from grav.server.live.table_news import (
    Appended,
    FoldResult,
    NewsMessage,
    PresenceReport,
    StoredEvent,
    fold_stored,
    people_in,
)
from grav.server.messages import stored_events as e
from grav.server.people.people_facade import People
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store.journal import Journal, Row
from grav.server.store.presence import PresenceStore
from grav.server.store.server_secret import ServerSecret
from grav.server.table.event_upgrades import decode_event
from grav.server.table.model import Table
from grav.tasks import TaskSet

log = structlog.get_logger(__name__)

MAX_ROOMS = 20_000
IDLE_SECONDS = 300.0
"""Seconds after which an unused room without listeners is forgotten."""
MIN_FORGET_SECONDS = 1.0
"""Minimum seconds between two searches for idle rooms, however many new ones come."""
MAX_GAMES_PER_QUERY = 500
MAX_FOLDED_HERE = 32
"""So many events are folded on the event loop: a thread and back would take longer."""
MAX_QUICK_SIZE = 13
SLOW_HELP = frozenset({"legal", "shapes"})

_decode_message = msgspec.msgpack.Decoder(NewsMessage | PresenceReport).decode

Result = TypeVar("Result")
Changed = Callable[[Room], None]


class NoSuchTable(Exception):
    """There is no table of this name."""


class Rooms:
    """Reads tables when they are needed, and again when other processes have stored something."""

    def __init__(
        self,
        journal: Journal,
        fanout: Fanout,
        people: People,
        presence_store: PresenceStore,
        clock: Clock,
        ids: IdSource,
        *,
        alone: bool,
        secret: ServerSecret,
    ) -> None:
        self._journal = journal
        self._fanout = fanout
        self._people = people
        self.presence_uptime = PresenceUptime(clock)
        self._context_builder = ContextBuilder(
            people, presence_store, clock, ids, self.presence_uptime, secret
        )
        self._clock = clock
        self._ids = ids
        self._alone = alone
        """Whether this is the only process."""
        self._rooms: dict[str, Room] = {}
        self._changed: list[Changed] = []
        self._joined: list[Changed] = []
        self._cold_thread = ThreadPoolExecutor(1, thread_name_prefix="cold")
        """Folds long histories, one after the other: those of tables that are not in memory."""
        self._live_thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        """Computes what is shown of large tables in play: they wait for each other, but not for
        anybody who looks at old ones."""
        self._forgot = 0.0
        self._background = TaskSet()
        self._missing: dict[str, int] = {}
        """Rooms that were stale at the last check, and the stored number known then."""
        self.quarantine = Quarantine(journal.quarantine, clock)
        self._table_presence = TablePresence(
            ids.id(), fanout, presence_store, clock, self.presence_uptime, alone=alone
        )

    def on_change(self, changed: Changed) -> None:
        """Registers a callback for every change of a room that this process has stored."""
        self._changed.append(changed)

    def on_join(self, joined: Changed) -> None:
        """Registers a callback for every listener who joins a room."""
        self._joined.append(joined)

    @property
    def rooms(self) -> dict[str, Room]:
        return self._rooms

    async def load(self, game: str) -> Room:
        """Returns the room of a table, with its state as this process knows it. Raises NoSuchTable
        if there is no such table."""
        room = self._rooms.get(game)
        if room is None:
            room = self._rooms.setdefault(game, Room(game, used=self._clock.elapsed()))
            self._forget_some()
        room.used = self._clock.elapsed()
        if room.table is None:
            async with room.lock:
                await self._catch_up(room)
        return room

    async def load_current(self, game: str) -> Room:
        """Returns the room with everything that was stored when it was asked for.

        A caller that goes on without awaiting sees the table exactly as its listeners know it.
        """
        room = await self.load(game)
        if await self._is_behind(room):
            async with room.lock:
                await self._catch_up(room)
        return room

    async def load_to_show(self, game: str) -> Room:
        """Like `load_current`, to be shown to somebody: with the current names, since guests get
        one, and the name of a deleted account must not be shown. Large tables get their snapshot
        first."""
        room = await self.load(game)
        if room.names:
            room.names |= await self._people.names(sorted(room.names))
        room = await self.load_current(game)
        while is_heavy(room.table) and not room.has_snapshot:
            await self._take_snapshot(room)
            room = await self.load_current(game)
        return room

    async def _take_snapshot(self, room: Room) -> None:
        """Makes a snapshot in a thread, once for all who wait; the table may move on meanwhile."""
        async with room.encoding:
            if not room.has_snapshot:
                work = room.prepare_snapshot()
                room.snapshot = await run_in_thread(self._live_thread, work)

    async def _is_behind(self, room: Room, *, locked: bool = False) -> bool:
        """Whether another process has stored what is not known here. A room without listeners gets
        no messages, and a message may still be on its way. `locked`: the caller has the lock.

        The store is queried once, whatever it answers: an undecided shout is queued for folding at
        once, since a second query would take time that reveals it (timing side channel). Shown
        events are read later, so that the listeners here get the news.
        """
        if not self._alone:
            rows = await self._journal.read(room.id, room.known)
            is_quiet = _are_hidden(rows) and (locked or not room.lock.locked())
            for row in rows:
                room.newest = max(room.newest, row.number)  # only now: it may have grown meanwhile
                if is_quiet:
                    room.follow(row.number, Appended(row.command, row.form, (row.event,), None))
        return room.is_stale

    def join(self, room: Room, listener: Listener) -> None:
        """Adds a listener: it gets the presence first, and from now on everything that happens."""
        room.join(listener, self._clock.elapsed())
        for joined_here in self._joined:
            joined_here(room)
        self._table_presence.mark_changed(room)
        presence = room.sent_presence or room.presence(self._clock.elapsed())
        listener.send(EncodedMessage.of(presence))
        if len(room.listeners) == 1 and not self._alone:
            room.channel_listener = partial(self._receive, room)
            self._background.start(self._listen(room, room.channel_listener))
        self._store_presence(room, listener)

    async def _listen(self, room: Room, listener: Callable[[bytes], None]) -> None:
        await self._fanout.listen(room.channel, listener)
        await self._read_again(room)  # messages sent before the channel was open were missed

    def leave(self, room: Room, listener: Listener) -> None:
        room.leave(listener, self._clock.elapsed())
        self._table_presence.mark_changed(room)
        if not room.listeners:
            room.sent_presence = None
        if not room.listeners and room.channel_listener is not None:
            unused, room.channel_listener = room.channel_listener, None
            self._background.start(self._fanout.ignore(room.channel, unused))
        self._store_presence(room, listener)

    def _store_presence(self, room: Room, listener: Listener) -> None:
        """Stores when a player came or left; nothing is stored about spectators."""
        if listener.person and room.table and room.table.seats_of(listener.person):
            self._background.start(self._table_presence.store([(room, listener)]))

    def send_presence(self, *, refresh: bool) -> None:
        """Sends presence where it has changed; `refresh`: to other processes for all rooms."""
        self._table_presence.send(self._rooms.values(), refresh=refresh)

    async def store_presence(self) -> None:
        """Stores which players are at their tables now, for the other processes and for later."""
        rooms = self._rooms.values()
        there = ((room, listener) for room in rooms for listener in room.listeners)
        await self._table_presence.store(there)

    async def check_journal(self) -> None:
        """Finds events that no message announced to this process: Redis loses messages silently,
        and the admin's commands send none."""
        await self.quarantine.refresh()
        games = list(self._rooms)
        for start in range(0, len(games), MAX_GAMES_PER_QUERY):
            some = games[start : start + MAX_GAMES_PER_QUERY]
            for game, number in (await self._journal.latest_of(some)).items():
                if (room := self._rooms.get(game)) is not None:
                    room.newest = max(room.newest, number)
        self.catch_up_stale()

    def catch_up_all(self) -> None:
        """Reads all rooms with listeners again: messages of other processes may be missing."""
        self.presence_uptime.restart()
        for room in self._rooms.values():
            if room.listeners:
                self._start_catching_up(room)

    def catch_up_stale(self) -> None:
        """Reads rooms with listeners again that are stale, and were at the last check, too: what
        was stored a moment ago is still on its way."""
        missed, self._missing = self._missing, {}
        for room in self._rooms.values():
            if not room.listeners or not room.is_stale or room.lock.locked():
                continue
            table = room.table
            if table is None or room.unsure or table.number < missed.get(room.id, 0):
                self._start_catching_up(room)
            else:
                self._missing[room.id] = room.newest

    async def _catch_up(self, room: Room) -> Table:
        """Reads what is missing from the journal, and returns the table; the room is locked."""
        while room.is_stale:
            self.quarantine.check(room.id, room.newest)
            known, after = room.newest, room.table.number if room.table else 0
            rows = await self._journal.read(room.id, after)
            last = rows[-1].number if rows else after
            # The stored number counts, not one received before; it may have grown meanwhile.
            room.newest = last if room.newest == known else max(room.newest, last)
            room.unsure = False
            async with self.quarantine.quarantining(room.id, room.newest):
                found = await self._read(room, rows, after)
            if found.table is None:
                self._rooms.pop(room.id, None)
                raise NoSuchTable(room.id)
            if found.news is None and room.listeners:
                continue  # somebody joined meanwhile, and needs the news
            room.adopt(found)
            room.stored_due = None  # the process that stored these may have moved it
            room.time(self._clock.now())  # the clock continues from events ahead of it
            if found.news is None:
                room.skip_to_present()
                opened = self._context_builder.open_placement(room, found.table)
                if opened[0] != room.placement[0]:  # else it was sent here, and its time is known
                    room.placement = opened
            for each in found.news or ():
                room.deliver(each, self._context_builder.to_monotonic_time(room, each.sent_at))
        assert room.table is not None
        return room.table

    async def _read(self, room: Room, rows: list[Row], after: int) -> FoldResult:
        """Decodes and folds the rows after a number. Looks up the names of everybody involved
        first, and makes news only if somebody listens here."""
        is_long = len(rows) > MAX_FOLDED_HERE
        decode = partial(run_fold, partial(_decode, rows, after))
        events, people = await run_in_thread(self._cold_thread, decode) if is_long else decode()
        await self._look_up_names(room, people)
        names = dict(room.names) if room.listeners else None
        fold = partial(run_fold, partial(fold_stored, room.table, events, names))
        if is_long:
            return await run_in_thread(self._cold_thread, fold)
        return await run_in_thread(self._live_thread, fold) if is_heavy(room.table) else fold()

    async def _look_up_names(self, room: Room, people: set[str]) -> None:
        if unknown := sorted(people - room.names.keys()):
            room.names |= await self._people.names(unknown)

    def _receive(self, room: Room, data: bytes) -> None:
        """Handles a message of another process; reads the journal if earlier news are missing."""
        message = _decode_message(data)
        if isinstance(message, PresenceReport):
            self._table_presence.receive(room, message)
        elif room.knows(message):
            return  # as is everything that this process has sent itself
        elif not room.deliver(
            message, self._context_builder.adopt_time_of_sender(room, message.sent_at)
        ):
            self._start_catching_up(room)
        elif message.appended is not None and not room.lock.locked():
            room.follow(message.number, message.appended)

    def _start_catching_up(self, room: Room) -> None:
        self._background.start(self._read_again(room))

    async def _read_again(self, room: Room) -> None:
        try:
            await self.load_current(room.id)
        except TableUnreadable:
            pass  # it was logged when it was found, and is reported to whoever asks
        except Exception as error:  # noqa: BLE001 - it is read again later
            log.warning("catch_up_failed", table=room.id, error=type(error).__name__)

    async def stop(self) -> None:
        """Waits for background reads and writes, and stops the threads."""
        await self._background.wait()
        for thread in (self._cold_thread, self._live_thread):
            thread.shutdown(wait=False, cancel_futures=True)

    def _forget_some(self) -> None:
        """Forgets idle rooms if there are too many. Not every time: the search examines all rooms,
        and those in use may be too many by themselves."""
        if (
            len(self._rooms) > MAX_ROOMS
            and self._clock.elapsed() >= self._forgot + MIN_FORGET_SECONDS
        ):
            self.forget_idle()

    def forget_idle(self) -> None:
        self._forgot = self._clock.elapsed()
        before = self._forgot - IDLE_SECONDS
        for game, room in tuple(self._rooms.items()):
            if not room.listeners and not room.lock.locked() and room.used < before:
                del self._rooms[game]


async def run_in_thread(thread: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    """Runs long work in a thread, so that no other table waits for it."""
    return await asyncio.get_running_loop().run_in_executor(thread, work)


def _decode(rows: list[Row], after: int) -> tuple[list[StoredEvent], set[str]]:
    """Decodes rows that follow a number: the events, and everybody whom they bring to the table."""
    events = events_of(rows, after)
    stored = [StoredEvent(row.command, event) for row, event in zip(rows, events, strict=True)]
    return stored, people_in(events)


def _are_hidden(rows: list[Row]) -> bool:
    """Whether none of the events is shown yet. False if one cannot be read: `run_fold` raises."""
    try:
        return not any(e.is_shown(decode_event(row.form, row.event)) for row in rows)
    except Exception:  # noqa: BLE001 - `run_fold` raises it
        return False


def is_heavy(table: Table | None) -> bool:
    """Whether it takes long to compute what is shown of a table, as legal points and shapes of all
    points of a large board do."""
    if table is None or table.settings.size <= MAX_QUICK_SIZE:
        return False
    return not SLOW_HELP.isdisjoint(table.settings.shown_help)

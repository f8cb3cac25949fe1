"""All tables of this process: commands are decided, stored, sent to all, then acknowledged."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec
import structlog

from grav.server.live.fanout import Fanout
from grav.server.live.folding import events_of
from grav.server.live.hearing import Came, Hearing
from grav.server.live.outgoing import Outgoing
from grav.server.live.people_lookup import PeopleLookup
from grav.server.live.presence import TablePresence
from grav.server.live.quarantine import Quarantine, TableUnreadable, judge
from grav.server.live.room import (
    Appended,
    Attendance,
    Listener,
    Read,
    Room,
    Said,
    Stored,
    news_of,
    people_in,
    read,
    summary_of,
    unsaid,
)
from grav.server.live.rows import LOBBY, channel_of, row_of
from grav.server.live.uptime import Uptime
from grav.server.messages import commands as c
from grav.server.messages import events as e
from grav.server.messages.views import Done, LobbyChange, encode_message
from grav.server.runtime.chance import Chance
from grav.server.runtime.clock import Clock
from grav.server.store.entries import bits_of
from grav.server.store.journal import KEEP, Append, Journal, Keep, Row
from grav.server.store.secrets import ServerSecret
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.deadlines import carry_out, deadline
from grav.server.table.decide import decide, open_table
from grav.server.table.draft import Draft, Opening
from grav.server.table.duties import duties
from grav.server.table.model import Gathering, Table
from grav.server.table.upgrades import read_event
from grav.text import GravError

log = structlog.get_logger(__name__)

MAX_ROOMS = 20_000
IDLE = 300.0
"""Seconds after which an unused room without listeners is forgotten."""
FORGET_PAUSE = 1.0
"""Minimum seconds between two searches for idle rooms, however many new ones come."""
DUE_MARGIN = 2_000
"""Milliseconds: a stored deadline this close may be moved by another process at any moment."""
ASKED_AT_ONCE = 500
ATTEMPTS = 20
"""Attempts at a command while other processes are first (optimistic concurrency)."""

MAX_FOLDED_HERE = 32
"""So many events are folded on the event loop: a thread and back would take longer."""

MAX_QUICK_SIZE = 13
HEAVY_HELP = frozenset({"legal", "shapes"})

_between = msgspec.msgpack.Decoder(Said | Attendance)
_encode = msgspec.msgpack.Encoder().encode


Result = TypeVar("Result")


class NoSuchTable(Exception):
    """There is no table of this name."""


Changed = Callable[[Room], None]


class Tables:
    def __init__(
        self,
        journal: Journal,
        fanout: Fanout,
        people_lookup: PeopleLookup,
        clock: Clock,
        chance: Chance,
        *,
        alone: bool,
        secret: ServerSecret,
    ) -> None:
        self._journal = journal
        self._fanout = fanout
        self._people_lookup = people_lookup
        self.uptime = Uptime(clock)
        self._hearing = Hearing(people_lookup, clock, chance, self.uptime, secret)
        self._clock = clock
        self._chance = chance
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
        self._background: set[asyncio.Task[None]] = set()
        self._missing: dict[str, int] = {}
        """Rooms that were stale at the last check, and the stored number known then."""
        self.quarantine = Quarantine(journal.quarantine, clock)
        self._table_presence = TablePresence(
            chance.id(), fanout, people_lookup, clock, self.uptime, alone=alone
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

    async def open(self, new: c.NewTable, host: str, seats: tuple[e.Sat | e.Invited, ...]) -> str:
        """Opens a table and returns its id. Raises a GravError if its settings cannot be played."""
        game = self._chance.id()
        await self._open(Opening(game, new, host, seats))
        return game

    async def _open(self, opening: Opening) -> bool:
        """Opens a table. Returns False if there was one of this name, and it has ended."""
        heard = CommandContext(share=self._chance.secret())
        now = self._clock.now()
        draft = open_table(opening.new, opening.host, opening.seats, now, heard, opening.rematch_of)
        room = self._rooms.setdefault(opening.id, Room(opening.id))
        async with room.lock:
            room.used = self._clock.elapsed()
            if room.table is None and await self._store(room, draft, None):
                return True
            # An earlier attempt at a rematch has opened it. If that was long ago, nobody came.
            await self._is_behind(room, locked=True)
            return (await self._fresh(room)).stage.name not in ("over", "closed")

    async def command(
        self,
        game: str,
        who: Actor,
        command: c.Command,
        came: Came,
    ) -> Done:
        """Carries out a command once: actor and command id are its idempotency key.

        Raises a GravError if it is refused, NoSuchTable if there is no such table.
        """
        room = await self.room(game)
        actor = str(who.person if who.bot is None else who.bot)
        key = f"{actor}:{command.id}"
        if (done := _done_before(room, who, command, key)) is not None:
            return done  # before the lock: waiting for it would reveal who has it
        if room.lock.locked() and actor not in room.acting:
            await self._refuse_unlocked(room, who, command, came)
        room.acting[actor] = room.acting.get(actor, 0) + 1
        try:
            async with room.lock:
                return await self._decide(room, who, command, came, key)
        finally:
            left = room.acting.pop(actor) - 1
            if left:
                room.acting[actor] = left

    async def _refuse_unlocked(
        self, room: Room, who: Actor, command: c.Command, came: Came
    ) -> None:
        """Refuses without the lock what is refused by public knowledge: whoever has the lock may be
        storing a secret shout, and the wait for it would reveal that (timing side channel).

        Not for an actor with another command in progress: this one may depend on it.
        """
        table = room.table
        if table is None or room.is_stale:
            return
        heard = await self._hearing.heard(room, table, who, command, came)
        try:
            decide(table, who, command, room.time(self._clock.now()), heard)
        except GravError:
            # Whoever has the lock may since have learned what this decision did not consider.
            if not await self._is_behind(room) and room.table and room.table.shown == table.shown:
                raise

    async def _decide(
        self, room: Room, who: Actor, command: c.Command, came: Came, key: str
    ) -> Done:
        """Decides and stores a command, again while other processes are first (optimistic
        concurrency). The room is locked."""
        ended = 0
        for _ in range(ATTEMPTS):
            if not room.listeners:  # it gets no messages of other processes
                await self._is_behind(room, locked=True)
            table = room.table
            if table is None or room.is_stale:
                table = await self._fresh(room)
            if (done := _done_before(room, who, command, key)) is not None:
                return done
            heard = await self._hearing.heard(room, table, who, command, came, ended)
            try:
                draft = decide(table, who, command, room.time(self._clock.now()), heard)
            except GravError:
                if await self._is_behind(room, locked=True):
                    continue
                raise
            if draft.opens is not None and not await self._open(draft.opens):
                ended += 1
                continue
            if await self._store(room, draft, key):
                return Done(command.id, draft.table.shown, draft.table.seats_of(who.person))
        raise RuntimeError("other processes were first too often")

    async def look(self, game: str) -> str | None:
        """Carries out what fell due at a table and returns its kind; None if nothing did."""
        room = await self.room(game)
        async with room.lock:
            for _ in range(ATTEMPTS):
                table = await self._fresh(room)
                limit = deadline(table)
                draft = carry_out(table, room.time(self._clock.now()))
                if draft is None or limit is None:
                    return None
                if await self._store(room, draft, f"!{table.number}"):
                    return limit.kind
        return None

    async def room(self, game: str) -> Room:
        """Returns the room of a table, with its state as this process knows it. Raises NoSuchTable
        if there is no such table."""
        room = self._rooms.get(game)
        if room is None:
            room = self._rooms.setdefault(game, Room(game, used=self._clock.elapsed()))
            self._forget_some()
        room.used = self._clock.elapsed()
        if room.table is None:
            async with room.lock:
                await self._fresh(room)
        return room

    async def fresh(self, game: str) -> Room:
        """Returns the room with everything that was stored when it was asked for.

        A caller that goes on without awaiting sees the table exactly as its listeners know it.
        """
        room = await self.room(game)
        if await self._is_behind(room):
            async with room.lock:
                await self._fresh(room)
        return room

    async def shown(self, game: str) -> Room:
        """Like `fresh`, to be shown to somebody: with the current names, since guests get one, and
        the name of a deleted account must not be shown. Large tables get their snapshot first."""
        room = await self.room(game)
        if room.names:
            room.names |= await self._people_lookup.names(sorted(room.names))
        room = await self.fresh(game)
        while _is_heavy(room.table) and not room.has_snapshot:
            await self._take_snapshot(room)
            room = await self.fresh(game)
        return room

    async def _take_snapshot(self, room: Room) -> None:
        """Makes a snapshot in a thread, once for all who wait; the table may move on meanwhile."""
        async with room.encoding:
            if not room.has_snapshot:
                work = room.snapshot_work()
                room.snapshot = await _beside_loop(self._live_thread, work)

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
        self._table_presence.changed(room)
        here = room.attended or room.here(self._clock.elapsed())
        listener.hear(Outgoing.of(here))
        if len(room.listeners) == 1 and not self._alone:
            room.hears = partial(self._hear, room)
            self._begin(self._listen(room, room.hears))
        self._note(room, listener)

    async def _listen(self, room: Room, hears: Callable[[bytes], None]) -> None:
        await self._fanout.listen(room.channel, hears)
        await self._read_again(room)  # messages sent before the channel was open were missed

    def leave(self, room: Room, listener: Listener) -> None:
        room.leave(listener, self._clock.elapsed())
        self._table_presence.changed(room)
        if not room.listeners:
            room.attended = None
        if not room.listeners and room.hears is not None:
            hears, room.hears = room.hears, None
            self._begin(self._fanout.ignore(room.channel, hears))
        self._note(room, listener)

    def _note(self, room: Room, listener: Listener) -> None:
        """Stores when a player came or left; nothing is stored about spectators."""
        if listener.person and room.table and room.table.seats_of(listener.person):
            self._begin(self._table_presence.note([(room, listener)]))

    def tell_attendance(self, *, anew: bool) -> None:
        """Sends presence where it has changed; `anew`: to other processes for all rooms."""
        self._table_presence.tell(self._rooms.values(), anew=anew)

    async def note_presence(self) -> None:
        """Stores which players are at their tables now, for the other processes and for later."""
        rooms = self._rooms.values()
        there = ((room, listener) for room in rooms for listener in room.listeners)
        await self._table_presence.note(there)

    async def check(self) -> None:
        """Finds events that no message announced to this process: Redis loses messages silently,
        and the admin's commands send none."""
        await self.quarantine.refresh()
        games = list(self._rooms)
        for start in range(0, len(games), ASKED_AT_ONCE):
            some = games[start : start + ASKED_AT_ONCE]
            for game, number in (await self._journal.latest_of(some)).items():
                if (room := self._rooms.get(game)) is not None:
                    room.newest = max(room.newest, number)
        self.mend()

    def lost(self) -> None:
        """Reads all rooms with listeners again: messages of other processes may be missing."""
        self.uptime.broke()
        for room in self._rooms.values():
            if room.listeners:
                self._catch_up(room)

    def mend(self) -> None:
        """Reads rooms with listeners again that are stale, and were at the last check, too: what
        was stored a moment ago is still on its way."""
        missed, self._missing = self._missing, {}
        for room in self._rooms.values():
            if not room.listeners or not room.is_stale or room.lock.locked():
                continue
            table = room.table
            if table is None or room.unsure or table.number < missed.get(room.id, 0):
                self._catch_up(room)
            else:
                self._missing[room.id] = room.newest

    async def _fresh(self, room: Room) -> Table:
        """Returns the table with everything this process has heard of; the room is locked."""
        while room.is_stale:
            self.quarantine.check(room.id, room.newest)
            known, after = room.newest, room.table.number if room.table else 0
            rows = await self._journal.read(room.id, after)
            last = rows[-1].number if rows else after
            # The stored number counts, not one heard of before; it may have grown meanwhile.
            room.newest = last if room.newest == known else max(room.newest, last)
            room.unsure = False
            async with self.quarantine.judging(room.id, room.newest):
                found = await self._read(room, rows, after)
            if found.table is None:
                self._rooms.pop(room.id, None)
                raise NoSuchTable(room.id)
            if found.said is None and room.listeners:
                continue  # somebody joined meanwhile, and needs the news
            room.take(found)
            room.stored_due = None  # the process that stored these may have moved it
            room.time(self._clock.now())  # where events are ahead of it, time goes on from there
            if found.said is None:
                room.skip_to_present()
                opened = self._hearing.open_placement(room, found.table)
                if opened[0] != room.placement[0]:  # else it was sent here, and its time is known
                    room.placement = opened
            for each in found.said or ():
                room.deliver(each, self._hearing.moment(room, each.told))
        assert room.table is not None
        return room.table

    async def _read(self, room: Room, rows: list[Row], after: int) -> Read:
        """Decodes and folds the rows after a number. Looks up the names of everybody involved
        first, and makes news only if somebody listens here."""
        is_long = len(rows) > MAX_FOLDED_HERE
        decode = partial(judge, partial(_decode, rows, after))
        events, people = await _beside_loop(self._cold_thread, decode) if is_long else decode()
        await self._learn_names(room, people)
        names = dict(room.names) if room.listeners else None
        fold = partial(judge, partial(read, room.table, events, names))
        if is_long:
            return await _beside_loop(self._cold_thread, fold)
        return await _beside_loop(self._live_thread, fold) if _is_heavy(room.table) else fold()

    async def _store(self, room: Room, draft: Draft, command: str | None) -> bool:
        """Stores a draft and sends it to everybody. Returns False if another process was first."""
        before, after = room.table, draft.table
        if before is None or isinstance(before.stage, Gathering):  # later nobody takes a seat
            await self._learn_names(room, people_in(each.event for each in draft.added))
        said: list[Said] | None = None

        def news() -> list[Said]:
            """Makes the news once, usually while the journal waits for the disk."""
            nonlocal said
            if said is None:
                said = news_of(draft.added, room.names)
            return said

        if _is_heavy(after):
            await _beside_loop(self._live_thread, news)
        due = self._due(room, after)
        changed = before is None or _is_listed_anew(before, after)
        append = Append(
            game=room.id,
            after=before.number if before else 0,
            events=tuple(e.encode(each.event) for each in draft.added),
            form=e.FORM,
            command=command,
            due=due,
            summary=summary_of(after) if changed else None,
            waiting=bits_of(duties(after)),
        )
        try:
            stored = await self._journal.append(append, meanwhile=news)
        except BaseException:
            room.unsure = True  # it may be stored or not: the next command reads it again
            raise
        if not stored:
            room.newest = max(room.newest, append.after + 1)
            return False
        if not isinstance(due, Keep):
            room.stored_due = due
        room.advance(draft, command)
        appended = Appended(command, append.form, append.events, room.stored_due)
        for each in news() or [unsaid(after)]:
            self._tell(room, each, appended)
        if changed:
            self._table_presence.changed(room)
            self._tell_lists(room, after)
        for changed_here in self._changed:
            changed_here(room)
        return True

    def _tell(self, room: Room, said: Said, appended: Appended) -> None:
        """Sends the news to listeners here at once, to other processes through the channel."""
        room.deliver(said, self._clock.elapsed())
        if not self._alone:
            told = room.time(self._clock.now()) if said.news else None
            message = msgspec.structs.replace(said, told=told, appended=appended)
            self._fanout.publish(room.channel, _encode(message), elsewhere=True)

    def _tell_lists(self, room: Room, table: Table) -> None:
        """Publishes to lobby and players that a table is new, or that its stage or seats
        changed."""
        row = row_of(room.id, table, room.names)
        if table.settings.public:
            self._fanout.publish(LOBBY, encode_message(LobbyChange(row)))
        people = {seat.person or seat.invited for seat in table.seats}
        for person in sorted(filter(None, people)):
            self._fanout.publish(channel_of(person), encode_message(LobbyChange(row)))

    def _due(self, room: Room, table: Table) -> int | Keep | None:
        """Returns the deadline to store, or KEEP where the stored one is early enough: whoever
        finds that one moves it on, and most moves then write none."""
        now = room.time(self._clock.now())
        due, known = room.wake(table, now), room.stored_due
        if due is None:
            return None if known is not None else KEEP
        return KEEP if known is not None and now + DUE_MARGIN < known <= due else due

    async def _learn_names(self, room: Room, people: set[str]) -> None:
        if unknown := sorted(people - room.names.keys()):
            room.names |= await self._people_lookup.names(unknown)

    def _hear(self, room: Room, message: bytes) -> None:
        """Handles a message of another process; reads the journal if earlier news are missing."""
        said = _between.decode(message)
        if isinstance(said, Attendance):
            self._table_presence.hear(room, said)
        elif room.knows(said):
            return  # as is everything that this process has sent itself
        elif not room.deliver(said, self._hearing.heard_from_another(room, said.told)):
            self._catch_up(room)
        elif said.appended is not None and not room.lock.locked():
            room.follow(said.number, said.appended)

    def _catch_up(self, room: Room) -> None:
        self._begin(self._read_again(room))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs work in a background task; `stop` waits for it."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _read_again(self, room: Room) -> None:
        try:
            await self.fresh(room.id)
        except TableUnreadable:
            pass  # it was logged when it was found, and is reported to whoever asks
        except Exception as error:
            log.warning("catch_up_failed", table=room.id, error=type(error).__name__)

    async def stop(self) -> None:
        """Waits for background reads and writes, and stops the threads."""
        while self._background:
            await asyncio.gather(*self._background, return_exceptions=True)
        for thread in (self._cold_thread, self._live_thread):
            thread.shutdown(wait=False, cancel_futures=True)

    def _forget_some(self) -> None:
        """Forgets idle rooms if there are too many. Not every time: the search examines all rooms,
        and those in use may be too many by themselves."""
        if len(self._rooms) > MAX_ROOMS and self._clock.elapsed() >= self._forgot + FORGET_PAUSE:
            self.forget_idle()

    def forget_idle(self) -> None:
        self._forgot = self._clock.elapsed()
        before = self._forgot - IDLE
        for game, room in tuple(self._rooms.items()):
            if not room.listeners and not room.lock.locked() and room.used < before:
                del self._rooms[game]


async def _beside_loop(thread: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    """Runs long work in a thread, so that no other table waits for it."""
    return await asyncio.get_running_loop().run_in_executor(thread, work)


def _done_before(room: Room, who: Actor, command: c.Command, key: str) -> Done | None:
    """Returns the answer to a command that was carried out already (idempotency)."""
    table, number = room.table, room.commands.get(key)
    if table is None or number is None:
        return None
    return Done(command.id, number, table.seats_of(who.person))


def _decode(rows: list[Row], after: int) -> tuple[list[Stored], set[str]]:
    """Decodes rows that follow a number: the events, and everybody whom they bring to the table."""
    events = events_of(rows, after)
    stored = [Stored(row.command, event) for row, event in zip(rows, events, strict=True)]
    return stored, people_in(events)


def _are_hidden(rows: list[Row]) -> bool:
    """Whether none of the events is shown yet. False if one cannot be read: `judge` handles it."""
    try:
        return not any(e.is_shown(read_event(row.form, row.event)) for row in rows)
    except Exception:
        return False


def _is_heavy(table: Table | None) -> bool:
    """Whether it takes long to compute what is shown of a table, as legal points and shapes of all
    points of a large board do."""
    if table is None or table.settings.size <= MAX_QUICK_SIZE:
        return False
    return not HEAVY_HELP.isdisjoint(table.settings.shown_help)


def _is_listed_anew(before: Table, after: Table) -> bool:
    """Whether anything changed that lists depend on."""
    return before.stage.name != after.stage.name or before.seats != after.seats

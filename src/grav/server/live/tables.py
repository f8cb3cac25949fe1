"""All tables of this process: commands are decided, stored, told, and only then acknowledged."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec
import structlog

from grav.server.chance import Chance
from grav.server.clock import Clock
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

MOST_ROOMS = 20_000
IDLE = 300.0
"""Seconds after which a room that nobody listens to is forgotten."""
FORGET_PAUSE = 1.0
"""Seconds between two looks for such rooms, however many new ones come."""
DUE_MARGIN = 2_000
"""A stored deadline this close may be moved on by another process at any moment."""
ASKED_AT_ONCE = 500
ATTEMPTS = 20
"""How often a command is decided anew because another process was first."""

MAX_FOLDED_HERE = 32
"""Events that are folded at once: to go to a thread and back takes longer."""

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
        """Is this the only process?"""
        self._rooms: dict[str, Room] = {}
        self._changed: list[Changed] = []
        self._joined: list[Changed] = []
        self._cold_thread = ThreadPoolExecutor(1, thread_name_prefix="cold")
        """Folds long histories, one after the other: those of tables that nobody has in memory."""
        self._live_thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        """Works out what is shown of large tables that are played at: they wait for each other, and
        for nobody who looks at old ones."""
        self._forgot = 0.0
        self._background: set[asyncio.Task[None]] = set()
        self._missing: dict[str, int] = {}
        """Rooms that were stale at the last look, and what was known to be stored there."""
        self.quarantine = Quarantine(journal.quarantine, clock)
        self._table_presence = TablePresence(
            chance.id(), fanout, people_lookup, clock, self.uptime, alone=alone
        )

    def on_change(self, changed: Changed) -> None:
        """Calls it with the room after everything that happens there, if it happened here."""
        self._changed.append(changed)

    def on_join(self, joined: Changed) -> None:
        """Calls it with the room when somebody has come to listen there."""
        self._joined.append(joined)

    @property
    def rooms(self) -> dict[str, Room]:
        return self._rooms

    async def open(self, new: c.NewTable, host: str, seats: tuple[e.Sat | e.Invited, ...]) -> str:
        """A new table; a GravError if its settings cannot be played."""
        game = self._chance.id()
        await self._open(Opening(game, new, host, seats))
        return game

    async def _open(self, opening: Opening) -> bool:
        """False: there was one of this name, and it has ended."""
        heard = CommandContext(share=self._chance.secret())
        now = self._clock.now()
        draft = open_table(opening.new, opening.host, opening.seats, now, heard, opening.rematch_of)
        room = self._rooms.setdefault(opening.id, Room(opening.id))
        async with room.lock:
            room.used = self._clock.elapsed()
            if room.table is None and await self._store(room, draft, None):
                return True
            # A first attempt to begin a rematch has opened it. If that was long ago, nobody came.
            await self._is_behind(room, locked=True)
            return (await self._fresh(room)).stage.name not in ("over", "closed")

    async def command(
        self,
        game: str,
        who: Actor,
        command: c.Command,
        came: Came,
    ) -> Done:
        """Carries it out once. A GravError says why not; NoSuchTable, that there is none."""
        room = await self.room(game)
        actor = str(who.person if who.bot is None else who.bot)
        key = f"{actor}:{command.id}"
        if (done := _done_before(room, who, command, key)) is not None:
            return done  # at once: whoever waited for the lock would feel who has it
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
        """Refuses at once what is refused by what everybody knows: the one who has the lock may
        be storing a secret shout, and whoever waited for it would feel that.

        Not for somebody whose own command is on its way: what follows it may depend on it.
        """
        table = room.table
        if table is None or room.is_stale:
            return
        heard = await self._hearing.heard(room, table, who, command, came)
        try:
            decide(table, who, command, room.time(self._clock.now()), heard)
        except GravError:
            # Whoever has the lock may have learned, since, what this was not judged by.
            if not await self._is_behind(room) and room.table and room.table.shown == table.shown:
                raise

    async def _decide(
        self, room: Room, who: Actor, command: c.Command, came: Came, key: str
    ) -> Done:
        """Decides and stores it, anew while other processes are first; the room is locked."""
        ended = 0
        for _ in range(ATTEMPTS):
            if not room.listeners:  # nobody tells it what happens elsewhere
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
        """Carries out what fell due at a table; gives its kind."""
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
        """The room of a table that there is, with its state as this process knows it."""
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
        """The room with everything that was stored when it was asked for.

        Whoever goes on without a pause sees the table exactly as those who listen know it.
        """
        room = await self.room(game)
        if await self._is_behind(room):
            async with room.lock:
                await self._fresh(room)
        return room

    async def shown(self, game: str) -> Room:
        """As `fresh`, for somebody's eyes: with names as they are now, since guests get one, and
        of an account that is deleted none may be told."""
        room = await self.room(game)
        if room.names:
            room.names |= await self._people_lookup.names(sorted(room.names))
        room = await self.fresh(game)
        while _is_heavy(room.table) and not room.has_snapshot:
            await self._take_snapshot(room)
            room = await self.fresh(game)
        return room

    async def _take_snapshot(self, room: Room) -> None:
        """Once for all who come meanwhile; the table may have moved on when it is there."""
        async with room.encoding:
            if not room.has_snapshot:
                work = room.snapshot_work()
                room.snapshot = await _beside_loop(self._live_thread, work)

    async def _is_behind(self, room: Room, *, locked: bool = False) -> bool:
        """Has another process stored what is not known here? Nobody tells a room without listeners,
        and a message may still be on its way. `locked`: whoever asks has the lock.

        The store is asked once, whatever it answers: a shout that is not decided is taken note of
        at once, since to read it by a second question would take time that can be felt. What was
        told is read later, so that those who listen here are told.
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
        """From now on the listener hears what happens; and first, who is there."""
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
        await self._read_again(room)  # what happened while the channel was being opened went by

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
        """Notes when a player came or went; of those who watch nothing is kept."""
        if listener.person and room.table and room.table.seats_of(listener.person):
            self._begin(self._table_presence.note([(room, listener)]))

    def tell_attendance(self, *, anew: bool) -> None:
        """Tells those at tables who else is there; `anew`: other processes, too, of all rooms."""
        self._table_presence.tell(self._rooms.values(), anew=anew)

    async def note_presence(self) -> None:
        """Notes for the other processes, and for later, which players are at their tables now."""
        rooms = self._rooms.values()
        there = ((room, listener) for room in rooms for listener in room.listeners)
        await self._table_presence.note(there)

    async def check(self) -> None:
        """Finds out whether something was stored that nobody told this process: Redis does not say
        so when it loses a message, and the keeper's commands tell nobody."""
        await self.quarantine.refresh()
        games = list(self._rooms)
        for start in range(0, len(games), ASKED_AT_ONCE):
            some = games[start : start + ASKED_AT_ONCE]
            for game, number in (await self._journal.latest_of(some)).items():
                if (room := self._rooms.get(game)) is not None:
                    room.newest = max(room.newest, number)
        self.mend()

    def lost(self) -> None:
        """Messages of other processes may have been missed: all that are heard are read anew."""
        self.uptime.broke()
        for room in self._rooms.values():
            if room.listeners:
                self._catch_up(room)

    def mend(self) -> None:
        """Reads anew what is known to be stale though somebody listens; and was the last time, too:
        what was stored a moment ago is on its way."""
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
        """The table with all that this process has heard of; the room is locked."""
        while room.is_stale:
            self.quarantine.check(room.id, room.newest)
            known, after = room.newest, room.table.number if room.table else 0
            rows = await self._journal.read(room.id, after)
            last = rows[-1].number if rows else after
            # What is stored counts, not what was heard of it before; it may have grown meanwhile.
            room.newest = last if room.newest == known else max(room.newest, last)
            room.unsure = False
            async with self.quarantine.judging(room.id, room.newest):
                found = await self._read(room, rows, after)
            if found.table is None:
                self._rooms.pop(room.id, None)
                raise NoSuchTable(room.id)
            if found.said is None and room.listeners:
                continue  # somebody came meanwhile, who has to be told
            room.take(found)
            room.stored_due = None  # who stored these may have moved it
            room.time(self._clock.now())  # what was stored ahead of it: time goes on from there
            if found.said is None:
                room.skip_to_present()
                opened = self._hearing.open_placement(room, found.table)
                if opened[0] != room.placement[0]:  # else it was told here, and it is known when
                    room.placement = opened
            for each in found.said or ():
                room.deliver(each, self._hearing.moment(room, each.told))
        assert room.table is not None
        return room.table

    async def _read(self, room: Room, rows: list[Row], after: int) -> Read:
        """What became of the table since a number. News are made only for those who listen here;
        the names of all who have to do with it are learned first."""
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
        """Stores what was drafted, and tells it; False if another process was first."""
        before, after = room.table, draft.table
        if before is None or isinstance(before.stage, Gathering):  # later nobody comes to a seat
            await self._learn_names(room, people_in(each.event for each in draft.added))
        said: list[Said] | None = None

        def news() -> list[Said]:
            """Worked out once, as a rule while the disk is waited for."""
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
            room.unsure = True  # it may be there, or not: whoever comes next reads it anew
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
        """Those in this process hear it at once, the others through the channel."""
        room.deliver(said, self._clock.elapsed())
        if not self._alone:
            told = room.time(self._clock.now()) if said.news else None
            message = msgspec.structs.replace(said, told=told, appended=appended)
            self._fanout.publish(room.channel, _encode(message), elsewhere=True)

    def _tell_lists(self, room: Room, table: Table) -> None:
        """Lobby and players are told that a table is new, or in another stage."""
        row = row_of(room.id, table, room.names)
        if table.settings.public:
            self._fanout.publish(LOBBY, encode_message(LobbyChange(row)))
        people = {seat.person or seat.invited for seat in table.seats}
        for person in sorted(filter(None, people)):
            self._fanout.publish(channel_of(person), encode_message(LobbyChange(row)))

    def _due(self, room: Room, table: Table) -> int | Keep | None:
        """What the store has to be told of the next deadline. What it has is left where it is
        early enough: whoever finds it moves it on, and most moves then write nothing."""
        now = room.time(self._clock.now())
        due, known = room.wake(table, now), room.stored_due
        if due is None:
            return None if known is not None else KEEP
        return KEEP if known is not None and now + DUE_MARGIN < known <= due else due

    async def _learn_names(self, room: Room, people: set[str]) -> None:
        if unknown := sorted(people - room.names.keys()):
            room.names |= await self._people_lookup.names(unknown)

    def _hear(self, room: Room, message: bytes) -> None:
        """Another process tells what happened; if something before it is missing, it is read."""
        said = _between.decode(message)
        if isinstance(said, Attendance):
            self._table_presence.hear(room, said)
        elif room.knows(said):
            return  # as all that this process has told itself
        elif not room.deliver(said, self._hearing.heard_from_another(room, said.told)):
            self._catch_up(room)
        elif said.appended is not None and not room.lock.locked():
            room.follow(said.number, said.appended)

    def _catch_up(self, room: Room) -> None:
        self._begin(self._read_again(room))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Does it beside everything else; `stop` waits for it."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _read_again(self, room: Room) -> None:
        try:
            await self.fresh(room.id)
        except TableUnreadable:
            pass  # it was told when it was found, and is told to whoever asks
        except Exception as error:
            log.warning("catch_up_failed", table=room.id, error=type(error).__name__)

    async def stop(self) -> None:
        """Waits for what is still being read or noted."""
        while self._background:
            await asyncio.gather(*self._background, return_exceptions=True)
        for thread in (self._cold_thread, self._live_thread):
            thread.shutdown(wait=False, cancel_futures=True)

    def _forget_some(self) -> None:
        """Rooms that nobody needs make place for others. Looked for now and then: those that are
        needed may be more, and all of them are looked at."""
        if len(self._rooms) > MOST_ROOMS and self._clock.elapsed() >= self._forgot + FORGET_PAUSE:
            self.forget_idle()

    def forget_idle(self) -> None:
        self._forgot = self._clock.elapsed()
        before = self._forgot - IDLE
        for game, room in tuple(self._rooms.items()):
            if not room.listeners and not room.lock.locked() and room.used < before:
                del self._rooms[game]


async def _beside_loop(thread: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    """Long work is done in a thread, so that no other table waits for it."""
    return await asyncio.get_running_loop().run_in_executor(thread, work)


def _done_before(room: Room, who: Actor, command: c.Command, key: str) -> Done | None:
    """The answer to a command that was carried out already."""
    table, number = room.table, room.commands.get(key)
    if table is None or number is None:
        return None
    return Done(command.id, number, table.seats_of(who.person))


def _decode(rows: list[Row], after: int) -> tuple[list[Stored], set[str]]:
    """The events of these rows, which follow a number, and everybody whom they bring to the
    table."""
    events = events_of(rows, after)
    stored = [Stored(row.command, event) for row, event in zip(rows, events, strict=True)]
    return stored, people_in(events)


def _are_hidden(rows: list[Row]) -> bool:
    """Is nothing of it told yet? What cannot be read is for whoever judges it."""
    try:
        return not any(e.is_shown(read_event(row.form, row.event)) for row in rows)
    except Exception:
        return False


def _is_heavy(table: Table | None) -> bool:
    """Does it take long to work out what is shown of a table? Legal points and shapes of all points
    of a large board do."""
    if table is None or table.settings.size <= MAX_QUICK_SIZE:
        return False
    return not HEAVY_HELP.isdisjoint(table.settings.shown_help)


def _is_listed_anew(before: Table, after: Table) -> bool:
    """Has anything changed that lists depend on?"""
    return before.stage.name != after.stage.name or before.seats != after.seats

"""Carries out commands at tables: they are decided, stored, sent to all, then acknowledged."""

import msgspec

from grav.server.live.context_builder import Came
from grav.server.live.room import Room
from grav.server.live.rooms import Rooms, is_heavy, run_beside_loop
from grav.server.live.table_lists import LOBBY, channel_of, row_of, summary_of
from grav.server.live.table_news import Appended, Said, news_of, people_in, unsaid
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.views import Done, LobbyChange, encode_message
from grav.server.store.journal import KEEP, Append, Keep
from grav.server.store.journal_entries import bits_of
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.deadlines import carry_out, deadline
from grav.server.table.decide import decide, open_table
from grav.server.table.draft import Draft, Opening
from grav.server.table.model import Gathering, Table
from grav.server.table.seats_to_act import duties
from grav.text import GravError

DUE_MARGIN = 2_000
"""Milliseconds: a stored deadline this close may be moved by another process at any moment."""
ATTEMPTS = 20
"""Attempts at a command while other processes are first (optimistic concurrency)."""

_encode = msgspec.msgpack.Encoder().encode


class Tables(Rooms):
    """The tables of this process. Commands change them, one after the other at each table."""

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

        if is_heavy(after):
            await run_beside_loop(self._live_thread, news)
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


def _done_before(room: Room, who: Actor, command: c.Command, key: str) -> Done | None:
    """Returns the answer to a command that was carried out already (idempotency)."""
    table, number = room.table, room.commands.get(key)
    if table is None or number is None:
        return None
    return Done(command.id, number, table.seats_of(who.person))


def _is_listed_anew(before: Table, after: Table) -> bool:
    """Whether anything changed that lists depend on."""
    return before.stage.name != after.stage.name or before.seats != after.seats

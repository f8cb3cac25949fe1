"""Carries out commands at tables: they are decided, stored, sent to all, then acknowledged."""

import msgspec

from grav.server.live.context_builder import Arrival
from grav.server.live.fanout import LOBBY, channel_of
from grav.server.live.room import Room
from grav.server.live.rooms import Rooms, is_heavy, run_in_thread
from grav.server.live.table_news import (
    Appended,
    NewsMessage,
    message_without_news,
    news_of,
    people_in,
)
from grav.server.live.table_summary import row_of, summary_of
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.views import Done, LobbyChange, encode_message
from grav.server.store.journal import UNCHANGED, Append, Unchanged
from grav.server.store.journal_entries import bit_mask_of
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.deadlines import carry_out, deadline
from grav.server.table.decide import decide, open_table
from grav.server.table.draft import Draft, TableToOpen
from grav.server.table.model import Gathering, Table
from grav.server.table.seats_to_act import seats_to_act
from grav.text import GravError

DUE_MARGIN_MILLISECONDS = 2_000
"""Milliseconds: a stored deadline this close may be moved by another process at any moment."""
MAX_ATTEMPTS = 20
"""Attempts at a command while other processes are first (optimistic concurrency)."""

_encode = msgspec.msgpack.Encoder().encode


class Tables(Rooms):
    """The tables of this process. Commands change them, one after the other at each table."""

    async def open(self, new: c.NewTable, host: str, seats: tuple[e.Sat | e.Invited, ...]) -> str:
        """Opens a table and returns its id. Raises a GravError if its settings cannot be played."""
        game = self._ids.id()
        await self._open(TableToOpen(game, new, host, seats))
        return game

    async def _open(self, to_open: TableToOpen) -> bool:
        """Opens a table. Returns False if there was one of this name, and it has ended."""
        context = CommandContext(share=self._ids.secret())
        now = self._clock.now()
        draft = open_table(
            to_open.new, to_open.host, to_open.seats, now, context, to_open.rematch_of
        )
        room = self._rooms.setdefault(to_open.id, Room(to_open.id))
        async with room.lock:
            room.used = self._clock.elapsed()
            if room.table is None and await self._store(room, draft, None):
                return True
            # An earlier attempt at a rematch has opened it. If it has ended since, nobody came.
            await self._is_behind(room, locked=True)
            return (await self._catch_up(room)).stage.name not in ("over", "closed")

    async def command(
        self,
        game: str,
        actor: Actor,
        command: c.Command,
        arrival: Arrival,
    ) -> Done:
        """Carries out a command once: actor and command id are its idempotency key.

        Raises a GravError if it is refused, NoSuchTable if there is no such table.
        """
        room = await self.load(game)
        actor_id = str(actor.person if actor.bot is None else actor.bot)
        key = f"{actor_id}:{command.id}"
        if (done := _done_before(room, actor, command, key)) is not None:
            return done  # before the lock: waiting for it would reveal who has it
        if room.lock.locked() and actor_id not in room.acting:
            await self._refuse_unlocked(room, actor, command, arrival)
        room.acting[actor_id] = room.acting.get(actor_id, 0) + 1
        try:
            async with room.lock:
                return await self._decide(room, actor, command, arrival, key)
        finally:
            left = room.acting.pop(actor_id) - 1
            if left:
                room.acting[actor_id] = left

    async def _refuse_unlocked(
        self, room: Room, actor: Actor, command: c.Command, arrival: Arrival
    ) -> None:
        """Refuses without the lock what is refused by public knowledge: whoever has the lock may be
        storing a secret shout, and the wait for it would reveal that (timing side channel).

        Not for an actor with another command in progress: this one may depend on it.
        """
        table = room.table
        if table is None or room.is_stale:
            return
        context = await self._context_builder.build(room, table, actor, command, arrival)
        try:
            decide(table, actor, command, room.time(self._clock.now()), context)
        except GravError:
            # Whoever has the lock may since have learned what this decision did not consider.
            if not await self._is_behind(room) and room.table and room.table.shown == table.shown:
                raise

    async def _decide(
        self, room: Room, actor: Actor, command: c.Command, arrival: Arrival, key: str
    ) -> Done:
        """Decides and stores a command, again while other processes are first (optimistic
        concurrency). The room is locked."""
        ended = 0
        for _ in range(MAX_ATTEMPTS):
            if not room.listeners:  # it gets no messages of other processes
                await self._is_behind(room, locked=True)
            table = room.table
            if table is None or room.is_stale:
                table = await self._catch_up(room)
            if (done := _done_before(room, actor, command, key)) is not None:
                return done
            context = await self._context_builder.build(room, table, actor, command, arrival, ended)
            try:
                draft = decide(table, actor, command, room.time(self._clock.now()), context)
            except GravError:
                if await self._is_behind(room, locked=True):
                    continue
                raise
            if draft.opens is not None and not await self._open(draft.opens):
                ended += 1
                continue
            if await self._store(room, draft, key):
                return Done(command.id, draft.table.shown, draft.table.seats_of(actor.person))
        raise RuntimeError("other processes were first too often")

    async def carry_out_due(self, game: str) -> str | None:
        """Carries out what fell due at a table and returns its kind; None if nothing did."""
        room = await self.load(game)
        async with room.lock:
            for _ in range(MAX_ATTEMPTS):
                table = await self._catch_up(room)
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
        if before is None or isinstance(before.stage, Gathering):  # nobody takes a seat later
            await self._look_up_names(room, people_in(each.event for each in draft.added))
        made: list[NewsMessage] | None = None

        def news() -> list[NewsMessage]:
            """Makes the news once, usually while the journal waits for the disk."""
            nonlocal made
            if made is None:
                made = news_of(draft.added, room.names)
            return made

        if is_heavy(after):
            await run_in_thread(self._live_thread, news)
        due = self._due(room, after)
        changed = before is None or _is_listed_anew(before, after)
        append = Append(
            game=room.id,
            after=before.number if before else 0,
            events=tuple(e.encode(each.event) for each in draft.added),
            form=e.SCHEMA_VERSION,
            command=command,
            due=due,
            summary=summary_of(after) if changed else None,
            waiting=bit_mask_of(seats_to_act(after)),
        )
        try:
            stored = await self._journal.append(append, meanwhile=news)
        except BaseException:
            room.unsure = True  # it may be stored or not: the next command reads it again
            raise
        if not stored:
            room.newest = max(room.newest, append.after + 1)
            return False
        if not isinstance(due, Unchanged):
            room.stored_due = due
        room.advance(draft, command)
        appended = Appended(command, append.form, append.events, room.stored_due)
        for each in news() or [message_without_news(after)]:
            self._send(room, each, appended)
        if changed:
            self._table_presence.mark_changed(room)
            self._send_to_lists(room, after)
        for changed_here in self._changed:
            changed_here(room)
        return True

    def _send(self, room: Room, message: NewsMessage, appended: Appended) -> None:
        """Sends the news to listeners here at once, to other processes through the channel."""
        room.deliver(message, self._clock.elapsed())
        if not self._alone:
            sent_at = room.time(self._clock.now()) if message.news else None
            stamped = msgspec.structs.replace(message, sent_at=sent_at, appended=appended)
            self._fanout.publish(room.channel, _encode(stamped), others_only=True)

    def _send_to_lists(self, room: Room, table: Table) -> None:
        """Publishes to lobby and players that a table is new, or that its stage or seats
        changed."""
        row = row_of(room.id, table, room.names)
        if table.settings.public:
            self._fanout.publish(LOBBY, encode_message(LobbyChange(row)))
        people = {seat.person or seat.invited for seat in table.seats}
        for person in sorted(filter(None, people)):
            self._fanout.publish(channel_of(person), encode_message(LobbyChange(row)))

    def _due(self, room: Room, table: Table) -> int | Unchanged | None:
        """Returns the deadline to store, or UNCHANGED where the stored one is early enough: whoever
        finds that one moves it on, and most moves then write none."""
        now = room.time(self._clock.now())
        due, known = room.next_check(table, now), room.stored_due
        if due is None:
            return None if known is not None else UNCHANGED
        return (
            UNCHANGED if known is not None and now + DUE_MARGIN_MILLISECONDS < known <= due else due
        )


def _done_before(room: Room, actor: Actor, command: c.Command, key: str) -> Done | None:
    """Returns the answer to a command that was carried out already (idempotency)."""
    table, number = room.table, room.commands.get(key)
    if table is None or number is None:
        return None
    return Done(command.id, number, table.seats_of(actor.person))


def _is_listed_anew(before: Table, after: Table) -> bool:
    """Whether anything changed that lists depend on."""
    return before.stage.name != after.stage.name or before.seats != after.seats
